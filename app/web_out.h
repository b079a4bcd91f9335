/* SPDX-License-Identifier: Apache-2.0 */
/* web_out.h: everywhere the public state goes: pages, text files, the burnt-in overlay. None of them is waited for.
 *
 * 1. web_out_open, whatever it returned: call web_out_close. */
#pragma once

#include "burn.h"
#include "texts.h"
#include "web_open.h"

struct web_out {
    struct broadcast *web; /* each of them: NULL when it is not wanted */
    struct texts *texts;
    struct burn *burn; /* borrowed */
};

/* An exit code. `folder` is that of the match, for its clips; NULL: it has none. */
int web_out_open(struct web_out *out, const struct web_settings *settings, const char *folder);
void web_out_close(struct web_out *out);

/* Anything to show at all? */
bool web_out_wanted(const struct web_settings *settings);

/* Takes over `text` (as view_text makes it; NULL: nothing happens). */
void web_out_publish(struct web_out *out, char *text);

/* A line of the journal; NULL: another journal begins. */
void web_out_line(struct web_out *out, const json_t *line);
