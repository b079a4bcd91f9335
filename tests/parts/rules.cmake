whiteglove_test(facts LINKS rules)
foreach(question geometry in_hand spots)
  whiteglove_test(${question} LINKS rules)
  target_sources(test_${question} PRIVATE geometry_tables.c)
endforeach()
whiteglove_test(rules LINKS rules)
whiteglove_test(doubt LINKS rules)

# Random play: the same code feeds the million random strokes and the fuzzer.
add_library(random_play STATIC fuzz/random_play.c)
target_compile_options(random_play PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/fuzz")
target_link_libraries(random_play PUBLIC rules)
whiteglove_test(random LINKS random_play)
add_subdirectory(fuzz)
