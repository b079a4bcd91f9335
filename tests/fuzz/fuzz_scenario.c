/* SPDX-License-Identifier: Apache-2.0 */
/* libFuzzer target: whatever a file given to `whiteglove judge` may contain. */
#include "scenario.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    json_t *list = json_loadb((const char *)data, size, JSON_REJECT_DUPLICATES, NULL);
    json_decref(list ? scenario_judge(list) : NULL);
    json_decref(list);
    return 0;
}
