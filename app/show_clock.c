/* SPDX-License-Identifier: Apache-2.0 */
/* show_clock.c: what do the clocks of somebody else's match show now? */
#include "show_clock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK_EVERY_US 1000000

static bool has_clocks(const struct show_clock *c)
{
    return c->clock.timing.shot_s > 0 || c->clock.timing.match_s > 0;
}

void show_clock_line(struct show_clock *c, const json_t *line, const struct match *match)
{
    const char *type = json_string_value(json_object_get(line, "type"));
    const json_t *t = json_object_get(line, "t");
    if (type && !strcmp(type, "match") && match_now(match)) {
        struct timing timing = clock_timing(&match_now(match)->game->timing, json_object_get(line, "timing"));
        *c = (struct show_clock){0};
        clock_open(&c->clock, &timing);
    }
    if (json_is_number(t) && json_number_value(t) > c->last_t)
        c->last_t = json_number_value(t);
    clock_fold(&c->clock, line);
}

/* Whoever keeps a match has its journal locked. The look lasts for an instant, and a referee that starts in it tries
 * again. */
bool show_clock_is_kept(const char *journal)
{
    int fd = open(journal, O_RDONLY | O_CLOEXEC);
    bool kept = fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) && errno == EWOULDBLOCK;
    if (fd >= 0)
        close(fd);
    return kept;
}

static void look(struct show_clock *c, const char *journal)
{
    gint64 now = g_get_monotonic_time();
    if (c->looked_at && now - c->looked_at < LOOK_EVERY_US)
        return;
    c->looked_at = now;
    c->kept = show_clock_is_kept(journal);
}

/* Time of the match: its last line was written when the file was changed. */
static double now_of(const struct show_clock *c, const char *journal)
{
    struct stat file;
    if (stat(journal, &file))
        return c->last_t;
    double passed = (double)g_get_real_time() / 1e6 - (double)file.st_mtim.tv_sec - (double)file.st_mtim.tv_nsec / 1e9;
    return c->last_t + (passed > 0 ? passed : 0);
}

json_t *show_clock_json(struct show_clock *c, const char *journal)
{
    if (!has_clocks(c))
        return NULL;
    look(c, journal);
    c->told_at = g_get_monotonic_time();
    return view_clock(&c->clock, now_of(c, journal), c->kept);
}

bool show_clock_due(struct show_clock *c, const char *journal)
{
    bool before = c->kept;
    if (!has_clocks(c))
        return false;
    look(c, journal);
    return c->kept != before || (c->kept && g_get_monotonic_time() - c->told_at >= LOOK_EVERY_US);
}
