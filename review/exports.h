/* SPDX-License-Identifier: Apache-2.0 */
/* exports.h: a review on paper and in other programs: ruling sheet, match report, lists of strokes. Streams are the
 * caller's; errors show in ferror. */
#pragma once

#include "review.h"

#include <stdio.h>

/* How it is said. A reason is put into the language by whoever has the words; NULL: it stays as the rules wrote it. */
struct export_words {
    enum language language;
    const char *(*reason)(enum language language, const char *why, char *text, size_t size);
};

/* One page: the call, the clause in full reference, how sure, the hinge, the figures, and the picture. 0, ERR_RANGE for
 * a stroke that is not there, or ERR_IO. */
int sheet_pdf(const struct review *r, int n, const struct export_words *words, FILE *out);
int sheet_html(const struct review *r, int n, const struct export_words *words, FILE *out);

/* Score, breaks and statistics of the players, and every foul; one page of HTML. 0 or an error of the history. */
int report_html(const struct review *r, const struct export_words *words, FILE *out);

/* All strokes: a table for a spreadsheet; an edit decision list (CMX 3600) for a video editor. */
void list_csv(const struct review *r, FILE *out);
void list_edl(const struct review *r, FILE *out);

/* The reason of a ruling as it is to be said; `text` has room for it. */
const char *export_reason(const struct export_words *words, const json_t *ruling, char *text, size_t size);

/* Text in HTML. */
void html_text(FILE *out, const char *text);
