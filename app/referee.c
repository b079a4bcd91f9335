/* SPDX-License-Identifier: Apache-2.0 */
/* referee.c: who waits for whom? The source has a thread, the keyboard has a thread, and one table thread has the
 * match; between them are rings. Nothing waits for the voice or the terminal's reader. */
#include "referee.h"

#include "command.h"
#include "err.h"
#include "journal.h"
#include "log.h"
#include "new_match.h"
#include "notify.h"
#include "outfile.h"
#include "replace_live.h"
#include "ring.h"
#include "scoreboard.h"
#include "thread_name.h"
#include "voice.h"
#include "web_desk.h"
#include "words.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINES_WAITING = 256, ACTS_WAITING = 64, ACT_BYTES = 1024 };

#define TURN_WAIT  (NS_PER_S / 20) /* the table thread looks at clock and keyboard this often */
#define DRAW_EVERY (NS_PER_S / 4)

struct seen { /* a line on its way to the table thread, which owns it then */
    json_t *line;
    size_t number;
    ns_t at; /* when it was there */
};

struct typed {
    char text[ACT_BYTES];
};

struct referee {
    const struct referee_settings *settings;
    struct keeper *keeper;
    struct feed feed;
    struct ring *lines, *acts;
    pthread_t source, keyboard;
    bool has_source, has_keyboard;
    int source_error; /* read after the ring has ended */
    atomic_bool source_done;
    struct scoreboard board;
    struct scoreboard_health health;
    struct voice *voice;
    struct web_desk *desk;
    struct burn *burn;
    struct replace_live *back; /* putting balls back */
    FILE *kept;                /* lines of the source */
    ns_t started, drawn;
    double source_t; /* of the last line */
    double rest_t;   /* of the last ball that came to rest, fell or left the table */
    bool over;
};

static atomic_int interrupted; /* lock-free: a signal handler may set it, threads look at it */

static void on_signal(int number)
{
    (void)number;
    interrupted = 1;
}

static ns_t clock_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (ns_t)t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* ---- telling ----------------------------------------------------------------------------------------------------- */

/* After a correction: what is now, not what was said then. */
static const char *words_of(const struct keeper_said *said, enum language language)
{
    static const char *const keys[LANGUAGE_COUNT] = {"en", "nl", "zh"};
    const json_t *changed = json_object_get(said->ruling, "changed");
    if (changed && !json_array_size(changed))
        return "";
    const char *words = json_string_value(json_object_get(json_object_get(said->ruling, "spoken"), keys[language]));
    return words ? words : "";
}

/* The pictures of a stroke, under the number of its entry. */
static void keep_clip(struct referee *r, const struct keeper_said *said)
{
    int seq = (int)json_integer_value(json_object_get(said->ruling, "of"));
    const json_t *stroke = json_object_get(match_entry(said->match, seq), "stroke");
    const json_t *t0 = json_object_get(stroke, "t0"), *t1 = json_object_get(stroke, "t1");
    double offset = keeper_offset(r->keeper);
    if (!said->again && !json_object_get(said->ruling, "corrects") && json_is_number(t0) && json_is_number(t1))
        feed_clip(&r->feed, seq, json_number_value(t0) - offset, json_number_value(t1) - offset);
}

/* The keeper has it on the disk by now. */
static void tell(void *user, const struct keeper_said *said)
{
    struct referee *r = user;
    char score[SCOREBOARD_LINE_BYTES], status[SCOREBOARD_LINE_BYTES + 8];
    scoreboard_tell(&r->board, said);
    if (said->verdict == VERDICT_CALL && !said->again)
        voice_say(r->voice, words_of(said, r->settings->language));
    if (!r->keeper) /* still opening */
        return;
    keep_clip(r, said);
    scoreboard_score(score, keeper_match(r->keeper));
    snprintf(status, sizeof status, "STATUS=%s", score);
    notify_send(status);
}

static void draw(struct referee *r, bool now)
{
    ns_t t = clock_ns();
    if (r->settings->plain || (!now && t - r->drawn < DRAW_EVERY))
        return;
    r->drawn = t;
    r->health.unsaid = voice_unsaid(r->voice);
    feed_health(&r->feed, &r->health.seeing);
    scoreboard_draw(&r->board, r->keeper, r->source_t + keeper_offset(r->keeper), &r->health);
}

