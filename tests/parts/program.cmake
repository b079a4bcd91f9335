# The program and the tree as a whole.
whiteglove_script(layers)
whiteglove_script(cli $<TARGET_FILE:whiteglove> ${PROJECT_VERSION})
whiteglove_script(clauses $<TARGET_FILE:whiteglove>)
set(kills 20)
if(WHITEGLOVE_SANITIZE) # each start is slow there
  set(kills 5)
endif()
whiteglove_script(referee $<TARGET_FILE:whiteglove> ${kills})
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo") # films are drawn: the sanitized builds would take minutes over it
  whiteglove_script(film $<TARGET_FILE:whiteglove>)
  set_tests_properties(film PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
endif()
whiteglove_script(docs $<TARGET_FILE:whiteglove>)
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo") # what is shipped; the other builds are for us
  whiteglove_script(package ${CMAKE_BINARY_DIR} ${PROJECT_VERSION})
endif()
