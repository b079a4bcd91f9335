/* SPDX-License-Identifier: Apache-2.0 */
#include "kept.h"

#include "err.h"
#include "words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

char kept_error[SCENARIO_ERROR_BYTES];

const char *const kept_red = "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red\"],"
                             "\"potted\":[{\"ball\":\"red\"}]}";
const char *const kept_missed = "{\"type\":\"stroke\",\"n\":2,\"t0\":25,\"t1\":29,\"first_contact\":[\"black\"]}";
const char *const kept_in_off = "{\"type\":\"stroke\",\"n\":3,\"t0\":45,\"t1\":49,\"first_contact\":[\"red\"],"
                                "\"potted\":[{\"ball\":\"cue\"}]}";
const char *const kept_pot_of_blue = "{\"type\":\"stroke\",\"n\":1,\"t0\":5,\"t1\":9,\"first_contact\":[\"red-1\"],"
                                     "\"balls_at_rest\":{\"blue\":[0,0],\"pink\":[892,0],\"red-2\":[100,100]}}";

static void remember(void *user, const struct keeper_said *said)
{
    struct kept *k = user;
    k->told++;
    json_decref(k->said);
    k->said = said->ruling ? json_deep_copy(said->ruling) : NULL;
    k->verdict = said->verdict;
    snprintf(k->refused, sizeof k->refused, "%s", said->refused ? said->refused : "");
    if (!said->ruling && said->noticed) {
        k->noticed++;
        snprintf(k->what, sizeof k->what, "%s", json_string_value(json_array_get(said->noticed, 0)));
    }
}

void kept_open(struct kept *k)
{
    if (keeper_open(&k->keeper, &k->settings, remember, k, kept_error))
        fail_msg("%s", kept_error);
}

static int start(void **state, const char *game)
{
    struct kept *k = calloc(1, sizeof *k);
    strcpy(k->folder, "/tmp/whiteglove-keeper-XXXXXX");
    if (!mkdtemp(k->folder))
        return -1;
    snprintf(k->journal, sizeof k->journal, "%s/journal.jsonl", k->folder);
    k->settings = (struct keeper_settings){
        .folder = k->folder,
        .match =
            json_pack("{s:s, s:s, s:[s, s], s:i}", "type", "match", "game", game, "players", "Ann", "Bo", "frames", 3),
        .policy = policy_defaults(),
        .repeats = true,
    };
    kept_open(k);
    *state = k;
    return 0;
}

int kept_start(void **state)
{
    return start(state, "snooker");
}

int kept_start_shootout(void **state)
{
    return start(state, "shootout");
}

int kept_start_straight_pool(void **state)
{
    return start(state, "wpa141");
}

int kept_start_english_pool(void **state)
{
    return start(state, "cspl8");
}

int kept_stop(void **state)
{
    struct kept *k = *state;
    keeper_close(&k->keeper);
    json_decref(k->settings.match);
    json_decref(k->said);
    unlink(k->journal);
    int failed = rmdir(k->folder);
    free(k);
    return failed;
}

int kept_feed(struct kept *k, const char *text)
{
    json_t *line = json_loads(text, 0, NULL);
    assert_non_null(line);
    int err = keeper_line(k->keeper, line, ++k->line, kept_error);
    json_decref(line);
    return err;
}

int kept_enter(struct kept *k, const char *words)
{
    json_t *act = words_act(words, kept_error);
    if (!act)
        return ERR_FORMAT;
    int err = keeper_act(k->keeper, act, 0, kept_error);
    json_decref(act);
    return err;
}

const struct state *kept_now(const struct kept *k)
{
    return &match_now(keeper_match(k->keeper))->state;
}

/* Frames of a table at rest from t to t + seconds, five a second. */
void kept_rest(struct kept *k, double t, double seconds, const char *balls)
{
    char text[4096];
    for (double at = t; at < t + seconds; at += 0.2) {
        snprintf(text, sizeof text, "{\"type\":\"frame\",\"t\":%.3f,\"balls\":[%s]}", at, balls);
        assert_int_equal(kept_feed(k, text), 0);
    }
}
