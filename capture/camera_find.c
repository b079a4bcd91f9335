/* SPDX-License-Identifier: Apache-2.0 */
/* realpath */
#define _XOPEN_SOURCE 700

#include "camera_find.h"

#include "camera_io.h"
#include "err.h"

#include <linux/videodev2.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* First line of <folder>/<file> without its newline; false when there is none. */
static bool read_line(const char *folder, const char *file, char *line, size_t bytes)
{
    char path[PATH_MAX + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    FILE *f = fopen(path, "r");
    if (!f)
        return false;
    bool any = fgets(line, (int)bytes, f) != NULL;
    fclose(f);
    if (any)
        line[strcspn(line, "\n")] = 0;
    return any;
}

/* The folder of the USB device above the node's interface. */
static bool usb_folder(const char *sysfs, const char *node, char folder[PATH_MAX])
{
    char link[PATH_MAX], line[8];
    snprintf(link, sizeof link, "%s/class/video4linux/%s/device", sysfs, node);
    if (!realpath(link, folder))
        return false;
    for (char *cut; (cut = strrchr(folder, '/')) && cut > folder + strlen(sysfs); *cut = 0)
        if (read_line(folder, "idVendor", line, sizeof line))
            return true;
    return false;
}

bool camera_find_usb_id(const char *sysfs, const char *node, char *id, size_t bytes)
{
    char folder[PATH_MAX], class_folder[PATH_MAX], vendor[8] = "", product[8] = "", serial[48] = "", index[8] = "0";
    if (!usb_folder(sysfs, node, folder))
        return false;
    snprintf(class_folder, sizeof class_folder, "%s/class/video4linux/%s", sysfs, node);
    read_line(folder, "idVendor", vendor, sizeof vendor);
    read_line(folder, "idProduct", product, sizeof product);
    read_line(class_folder, "index", index, sizeof index);
    if (read_line(folder, "serial", serial, sizeof serial) && serial[0])
        snprintf(id, bytes, "usb %s:%s serial %s index %s", vendor, product, serial, index);
    else
        snprintf(id, bytes, "usb %s:%s port %.32s index %s", vendor, product, strrchr(folder, '/') + 1, index);
    return true;
}

static void fill_id(const char *path, const struct v4l2_capability *cap, struct camera_id *found)
{
    const char *slash = strrchr(path, '/'), *node = slash ? slash + 1 : path;
    char real[PATH_MAX], folder[PATH_MAX];
    if (realpath(path, real)) /* /dev/v4l/by-id/... leads to /dev/videoN */
        node = strrchr(real, '/') + 1;
    *found = (struct camera_id){0};
    snprintf(found->path, sizeof found->path, "%.31s", path);
    snprintf(found->name, sizeof found->name, "%s", (const char *)cap->card);
    if (!camera_find_usb_id("/sys", node, found->id, sizeof found->id))
        snprintf(found->id, sizeof found->id, "%s %s %s", (const char *)cap->driver, (const char *)cap->bus_info,
                 (const char *)cap->card);
    else if (usb_folder("/sys", node, folder))
        read_line(folder, "speed", found->speed, sizeof found->speed);
}

int camera_find_path(const char *path, struct camera_id *found)
{
    int fd = camera_io->open(path);
    if (fd < 0)
        return err_from_errno(errno);
    struct v4l2_capability cap = {0};
    int failed = camera_io->ioctl(fd, VIDIOC_QUERYCAP, &cap);
    camera_io->close(fd);
    unsigned caps = cap.capabilities & V4L2_CAP_DEVICE_CAPS ? cap.device_caps : cap.capabilities;
    if (failed || !(caps & V4L2_CAP_VIDEO_CAPTURE) || !(caps & V4L2_CAP_STREAMING))
        return ERR_UNSUPPORTED;
    fill_id(path, &cap, found);
    return 0;
}

int camera_find_all(struct camera_id *list, int max)
{
    int count = 0;
    for (int n = 0; n < CAMERAS_MAX && count < max; n++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/video%d", n);
        if (!camera_find_path(path, &list[count]))
            count++;
    }
    return count;
}

int camera_find_again(const char *id, const char *last_path, struct camera_id *found)
{
    if (!camera_find_path(last_path, found) && !strcmp(found->id, id))
        return 0;
    for (int n = 0; n < CAMERAS_MAX; n++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/video%d", n);
        if (!camera_find_path(path, found) && !strcmp(found->id, id))
            return 0;
    }
    return ERR_NOT_FOUND;
}
