/* SPDX-License-Identifier: Apache-2.0 */
/* json_file.c: what does a person's JSON file say, or what is wrong with it? */
#include "json_file.h"

#include "err.h"

#include <stdio.h>
#include <unistd.h>

int json_file_open(json_t **root, const char *path, char *why, size_t size)
{
    json_error_t error;
    *root = NULL;
    if (access(path, R_OK))
        return ERR_NOT_FOUND;
    *root = json_load_file(path, 0, &error);
    if (!*root)
        snprintf(why, size, "line %d: %s", error.line, error.text);
    return *root ? 0 : ERR_FORMAT;
}

/* A number, or a row of them; those beyond the n-th are left. */
static bool take(const json_t *item, double *to, size_t n, size_t *got)
{
    if (json_is_number(item) && *got < n)
        to[(*got)++] = json_number_value(item);
    for (size_t i = 0; i < json_array_size(item); i++)
        if (!json_is_number(json_array_get(item, i)) || !take(json_array_get(item, i), to, n, got))
            return false;
    return json_is_number(item) || json_is_array(item);
}

bool json_file_numbers(const json_t *list, double *to, size_t n)
{
    size_t got = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!take(json_array_get(list, i), to, n, &got))
            return false;
    return got == n;
}
