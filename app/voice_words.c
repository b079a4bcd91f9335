/* SPDX-License-Identifier: Apache-2.0 */
#include "voice_words.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { TOKENS_MAX = 48 };

/* A word in letters and digits; in writing without spaces, one sign. */
struct token {
    char text[32];
    bool sign;
};

static size_t sign_bytes(unsigned char first)
{
    return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
}

static const char *take_token(const char *p, struct token *t)
{
    size_t n = 0;
    t->sign = (unsigned char)*p >= 0x80;
    if (t->sign) {
        for (size_t bytes = sign_bytes((unsigned char)*p); n < bytes && *p; p++)
            t->text[n++] = *p;
    } else {
        for (; isalnum((unsigned char)*p) || *p == '\''; p++)
            if (n + 1 < sizeof t->text && *p != '\'')
                t->text[n++] = (char)tolower((unsigned char)*p);
    }
    t->text[n] = 0;
    return p;
}

/* Signs that part phrases in Chinese; the others part nothing but words. */
static bool is_pause(const char *p)
{
    return !strncmp(p, "，", 3) || !strncmp(p, "。", 3) || !strncmp(p, "、", 3) || !strncmp(p, "：", 3);
}

static size_t cut(const char *text, struct token token[TOKENS_MAX])
{
    size_t n = 0;
    while (*text && n < TOKENS_MAX) {
        if (is_pause(text))
            text += 3;
        else if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80)
            text = take_token(text, &token[n++]);
        else
            text++;
    }
    return n;
}

static void name_of(const struct token *t, size_t n, char name[VOICE_WORDS_NAME])
{
    size_t used = 0;
    for (size_t i = 0; i < n && used + 1 < VOICE_WORDS_NAME; i++)
        used += (size_t)snprintf(name + used, VOICE_WORDS_NAME - used, "%s%s", i && !t[i].sign ? "-" : "", t[i].text);
    if (used < VOICE_WORDS_NAME - 4)
        memcpy(name + used, ".wav", 5);
    else
        *name = 0;
}

static bool is_there(const char *folder, const char *name)
{
    char path[PATH_MAX];
    return *name && snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path && !access(path, R_OK);
}

/* The longest phrase from here on that was recorded; 0: not even the first word was. */
static size_t longest(const char *folder, const struct token *t, size_t n, char name[VOICE_WORDS_NAME])
{
    for (size_t length = n; length > 0; length--) {
        name_of(t, length, name);
        if (is_there(folder, name))
            return length;
    }
    return 0;
}

bool voice_words_find(const char *folder, const char *text, struct voice_words *out, char missing[VOICE_WORDS_NAME])
{
    struct token token[TOKENS_MAX];
    size_t n = cut(text, token), taken;
    out->n = 0;
    for (size_t i = 0; i < n; i += taken) {
        if (out->n == VOICE_WORDS_FILES)
            return false;
        taken = longest(folder, token + i, n - i, out->file[out->n]);
        if (!taken) {
            if (missing)
                name_of(token + i, 1, missing);
            return false;
        }
        out->n++;
    }
    return out->n > 0;
}
