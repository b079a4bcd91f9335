/* SPDX-License-Identifier: Apache-2.0 */
/* Just enough of cmocka to run a test program where there is no cmocka: on another processor, under emulation. */
#pragma once

#include <stdio.h>
#include <stdlib.h>

struct CMUnitTest {
    const char *name;
    void (*run)(void **state);
};

#define cmocka_unit_test(f)                                                                                            \
    {                                                                                                                  \
#f, f                                                                                                          \
    }
#define fail_msg(...) (printf(__VA_ARGS__), puts(""), exit(1))
#define assert_int_equal(a, b)                                                                                         \
    ((long long)(a) == (long long)(b) ? (void)0                                                                        \
                                      : (printf("%s:%d: %s is not %s\n", __FILE__, __LINE__, #a, #b), exit(1)))

#define cmocka_run_group_tests(tests, setup, teardown) run_all(tests, sizeof(tests) / sizeof *(tests))

static inline int run_all(const struct CMUnitTest *tests, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        printf("[ RUN      ] %s\n", tests[i].name);
        tests[i].run(NULL);
        printf("[       OK ] %s\n", tests[i].name);
    }
    return 0;
}
