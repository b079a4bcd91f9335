/* SPDX-License-Identifier: Apache-2.0 */
/* err.h: the one list of errors. Calls that meet the world return 0 or one of these, negative. */
#pragma once

/* X(name, text a person understands) */
#define ERR_LIST(X)                                                                                                    \
    X(MEMORY, "out of memory")                                                                                         \
    X(NOT_FOUND, "not found")                                                                                          \
    X(DENIED, "permission denied")                                                                                     \
    X(IO, "read or write failed")                                                                                      \
    X(FULL, "no space left")                                                                                           \
    X(FORMAT, "not in the expected format")                                                                            \
    X(RANGE, "value out of range")                                                                                     \
    X(UNSUPPORTED, "not supported")                                                                                    \
    X(BUSY, "in use by another program")                                                                               \
    X(GONE, "device or stream has gone away")                                                                          \
    X(TIMEOUT, "no answer in time")                                                                                    \
    X(END, "end of the source")                                                                                        \
    X(CLOSED, "already closed")                                                                                        \
    X(NO_TABLE, "no table could be recognised")                                                                        \
    X(INCONSISTENT, "the parts contradict each other")                                                                 \
    X(INTERRUPTED, "interrupted")

enum err_code {
    ERR_NONE = 0,
#define ERR_CODE(name, text) ERR_CODE_##name,
    ERR_LIST(ERR_CODE)
#undef ERR_CODE
        ERR_CODE_COUNT
};

/* Negative constants: ERR_MEMORY, ERR_NOT_FOUND, ... */
enum err {
#define ERR_VALUE(name, text) ERR_##name = -(int)ERR_CODE_##name,
    ERR_LIST(ERR_VALUE)
#undef ERR_VALUE
        ERR_LAST = -(int)ERR_CODE_COUNT
};

/* Text for 0 or any negative code; never NULL. */
const char *err_text(int err);

/* Symbol such as "NOT_FOUND", for logs and JSON; never NULL. */
const char *err_name(int err);

/* The code that fits an errno value best. */
int err_from_errno(int errnum);