/* ---- threads that read ------------------------------------------------------------------------------------------- */

static void *read_source(void *user)
{
    struct referee *r = user;
    struct seen seen = {0};
    int err;
    thread_name("wg-seeing");
    while (!(err = feed_next(&r->feed, &seen.line, &seen.number))) {
        seen.at = clock_ns();
        if (ring_push(r->lines, &seen, NULL) < 0) {
            json_decref(seen.line);
            break;
        }
    }
    r->source_error = err;
    ring_finish(r->lines);
    r->source_done = true;
    return NULL;
}

/* Hands on the whole lines of what was typed so far; the rest stays. A line too long to be an act is cut. */
static int hand_on(struct referee *r, char *text, size_t *used)
{
    struct typed typed;
    char *end;
    while ((end = memchr(text, '\n', *used)) || *used == ACT_BYTES) {
        size_t length = end ? (size_t)(end - text) : *used, taken = length + (end != NULL);
        snprintf(typed.text, sizeof typed.text, "%.*s", (int)length, text);
        *used -= taken;
        memmove(text, text + taken, *used);
        if (ring_push(r->acts, &typed, NULL) < 0)
            return ERR_CLOSED;
    }
    return 0;
}

/* The end of standard input ends the typing, not the match. */
static void *read_keyboard(void *user)
{
    struct referee *r = user;
    char text[ACT_BYTES];
    size_t used = 0;
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    while (!interrupted) {
        int ready = poll(&input, 1, 200);
        if (ready < 0 && errno != EINTR)
            break;
        if (ready <= 0)
            continue;
        ssize_t n = read(STDIN_FILENO, text + used, sizeof text - used);
        if (n <= 0)
            break;
        used += (size_t)n;
        if (hand_on(r, text, &used))
            break;
    }
    ring_finish(r->acts);
    return NULL;
}

/* ---- the table thread -------------------------------------------------------------------------------------------- */

static bool is_disk(int err)
{
    return err && err != ERR_FORMAT && err != ERR_INCONSISTENT && err != ERR_RANGE;
}

static void keep_line(struct referee *r, const json_t *line)
{
    if (!r->kept)
        return;
    json_dumpf(line, r->kept, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(10));
    fputc('\n', r->kept);
}

/* A stroke may end with a ball that falls: then nothing comes to rest in it. */
static void note_rest(struct referee *r, const json_t *event)
{
    static const char *const ends[] = {"rest", "pocket", "off"};
    const char *kind = json_string_value(json_object_get(event, "kind"));
    double t = json_number_value(json_object_get(event, "t"));
    for (size_t i = 0; kind && i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(kind, ends[i]) && t > r->rest_t)
            r->rest_t = t;
}

/* From the end of the last motion to the frame that told of the stroke, where the source says so. */
static double noticed_after_ms(const struct referee *r, const json_t *stroke)
{
    const json_t *told = json_object_get(stroke, "told");
    return json_is_number(told) && r->rest_t > 0 ? 1000 * (json_number_value(told) - r->rest_t) : 0;
}

static int take_line(struct referee *r, const struct seen *seen)
{
    char error[SCENARIO_ERROR_BYTES];
    const char *type = json_string_value(json_object_get(seen->line, "type"));
    const json_t *t = json_object_get(seen->line, type && !strcmp(type, "stroke") ? "t1" : "t");
    if (json_is_number(t))
        r->source_t = json_number_value(t);
    keep_line(r, seen->line);
    web_desk_see(r->desk, seen->line);
    if (type && !strcmp(type, "event"))
        note_rest(r, seen->line);
    int err = keeper_line(r->keeper, seen->line, seen->number, error);
    if (type && !strcmp(type, "stroke")) {
        r->health.strokes++;
        r->health.refused += err != 0;
        r->health.behind_ms = (double)(clock_ns() - seen->at) / 1e6 + noticed_after_ms(r, seen->line);
        if (r->health.behind_ms > r->health.worst_ms)
            r->health.worst_ms = r->health.behind_ms;
    } else if (err && !is_disk(err)) {
        log_warn("line %zu: %s", seen->number, error);
    }
    return is_disk(err) ? err : 0;
}

