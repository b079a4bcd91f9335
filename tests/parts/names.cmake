whiteglove_test(names LINKS vision tracking rules)
