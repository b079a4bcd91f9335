/* SPDX-License-Identifier: Apache-2.0 */
/* sim_camera_file.h: a camera for the simulator from a JSON file: a calibration, or the truth of another clip. */
#pragma once

#include "sim.h"

/* Changes what the file names: fx fy cx cy, k (or dist_k1_k2_p1_p2_k3), R (or R_world_to_cam), t (or C_world_mm),
 * width, height, fps, shutter_s, rolling_shutter_s, gain, gamma, contrast, balance, noise_read, noise_shot, soft_px,
 * vignette. 0, ERR_NOT_FOUND, or ERR_FORMAT with `why` filled. */
int sim_camera_read(struct sim_camera *camera, const char *path, char *why, size_t size);
