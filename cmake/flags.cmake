# Compiler settings for the whole tree. Reasons:
#  -ffp-contract=off  a journal must replay to the same bytes on every machine: no fused multiply-add by surprise
#  -ffile-prefix-map  the program does not tell where it was built, and a build elsewhere gives the same bytes
#  -UNDEBUG           asserts guard invariants of the referee; they stay on in the release build
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

option(WHITEGLOVE_WERROR "Treat warnings as errors" ON)
option(WHITEGLOVE_SIMD "Build the vector kernels next to the C reference" ON)
option(WHITEGLOVE_FUZZ "Build the libFuzzer targets (clang)" OFF)
option(WHITEGLOVE_COVERAGE "Instrument for coverage" OFF)
set(WHITEGLOVE_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize= (empty: none)")

add_compile_options(-Wall -Wextra -Wshadow -Wpointer-arith -Wvla -Wundef
                    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
                    -ffp-contract=off -fvisibility=hidden -UNDEBUG
                    -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
add_compile_definitions(_XOPEN_SOURCE=700) # POSIX.1-2008 with its XSI part (realpath)
if(WHITEGLOVE_WERROR)
  add_compile_options(-Werror)
endif()
if(WHITEGLOVE_SANITIZE)
  add_compile_options(-fsanitize=${WHITEGLOVE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WHITEGLOVE_SANITIZE})
endif()
if(WHITEGLOVE_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(WHITEGLOVE_COVERAGE)
  add_compile_options(--coverage -O0)
  add_link_options(--coverage)
endif()
