# Simulator
whiteglove_test(physics LINKS sim)
whiteglove_test(engine LINKS sim PkgConfig::JANSSON)
whiteglove_test(sim LINKS sim)
whiteglove_test(matches LINKS sim)
whiteglove_script(simulate $<TARGET_FILE:whiteglove>)
whiteglove_test(players LINKS sim rules)
target_sources(test_players PRIVATE ${CMAKE_SOURCE_DIR}/app/sim_judge.c)
target_include_directories(test_players PRIVATE ${CMAKE_SOURCE_DIR}/app)
