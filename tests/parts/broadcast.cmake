# Pages and their server, on 127.0.0.1.
whiteglove_test(gate LINKS broadcast)
whiteglove_test(view LINKS broadcast PkgConfig::JANSSON PkgConfig::MICROHTTPD)
whiteglove_test(broadcast LINKS broadcast PkgConfig::JANSSON PkgConfig::MICROHTTPD)
target_sources(test_broadcast PRIVATE http_client.c)

# The burnt-in overlay: films, and servers that fail in every way.
whiteglove_test(burn LINKS broadcast PkgConfig::JANSSON PkgConfig::GST PkgConfig::PANGO)
set_tests_properties(burn PROPERTIES ENVIRONMENT "${sanitizer_environment}")

whiteglove_script(show $<TARGET_FILE:whiteglove>)

# The pages in a real browser. Not under sanitizers: what a browser proves there, the tests above prove faster.
if(NOT WHITEGLOVE_SANITIZE)
  whiteglove_script(browser $<TARGET_FILE:whiteglove>)
  # Alone: a browser wants both cores, and nothing in it may depend on what else runs.
  set_tests_properties(browser PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 330 RUN_SERIAL TRUE)
endif()
