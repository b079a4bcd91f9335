/* SPDX-License-Identifier: Apache-2.0 */
#include "recall.h"

const json_t *recall_line(struct recall *r, const json_t *kept)
{
    if (!json_is_integer(kept))
        return kept;
    long long at = (long long)json_integer_value(kept);
    for (int i = 0; i < RECALLED_MAX; i++)
        if (r->line[i] && r->at[i] == at)
            return r->line[i];
    int i = r->next;
    r->next = (r->next + 1) % RECALLED_MAX;
    json_decref(r->line[i]);
    r->line[i] = r->load ? r->load(r->user, at) : NULL;
    r->at[i] = at;
    return r->line[i];
}

void recall_clear(struct recall *r)
{
    for (int i = 0; r && i < RECALLED_MAX; i++) {
        json_decref(r->line[i]);
        r->line[i] = NULL;
    }
}
