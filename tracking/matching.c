/* SPDX-License-Identifier: Apache-2.0 */
/* matching.c: the Hungarian method in its shortest-path form, O(rows^2 columns). */
#include "matching.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 2 * MATCH_MAX + 1 }; /* real ones, one "alone" for each row, and the root in [0] */

struct search {
    int rows, columns;
    const double *cost;
    double gate;
    double u[MATCH_MAX + 1], v[COLUMNS];
    int row_of[COLUMNS], way[COLUMNS];
};

static double pair_cost(const struct search *s, int row, int column)
{
    if (column > s->columns)
        return column - s->columns == row ? s->gate : 2 * s->gate;
    double c = s->cost[(row - 1) * s->columns + column - 1];
    return c < s->gate ? c : 2 * s->gate;
}

/* One step of the shortest path: reduces from column `at`, returns the next column. */
static int step(struct search *s, int at, double *least, const char *used)
{
    int columns = s->columns + s->rows, next = 0, row = s->row_of[at];
    double delta = INFINITY;
    for (int c = 1; c <= columns; c++) {
        if (used[c])
            continue;
        double reduced = pair_cost(s, row, c) - s->u[row] - s->v[c];
        if (reduced < least[c]) {
            least[c] = reduced;
            s->way[c] = at;
        }
        if (least[c] < delta) {
            delta = least[c];
            next = c;
        }
    }
    for (int c = 0; c <= columns; c++)
        if (used[c]) {
            s->u[s->row_of[c]] += delta;
            s->v[c] -= delta;
        } else {
            least[c] -= delta;
        }
    return next;
}

static void add_row(struct search *s, int row)
{
    double least[COLUMNS];
    char used[COLUMNS] = {0};
    for (int c = 0; c < COLUMNS; c++)
        least[c] = INFINITY;
    s->row_of[0] = row;
    int at = 0;
    do {
        used[at] = 1;
        at = step(s, at, least, used);
    } while (s->row_of[at]);
    for (; at; at = s->way[at])
        s->row_of[at] = s->row_of[s->way[at]];
}

void match_least_cost(int rows, int columns, const double *cost, double gate, int *to)
{
    struct search s;
    memset(&s, 0, sizeof s);
    s.rows = rows;
    s.columns = columns;
    s.cost = cost;
    s.gate = gate;
    for (int r = 1; r <= rows; r++)
        add_row(&s, r);
    for (int r = 0; r < rows; r++)
        to[r] = -1;
    for (int c = 1; c <= columns; c++)
        if (s.row_of[c] && cost[(s.row_of[c] - 1) * columns + c - 1] < gate)
            to[s.row_of[c] - 1] = c - 1;
}
