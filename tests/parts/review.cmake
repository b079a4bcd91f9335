# Reviews of matches and recordings. The clips of others are found beside the checkout; WHITEGLOVE_CLIPS=all takes them all.
add_executable(review_truth review_truth.c)
target_link_libraries(review_truth PRIVATE review PkgConfig::JANSSON m)
