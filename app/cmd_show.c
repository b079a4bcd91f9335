/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_show.c: whiteglove show: a match on screens, from its journal, while it is played or afterwards. */
#include "command.h"

#include "broadcast.h"
#include "err.h"
#include "follow.h"
#include "show_enter.h"
#include "view.h"
#include "web_open.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOOK_EVERY_US 50000 /* a call is on the screens well within half a second of its ruling */

static int port_option = 8090;
static gboolean lan_option, once_option;
static char *pin_option;

static const GOptionEntry options[] = {
    {"port", 0, 0, G_OPTION_ARG_INT, &port_option, "Where to serve, 8090 if not given; 0: any port that is free", "N"},
    {"lan", 0, 0, G_OPTION_ARG_NONE, &lan_option, "For the whole network, not only this computer; needs --pin", NULL},
    {"pin", 0, 0, G_OPTION_ARG_STRING, &pin_option, "Asked for before anything can be entered; 4 characters or more",
     "PIN"},
    {"once", 0, 0, G_OPTION_ARG_NONE, &once_option, "Print the state as the pages get it, and end", NULL},
    {0},
};

static volatile sig_atomic_t stopped;

struct show {
    char *path;
    struct match *match;
    struct view *view;
    struct follow *follow;
    struct broadcast *web;
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
    if (s->web)
        broadcast_journal(s->web, line);
    return 0;
}

/* True when something is new. */
static bool read_on(struct show *s)
{
    int lines = follow_poll(s->follow, take_line, s);
    if (lines == ERR_GONE) {
        forget(s);
        if (s->web)
            broadcast_journal_anew(s->web);
        lines = follow_poll(s->follow, take_line, s) >= 0;
    }
    if (lines < 0 && !*s->error)
        snprintf(s->error, sizeof s->error, "a line is not in the format of a journal");
    return lines != 0;
}

static char *state_text(struct show *s)
{
    json_t *live = *s->error ? json_pack("{s:s}", "notice", s->error) : NULL;
    char *text = view_text(s->view, s->match, live);
    json_decref(live);
    return text;
}

static void publish(struct show *s)
{
    char *text = state_text(s);
    if (text)
        broadcast_publish(s->web, text, strlen(text));
    free(text);
}

/* ---- serving ----------------------------------------------------------------------------------------------------- */

static void enter_acts(struct show *s)
{
    struct broadcast_act act;
    char text[SCENARIO_ERROR_BYTES];
    while (broadcast_take(s->web, &act)) {
        int err = show_enter(s->path, act.entry, text);
        if (!err && read_on(s))
            publish(s);
        broadcast_answer(s->web, act.id, err, text);
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
        if (read_on(s))
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
    int result = web_open(&s->web, settings);
    if (result != EXIT_DONE)
        return result;
    read_on(s);
    publish(s);
    serve(s);
    broadcast_close(&s->web);
    return EXIT_DONE;
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
    struct web_settings settings = {port_option, lan_option, pin_option};
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
        "unless a referee has it open: then use the referee's own panel. Only this computer can see the pages "
        "unless --lan is given.",
    .example = "build/release/whiteglove show samples/match.jsonl --once",
    .options = options,
    .run = run_show,
};
