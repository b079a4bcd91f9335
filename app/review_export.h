/* SPDX-License-Identifier: Apache-2.0 */
/* review_export.h: what can be taken out of a review, one row a kind, for the command and for the page. */
#pragma once

#include "review.h"

#include <stdio.h>

struct export_order {
    int stroke;           /* 0: the whole match */
    int64_t frame;        /* of a still; -1: the first contact, else the strike */
    bool drawing;         /* balls, paths and contacts over the picture */
    double before, after; /* s of a clip before the strike and after rest */
    enum language language;
};

struct export_order export_defaults(void);

struct export_kind {
    const char *name;    /* "sheet.pdf": what it is called on the command line, and how its file ends */
    const char *type;    /* of HTTP */
    const char *meaning; /* for people */
    bool of_stroke;      /* needs a stroke */
    /* 0, ERR_RANGE: no such stroke or frame; ERR_UNSUPPORTED: there is no picture; or what writing gives. One of: */
    int (*write)(const struct review *r, const struct export_order *o, FILE *out);
    int (*write_file)(const struct review *r, const struct export_order *o, const char *path);
};

/* Ended by a NULL name. */
extern const struct export_kind export_kinds[];
const struct export_kind *export_kind(const char *name);

/* Into a file that appears whole or not at all. */
int export_to_file(const struct export_kind *kind, const struct review *r, const struct export_order *o,
                   const char *path);
