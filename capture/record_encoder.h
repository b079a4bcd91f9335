/* SPDX-License-Identifier: Apache-2.0 */
/* record_encoder.h: lent frames in, H.264 packets out. One frame in is one packet out, in the same order, with the
 * same time. */
#pragma once

#include "record.h"
#include "record_file.h"

struct record_encoder;

/* Called from the encoder's thread for each packet; the packet's buffer is lent for the call. */
typedef void record_encoded(void *user, const struct record_packet *packet, GstCaps *caps);

int record_encoder_open(struct record_encoder **e, const struct record_options *options, const struct frame *like,
                        const struct capture_info *info, record_encoded *out, void *user, struct capture_fault *fault);

/* Never waits. ERR_FULL: as many frames as allowed wait already. ERR_GONE: the encoder has failed. */
int record_encoder_push(struct record_encoder *e, struct capture *c, const struct frame *frame);

/* Lets what is inside come out; no call of `out` after it returns. */
void record_encoder_close(struct record_encoder **e);
