whiteglove_test(physics LINKS sim PkgConfig::JANSSON)
whiteglove_test(sim LINKS sim)
