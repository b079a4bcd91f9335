/* SPDX-License-Identifier: Apache-2.0 */
#include "record_disk.h"

#include "log.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

enum { STAMP = 16 /* 20261116T025753Z */ };

void record_disk_name(char *path, size_t bytes, const char *folder, const char *name, time_t start, unsigned number)
{
    struct tm utc;
    char stamp[32];
    gmtime_r(&start, &utc);
    strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &utc);
    snprintf(path, bytes, "%s/%s-%s-%06u.mp4", folder, name, stamp, number);
}

uint64_t record_disk_free(const char *folder)
{
    struct statvfs s;
    return statvfs(folder, &s) ? UINT64_MAX : (uint64_t)s.f_bavail * s.f_frsize;
}

/* Is it NAME-<16 characters>-<digits>.mp4, i.e. certainly made by us? */
static bool is_segment(const char *file, const char *name)
{
    size_t n = strlen(name), length = strlen(file);
    if (strncmp(file, name, n) != 0 || length < n + STAMP + 8 || file[n] != '-' || file[n + 1 + STAMP] != '-')
        return false;
    const char *stamp = file + n + 1, *number = stamp + STAMP + 1;
    return stamp[8] == 'T' && stamp[15] == 'Z' && strspn(stamp, "0123456789") == 8 &&
           !strcmp(number + strspn(number, "0123456789"), ".mp4");
}

struct listing {
    struct dirent **entry;
    int count;
};

/* All names in the folder, sorted. */
static struct listing list(const char *folder)
{
    struct listing l = {0};
    l.count = scandir(folder, &l.entry, NULL, alphasort);
    if (l.count < 0)
        l.count = 0;
    return l;
}

static void free_listing(struct listing *l)
{
    for (int i = 0; i < l->count; i++)
        free(l->entry[i]);
    free(l->entry);
}

static bool look_at(const char *folder, const char *file, char path[PATH_MAX], struct stat *st)
{
    snprintf(path, PATH_MAX, "%s/%s", folder, file);
    return !lstat(path, st) && S_ISREG(st->st_mode);
}

/* The times beside a segment go with it. */
static bool delete_segment(const char *path)
{
    if (unlink(path)) {
        log_warn("recording: %s cannot be deleted: %s", path, strerror(errno));
        return false;
    }
    char times[PATH_MAX + 8];
    snprintf(times, sizeof times, "%.*s.times", (int)(strlen(path) - 4), path);
    unlink(times);
    return true;
}

struct record_disk_result record_disk_tidy(const struct record_disk_rules *rules, time_t now)
{
    struct record_disk_result result = {0};
    struct listing l = list(rules->folder);
    char path[PATH_MAX];
    struct stat st;
    for (int i = 0; i < l.count; i++)
        if (is_segment(l.entry[i]->d_name, rules->name) && look_at(rules->folder, l.entry[i]->d_name, path, &st))
            result.bytes += (uint64_t)st.st_size;
    for (int i = 0; i < l.count; i++) {
        if (!is_segment(l.entry[i]->d_name, rules->name) || !look_at(rules->folder, l.entry[i]->d_name, path, &st))
            continue;
        bool too_much = rules->keep_bytes && result.bytes > rules->keep_bytes;
        bool too_old = rules->keep_age && (now - st.st_mtime) * NS_PER_S > rules->keep_age;
        if (!too_much && !too_old)
            continue;
        if (delete_segment(path)) {
            result.deleted++;
            result.bytes -= (uint64_t)st.st_size;
        } else {
            result.failed++;
        }
    }
    free_listing(&l);
    return result;
}

int record_disk_recover(const char *folder, const char *name)
{
    int kept = 0;
    struct listing l = list(folder);
    size_t n = strlen(name);
    for (int i = 0; i < l.count; i++) {
        const char *file = l.entry[i]->d_name, *dot = strrchr(file, '.');
        char path[PATH_MAX], final[PATH_MAX];
        struct stat st;
        if (strncmp(file, name, n) != 0 || file[n] != '-' || !dot || strcmp(dot, ".part") != 0 ||
            !look_at(folder, file, path, &st))
            continue;
        if (!st.st_size) {
            unlink(path);
            continue;
        }
        record_disk_name(final, sizeof final, folder, name, st.st_mtime,
                         900000u + (unsigned)kept); /* apart from the usual numbers */
        if (!rename(path, final))
            kept++;
    }
    free_listing(&l);
    return kept;
}
