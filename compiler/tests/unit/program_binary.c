// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/program_binary.c: round trips, damage, and the hash.
#include "compiler/program_binary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static const struct weft_binary_view sample = {.kind = WEFT_BINARY_EXECUTABLE,
                                               .payload = "payload\0",
                                               .payload_size = 8,
                                               .info = "information",
                                               .info_size = 11,
                                               .deps = "dep",
                                               .deps_size = 3,
                                               .origin = "source",
                                               .origin_size = 6};

static unsigned char *
written(size_t *size)
{
    unsigned char *data = NULL;

    assert_true(weft_binary_write(&sample, "target", &data, size));
    return data;
}

static void
parts_come_back(void **state)
{
    struct weft_binary_view view;
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    assert_null(weft_binary_parse(data, size, "target", &view));
    assert_int_equal(view.kind, WEFT_BINARY_EXECUTABLE);
    assert_int_equal(view.payload_size, 8);
    assert_memory_equal(view.payload, "payload\0", 8);
    assert_int_equal(view.info_size, 11);
    assert_memory_equal(view.info, "information", 11);
    assert_int_equal(view.deps_size, 3);
    assert_memory_equal(view.deps, "dep", 3);
    assert_int_equal(view.origin_size, 6);
    assert_memory_equal(view.origin, "source", 6);
    free(data);
}

static void
payload_comes_first(void **state)
{
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    assert_memory_equal(data, "payload", 7);
    free(data);
}

static void
empty_parts_are_valid(void **state)
{
    const struct weft_binary_view empty = {.kind = WEFT_BINARY_LIBRARY};
    struct weft_binary_view view;
    unsigned char *data;
    size_t size;

    (void)state;
    assert_true(weft_binary_write(&empty, "", &data, &size));
    assert_null(weft_binary_parse(data, size, "", &view));
    assert_int_equal(view.kind, WEFT_BINARY_LIBRARY);
    free(data);
}

static void
other_target_is_refused(void **state)
{
    static const char *const others[] = {"targe", "target2", "", "xarget"};
    struct weft_binary_view view;
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        assert_non_null(weft_binary_parse(data, size, others[i], &view));
    assert_null(weft_binary_parse(data, size, NULL, &view));
    free(data);
}

