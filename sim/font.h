/* SPDX-License-Identifier: Apache-2.0 */
/* font.h: letters of 5 by 7 dots for numbers on balls and captions in the picture. */
#pragma once

#include <stdbool.h>

/* Whether dot (column 0..4, row 0..6) of a character is set. Unknown characters are blank. */
bool sim_font_dot(char c, int column, int row);
