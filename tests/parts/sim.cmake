# Simulator
whiteglove_test(physics LINKS sim PkgConfig::JANSSON)
whiteglove_test(sim LINKS sim)
whiteglove_script(simulate $<TARGET_FILE:whiteglove>)
# It writes films, so see whiteglove_media_test about what GLib leaks.
set_tests_properties(simulate PROPERTIES ENVIRONMENT
  "ASAN_OPTIONS=fast_unwind_on_malloc=0;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/lsan.supp:print_suppressions=0")
