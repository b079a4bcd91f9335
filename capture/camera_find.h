/* SPDX-License-Identifier: Apache-2.0 */
/* camera_find.h: which cameras there are, and which of them is the one that went away. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { CAMERAS_MAX = 64 };

struct camera_id {
    char path[32];  /* /dev/video2 */
    char name[64];  /* as the driver calls it */
    char id[96];    /* the same after a move to another /dev/videoN; see camera_find_usb_id */
    char speed[16]; /* USB: "480" or "5000" Mbit/s; "" for others */
};

/* Cameras that can stream pictures, in the order of their numbers. Returns how many. */
int camera_find_all(struct camera_id *list, int max);

/* 0, or what opening it says: ERR_NOT_FOUND, ERR_DENIED, ERR_UNSUPPORTED (no camera), ... */
int camera_find_path(const char *path, struct camera_id *found);

/* Where the camera with this id is now; the path it had is looked at first. ERR_NOT_FOUND when it is nowhere. */
int camera_find_again(const char *id, const char *last_path, struct camera_id *found);

/* From <sysfs>/class/video4linux/<node>: "usb VID:PID serial S index N" when the camera has a serial number, else
 * "usb VID:PID port P index N": without a serial number two equal cameras are told apart by their sockets only.
 * False when it is no USB camera. */
bool camera_find_usb_id(const char *sysfs, const char *node, char *id, size_t bytes);
