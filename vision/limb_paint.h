/* SPDX-License-Identifier: Apache-2.0 */
/* limb_paint.h: stripes and numbers end in edges that are clearer than many a limb, and no smooth shading explains
 * them. Private to limb.c. */
#pragma once

#include "limb_look.h"

/* Hides from the model what lies, seen from where the limb is thought to be (m->at), beyond other clear edges: only the
 * paint that reaches the limb tells where it is. */
void limb_hide_paint(struct limb_model *m);
