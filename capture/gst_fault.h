/* SPDX-License-Identifier: Apache-2.0 */
/* gst_fault.h: GStreamer's errors in words for the owner of a club. */
#pragma once

#include "capture.h"

#include <gst/gst.h>

/* The code and text for an ERROR message. */
int gst_fault_from(GstMessage *message, bool live, struct capture_fault *fault);

/* What can be said of a file before it is opened: missing, not readable, a folder, empty. 0: go on. */
int gst_fault_of_path(const char *path, struct capture_fault *fault);
