# Reviews of matches and recordings. The clips of others are found beside the checkout; WHITEGLOVE_CLIPS=all takes them all.
whiteglove_test(review_parts LINKS review PkgConfig::JANSSON PkgConfig::GST PkgConfig::CAIRO)
target_sources(test_review_parts PRIVATE media.c)
set_tests_properties(review_parts PROPERTIES ENVIRONMENT
  "${sanitizer_environment};WHITEGLOVE_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}")

add_executable(review_truth review_truth.c review_truth_file.c)
target_link_libraries(review_truth PRIVATE review PkgConfig::JANSSON m)
add_executable(replace_hand replace_hand.c ${CMAKE_SOURCE_DIR}/app/replace_desk.c ${CMAKE_SOURCE_DIR}/app/paint.c)
target_include_directories(replace_hand PRIVATE ${CMAKE_SOURCE_DIR}/app)
target_link_libraries(replace_hand PRIVATE sim capture vision review broadcast PkgConfig::GLIB PkgConfig::JANSSON
  PkgConfig::CAIRO m)

# Through pixels: minutes under sanitizers, where the parts above are tested.
if(NOT WHITEGLOVE_SANITIZE)
  whiteglove_script(review $<TARGET_FILE:whiteglove> $<TARGET_FILE:review_truth> $<TARGET_FILE:replace_hand>)
  set_tests_properties(review PROPERTIES TIMEOUT 1500)
  whiteglove_script(replace $<TARGET_FILE:whiteglove>)
  set_tests_properties(replace PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 700)
  whiteglove_script(review_page $<TARGET_FILE:whiteglove>)
  set_tests_properties(review_page PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900 RUN_SERIAL ON)
endif()
