/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: any game, any state, a few strokes in a row; every promise of rules.h is checked. */
#include "random_play.h"

#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct game *choose_game(unsigned n)
{
    size_t count = 0;
    while (rules_games(count))
        count++;
    return rules_games(n % count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes from = {.data = data, .left = size};
    const struct game *game = choose_game(random_byte(&from));
    struct state state;
    random_state(&from, game, &state);
    for (int i = 0; i < 8 && from.left; i++) {
        struct stroke stroke;
        struct ruling ruling;
        random_stroke(&from, game, &state, &stroke);
        if (rules_refuse(game, &state, &stroke))
            continue;
        rules_judge(game, &state, &stroke, &ruling);
        const char *broken = random_broken_promise(game, &state, &stroke, &ruling);
        if (broken) {
            fprintf(stderr, "%s: %s\n", game->name, broken);
            abort();
        }
        if (ruling.next.frame_over || !ruling.next.striker)
            return 0;
        state = ruling.next;
    }
    return 0;
}
