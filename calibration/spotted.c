/* SPDX-License-Identifier: Apache-2.0 */
#include "spotted.h"

#include "log.h"

#include <math.h>
#include <string.h>

#define REACH_D 1.0 /* diameters: a colour as near its spot as this lies on it, by a camera that is wrong */
#define HAND_MM 6.0 /* by which spots and the hands that use them may be off */

enum { SPOTTED = 4 }; /* of six colours: in play they are not all at home */

/* On smaller tables lines and spots are drawn as people please (marks.c); the centre spot is half-way on all of them.
 */
static bool is_by_the_book(const struct table *table, enum spot spot)
{
    return spot == SPOT_BLUE || !strcmp(table->kind, "snooker-12ft");
}

double spotted_off(const struct calibration *c, const struct spotted_ball *balls, int n)
{
    const struct bed *bed = &c->table.bed;
    double sum = 0;
    int at_home = 0, counted = 0;
    for (int i = 0; i < n; i++) {
        enum spot spot = (enum spot)(SPOT_YELLOW + balls[i].kind - BALL_KIND_YELLOW);
        struct vec2 at;
        if (balls[i].kind < BALL_KIND_YELLOW || balls[i].kind > BALL_KIND_BLACK ||
            !camera_to_plane(&c->camera, balls[i].px, bed->ball_d / 2, &at))
            continue;
        double off = vec2_dist(at, bed->spot[spot]);
        if (off > REACH_D * bed->ball_d)
            continue;
        at_home++;
        counted += is_by_the_book(&c->table, spot);
        sum += is_by_the_book(&c->table, spot) ? off * off : 0;
    }
    return at_home >= SPOTTED && counted ? sqrt(sum / counted) : 0;
}

void spotted_doubt(struct calibration *c, const struct spotted_ball *balls, int n)
{
    if (c->table.style != TABLE_SNOOKER || c->orientation != ORIENTATION_SEEN)
        return;
    double off = spotted_off(c, balls, n);
    if (off < HAND_MM + 2 * c->sd_mm)
        return;
    log_warn(
        "the colours seem to lie %.0f mm off their spots: the cushions were probably mistaken; more even light may "
        "help, or --points",
        off);
    c->sd_mm = off;
}
