whiteglove_test(table LINKS calibration PkgConfig::GLIB)

# Random views with a known camera: for the test of calibration and for its benchmark.
add_library(views STATIC views/views.c)
target_compile_options(views PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/views")
target_link_libraries(views PUBLIC sim calibration PRIVATE m)

# Views are drawn ray by ray: the sanitized builds would take minutes over it.
if(CMAKE_BUILD_TYPE STREQUAL "RelWithDebInfo")
  whiteglove_test(calibration LINKS views)
endif()
