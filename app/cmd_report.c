/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_report.c: whiteglove report: how well are the strokes of films with known truth told? */
#include "command.h"

#include "err.h"
#include "film_job.h"
#include "film_truth.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gboolean why_option;

static const GOptionEntry options[] = {
    {"why", 0, 0, G_OPTION_ARG_NONE, &why_option, "Also say what was told wrongly, stroke by stroke, on standard error",
     NULL},
    {0},
};

enum { STROKES_MAX = 512, EVENTS_MAX = 16384, POSITIONS_MAX = 2048 };

/* All that was told of one film. */
struct heard {
    int events_n, strokes_n, positions_n;
    struct event events[EVENTS_MAX];
    struct {
        double t0, t1;
        float first_p;
    } stroke[STROKES_MAX];
    struct track_position position[POSITIONS_MAX];
    int64_t dropped;
};

static void on_position(void *user, const struct track_position *p)
{
    struct heard *h = user;
    if (h->positions_n < POSITIONS_MAX)
        h->position[h->positions_n++] = *p;
    else
        h->dropped++;
}

static void on_event(void *user, const struct event *e)
{
    struct heard *h = user;
    if (h->events_n < EVENTS_MAX)
        h->events[h->events_n++] = *e;
    else
        h->dropped++;
}

static void on_stroke(void *user, const struct track_stroke *s)
{
    struct heard *h = user;
    if (h->strokes_n == STROKES_MAX) {
        h->dropped++;
        return;
    }
    h->stroke[h->strokes_n].t0 = (double)s->stroke.t0 / 1e9;
    h->stroke[h->strokes_n].t1 = (double)s->stroke.t1 / 1e9;
    h->stroke[h->strokes_n++].first_p = s->first_contact_p;
}

/* ---- one stroke -------------------------------------------------------------------------------------------------- */

#define STRIKE_S 0.25 /* a stroke told this near in time is this one */

/* What was told between this strike and the next. */
static struct score_told told_of(const struct heard *h, const struct film_stroke *s)
{
    struct score_told t = {0};
    double from = s->strike_t - STRIKE_S, to = s->until - STRIKE_S, rest = s->strike_t + 0.05;
    for (int i = 0; i < h->strokes_n; i++)
        if (h->stroke[i].t0 >= from && h->stroke[i].t0 < to) {
            if (!t.strokes++)
                t.first_contact_p = h->stroke[i].first_p;
            rest = h->stroke[i].t1;
        }
    for (int i = 0; i < h->events_n; i++) {
        double at = (double)h->events[i].t / 1e9;
        if (at >= from && at < to && !t.events_n++)
            t.events = &h->events[i];
    }
    for (int i = 0; i < h->positions_n; i++) {
        double at = (double)h->position[i].t / 1e9;
        if (at <= s->strike_t + 0.05)
            t.before = h->position[i];
        bool ends = fabs(at - rest) <= 1e-6;                    /* the next one may have cut it */
        if ((ends || (at > rest && at < to)) && !t.after.known) /* what hands do later is not of the stroke */
            t.after = h->position[i];
    }
    return t;
}

static int by_time(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    return (x->t > y->t) - (x->t < y->t);
}

static void score_film(struct tally *tally, const struct film_truth *truth, struct heard *h, FILE *why)
{
    struct score_names names;
    ns_t named_t = -1; /* of the position that they follow from */
    qsort(h->events, (size_t)h->events_n, sizeof *h->events, by_time);
    for (int i = 0; i < truth->strokes_n; i++) {
        struct score_told told = told_of(h, &truth->strokes[i]);
        told.names = i ? &names : NULL;
        if (i && told.before.t == named_t)
            told.before.known = 0;
        named_t = told.before.t;
        if (why)
            fprintf(why, "%s stroke %d at %.3f s\n", truth->strokes[i].truth.name, i + 1, truth->strokes[i].strike_t);
        names = score_stroke(tally, &truth->strokes[i].truth, &told, fmax(0.03, 2 / truth->fps), why);
    }
}

/* Where no mark shows the end of a table, either may be called its top: places are those of the truth, or all of them
 * are turned by half a turn. */
static double distance_to_truth(const struct track_position *p, const struct layout *start, double turn)
{
    double sum = 0;
    for (BALL_EACH(b, start->known)) {
        double least = 200;
        for (BALL_EACH(o, p->known))
            least = fmin(least, vec2_dist(vec2_scale(p->at[o], turn), start->at[b]));
        sum += least;
    }
    return sum;
}

static void face_as_truth(struct heard *h, const struct film_truth *truth)
{
    const struct track_position before = told_of(h, &truth->strokes[0]).before;
    const struct layout *start = &truth->strokes[0].truth.start;
    if (distance_to_truth(&before, start, 1) <= distance_to_truth(&before, start, -1))
        return;
    for (int i = 0; i < h->positions_n; i++)
        for (BALL_EACH(b, h->position[i].known))
            h->position[i].at[b] = vec2_scale(h->position[i].at[b], -1);
}

/* Limits differ from rate to rate: those of the nearest of the usual ones are added up by themselves too. */
static const int rate[] = {30, 60, 120, 240};
enum { RATES = sizeof rate / sizeof *rate };

static int nearest_rate(double fps)
{
    int i = 0;
    while (i + 1 < RATES && fps > 1.4 * rate[i])
        i++;
    return i;
}