static void
every_flipped_bit_is_found(void **state)
{
    struct weft_binary_view view;
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    for (size_t bit = 0; bit < 8 * size; bit++) {
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_non_null(weft_binary_parse(data, size, "target", &view));
        data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_null(weft_binary_parse(data, size, "target", &view));
    free(data);
}

static void
every_truncation_is_found(void **state)
{
    struct weft_binary_view view;
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    for (size_t i = 0; i < size; i++) {
        unsigned char *copy = malloc(i ? i : 1);

        memcpy(copy, data, i);
        assert_non_null(weft_binary_parse(copy, i, "target", &view));
        memcpy(copy, data + size - i, i);
        assert_non_null(weft_binary_parse(copy, i, "target", &view));
        free(copy);
    }
    free(data);
}

static void
foreign_bytes_are_refused(void **state)
{
    static const char text[] = "\x7f"
                               "ELF and so on, long enough to hold a trailer, but without one, for it is a text";
    struct weft_binary_view view;

    (void)state;
    assert_non_null(weft_binary_parse(text, sizeof(text), "target", &view));
    assert_non_null(weft_binary_parse(NULL, 0, "target", &view));
    assert_non_null(weft_binary_parse("", 0, "target", &view));
}

static uint64_t
size_of_part(const unsigned char *data, size_t size, size_t part)
{
    uint64_t its;

    memcpy(&its, data + size - WEFT_BINARY_TRAILER_BYTES + 8 * part, sizeof its);
    return its;
}

// Whether a copy is taken that says so of the size of a part, and has a right checksum.
static bool
parses_with(const unsigned char *data, size_t size, size_t part, uint64_t part_size)
{
    unsigned char *copy = malloc(size);
    struct weft_binary_view view;
    uint64_t checksum;
    bool is_taken;

    assert_non_null(copy);
    memcpy(copy, data, size);
    memcpy(copy + size - WEFT_BINARY_TRAILER_BYTES + 8 * part, &part_size, sizeof part_size);
    checksum = weft_hash64(copy, size - sizeof checksum, WEFT_BINARY_VERSION);
    memcpy(copy + size - sizeof checksum, &checksum, sizeof checksum);
    is_taken = !weft_binary_parse(copy, size, "target", &view);
    free(copy);
    return is_taken;
}

// A binary with a right checksum whose sizes lie must not lead outside.
static void
sizes_that_lie_are_refused(void **state)
{
    static const uint64_t sizes[] = {UINT64_MAX, UINT64_MAX - 7, 1000, 9, (uint64_t)1 << 63};
    size_t size;
    unsigned char *data = written(&size);

    (void)state;
    for (size_t field = 0; field < 5; field++) {
        for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
            assert_false(parses_with(data, size, field, sizes[i]));
        // Nothing but the size is wrong there.
        assert_true(parses_with(data, size, field, size_of_part(data, size, field)));
    }
    free(data);
}

static void
hash_tells_sizes_and_seeds_apart(void **state)
{
    static const unsigned char zeros[256];
    uint64_t seen[512];
    size_t count = 0;

    (void)state;
    for (size_t size = 0; size < 256; size++) {
        seen[count++] = weft_hash64(zeros, size, 0);
        seen[count++] = weft_hash64(zeros, size, 1);
    }
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(seen[i] != seen[j]);
}

static void
hash_does_not_depend_on_alignment(void **state)
{
    unsigned char bytes[300];

    (void)state;
    for (size_t i = 0; i < 8; i++) {
        for (size_t j = 0; j < 200; j++)
            bytes[i + j] = (unsigned char)(j * 7);
        assert_true(weft_hash64(bytes + i, 200, 5) ==
                    UINT64_C(0) + weft_hash64(memmove(bytes, bytes + i, 200), 200, 5));
    }
}

// Each input bit flips about half of the output bits.
static void
hash_mixes_every_bit(void **state)
{
    unsigned char bytes[200] = {0};
    uint64_t base = weft_hash64(bytes, sizeof(bytes), 0);

    (void)state;
    for (size_t bit = 0; bit < 8 * sizeof(bytes); bit++) {
        int changed;

        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        changed = __builtin_popcountll(base ^ weft_hash64(bytes, sizeof(bytes), 0));
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_in_range(changed, 12, 52);
    }
}

static void
hash_speed(void **state)
{
    size_t size = 1u << 20;
    unsigned char *data = malloc(size);
    struct timespec before, after;
    uint64_t sum = 0;
    double seconds;

    (void)state;
    memset(data, 1, size);
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < 200; i++)
        sum += weft_hash64(data, size, (uint64_t)i);
    clock_gettime(CLOCK_MONOTONIC, &after);
    seconds = (double)(after.tv_sec - before.tv_sec) + (double)(after.tv_nsec - before.tv_nsec) / 1e9;
    print_message("hash: %.1f GB/s (%llx)\n", 200.0 * (double)size / seconds / 1e9, (unsigned long long)sum);
    free(data);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_come_back),
        cmocka_unit_test(payload_comes_first),
        cmocka_unit_test(empty_parts_are_valid),
        cmocka_unit_test(other_target_is_refused),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(every_truncation_is_found),
        cmocka_unit_test(foreign_bytes_are_refused),
        cmocka_unit_test(sizes_that_lie_are_refused),
        cmocka_unit_test(hash_tells_sizes_and_seeds_apart),
        cmocka_unit_test(hash_does_not_depend_on_alignment),
        cmocka_unit_test(hash_mixes_every_bit),
        cmocka_unit_test(hash_speed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
