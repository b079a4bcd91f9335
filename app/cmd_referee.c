/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_referee.c: whiteglove referee: what is wanted, as settings for the loop that does it. */
#include "command.h"

#include "err.h"
#include "new_match.h"
#include "referee.h"
#include "sim.h"
#include "table_arg.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static char *game_option, *edition_option, *players_option, *match_option, *voice_option, *voice_program_option;
static char *voice_words_option, *lines_option, *table_option, *calibration_option, *pin_option;
static char *stream_option, *stream_look_option, *texts_option;
static char **policy_option;
static gint frames_option = 1, target_option, strokes_option, web_option = -1, stream_height_option,
            stream_rate_option = 4500;
static gint64 seed_option = 1;
static gdouble shot_option, session_option, seconds_option;
static gboolean passive_option, practice_option, deterministic_option, plain_option, lan_option, no_clips_option;

static const GOptionEntry options[] = {
    {"game", 0, 0, G_OPTION_ARG_STRING, &game_option, "What is played; 'whiteglove rules' lists the games", "GAME"},
    {"edition", 0, 0, G_OPTION_ARG_STRING, &edition_option, "By which edition of its book", "EDITION"},
    {"players", 0, 0, G_OPTION_ARG_STRING, &players_option, "Names in the order of play", "A,B"},
    {"match", 0, 0, G_OPTION_ARG_FILENAME, &match_option, "Folder that keeps the match; taken up where it ends", "DIR"},
    {"table", 0, 0, G_OPTION_ARG_STRING, &table_option, "Kind of table (the game's usual one)", "KIND"},
    {"calibration", 0, 0, G_OPTION_ARG_FILENAME, &calibration_option,
     "As written by 'whiteglove calibrate' (default: found in the picture and kept with the match)", "FILE"},
    {"frames", 0, 0, G_OPTION_ARG_INT, &frames_option, "Best of so many frames or racks (1)", "N"},
    {"strokes", 0, 0, G_OPTION_ARG_INT, &strokes_option, "End after so many strokes; the match can be taken up", "N"},
    {"seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds_option, "End after so many seconds of the source", "S"},
    {"target", 0, 0, G_OPTION_ARG_INT, &target_option, "Points that win, where the game has such a target", "N"},
    {"shot-clock", 0, 0, G_OPTION_ARG_DOUBLE, &shot_option, "Seconds for a shot, where the book leaves it open", "S"},
    {"session", 0, 0, G_OPTION_ARG_DOUBLE, &session_option, "Length of a timed session in minutes", "MIN"},
    {"policy", 0, 0, G_OPTION_ARG_STRING_ARRAY, &policy_option,
     "What is done with rulings by clause: CLAUSE=call|propose|log[:SURE], also several times", "TEXT"},
    {"passive", 0, 0, G_OPTION_ARG_NONE, &passive_option, "Show everything, call nothing", NULL},
    {"practice", 0, 0, G_OPTION_ARG_NONE, &practice_option, "One player, who plays both sides; nothing is asked", NULL},
    {"voice", 0, 0, G_OPTION_ARG_STRING, &voice_option, "Speak the calls", "en|nl|zh"},
    {"voice-program", 0, 0, G_OPTION_ARG_FILENAME, &voice_program_option, "What speaks them (espeak-ng)", "PROGRAM"},
    {"voice-words", 0, 0, G_OPTION_ARG_FILENAME, &voice_words_option,
     "Folder of recorded words to speak with: foul.wav, four.wav, free-ball.wav, … (played by aplay)", "DIR"},
    {"deterministic", 0, 0, G_OPTION_ARG_NONE, &deterministic_option,
     "Nothing but the source decides: no clock, no acts from standard input", NULL},
    {"seed", 0, 0, G_OPTION_ARG_INT64, &seed_option, "Which simulated match demo plays (1)", "N"},
    {"lines", 0, 0, G_OPTION_ARG_FILENAME, &lines_option, "Keep the lines of the source too, to referee them again",
     "FILE"},
    {"no-clips", 0, 0, G_OPTION_ARG_NONE, &no_clips_option,
     "Keep no clips of the strokes of a live source (default: DIR/clips, at most 4 GB)", NULL},
    {"web", 0, 0, G_OPTION_ARG_INT, &web_option, "Serve overlay, scoreboard, table and panel at this port; 0: any",
     "PORT"},
    {"lan", 0, 0, G_OPTION_ARG_NONE, &lan_option, "The pages are for the whole network; needs --pin", NULL},
    {"pin", 0, 0, G_OPTION_ARG_STRING, &pin_option, "Asked for before anything can be entered on the panel", "PIN"},
    {"texts", 0, 0, G_OPTION_ARG_FILENAME, &texts_option,
     "Keep every field in a text file of its own there (score.txt, call.txt, …)", "DIR"},
    {"stream", 0, 0, G_OPTION_ARG_STRING, &stream_option,
     "Send the picture with the overlay in it: rtmp://…, srt://…, or a file (.mkv, .mp4, .ts)", "TARGET"},
    {"stream-look", 0, 0, G_OPTION_ARG_STRING, &stream_look_option,
     "How that overlay looks, in the words of the overlay's address: 'theme=light&lang=nl'", "LOOK"},
    {"stream-height", 0, 0, G_OPTION_ARG_INT, &stream_height_option, "Its height in pixels (the camera's)", "N"},
    {"stream-rate", 0, 0, G_OPTION_ARG_INT, &stream_rate_option, "Its kbit/s (4500)", "N"},
    {"plain", 0, 0, G_OPTION_ARG_NONE, &plain_option, "One line a call, also on a terminal", NULL},
    {0},
};

/* ---- the match --------------------------------------------------------------------------------------------------- */

static json_t *players_of(const struct game *game)
{
    json_t *list = new_match_players(players_option ? players_option : practice_option ? "Player" : "A,B");
    const char *one = json_string_value(json_array_get(list, 0));
    if (practice_option && json_array_size(list) == 1) /* one player, who plays all sides */
        for (int i = 2; i <= game->players; i++)
            json_array_append_new(list, json_sprintf("%s (%d)", one, i));
    return list;
}

/* The simulated players stop at the target they know. */
static int target_of(const char *source, const struct game *game)
{
    enum sim_game simulated =
        strncmp(source, "demo", 4) && strncmp(source, "truth", 5) ? SIM_GAME_NONE : sim_game_from_name(game->name);
    return target_option > 0 ? target_option : simulated ? sim_game_row(simulated)->target : 0;
}

static json_t *match_entry_of(const char *source, const struct game *game)
{
    json_t *timing = json_object(), *chosen = json_object();
    if (shot_option > 0)
        json_object_set_new(timing, "shot_s", json_real(shot_option));
    if (session_option > 0) {
        json_object_set_new(timing, "match_s", json_real(session_option * 60));
        json_object_set_new(chosen, "session_s", json_real(session_option * 60));
        json_object_set_new(chosen, "final_session", json_true());
    }
    if (target_of(source, game) > 0)
        json_object_set_new(chosen, "target", json_integer(target_of(source, game)));
    return json_pack("{s:s, s:s, s:s, s:o, s:i, s:i, s:o, s:o}", "type", "match", "game", game->name, "edition",
                     game->edition, "players", players_of(game), "frames", frames_option, "games", 1, "options", chosen,
                     "timing", timing);
}

/* Without --match: a folder of its own, named by game and time. */
static char *folder_of(const struct game *game)
{
    if (match_option)
        return g_strdup(match_option);
    char when[32];
    time_t t = time(NULL);
    struct tm local;
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime_r(&t, &local));
    return g_strdup_printf("match-%s-%s", game->name, when);
}