static bool is_over(const struct referee *r)
{
    const struct contest *contest = match_contest(keeper_match(r->keeper));
    return contest && contest->over;
}

static bool has_seen_enough(const struct referee *r)
{
    const struct referee_settings *s = r->settings;
    return (s->strokes && r->health.strokes >= s->strokes) || (s->seconds > 0 && r->source_t >= s->seconds);
}

static void list_acts(FILE *out)
{
    for (const struct match_act *act = match_acts(); act->name; act++)
        fprintf(out, "  %-10s %-40s %s\n", act->name, act->parameters, act->meaning);
}

static int take_typed(struct referee *r, const char *text)
{
    char error[SCENARIO_ERROR_BYTES];
    if (text[strspn(text, " \t\r\n")] == 0)
        return 0;
    if (!strncmp(text, "help", 4)) {
        list_acts(stderr);
        return 0;
    }
    json_t *act = words_act(text, error);
    int err = act ? keeper_act(r->keeper, act, r->source_t, error) : ERR_FORMAT;
    json_decref(act);
    if (err && !is_disk(err))
        fprintf(stderr, "whiteglove: act: %s\n", error);
    return is_disk(err) ? err : 0;
}

static int take_all_typed(struct referee *r)
{
    struct typed typed;
    int err = 0;
    while (!err && r->has_keyboard && !ring_pop(r->acts, &typed, 0))
        err = take_typed(r, typed.text);
    return err;
}

/* One turn of the table thread: what was typed, the next line, the clocks. ERR_END when the source has ended. */
static int turn(struct referee *r)
{
    struct seen seen;
    int err = take_all_typed(r);
    if (err)
        return err;
    int popped = ring_pop(r->lines, &seen, TURN_WAIT);
    if (!popped) {
        err = take_line(r, &seen);
        json_decref(seen.line);
    }
    if (!err)
        err = web_desk_turn(r->desk, &r->keeper, r->source_t);
    if (!r->keeper) /* the new match could not be opened */
        return err ? err : ERR_GONE;
    r->over = is_over(r);
    notify_alive();
    draw(r, !popped);
    return err ? err : popped == ERR_END ? ERR_END : 0;
}

/* After the match somebody may still take the last call back, or start another: as long as there is something to see.
 */
static bool stays(const struct referee *r)
{
    return web_desk_has_panel(r->desk) && !r->feed.repeats;
}

static int run_threads(struct referee *r)
{
    int err = ring_open(&r->lines, LINES_WAITING, sizeof(struct seen), RING_BLOCK);
    if (!err)
        err = ring_open(&r->acts, ACTS_WAITING, sizeof(struct typed), RING_BLOCK);
    if (err)
        return err;
    r->has_source = !pthread_create(&r->source, NULL, read_source, r);
    r->has_keyboard = !r->feed.takes_stdin && !pthread_create(&r->keyboard, NULL, read_keyboard, r);
    if (!r->has_source)
        return ERR_MEMORY;
    while (!err && !interrupted && !has_seen_enough(r) && !(r->over && !stays(r)))
        err = turn(r);
    return interrupted ? ERR_INTERRUPTED : err;
}

