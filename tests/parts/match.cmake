whiteglove_test(clock LINKS match PkgConfig::JANSSON)
whiteglove_test(cases LINKS match PkgConfig::JANSSON)
whiteglove_test(journal LINKS match PkgConfig::JANSSON)
whiteglove_test(match LINKS match PkgConfig::JANSSON)