/* ---- wrong usage ------------------------------------------------------------------------------------------------- */

static int read_policy(struct policy *policy)
{
    *policy = policy_defaults();
    policy->mode = passive_option ? POLICY_PASSIVE : practice_option ? POLICY_PRACTICE : POLICY_ACTIVE;
    for (char **text = policy_option; text && *text; text++)
        if (policy_add(policy, *text))
            return command_usage("--policy", *text, "Write CLAUSE=call, =propose or =log, then :SURE from 0.5 to 1.");
    return EXIT_DONE;
}

static int read_language(enum language *language)
{
    static const char *const words[LANGUAGE_COUNT] = {"en", "nl", "zh"};
    for (int i = 0; voice_option && i < LANGUAGE_COUNT; i++)
        if (!strcmp(voice_option, words[i])) {
            *language = (enum language)i;
            return EXIT_DONE;
        }
    *language = LANGUAGE_EN;
    return voice_option ? command_usage("--voice", voice_option, "Write en, nl or zh.") : EXIT_DONE;
}

static int wrong_usage(int argc, const struct game *game)
{
    if (argc != 2)
        return command_usage("referee", "needs one source", "Run 'whiteglove referee --help' to see what it takes.");
    if (!game_option)
        return command_usage("referee", "needs --game", "Run 'whiteglove rules' to see which games there are.");
    if (!game)
        return command_usage("--game", "there is no such game or edition",
                             "Run 'whiteglove rules' to see which games there are.");
    if (frames_option < 1 || frames_option > 99)
        return command_usage("--frames", "must be from 1 to 99", NULL);
    if (!(shot_option >= 0 && shot_option <= 3600) || !(session_option >= 0 && session_option <= 1440))
        return command_usage("--shot-clock and --session", "must be a time that people play", NULL);
    if (target_option < 0 || target_option > 10000)
        return command_usage("--target", "must be a number of points", NULL);
    if (strokes_option < 0)
        return command_usage("--strokes", "must be a number of strokes", NULL);
    if (!(seconds_option >= 0))
        return command_usage("--seconds", "must be a time from the start of the source", NULL);
    if (passive_option && practice_option)
        return command_usage("--passive and --practice", "exclude each other", NULL);
    json_t *players = players_of(game);
    const char *why = new_match_wrong_players(players, game->players);
    json_decref(players);
    return why ? command_usage("--players", "no match can be played so", why) : EXIT_DONE;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

static struct burn_options stream_options(void)
{
    struct burn_options o = burn_defaults();
    o.target = stream_option;
    o.look = stream_look_option;
    o.height = stream_height_option;
    o.kbit_s = stream_rate_option;
    return o;
}

static int run(int argc, char **argv)
{
    const struct game *game = game_option ? rules_game(game_option, edition_option) : NULL;
    struct referee_settings s = {.plain = plain_option || deterministic_option || !isatty(STDOUT_FILENO),
                                 .deterministic = deterministic_option,
                                 .voice = voice_option != NULL,
                                 .voice_program = voice_program_option,
                                 .voice_words = voice_words_option,
                                 .strokes = (unsigned long)MAX(strokes_option, 0),
                                 .seconds = seconds_option,
                                 .lines = lines_option,
                                 .web = {web_option, lan_option, pin_option, texts_option, NULL},
                                 .stream = stream_options()};
    int result = wrong_usage(argc, game);
    if (!result)
        result = web_check(&s.web);
    if (!result)
        result = read_policy(&s.keeper.policy);
    if (!result)
        result = read_language(&s.language);
    if (result)
        return result;
    s.source = argv[1];
    char *folder = folder_of(game);
    s.feed = (struct feed_settings){.game = game->name,
                                    .edition = game->edition,
                                    .seed = (unsigned long long)seed_option,
                                    .table = table_option ? table_option : table_arg_usual(game->name),
                                    .calibration = calibration_option,
                                    .folder = folder,
                                    .paced = !deterministic_option,
                                    .threads = !deterministic_option,
                                    .clips = !no_clips_option};
    s.keeper.folder = folder;
    s.keeper.match = match_entry_of(argv[1], game);
    if (g_mkdir_with_parents(folder, 0777))
        result = command_result(err_from_errno(errno), folder, "Name a folder that you may write to.");
    else
        result = referee_run(&s);
    json_decref(s.keeper.match);
    g_free(folder);
    return result;
}

const struct command cmd_referee = {
    .name = "referee",
    .arguments = "SOURCE",
    .summary = "Referee a match: calls, score, clocks, journal",
    .description =
        "SOURCE is a camera, a stream, a film, demo (a simulated match before a simulated camera), a file that "
        "'whiteglove track' wrote (.jsonl), - for such lines on standard input, or truth (the simulated match without "
        "a "
        "camera). Every stroke is judged, and the ruling is in the journal of the match (DIR/journal.jsonl), on the "
        "disk, before it is shown or spoken. Started again with the same folder it goes on where it ended, also after "
        "a crash or a power cut.\n\n"
        "People enter what a camera cannot see by typing acts, one a line: 'nominate pink', 'flag feet', 'undo', "
        "'accept', 'settle 2', 'concede Bo', 'pause'; 'help' lists them all. A ruling that is not sure enough is "
        "marked ASK and comes with the rulings that are possible, likeliest first.",
    .example = "build/release/whiteglove referee samples/sixred.jsonl --game sixred --players Ann,Bo "
               "--match build/sample-match",
    .options = options,
    .run = run,
};
