# Simulator
whiteglove_test(physics LINKS sim PkgConfig::JANSSON)
whiteglove_test(sim LINKS sim)
whiteglove_script(simulate $<TARGET_FILE:whiteglove>)