/* ---- one film ---------------------------------------------------------------------------------------------------- */

static int follow_film(struct film_job *job, const struct film_truth *truth)
{
    const char *kind = truth->table;
    struct table table;
    struct look look;
    int err = table_make(&table, kind);
    if (err)
        return command_result(err, kind, "Run 'whiteglove tables' for the list.");
    int result = look_at(&look, job->uri, 3);
    if (result != EXIT_DONE)
        return result;
    result = film_job_calibrate(job, &look, &table);
    job->calibration.rolling_s = truth->rolling_s; /* who has such a camera can say so */
    if (result == EXIT_DONE)
        result = film_job_run(job, &look);
    look_free(&look);
    return result;
}

struct figures {
    struct tally all, by_rate[RATES];
    int films, refused, refused_strokes; /* what is not followed, mostly for its table, is told apart */
};

static void add_film(struct figures *f, const struct film_job *job, const struct film_truth *truth, struct heard *h)
{
    if (job->calibration.orientation == ORIENTATION_ASSUMED)
        face_as_truth(h, truth);
    score_film(&f->all, truth, h, why_option ? stderr : NULL);
    score_film(&f->by_rate[nearest_rate(truth->fps)], truth, h, NULL);
    f->all.dropped += h->dropped + job->stats.samples_dropped + job->stats.tracks_dropped + job->stats.events_dropped +
                      job->stats.paths_dropped;
}

/* The truth's film, followed and scored. */
static int follow_and_score(struct figures *f, const char *film, const struct film_truth *truth)
{
    static struct heard heard;
    struct film_job job = {.uri = film, .set = truth->set, .sink = {&heard, on_position, on_event, on_stroke}};
    memset(&heard, 0, sizeof heard);
    int result = follow_film(&job, truth);
    if (result == EXIT_DONE)
        add_film(f, &job, truth, &heard);
    else
        f->refused_strokes += truth->strokes_n;
    return result;
}

/* A truth has its film beside it, or says what it is made from: then it is drawn again. Other files are left alone. */
static void report_film(struct figures *f, const char *folder, const char *name)
{
    struct film_truth truth;
    char *json = g_strdup_printf("%s/%s.json", folder, name), *film = g_strdup_printf("%s/%s.mp4", folder, name),
         *drawn = g_strdup_printf("drawn:%s", json);
    bool filmed = g_file_test(film, G_FILE_TEST_IS_REGULAR);
    int err = film_truth_read(&truth, json, name);
    if (filmed || (!err && truth.drawn)) {
        int result = err ? command_result(err, json, NULL) : follow_and_score(f, filmed ? film : drawn, &truth);
        f->films++;
        f->refused += result != EXIT_DONE;
    }
    if (!err)
        film_truth_free(&truth);
    g_free(json);
    g_free(film);
    g_free(drawn);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static gint by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of all CLIP.json, in order. */
static GPtrArray *list_films(const char *folder)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    const char *entry;
    while (dir && (entry = g_dir_read_name(dir)))
        if (g_str_has_suffix(entry, ".json"))
            g_ptr_array_add(names, g_strndup(entry, strlen(entry) - strlen(".json")));
    if (dir)
        g_dir_close(dir);
    g_ptr_array_sort(names, by_name);
    return names;
}

static void print_rate(int frames_s, const struct tally *t)
{
    char title[32];
    snprintf(title, sizeof title, "%d frames/s", frames_s);
    tally_print_short(t, title, stdout);
}

static void print_figures(const struct figures *f)
{
    printf("films            %5d, not followed %d: their %d strokes are in none of these figures\n", f->films,
           f->refused, f->refused_strokes);
    tally_print(&f->all, stdout);
    for (int i = 0; i < RATES; i++)
        if (f->by_rate[i].strokes)
            print_rate(rate[i], &f->by_rate[i]);
}

static int run(int argc, char **argv)
{
    static struct figures figures;
    if (argc != 2)
        return command_usage("report", "needs one folder", "Run 'whiteglove report --help' to see what it takes.");
    GPtrArray *names = list_films(argv[1]);
    for (guint i = 0; i < names->len; i++)
        report_film(&figures, argv[1], names->pdata[i]);
    g_ptr_array_free(names, TRUE);
    if (!figures.films)
        return command_failed(
            argv[1], "there is no film with its truth in it",
            "It must hold truths CLIP.json, with films CLIP.mp4 or without; scripts/corpus.sh makes some.");
    print_figures(&figures);
    return figures.refused ? EXIT_FAILED : EXIT_DONE;
}

const struct command cmd_report = {
    .name = "report",
    .arguments = "DIR",
    .summary = "Follow films with known truth and say how well",
    .description =
        "Takes a folder of truths CLIP.json, with their films CLIP.mp4 (as 'whiteglove simulate --out --truth' writes "
        "them) or without: then the pictures are drawn again from what the truth says. Follows every film and prints "
        "how many strokes, first contacts, contacts, cushions and pots were told right, how "
        "exact times and places were, how often events told with a probability really happened, and the main figures "
        "by frame rate (recall/precision, RMS). Films that cannot be followed, for their table is refused, are counted "
        "apart, with their strokes. Contacts slower than 5 mm/s, of balls that lie against each other, are "
        "not counted. A rolling shutter is taken as the truth gives it; the exposure is not.",
    .example = "build/release/whiteglove report samples",
    .options = options,
    .run = run,
};
