/* SPDX-License-Identifier: Apache-2.0 */
/* lists.c: all strokes as CSV and as an edit decision list. */
#include "exports.h"

#include <math.h>
#include <string.h>

static double number_in(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static const char *text_in(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* A quotation mark inside is doubled; what a spreadsheet would take for a formula is kept as text. */
static void quoted(FILE *out, const char *text)
{
    fputs(strchr("=+-@", *text) && *text ? "\"'" : "\"", out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static void joined(FILE *out, const json_t *list)
{
    char text[400] = "";
    size_t used = 0;
    for (size_t i = 0; i < json_array_size(list) && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? ", " : "",
                                 json_string_value(json_array_get(list, i)));
    quoted(out, text);
}

static void csv_row(const struct review *r, int n, FILE *out)
{
    const struct review_stroke *s = &r->stroke[n - 1];
    const json_t *ruling = match_ruling(r->match, s->seq), *scores = json_object_get(ruling, "scores");
    fprintf(out, "%d,%d,%.3f,%.3f,%lld,%lld,", n, s->seq, s->t0, s->t1, (long long)review_frame(r, s->t0),
            (long long)review_frame(r, s->t1));
    joined(out, json_object_get(ruling, "calls"));
    fputc(',', out);
    joined(out, json_object_get(ruling, "clauses"));
    fputc(',', out);
    quoted(out, text_in(ruling, "why"));
    fprintf(out, ",%d,%d,%d,%d,%d,%.3f,%d\n", json_is_true(json_object_get(ruling, "foul")),
            (int)number_in(ruling, "penalty"), (int)number_in(ruling, "points"), (int)number_in(scores, "A"),
            (int)number_in(scores, "B"), number_in(ruling, "sure"), s->undone);
}

void list_csv(const struct review *r, FILE *out)
{
    fputs("stroke,entry,t0,t1,frame0,frame1,calls,clauses,why,foul,penalty,points,score_a,score_b,sure,undone\n", out);
    for (int n = 1; n <= r->strokes; n++)
        csv_row(r, n, out);
}

/* ---- EDL --------------------------------------------------------------------------------------------------------- */

/* Frames counted without dropping any, at the nearest whole rate: the list says which. */
static void time_code(FILE *out, int64_t frame, int rate)
{
    int64_t seconds = frame / rate;
    fprintf(out, "%02d:%02d:%02d:%02d ", (int)(seconds / 3600), (int)(seconds / 60 % 60), (int)(seconds % 60),
            (int)(frame % rate));
}

static int rate_of(const struct review *r)
{
    if (r->rows.count < 2)
        return 25; /* no film: times are turned into frames of this rate */
    double seconds = (double)(r->rows.row[r->rows.count - 1].t) / (double)NS_PER_S;
    int rate = (int)lround((double)(r->rows.count - 1) / seconds);
    return rate > 0 ? rate : 25;
}

static int64_t frame_of(const struct review *r, double t, int rate)
{
    int64_t frame = review_frame(r, t);
    return frame >= 0 ? frame : (int64_t)llround(t * rate);
}

void list_edl(const struct review *r, FILE *out)
{
    int rate = rate_of(r);
    int64_t recorded = 0;
    fprintf(out, "TITLE: WHITEGLOVE STROKES\nFCM: NON-DROP FRAME\n* %d FRAMES A SECOND\n", rate);
    for (int n = 1; n <= r->strokes; n++) {
        const struct review_stroke *s = &r->stroke[n - 1];
        const json_t *ruling = match_ruling(r->match, s->seq);
        int64_t from = frame_of(r, s->t0, rate), to = frame_of(r, s->t1, rate) + 1;
        fprintf(out, "\n%03d  AX       V     C        ", n);
        time_code(out, from, rate);
        time_code(out, to, rate);
        time_code(out, recorded, rate);
        time_code(out, recorded + to - from, rate);
        fprintf(out, "\n* FROM CLIP NAME: %s\n* COMMENT: STROKE %d", text_in(r->info, "video_name"), n);
        const json_t *call = json_array_get(json_object_get(ruling, "calls"), 0);
        fprintf(out, "%s%s (%s)\n", call ? ", " : "", call ? json_string_value(call) : "", text_in(ruling, "why"));
        recorded += to - from;
    }
}
