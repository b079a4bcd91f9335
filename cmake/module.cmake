# whiteglove_module(NAME SOURCES a.c b.c DEPENDS base calibration [LIBRARIES m PkgConfig::JANSSON])
#
# One folder = one static library. Its headers are reached as "header.h" by itself and by whoever names it
# in DEPENDS; nobody else has its include path, so an include against the direction does not compile.
# -iquote, not -I: our "err.h" must never stand in for the system's <err.h>.
function(whiteglove_module NAME)
  cmake_parse_arguments(M "" "" "SOURCES;DEPENDS;LIBRARIES" ${ARGN})
  add_library(${NAME} STATIC ${M_SOURCES})
  target_compile_options(${NAME} PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${NAME} PUBLIC ${M_DEPENDS} PRIVATE ${M_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY WHITEGLOVE_MODULES ${NAME})
  set_property(GLOBAL PROPERTY WHITEGLOVE_DEPENDS_${NAME} "${M_DEPENDS}")
endfunction()
