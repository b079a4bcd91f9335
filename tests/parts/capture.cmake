# Tests of capture/: cameras, files, streams, recording.

# Tests that make and read films.
function(whiteglove_media_test NAME)
  whiteglove_test(${NAME} LINKS capture)
  target_sources(test_${NAME} PRIVATE media.c)
  target_link_libraries(test_${NAME} PRIVATE PkgConfig::GST)
  set_tests_properties(${NAME} PROPERTIES ENVIRONMENT
    "${sanitizer_environment};WHITEGLOVE_TEST_TMP=${CMAKE_CURRENT_BINARY_DIR}")
endfunction()

whiteglove_media_test(camera)
target_link_libraries(test_camera PRIVATE PkgConfig::TURBOJPEG)
whiteglove_media_test(files)
whiteglove_media_test(record)

# Cameras, in a guest with a real kernel (tests/vm/run.sh). Not under sanitizers: the guest has no room for them.
if(NOT WHITEGLOVE_SANITIZE AND NOT WHITEGLOVE_COVERAGE)
  add_executable(vm_guest vm/guest.c)
  target_link_libraries(vm_guest PRIVATE capture)
  set_target_properties(vm_guest PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  add_test(NAME vm COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/vm/run.sh $<TARGET_FILE:vm_guest> $<TARGET_FILE:whiteglove>
           ${CMAKE_SOURCE_DIR}/build/vm)
  set_tests_properties(vm PROPERTIES LABELS vm TIMEOUT 300 SKIP_RETURN_CODE 77)
endif()

# Real servers on 127.0.0.1.
pkg_check_modules(RTSP_SERVER REQUIRED IMPORTED_TARGET gstreamer-rtsp-server-1.0)
add_executable(stream_server stream_server.c media.c)
target_link_libraries(stream_server PRIVATE base PkgConfig::GST PkgConfig::RTSP_SERVER PkgConfig::CMOCKA)
set_target_properties(stream_server PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
whiteglove_media_test(streams)
target_compile_definitions(test_streams PRIVATE STREAM_SERVER="$<TARGET_FILE:stream_server>")
add_dependencies(test_streams stream_server)
whiteglove_script(guide $<TARGET_FILE:whiteglove>)
