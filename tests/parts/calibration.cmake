whiteglove_test(table LINKS calibration PkgConfig::GLIB)
