/* SPDX-License-Identifier: Apache-2.0 */
/* Proves over a million random strokes that no ruling breaks a promise of rules.h, in any game. */
#include "random_play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__ || !defined __OPTIMIZE__
enum { STROKES = 60000 }; /* instrumented or unoptimised builds: the million is the release build's */
#else
enum { STROKES = 1200000 };
#endif

static void play(struct bytes *from, const struct game *game, int strokes)
{
    struct state state;
    struct stroke stroke;
    struct ruling ruling;
    int judged = 0;
    random_state(from, game, &state);
    for (int i = 0; i < strokes; i++) {
        random_stroke(from, game, &state, &stroke);
        if (!rules_refuse(game, &state, &stroke)) {
            rules_judge(game, &state, &stroke, &ruling);
            const char *broken = random_broken_promise(game, &state, &stroke, &ruling);
            if (broken)
                fail_msg("%s %s, stroke %d (act %d, choice %d, phase %d to %d, on %x, table %x to %x): %s", game->name,
                         game->edition, i, stroke.act, stroke.choice.kind, state.phase, ruling.next.phase,
                         ruling.next.on, state.on_table, ruling.next.on_table, broken);
            state = ruling.next;
            judged++;
        }
        if (state.frame_over || !state.striker || i % 40 == 39)
            random_state(from, game, &state);
    }
    assert_true(judged > strokes / 2); /* most of what is made up can be judged, or nothing is proved */
}

static void no_ruling_breaks_a_promise(void **state)
{
    (void)state;
    size_t games = 0;
    while (rules_games(games))
        games++;
    assert_true(games > 0);
    for (size_t i = 0; i < games; i++) {
        struct bytes from = {.seed = 20240901 + i};
        play(&from, rules_games(i), STROKES / (int)games + 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_ruling_breaks_a_promise)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
