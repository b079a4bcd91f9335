whiteglove_test(base LINKS base)
