/* SPDX-License-Identifier: Apache-2.0 */
/* file.h: a calibration as JSON, written by `whiteglove calibrate` and read by everything that sees. */
#pragma once

#include "calibrate.h"

#include <jansson.h>
#include <stdio.h>

/* A new object; NULL when out of memory. The caller decrefs it. */
json_t *calibration_to_json(const struct calibration *c);

/* 0, or ERR_FORMAT with the reason in `why` (CALIBRATE_WHY bytes). */
int calibration_from_json(struct calibration *c, const json_t *json, char *why);

/* The same from a file; ERR_NOT_FOUND, ERR_DENIED, ERR_IO besides. */
int calibration_read(struct calibration *c, const char *path, char *why);
