# Pages and their server, on 127.0.0.1.
whiteglove_test(gate LINKS broadcast)
whiteglove_test(view LINKS broadcast PkgConfig::JANSSON PkgConfig::MICROHTTPD)
whiteglove_test(broadcast LINKS broadcast PkgConfig::JANSSON PkgConfig::MICROHTTPD)
target_sources(test_broadcast PRIVATE http_client.c)
