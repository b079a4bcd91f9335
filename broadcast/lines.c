/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c: which lines of the journal can be read over the web? All that were handed over, kept in memory: no request
 * reads the disk. Lines are never changed and freed only at the end, so readers need the lock for their addresses only.
 */
#include "err.h"
#include "web.h"

#include <stdlib.h>
#include <string.h>

static int make_room(struct broadcast *web)
{
    struct web_lines *l = &web->lines;
    if (l->count < l->room)
        return 0;
    size_t room = l->room ? 2 * l->room : 256;
    char **more = room <= LINES_KEPT ? realloc(l->line, room * sizeof *more) : NULL;
    if (!more)
        return l->room >= LINES_KEPT ? ERR_FULL : ERR_MEMORY;
    l->line = more;
    l->room = room;
    return 0;
}

int broadcast_journal(struct broadcast *web, const json_t *line)
{
    char *text = json_dumps(line, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(10));
    if (!text)
        return ERR_MEMORY;
    pthread_mutex_lock(&web->lock);
    int err = make_room(web);
    if (!err)
        web->lines.line[web->lines.count++] = text;
    pthread_mutex_unlock(&web->lock);
    if (err)
        free(text);
    return err;
}

void broadcast_journal_anew(struct broadcast *web)
{
    pthread_mutex_lock(&web->lock);
    web->lines.first = web->lines.count;
    pthread_mutex_unlock(&web->lock);
}

size_t lines_from(struct broadcast *web, size_t number, char *out[LINES_AT_ONCE])
{
    size_t n = 0;
    pthread_mutex_lock(&web->lock);
    const struct web_lines *l = &web->lines;
    size_t there = l->count - l->first;
    for (size_t i = number ? number - 1 : 0; i < there && n < LINES_AT_ONCE; i++)
        out[n++] = l->line[l->first + i];
    pthread_mutex_unlock(&web->lock);
    return n;
}

char *lines_text(char *const *line, size_t count)
{
    size_t size = 1, used = 0;
    for (size_t i = 0; i < count; i++)
        size += strlen(line[i]) + 1;
    char *text = malloc(size);
    for (size_t i = 0; text && i < count; i++) {
        size_t length = strlen(line[i]);
        memcpy(text + used, line[i], length);
        text[used + length] = '\n';
        used += length + 1;
    }
    if (text)
        text[used] = 0;
    return text;
}

void lines_free(struct broadcast *web)
{
    for (size_t i = 0; i < web->lines.count; i++)
        free(web->lines.line[i]);
    free(web->lines.line);
}
