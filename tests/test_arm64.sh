#!/bin/bash
# Proves that the kernels build for arm64 and give there, under emulation, the same bits as the C reference.
# Usage: test_arm64.sh, in the checkout.
. tests/cases.sh

kernels_for_arm64_equal_their_reference() {
    local built
    built=$(mktemp -d)
    aarch64-linux-gnu-gcc -std=c17 -O2 -ffp-contract=off -Wall -Wextra -Werror -static -DWHITEGLOVE_SIMD=1 -iquote vision -iquote base -I tests/plain \
        tests/test_kernels.c vision/kernels.c vision/kernels_vector.c vision/kernels_avx2.c vision/limb_look.c -o "$built/kernels" -lm
    qemu-aarch64 "$built/kernels" >"$built/out"
    grep -q 'compared: 1 versions' "$built/out"
    rm -r "$built"
}

if ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    echo '[  SKIPPED ] kernels_for_arm64_equal_their_reference: no cross compiler or no emulator'
    echo '[       OK ] nothing else to prove here'
    exit 0
fi
run_cases kernels_for_arm64_equal_their_reference
