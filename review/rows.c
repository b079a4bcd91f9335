/* SPDX-License-Identifier: Apache-2.0 */
#include "rows.h"

#include "err.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* First in the file: what it is, and the size of a row, which differs where another build lays it out otherwise. */
struct head {
    char magic[8];
    uint32_t row_bytes, order; /* order: 1 in the byte order of the writer */
};

static const struct head head = {"wgrows1", sizeof(struct row), 1};

int rows_create(struct rows_writer *w, const char *path)
{
    int err = outfile_open(&w->out, path);
    if (!err)
        fwrite(&head, sizeof head, 1, w->out.stream);
    return err;
}

void rows_add(struct rows_writer *w, const struct row *row)
{
    fwrite(row, sizeof *row, 1, w->out.stream);
}

int rows_commit(struct rows_writer *w)
{
    return outfile_commit(&w->out);
}

void rows_discard(struct rows_writer *w)
{
    outfile_discard(&w->out);
}

static int map_file(struct rows *rows, int fd)
{
    struct stat st;
    if (fstat(fd, &st))
        return err_from_errno(errno);
    rows->size = (size_t)st.st_size;
    if (rows->size < sizeof head)
        return ERR_FORMAT;
    rows->map = mmap(NULL, rows->size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (rows->map == MAP_FAILED) {
        rows->map = NULL;
        return err_from_errno(errno);
    }
    return memcmp(rows->map, &head, sizeof head) ? ERR_FORMAT : 0;
}

int rows_open(struct rows *rows, const char *path)
{
    *rows = (struct rows){0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return err_from_errno(errno);
    int err = map_file(rows, fd);
    close(fd);
    if (err) {
        rows_close(rows);
        return err;
    }
    rows->row = (const struct row *)((const char *)rows->map + sizeof head);
    rows->count = (int64_t)((rows->size - sizeof head) / sizeof(struct row));
    return 0;
}

void rows_close(struct rows *rows)
{
    if (rows->map)
        munmap(rows->map, rows->size);
    *rows = (struct rows){0};
}

int64_t rows_at(const struct rows *rows, ns_t t)
{
    int64_t low = 0, high = rows->count - 1;
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (rows->row[middle].t <= t)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
