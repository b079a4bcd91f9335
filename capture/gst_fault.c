/* SPDX-License-Identifier: Apache-2.0 */
#include "gst_fault.h"

#include "err.h"
#include "log.h"
#include "source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char install[] = "Install gstreamer1.0-plugins-good, -bad and gstreamer1.0-libav, or convert it to H.264.";

static int of_stream(const GError *e, struct capture_fault *fault)
{
    switch (e->code) {
    case GST_STREAM_ERROR_CODEC_NOT_FOUND:
        return fault_set(fault, ERR_UNSUPPORTED, install, "no decoder for it is installed (%s)", e->message);
    case GST_STREAM_ERROR_TYPE_NOT_FOUND:
    case GST_STREAM_ERROR_WRONG_TYPE:
        return fault_set(fault, ERR_FORMAT, "Check that it plays in a video player.",
                         "it is not a video or picture (%s)", e->message);
    case GST_STREAM_ERROR_DEMUX:
    case GST_STREAM_ERROR_DECODE:
        return fault_set(fault, ERR_FORMAT, "Was the recording stopped properly and copied whole?",
                         "it is damaged or cut off (%s)", e->message);
    default:
        return fault_set(fault, ERR_FORMAT, NULL, "it cannot be decoded (%s)", e->message);
    }
}

static int of_resource(const GError *e, bool live, struct capture_fault *fault)
{
    switch (e->code) {
    case GST_RESOURCE_ERROR_NOT_FOUND:
        return fault_set(fault, ERR_NOT_FOUND, live ? "Check the address." : NULL, "it is not there (%s)", e->message);
    case GST_RESOURCE_ERROR_NOT_AUTHORIZED:
        return fault_set(fault, ERR_DENIED, "Put name and password into the address: rtsp://name:password@host/…",
                         "name or password is wrong");
    case GST_RESOURCE_ERROR_BUSY:
        return fault_set(fault, ERR_BUSY, "Close the other program.", "another program uses it");
    case GST_RESOURCE_ERROR_NO_SPACE_LEFT:
        return fault_set(fault, ERR_FULL, NULL, "no space left on the disk");
    default:
        return fault_set(fault, live ? ERR_GONE : ERR_IO, live ? "Is it switched on, and is the address right?" : NULL,
                         "%s", e->message);
    }
}

int gst_fault_from(GstMessage *message, bool live, struct capture_fault *fault)
{
    GError *e = NULL;
    char *detail = NULL;
    gst_message_parse_error(message, &e, &detail);
    log_debug("gst: %s: %s", e->message, detail ? detail : "");
    int err;
    if (e->domain == GST_STREAM_ERROR)
        err = of_stream(e, fault);
    else if (e->domain == GST_RESOURCE_ERROR)
        err = of_resource(e, live, fault);
    else if (e->domain == GST_CORE_ERROR && e->code == GST_CORE_ERROR_MISSING_PLUGIN)
        err = fault_set(fault, ERR_UNSUPPORTED, install, "it has no picture, or no decoder for it is installed");
    else
        err = fault_set(fault, ERR_IO, NULL, "%s", e->message);
    g_error_free(e);
    g_free(detail);
    return err;
}

int gst_fault_of_path(const char *path, struct capture_fault *fault)
{
    struct stat st;
    if (stat(path, &st) || access(path, R_OK)) {
        int err = err_from_errno(errno);
        return fault_set(fault, err, err == ERR_NOT_FOUND ? "Check the spelling." : NULL, "%s", strerror(errno));
    }
    if (S_ISDIR(st.st_mode))
        return fault_set(fault, ERR_FORMAT, "Name one file in it.", "it is a folder");
    if (S_ISREG(st.st_mode) && st.st_size == 0)
        return fault_set(fault, ERR_FORMAT, "Was the recording stopped before the first frame?", "the file is empty");
    return 0;
}
