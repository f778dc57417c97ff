// SPDX-License-Identifier: Apache-2.0
// What the patterns share: a pattern is a kernel of the same name in kernels/, a setup() that makes its arrays and says
// its range and arguments, and a reference().
#ifndef WEFT_PATTERNS_H
#define WEFT_PATTERNS_H

#include "bench/suite/suite.h"

// A row of a table of patterns; more of suite_program may follow.
#define PATTERN(kernel_name, setup_function, reference_function, ...)                                                  \
    {.name = #kernel_name,                                                                                             \
     .group = "patterns",                                                                                              \
     .unit = "Gitem/s",                                                                                                \
     .source = "../../patterns/kernels/" #kernel_name ".cl",                                                           \
     .setup = setup_function,                                                                                          \
     .bind = pattern_bind,                                                                                             \
     .launch = pattern_launch,                                                                                         \
     .reference = reference_function,                                                                                  \
     __VA_ARGS__}

// Each ends with a program without a name.
extern const struct suite_program patterns_ranges[], patterns_matrix[], patterns_stencil[], patterns_filter[],
    patterns_layout[], patterns_private[], patterns_lookup[], patterns_atomics[], patterns_bytes[], patterns_numbers[],
    patterns_hash[], patterns_group[], patterns_loops[], patterns_models[];

// For setup(): the range, whose work-items are the work, and the group's size, 0 for none given.
void pattern_1d(struct suite_run *run, int gx, int lx);
void pattern_2d(struct suite_run *run, int gx, int gy, int lx, int ly);
void pattern_3d(struct suite_run *run, int gx, int gy, int gz, int lx, int ly, int lz);
// After the range: all arguments, by letters: a the arrays in the order of their creation, i int, f double (passed as
// float).
void pattern_arguments(struct suite_run *run, const char *letters, ...);
// After these: a launch() enqueues `count` times, and argument `index`, an int, counts from 0.
void pattern_rounds(struct suite_run *run, int index, int count);

void pattern_bind(struct suite_run *run);
void pattern_launch(struct suite_run *run);

// suite_size() as an int.
int pattern_size(const struct suite_run *run, int base, int dimensions, int multiple);
// The host's twin of array `index`.
void *pattern_host(const struct suite_run *run, int index);
int pattern_elements(const struct suite_run *run, int index);

void pattern_sort(int *values, size_t count);

// New arrays: inputs are random, from low to high, which integers stay below; words are 32 random bits.
struct suite_array *pattern_in_floats(struct suite_run *run, size_t count, float low, float high);
struct suite_array *pattern_in_ints(struct suite_run *run, size_t count, int low, int high);
struct suite_array *pattern_in_words(struct suite_run *run, size_t count);
struct suite_array *pattern_in_bytes(struct suite_run *run, size_t count);
// Compared exactly but for floats, with the tolerance given.
struct suite_array *pattern_out_floats(struct suite_run *run, size_t count, double absolute, double relative);
struct suite_array *pattern_inout_floats(struct suite_run *run, size_t count, float low, float high, double absolute);
struct suite_array *pattern_out_ints(struct suite_run *run, size_t count);
struct suite_array *pattern_out_bytes(struct suite_run *run, size_t count);
// An array made by one of these, which the kernel also updates.
struct suite_array *pattern_updated(struct suite_array *array);

static inline uint32_t
rotated(uint32_t value, int by)
{
    return by ? value << by | value >> (32 - by) : value;
}

static inline int
clamped(int value, int low, int high)
{
    return value < low ? low : value > high ? high : value;
}

static inline int
least(int a, int b)
{
    return a < b ? a : b;
}

static inline int
most(int a, int b)
{
    return a > b ? a : b;
}

#endif
