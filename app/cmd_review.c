/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_review.c: whiteglove review: referee a recording, or open a match, and look at it stroke by stroke. */
#include "command.h"

#include "err.h"
#include "new_match.h"
#include "review_desk.h"
#include "review_make.h"
#include "web_open.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LOOK_EVERY_US 20000

static char *game_option, *edition_option, *players_option, *match_option, *table_option, *size_option,
    *calibration_option, *on_option, *striker_option, *scores_option, *balls_option, *pin_option;
static double ball_option;
static int port_option = 8090;
static gboolean opening_option, again_option, only_option, lan_option;

static const GOptionEntry options[] = {
    {"game", 0, 0, G_OPTION_ARG_STRING, &game_option, "Recording: what is played (snooker)", "GAME"},
    {"edition", 0, 0, G_OPTION_ARG_STRING, &edition_option, "By which edition of its book", "EDITION"},
    {"players", 0, 0, G_OPTION_ARG_STRING, &players_option, "Names in the order of play", "A,B"},
    {"match", 0, 0, G_OPTION_ARG_FILENAME, &match_option, "Folder that keeps the review (NAME-review)", "DIR"},
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table (the game's usual one, then any that fits)",
     "KIND"},
    {"size", 0, 0, G_OPTION_ARG_STRING, &size_option, "Instead of a kind: playing area, nose to nose, in mm", "LxW"},
    {"ball", 0, 0, G_OPTION_ARG_DOUBLE, &ball_option, "Diameter of the balls in mm, with --size", "D"},
    {"calibration", 0, 0, G_OPTION_ARG_FILENAME, &calibration_option, "As written by 'whiteglove calibrate'", "FILE"},
    {"on", 0, 0, G_OPTION_ARG_STRING, &on_option, "Ball on at the start: red, colour, or a ball (guessed)", "BALL"},
    {"striker", 0, 0, G_OPTION_ARG_STRING, &striker_option, "Who plays first in the recording", "NAME"},
    {"balls", 0, 0, G_OPTION_ARG_STRING, &balls_option, "Balls on the table at the start, like red:6,blue (seen)",
     "LIST"},
    {"scores", 0, 0, G_OPTION_ARG_STRING, &scores_option, "Score at the start", "A,B"},
    {"opening", 0, 0, G_OPTION_ARG_NONE, &opening_option, "The recording begins with a new frame", NULL},
    {"again", 0, 0, G_OPTION_ARG_NONE, &again_option, "Referee the recording again though it has been", NULL},
    {"only", 0, 0, G_OPTION_ARG_NONE, &only_option, "Referee the recording and end; serve nothing", NULL},
    {"port", 0, 0, G_OPTION_ARG_INT, &port_option, "Where to serve (8090); 0: any port that is free", "N"},
    {"lan", 0, 0, G_OPTION_ARG_NONE, &lan_option, "For the whole network, not only this computer; needs --pin", NULL},
    {"pin", 0, 0, G_OPTION_ARG_STRING, &pin_option, "Asked for before anything is shown or entered", "PIN"},
    {0},
};

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

/* ---- serving ----------------------------------------------------------------------------------------------------- */

static void serve_until_stopped(struct review_desk *desk, struct broadcast *web)
{
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    while (!stopped) {
        review_desk_turn(desk, web);
        g_usleep(LOOK_EVERY_US);
    }
}

static int serve(const char *folder)
{
    struct web_settings settings = {.port = port_option, .lan = lan_option, .pin = pin_option};
    struct review_desk *desk;
    struct broadcast *web;
    char error[SCENARIO_ERROR_BYTES] = "";
    int err = review_desk_open(&desk, folder, error);
    if (err)
        return command_failed(folder, *error ? error : err_text(err), "Name a recording, or the folder of a match.");
    struct broadcast_extra extra = review_desk_extra(desk);
    int result = web_open_with(&web, &settings, &extra, "review");
    if (result == EXIT_DONE) {
        serve_until_stopped(desk, web);
        broadcast_close(&web);
    }
    review_desk_close(&desk);
    return result;
}

/* ---- a recording ------------------------------------------------------------------------------------------------- */

