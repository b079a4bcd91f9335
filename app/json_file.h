/* SPDX-License-Identifier: Apache-2.0 */
/* json_file.h: what a person's JSON file says, or what is wrong with it. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/* 0; ERR_NOT_FOUND; ERR_FORMAT with the line and the reason in `why`. The caller releases it. */
int json_file_open(json_t **root, const char *path, char *why, size_t size);

/* The first n numbers of a flat list or of a list of rows; whether there are so many, and nothing else among them. */
bool json_file_numbers(const json_t *list, double *to, size_t n);
