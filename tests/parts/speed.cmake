# Balls followed by their pixels.
whiteglove_test(still LINKS vision)
target_sources(test_still PRIVATE scene.c)
target_compile_options(test_still PRIVATE $<$<CONFIG:Debug>:-O1>) # it draws pictures ray by ray

# Instructions of seeing, against what is kept in bench/instructions.txt: the build that is shipped, on processors alike.
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo" AND WHITEGLOVE_SIMD)
  add_test(NAME instructions COMMAND ${CMAKE_SOURCE_DIR}/bench/instructions.sh $<TARGET_FILE_DIR:whiteglove>/bench/bench_vision
           WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
  set_tests_properties(instructions PROPERTIES TIMEOUT 900)
endif()
