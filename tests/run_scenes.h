/* SPDX-License-Identifier: Apache-2.0 */
/* run_scenes.h: scenes of the proof run in a test, what was wrong with them listed. */
#pragma once

#include "proof.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct proof_tally run(const uint64_t *seed, int n, enum scene_layout layout, struct proof_options *o)
{
    struct proof_tally t = {0};
    o->list = true;
    for (int i = 0; i < n; i++)
        assert_int_equal(proof_scene(seed[i], layout, o, &t), 0);
    proof_print(scene_layout_name(layout), &t);
    return t;
}
