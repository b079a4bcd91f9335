whiteglove_test(kernels LINKS vision)
whiteglove_test(seeing LINKS vision PkgConfig::JANSSON)
target_sources(test_seeing PRIVATE scene.c)
target_compile_options(test_seeing PRIVATE $<$<CONFIG:Debug>:-O1>) # it draws pictures ray by ray
whiteglove_script(arm64)
