/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_show.c: whiteglove show: a match on screens, from its journal, while it is played or afterwards. */
#include "command.h"

#include "broadcast.h"
#include "err.h"
#include "follow.h"
#include "show_clock.h"
#include "show_enter.h"
#include "view.h"
#include "web_out.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY_US 50000 /* a call is on the screens well within half a second of its ruling */

static int port_option = 8090;
static gboolean lan_option, once_option;
static char *pin_option, *texts_option;

static const GOptionEntry options[] = {
    {"port", 0, 0, G_OPTION_ARG_INT, &port_option, "Where to serve, 8090 if not given; 0: any port that is free", "N"},
    {"lan", 0, 0, G_OPTION_ARG_NONE, &lan_option, "For the whole network, not only this computer; needs --pin", NULL},
    {"pin", 0, 0, G_OPTION_ARG_STRING, &pin_option, "Asked for before anything can be entered; 4 characters or more",
     "PIN"},
    {"texts", 0, 0, G_OPTION_ARG_FILENAME, &texts_option,
     "Keep every field in a text file of its own there (score.txt, call.txt, …)", "DIR"},
    {"once", 0, 0, G_OPTION_ARG_NONE, &once_option, "Print the state as the pages get it, and end", NULL},
    {0},
};

static volatile sig_atomic_t stopped;

struct show {
    char *path;
    struct match *match;
    struct view *view;
    struct follow *follow;
    struct web_out out;
    struct show_clock clock;
    char error[SCENARIO_ERROR_BYTES]; /* what could not be read; empty: all of it could */
};

/* ---- the match --------------------------------------------------------------------------------------------------- */

static int forget(struct show *s)
{
    struct view_options o = view_defaults();
    match_close(&s->match);
    view_close(&s->view);
    *s->error = 0;
    int err = match_open(&s->match);
    return err ? err : view_open(&s->view, &o);
}

/* A line that cannot be folded is told, and what stood before it stays on the screens. */
static int take_line(void *user, const json_t *line)
{
    struct show *s = user;
    if (*s->error)
        return 0;
    if (match_reread(s->match, line, s->error)) {
        fprintf(stderr, "whiteglove: %s: %s\n", s->path, s->error);
        return 0;
    }
    view_line(s->view, line);
    show_clock_line(&s->clock, line, s->match);
    web_out_line(&s->out, line);
    return 0;
}

/* True when something is new. */
static bool read_on(struct show *s)
{
    int lines = follow_poll(s->follow, take_line, s);
    if (lines == ERR_GONE) {
        forget(s);
        web_out_line(&s->out, NULL);
        lines = follow_poll(s->follow, take_line, s) >= 0;
    }
    if (lines < 0 && !*s->error)
        snprintf(s->error, sizeof s->error, "a line is not in the format of a journal");
    return lines != 0;
}

static char *state_text(struct show *s)
{
    json_t *live = json_object(), *clock = show_clock_json(&s->clock, s->path);
    if (*s->error)
        json_object_set_new(live, "notice", json_string(s->error));
    if (clock)
        json_object_set_new(live, "clock", clock);
    char *text = view_text(s->view, s->match, json_object_size(live) ? live : NULL);
    json_decref(live);
    return text;
}

static void publish(struct show *s)
{
    web_out_publish(&s->out, state_text(s));
}

/* ---- serving ----------------------------------------------------------------------------------------------------- */

static void enter_acts(struct show *s)
{
    struct broadcast_act act;
    char text[SCENARIO_ERROR_BYTES];
    while (broadcast_take(s->out.web, &act)) {
        int err = web_is_new_match(act.entry) ? show_new_match(s->path, act.entry, s->match, text)
                                              : show_enter(s->path, act.entry, text);
        if (!err && read_on(s))
            publish(s);
        broadcast_answer(s->out.web, act.id, err, text);
        json_decref(act.entry);
    }
}

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

static void serve(struct show *s)
{
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    while (!stopped) {
        enter_acts(s);
        if (read_on(s) || show_clock_due(&s->clock, s->path))
            publish(s);
        g_usleep(LOOK_EVERY_US);
    }
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static int print_once(struct show *s)
{
    read_on(s);
    char *text = *s->error ? NULL : state_text(s);
    int result =
        *s->error ? command_failed(s->path, s->error, NULL) : command_result(text ? 0 : ERR_MEMORY, s->path, NULL);
    if (text)
        puts(text);
    free(text);
    return result;
}

static int open_and_serve(struct show *s, const struct web_settings *settings)
{
    char *folder = g_path_get_dirname(s->path);
    int result = web_out_open(&s->out, settings, g_str_has_suffix(s->path, "/journal.jsonl") ? folder : NULL);
    g_free(folder);
    if (result == EXIT_DONE) {
        read_on(s);
        publish(s);
        serve(s);
    }
    web_out_close(&s->out);
    return result;
}

static int show_path(struct show *s, const struct web_settings *settings)
{
    int err = forget(s);
    if (!err)
        err = follow_open(&s->follow, s->path);
    if (err)
        return command_result(err, s->path, NULL);
    return once_option ? print_once(s) : open_and_serve(s, settings);
}

static int run_show(int argc, char **argv)
{
    struct web_settings settings = {port_option, lan_option, pin_option, texts_option, NULL, {0}};
    if (argc != 2)
        return command_usage("show", "needs the folder of a match, or a journal", NULL);
    if (port_option < 0)
        return command_usage("--port", "is not a port", "Ports are 1 to 65535; 0 takes any that is free.");
    int result = web_check(&settings);
    if (result != EXIT_DONE)
        return result;
    if (!g_file_test(argv[1], G_FILE_TEST_EXISTS))
        return command_result(ERR_NOT_FOUND, argv[1], "Name the folder of a match, or its journal.");
    struct show s = {0};
    s.path =
        g_file_test(argv[1], G_FILE_TEST_IS_DIR) ? g_build_filename(argv[1], "journal.jsonl", NULL) : g_strdup(argv[1]);
    result = show_path(&s, &settings);
    follow_close(&s.follow);
    view_close(&s.view);
    match_close(&s.match);
    g_free(s.path);
    return result;
}

const struct command cmd_show = {
    .name = "show",
    .arguments = "DIR|JOURNAL",
    .summary = "Put a match on screens: overlay, scoreboard, table, official's panel",
    .description =
        "Serves web pages for a match and follows its journal as it grows, while a referee runs or afterwards. "
        "/overlay is a transparent 1920x1080 page for a browser source, /scoreboard is for a television, /table "
        "shows the balls from above, /panel is for a phone. What is entered on the panel goes into the journal, "
        "unless a referee has it open: then use the referee's own panel. Another match can be started there too; "
        "the one before it is kept in DIR/before-N. Only this computer can see the pages "
        "unless --lan is given.",
    .example = "build/release/whiteglove show samples/match.jsonl --once",
    .options = options,
    .run = run_show,
};