/* "match.mp4" -> "match-review", in the folder we are in. */
static char *folder_for(const char *video)
{
    if (match_option)
        return g_strdup(match_option);
    char *name = g_path_get_basename(video), *dot = strrchr(name, '.');
    if (dot && dot != name)
        *dot = 0;
    char *folder = g_strdup_printf("%s-review", name);
    g_free(name);
    return folder;
}

static int review_video(const struct review_order *order)
{
    int result = EXIT_DONE;
    if (again_option || !review_made(order))
        result = review_make(order);
    if (result != EXIT_DONE)
        return result;
    printf("The review is in %s.\n", order->folder);
    fflush(stdout);
    return only_option ? EXIT_DONE : serve(order->folder);
}

static int wrong_usage(const struct game *game, int score[2])
{
    char end;
    if (!game)
        return command_usage("--game", "there is no such game or edition",
                             "Run 'whiteglove rules' to see which games there are.");
    if (game->players != 2)
        return command_usage("--game", "a recording is reviewed for two players", NULL);
    if (scores_option &&
        (sscanf(scores_option, "%d,%d%c", &score[0], &score[1], &end) != 2 || score[0] < 0 || score[1] < 0))
        return command_usage("--scores", "is like 34,12", NULL);
    json_t *players = new_match_players(players_option ? players_option : "A,B");
    const char *why = new_match_wrong_players(players, 2);
    json_decref(players);
    if (why)
        return command_usage("--players", "no match can be played so", why);
    ball_id on = on_option ? ball_from_name(ball_set(game->balls), on_option) : BALL_NONE;
    if (on_option && !on && strcmp(on_option, "red") != 0 && strcmp(on_option, "colour") != 0)
        return command_usage("--on", "there is no such ball", "Write red, colour, or the name of a ball.");
    ball_mask ignored;
    if (balls_option && !guess_balls(ball_set(game->balls), balls_option, rules_balls(game), &ignored))
        return command_usage("--balls", "there is no such ball", "Write it like red:6,blue,pink,black.");
    return EXIT_DONE;
}

static int run(int argc, char **argv)
{
    const struct game *game = rules_game(game_option ? game_option : "snooker", edition_option);
    struct web_settings settings = {.port = port_option, .lan = lan_option, .pin = pin_option};
    int score[2] = {-1, -1}, result = wrong_usage(game, score);
    if (argc != 2)
        return command_usage("review", "needs a recording, or the folder of a match",
                             "Run 'whiteglove review --help' to see what it takes.");
    if (!result)
        result = web_check(&settings);
    if (result)
        return result;
    if (!g_file_test(argv[1], G_FILE_TEST_EXISTS))
        return command_result(ERR_NOT_FOUND, argv[1], "Name a recording, or the folder of a match.");
    if (g_file_test(argv[1], G_FILE_TEST_IS_DIR))
        return only_option ? EXIT_DONE : serve(argv[1]);
    char *folder = folder_for(argv[1]);
    struct review_order order = {
        .video = argv[1],
        .folder = folder,
        .game = game->name,
        .edition = game->edition,
        .table = table_option,
        .size = size_option,
        .ball = ball_option,
        .calibration = calibration_option,
        .players = players_option,
        .given = {on_option, striker_option, balls_option, {score[0], score[1]}, opening_option, 0}};
    result = review_video(&order);
    g_free(folder);
    return result;
}

const struct command cmd_review = {
    .name = "review",
    .arguments = "VIDEO|DIR",
    .summary = "Referee a recording, or open a match, and look at every stroke again",
    .description =
        "A recording is refereed once, into a folder; it may begin in the middle of a frame: what lies on the table is "
        "seen, ball on, score and player can be given and are guessed otherwise, and the page asks to confirm them. "
        "Then /review shows the strokes with their calls: any frame by its number, slow motion, a zoom that follows a "
        "ball, the drawn table beside the picture, contacts with their times, gaps with their limits, and what would "
        "change the ruling. Questions, overruling and exports are one click each. A match whose recording is not there "
        "is shown as drawings.",
    .example = "build/release/whiteglove review samples/stroke.mp4 --match build/stroke-review --only",
    .options = options,
    .run = run,
};
