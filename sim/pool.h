/* SPDX-License-Identifier: Apache-2.0 */
/* pool.h: runs numbered pieces of work on several threads. Which thread does a piece never matters to its result.
 * 1. sim_pool_open succeeded: call sim_pool_close once. With 1 thread everything runs in the caller. */
#pragma once

struct pool;

int sim_pool_open(struct pool **pool, int threads); /* 0, ERR_MEMORY, or ERR_RANGE outside 1..64 */
void sim_pool_close(struct pool **pool);

/* Calls work(user, i) for i = 0..n-1, each once, and returns when all are done. */
void sim_pool_run(struct pool *pool, int n, void (*work)(void *user, int i), void *user);
