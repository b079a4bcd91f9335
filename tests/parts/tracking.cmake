# Strokes with known truth, seen through made-up noise, and scenes laid out by hand: for the tests of tracking and for its
# benchmark.
add_library(trials STATIC trials/clips.c trials/laid_out.c trials/trials.c)
target_compile_options(trials PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/trials")
target_link_libraries(trials PUBLIC tracking sim PkgConfig::JANSSON m)
whiteglove_test(tracking LINKS trials)
whiteglove_test(watch_pockets LINKS trials)
whiteglove_test(watch_strokes LINKS trials)
whiteglove_test(watch_hands LINKS trials)
whiteglove_test(watch_sleeves LINKS trials)
whiteglove_test(watch_camera LINKS trials)
whiteglove_test(watch_mistaken LINKS trials)
whiteglove_test(events LINKS trials)
whiteglove_test(tips LINKS trials)
whiteglove_test(score LINKS trials)
whiteglove_test(gaps LINKS trials)
whiteglove_test(wakes LINKS trials)
whiteglove_test(firsts LINKS trials)

# Films are drawn and followed: the sanitized builds would take minutes over it.
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
  whiteglove_script(track $<TARGET_FILE:whiteglove>)
  whiteglove_script(report $<TARGET_FILE:whiteglove>)
endif()
