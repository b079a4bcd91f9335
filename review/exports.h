/* SPDX-License-Identifier: Apache-2.0 */
/* exports.h: a review on paper and in other programs: ruling sheet, match report, lists of strokes. Streams are the
 * caller's; errors show in ferror. */
#pragma once

#include "review.h"

#include <stdio.h>

/* One page: the call, the clause in full reference, how sure, the hinge, the figures, and the picture. 0, ERR_RANGE for
 * a stroke that is not there, or ERR_IO. */
int sheet_pdf(const struct review *r, int n, enum language language, FILE *out);
int sheet_html(const struct review *r, int n, enum language language, FILE *out);

/* Score, breaks and statistics of the players, and every foul; one page of HTML. 0 or an error of the history. */
int report_html(const struct review *r, enum language language, FILE *out);

/* All strokes: a table for a spreadsheet; an edit decision list (CMX 3600) for a video editor. */
void list_csv(const struct review *r, FILE *out);
void list_edl(const struct review *r, FILE *out);

/* Text in HTML. */
void html_text(FILE *out, const char *text);