static int run_alone(struct referee *r)
{
    struct seen seen = {0};
    int err = 0;
    while (!err && !interrupted && !has_seen_enough(r) && !r->over) {
        err = r->source_error = feed_next(&r->feed, &seen.line, &seen.number);
        if (err)
            return ERR_END;
        seen.at = clock_ns();
        err = take_line(r, &seen);
        json_decref(seen.line);
        r->over = is_over(r);
        notify_alive();
    }
    return interrupted ? ERR_INTERRUPTED : err;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

static void on_wake(int number)
{
    (void)number; /* a wait in the thread ends, that is all */
}

/* The signal may come just before the wait: it is sent until the thread has noticed. */
static void stop_source(struct referee *r)
{
    struct sigaction act = {.sa_handler = on_wake};
    sigaction(SIGUSR1, &act, NULL);
    feed_stop(&r->feed);
    while (!r->source_done) {
        pthread_kill(r->source, SIGUSR1);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    pthread_join(r->source, NULL);
}

static void stop_threads(struct referee *r)
{
    struct seen seen;
    bool natural = !interrupted;
    interrupted = 1; /* for the keyboard */
    if (r->lines)
        ring_finish(r->lines);
    if (r->acts)
        ring_finish(r->acts);
    if (r->has_source)
        stop_source(r);
    if (r->has_keyboard)
        pthread_join(r->keyboard, NULL);
    r->has_source = r->has_keyboard = false;
    while (r->lines && !ring_pop(r->lines, &seen, 0))
        json_decref(seen.line);
    ring_close(&r->lines);
    ring_close(&r->acts);
    interrupted = !natural;
}

static void open_voice(struct referee *r)
{
    struct voice_settings v = voice_defaults(r->settings->language);
    if (!r->settings->voice)
        return;
    v.program = r->settings->voice_program;
    v.words = r->settings->voice_words;
    if (voice_open(&r->voice, &v))
        log_warn("voice: %s is not installed; calls are not spoken", v.program ? v.program : "espeak-ng");
}

static void greet(const struct referee *r)
{
    char score[SCOREBOARD_LINE_BYTES];
    const struct journal_report *report = keeper_report(r->keeper);
    scoreboard_score(score, keeper_match(r->keeper));
    if (report->lines)
        printf("taken up after %zu lines%s: %s\n", report->lines,
               report->torn_bytes ? " (the last one was cut short and is kept in journal.jsonl.torn)" : "", score);
    else
        printf("%s\n", score);
    fflush(stdout);
}

/* A referee that was killed a moment ago may still hold the match while the disk finishes its last write. */
static int open_keeper(struct referee *r, const struct keeper_settings *k, char *error)
{
    int err = keeper_open(&r->keeper, k, tell, r, error);
    for (int i = 0; err == ERR_BUSY && i < 40; i++) {
        nanosleep(&(struct timespec){0, 50000000}, NULL);
        err = keeper_open(&r->keeper, k, tell, r, error);
    }
    return err;
}

static int take_place(struct referee *r, const json_t *entry, char *text)
{
    struct keeper_settings k = r->settings->keeper;
    char *place;
    k.match = (json_t *)entry;
    k.repeats = r->feed.repeats;
    int err = new_match_prepare(k.folder, entry, &place, text);
    if (err)
        return err;
    keeper_close(&r->keeper);
    err = new_match_exchange(k.folder, place);
    g_free(place);
    int opened = open_keeper(r, &k, text); /* the new one; or, if it could not take its place, the old one again */
    return opened ? opened : err;
}

/* Another match at the same table, asked for on a page. */
static int begin_anew(void *user, const json_t *posted, char text[SCENARIO_ERROR_BYTES])
{
    struct referee *r = user;
    if (r->feed.repeats) {
        snprintf(text, SCENARIO_ERROR_BYTES, "A film is one match: start the referee again for another.");
        return ERR_BUSY;
    }
    json_t *entry = new_match_entry(posted, keeper_match(r->keeper), text);
    int err = entry ? take_place(r, entry, text) : ERR_FORMAT;
    json_decref(entry);
    return err;
}

static void on_frame(void *user, const struct frame *frame)
{
    struct referee *r = user;
    if (r->burn)
        burn_frame(r->burn, frame);
    replace_live_frame(r->back, frame);
}

/* From the next frame on. */
static void watch_frames(struct referee *r)
{
    r->feed.frame_user = r;
    r->feed.on_frame = on_frame;
}

/* The picture with the overlay in it. A film that goes into a file may wait for it; nothing else does. */
static int open_stream(struct referee *r)
{
    struct burn_options o = r->settings->stream;
    char why[BURN_WHY];
    if (!o.target)
        return EXIT_DONE;
    if (r->feed.fps <= 0)
        return command_failed("--stream", "this source has no pictures", "Give a camera, a film, or demo.");
    o.fps = r->feed.fps;
    o.wait = r->feed.repeats && !strstr(o.target, "://");
    int err = burn_open(&r->burn, &o, why);
    if (err)
        return command_failed("--stream", *why ? why : err_text(err), NULL);
    return EXIT_DONE;
}

static int open_screens(struct referee *r)
{
    struct web_settings web = r->settings->web;
    int result = r->settings->deterministic ? EXIT_DONE : open_stream(r);
    web.burn = r->burn;
    if (result || r->settings->deterministic)
        return result;
    if (web.port >= 0 && r->feed.fps > 0 && !replace_live_open(&r->back, r->settings->keeper.folder))
        web.extra = replace_live_extra(r->back);
    if (r->burn || r->back)
        watch_frames(r);
    return web_desk_open(&r->desk, &web, r->settings->keeper.folder, begin_anew, r);
}

static int open_all(struct referee *r)
{
    char error[SCENARIO_ERROR_BYTES] = "";
    const struct referee_settings *s = r->settings;
    int err = feed_open(&r->feed, s->source, &s->feed);
    if (err && r->feed.said)
        return EXIT_FAILED;
    if (err)
        return command_failed(s->source, *r->feed.why ? r->feed.why : err_text(err),
                              "Give a camera, a film, demo, a file that 'whiteglove track' wrote, or -.");
    struct keeper_settings k = s->keeper;
    k.repeats = r->feed.repeats;
    new_match_on_table(k.match, rules_game(s->feed.game, s->feed.edition), &r->feed.bed);
    err = open_keeper(r, &k, error);
    if (err)
        return command_failed(k.folder, *error ? error : err_text(err),
                              err == ERR_BUSY ? "Another referee keeps this match." : NULL);
    if (s->lines && !(r->kept = fopen(s->lines, "we")))
        return command_result(err_from_errno(errno), s->lines, NULL);
    open_voice(r);
    greet(r);
    return open_screens(r);
}

static void close_all(struct referee *r)
{
    stop_threads(r);
    web_desk_close(&r->desk);
    voice_close(&r->voice);
    if (r->kept)
        fclose(r->kept);
    keeper_close(&r->keeper);
    feed_close(&r->feed);
    burn_close(&r->burn); /* after the last frame */
    replace_live_close(&r->back);
}

/* How the machine did, for who looks after it. */
static void say_health(struct referee *r)
{
    struct feed_health h;
    feed_health(&r->feed, &h);
    if (h.frames && !r->settings->deterministic)
        printf("%lu frames seen, %lu dropped, %lu strokes, slowest call %.0f ms after rest, %lu clips, %lu missing\n",
               h.frames, h.dropped, r->health.strokes, r->health.worst_ms, h.clips, h.no_clips);
}

/* How it ended, for people. A source that ends is no failure: the match can be taken up. */
static int say_end(const struct referee *r, int err)
{
    char score[SCOREBOARD_LINE_BYTES];
    *score = 0;
    if (r->keeper)
        scoreboard_score(score, keeper_match(r->keeper));
    if (is_disk(err) && err != ERR_END && err != ERR_INTERRUPTED)
        return command_failed(r->settings->keeper.folder, err_text(err),
                              "What was called before is safe. Make room and start again with the same folder.");
    if (r->source_error && r->source_error != ERR_END && !r->over)
        return command_failed(r->settings->source, *r->feed.why ? r->feed.why : err_text(r->source_error),
                              "What was called before is safe. Mend the source and start again.");
    printf("%s: %s\n",
           r->over                                        ? "match over"
           : err == ERR_INTERRUPTED || has_seen_enough(r) ? "stopped"
                                                          : "the source ended",
           score);
    return fflush(stdout) ? command_result(err_from_errno(errno), "standard output", NULL) : EXIT_DONE;
}

int referee_run(const struct referee_settings *settings)
{
    struct referee r = {.settings = settings, .started = clock_ns()};
    struct sigaction act = {.sa_handler = on_signal};
    r.board = (struct scoreboard){.out = stdout, .live = !settings->plain, .language = settings->language};
    json_object_seed(0); /* before there are threads */
    int result = open_all(&r);
    if (result) {
        close_all(&r);
        return result;
    }
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    notify_send("READY=1");
    int err = settings->deterministic ? run_alone(&r) : run_threads(&r);
    notify_send("STOPPING=1");
    say_health(&r);
    stop_threads(&r);
    result = say_end(&r, err);
    close_all(&r);
    return result;
}
