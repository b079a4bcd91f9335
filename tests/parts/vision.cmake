whiteglove_test(kernels LINKS vision)
whiteglove_test(seeing LINKS vision PkgConfig::JANSSON)
target_sources(test_seeing PRIVATE scene.c)
whiteglove_script(arm64)
