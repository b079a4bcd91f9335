whiteglove_test(kernels LINKS vision)
whiteglove_test(crowd LINKS vision)
whiteglove_test(glint LINKS vision)
whiteglove_test(blobs LINKS vision)
whiteglove_test(smear LINKS vision)
whiteglove_test(seeing LINKS vision PkgConfig::JANSSON)
target_sources(test_seeing PRIVATE scene.c)
target_compile_options(test_seeing PRIVATE $<$<CONFIG:Debug>:-O1>) # it draws pictures ray by ray
whiteglove_script(arm64)

# Scenes drawn by the simulator with known truth, and what detection makes of them; bench_proof runs hundreds.
add_library(proof STATIC proof/proof.c proof/scenes.c)
target_compile_options(proof PUBLIC "SHELL:-iquote ${CMAKE_CURRENT_SOURCE_DIR}/proof")
target_link_libraries(proof PUBLIC vision sim m)
target_compile_options(proof PRIVATE $<$<CONFIG:Debug>:-O1>)
whiteglove_test(proof LINKS proof)
whiteglove_test(placed LINKS proof)
whiteglove_test(holes LINKS proof)
if(NOT WHITEGLOVE_SANITIZE) # it calibrates on twenty pictures
  whiteglove_script(stills $<TARGET_FILE:whiteglove>)
  whiteglove_script(footage $<TARGET_FILE:whiteglove>)
  whiteglove_script(clips $<TARGET_FILE:whiteglove>)
endif()
