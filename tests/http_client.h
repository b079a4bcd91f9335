/* SPDX-License-Identifier: Apache-2.0 */
/* http_client.h: a browser as rude as a test wants it to be, on 127.0.0.1. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A connected socket that waits at most `wait_s` for anything; fails the test when it cannot connect. */
int http_connect(uint16_t port, double wait_s);

/* All of it, whatever the other side does meanwhile; -1 when it hung up. */
int http_send(int fd, const char *bytes, size_t size);

/* What arrives until the other side hangs up, `until` was read (NULL: never), or nothing comes any more. A zero is put
 * behind it. Returns the number of bytes. */
size_t http_read(int fd, char *text, size_t room, const char *until);

/* One whole exchange: METHOD PATH with these extra header lines ("A: b\r\n") and this body, NULL for none; Host and
 * "Connection: close" are added. Returns the status, 0 when there was no answer. The answer is in `text`. */
int http_exchange(uint16_t port, const char *method, const char *path, const char *headers, const char *body,
                  char *text, size_t room);
