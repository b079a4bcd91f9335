/* SPDX-License-Identifier: Apache-2.0 */
/* bench_proof.c: detection over random scenes with known truth: bench_proof [N [SEED [ROW [DIR]]]]
 * N scenes from SEED; ROW: one row of the table only (or "gaps": pairs at rest in 30 frames); DIR: pictures of
 * everything that went wrong. Frames drawn are kept in the folder that PROOF_KEEP names, for the next run. */
#include "proof.h"

#include <stdlib.h>
#include <string.h>

struct row {
    struct scene_twist twist;
    bool follow;
    int share;                /* every so many scenes of N */
    enum scene_layout layout; /* 0: all in turn */
    bool small;               /* 1280x720 */
};

static const struct row rows[] = {
    {{.name = "nominal"}, .share = 1},
    {{.name = "radius-1%", .radius = -0.01}, .share = 5},
    {{.name = "radius+1%", .radius = 0.01}, .share = 5},
    {{.name = "blur0.9", .blur_px = 0.9}, .share = 5},
    {{.name = "blur1.3", .blur_px = 1.3}, .share = 5},
    {{.name = "lean", .lean = 0.5}, .share = 5},
    {{.name = "hard", .hard = true, .lean = 0.3}, .share = 5},
    {{.name = "all", .hard = true, .lean = 0.2, .blur_px = 0.9, .radius = 0.01}, .share = 5},
    {{.name = "dim", .light = 0.3}, .share = 5},
    {{.name = "chroma", .chroma = true}, .share = 5},
    {{.name = "throats"}, .share = 5, .layout = LAYOUT_THROATS},
    {{.name = "watched", .watched = true}, .share = 5, .layout = LAYOUT_THROATS},
    {{.name = "hands", .watched = true, .hands = true}, .share = 5},
    {{.name = "club", .club = true}, .share = 5, .small = true},
    {{.name = "move4", .travel_px = 4}, .share = 10},
    {{.name = "move8", .travel_px = 8}, .share = 10},
    {{.name = "move14", .travel_px = 14}, .share = 10},
    {{.name = "follow0"}, .follow = true, .share = 10},
    {{.name = "follow4", .travel_px = 4}, .follow = true, .share = 10},
    {{.name = "follow8", .travel_px = 8}, .follow = true, .share = 10},
    {{.name = "follow14", .travel_px = 14}, .follow = true, .share = 10},
};

static void run(const struct row *row, int n, uint64_t seed, const char *dir)
{
    struct proof_options o = proof_options_default();
    static struct proof_tally all;
    memset(&all, 0, sizeof all);
    o.twist = row->twist;
    o.follow = row->follow;
    o.width = row->small ? 1280 : o.width;
    o.height = row->small ? 720 : o.height;
    o.list = true;
    o.worst_px = getenv("PROOF_WORST") ? atof(getenv("PROOF_WORST")) : 0.5;
    o.debug = dir;
    o.keep = getenv("PROOF_KEEP");
    for (int i = 0; i < (n + row->share - 1) / row->share; i++) {
        enum scene_layout layout = (enum scene_layout)((seed + (uint64_t)i) % (row->twist.travel_px > 0 ? 1 : LAYOUTS));
        if (row->layout)
            layout = row->layout;
        if (proof_scene(seed + (uint64_t)i, layout, &o, &all))
            printf("  seed %llu: could not be drawn\n", (unsigned long long)seed + (unsigned long long)i);
        fflush(stdout);
    }
    proof_print(row->twist.name, &all);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 200;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    const char *only = argc > 3 && strcmp(argv[3], "all-rows") ? argv[3] : NULL;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!only || !strcmp(only, rows[i].twist.name))
            run(&rows[i], n, seed, argc > 4 ? argv[4] : NULL);
    if (only && strcmp(only, "gaps"))
        return 0;
    struct proof_options o = proof_options_default();
    struct proof_gaps gaps = {0};
    o.list = true;
    for (int i = 0; i < (n + 9) / 10; i++)
        proof_gaps(seed + (uint64_t)i, 30, &o, &gaps);
    proof_print_gaps(&gaps);
    return 0;
}
