/* SPDX-License-Identifier: Apache-2.0 */
/* scrub.h: a copy of a recording in which any picture is found at once. Phones and programs put whole pictures seconds
 * apart; to show one frame all since the last whole picture must be decoded. The copy has one every few frames; it is
 * for looking only: stills, clips and sheets are made from the recording itself. */
#pragma once

#include <stdbool.h>

/* Whole pictures lie so far apart that a jump takes longer than people wait for it. False also when it cannot be told.
 */
bool scrub_is_needed(const char *video);

/* Writes the copy, whole or not at all. 0, ERR_UNSUPPORTED when the encoder is not installed, ERR_FORMAT, ERR_IO. */
int scrub_make(const char *video, const char *path);
