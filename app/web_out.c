/* SPDX-License-Identifier: Apache-2.0 */
/* web_out.c: who gets the public state? */
#include "web_out.h"

#include "command.h"

#include <stdlib.h>
#include <string.h>

bool web_out_wanted(const struct web_settings *s)
{
    return s->port >= 0 || s->texts || s->burn;
}

int web_out_open(struct web_out *out, const struct web_settings *s, const char *folder)
{
    *out = (struct web_out){.burn = s->burn};
    int err = s->texts ? texts_open(&out->texts, s->texts) : 0;
    if (err)
        return command_result(err, s->texts, "Name a folder that you may write to.");
    int result = s->port >= 0 ? web_open(&out->web, s) : EXIT_DONE;
    if (result != EXIT_DONE || !out->web || !folder)
        return result;
    char *clips = g_build_filename(folder, "clips", NULL);
    err = broadcast_clips(out->web, clips);
    g_free(clips);
    return command_result(err, "clips", NULL);
}

void web_out_close(struct web_out *out)
{
    broadcast_close(&out->web);
    texts_close(&out->texts);
}

void web_out_publish(struct web_out *out, char *text)
{
    size_t size = text ? strlen(text) : 0;
    if (!text)
        return;
    if (out->web)
        broadcast_publish(out->web, text, size);
    texts_put(out->texts, text, size);
    burn_state(out->burn, text, size);
    free(text);
}

void web_out_line(struct web_out *out, const json_t *line)
{
    if (out->web && line)
        broadcast_journal(out->web, line);
    else if (out->web)
        broadcast_journal_anew(out->web);
}
