/* SPDX-License-Identifier: Apache-2.0 */
#include "err.h"

#include <errno.h>
#include <stddef.h>

static const struct {
    const char *name, *text;
} table[ERR_CODE_COUNT] = {[ERR_NONE] = {"NONE", "no error"},
#define ERR_ROW(name, text) [ERR_CODE_##name] = {#name, text},
                           ERR_LIST(ERR_ROW)
#undef ERR_ROW
};

static int known(int err)
{
    return err <= 0 && err > -(int)ERR_CODE_COUNT;
}

const char *err_text(int err)
{
    return known(err) ? table[-err].text : "unknown error";
}

const char *err_name(int err)
{
    return known(err) ? table[-err].name : "UNKNOWN";
}

int err_from_errno(int errnum)
{
    static const struct {
        int errnum, err;
    } map[] = {
        {0, 0},
        {ENOMEM, ERR_MEMORY},
        {ENOENT, ERR_NOT_FOUND},
        {ENOTDIR, ERR_NOT_FOUND},
        {EACCES, ERR_DENIED},
        {EPERM, ERR_DENIED},
        {EROFS, ERR_DENIED},
        {ENOSPC, ERR_FULL},
        {EDQUOT, ERR_FULL},
        {EFBIG, ERR_FULL},
        {EBUSY, ERR_BUSY},
        {ENODEV, ERR_GONE},
        {ENXIO, ERR_GONE},
        {EPIPE, ERR_GONE},
        {ETIMEDOUT, ERR_TIMEOUT},
        {EINTR, ERR_INTERRUPTED},
        {EINVAL, ERR_RANGE},
        {ERANGE, ERR_RANGE},
        {ENOTSUP, ERR_UNSUPPORTED},
    };
    for (size_t i = 0; i < sizeof map / sizeof *map; i++)
        if (map[i].errnum == errnum)
            return map[i].err;
    return ERR_IO;
}
