whiteglove_test(physics LINKS sim PkgConfig::JANSSON)
