// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/protocol.c: round trips, and that damaged bytes are refused without reading outside.
#include "compiler/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *names[] = {"a.h", "b/c.h"};
static struct weft_blob headers[] = {{"int a;", 6}, {"", 0}};
static struct weft_blob inputs[] = {{"one", 3}, {"two\0", 4}, {"", 0}};

static const struct weft_specialization special = {
    "k", {64, 2, 1}, 0x16, 2, {{3, 0, 7, {0}}, {4, 1, 0, {1, [63] = 9}}}};

static struct weft_request
sample(void)
{
    return (struct weft_request){.kind = WEFT_REQUEST_COMPILE,
                                 .options = "-w -DX",
                                 .source = {"kernel", 6},
                                 .header_count = 2,
                                 .header_names = names,
                                 .headers = headers,
                                 .input_count = 3,
                                 .inputs = inputs,
                                 .target = "cpu",
                                 .cpu = "x86-64-v2,+fma",
                                 .host = 0x123456789abcdef,
                                 .directory = "/dir",
                                 .source_file = "/dir/source.cl",
                                 .width = 16,
                                 .remarks = 1,
                                 .checks = 5,
                                 .without = 6,
                                 .specialization = &special,
                                 .urgent = 1};
}

static struct weft_writer
encoded(void)
{
    struct weft_request request = sample();
    struct weft_writer out = {0};

    weft_request_encode(&request, &out);
    assert_false(out.failed);
    return out;
}

// Decodes a copy in a block of its exact size, so that sanitizers and valgrind see any access outside.
static bool
decodes(const unsigned char *data, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    struct weft_reader in = {.data = copy, .size = size};
    struct weft_request request;
    bool ok;

    if (size)
        memcpy(copy, data, size);
    ok = weft_request_decode(&in, &request);
    if (ok)
        weft_request_finish(&request);
    free(copy);
    return ok;
}

static void
request_round_trip(void **state)
{
    struct weft_writer out = encoded();
    struct weft_reader in = {.data = out.data, .size = out.size};
    struct weft_request r;

    (void)state;
    assert_true(weft_request_decode(&in, &r));
    assert_int_equal(r.kind, WEFT_REQUEST_COMPILE);
    assert_string_equal(r.options, "-w -DX");
    assert_string_equal(r.target, "cpu");
    assert_string_equal(r.cpu, "x86-64-v2,+fma");
    assert_int_equal(r.host, 0x123456789abcdef);
    assert_string_equal(r.directory, "/dir");
    assert_string_equal(r.source_file, "/dir/source.cl");
    assert_int_equal(r.width, 16);
    assert_int_equal(r.remarks, 1);
    assert_int_equal(r.checks, 5);
    assert_int_equal(r.without, 6);
    assert_int_equal(r.urgent, 1);
    assert_string_equal(r.specialization->kernel, "k");
    assert_int_equal(r.specialization->local_size[0], 64);
    assert_int_equal(r.specialization->local_size[1], 2);
    assert_int_equal(r.specialization->local_size[2], 1);
    assert_int_equal(r.specialization->form, 0x16);
    assert_int_equal(r.specialization->fixed_count, 2);
    assert_int_equal(r.specialization->fixed[0].argument, 3);
    assert_int_equal(r.specialization->fixed[0].value, 7);
    assert_int_equal(r.specialization->fixed[1].argument, 4);
    assert_true(r.specialization->fixed[1].is_image);
    assert_int_equal(r.specialization->fixed[1].facts[0], 1);
    assert_int_equal(r.specialization->fixed[1].facts[63], 9);
    assert_int_equal(r.source.size, 6);
    assert_memory_equal(r.source.data, "kernel", 6);
    assert_int_equal(r.header_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(r.header_names[i], names[i]);
        assert_int_equal(r.headers[i].size, headers[i].size);
        assert_memory_equal(r.headers[i].data, headers[i].data, headers[i].size);
    }
    assert_int_equal(r.input_count, 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(r.inputs[i].size, inputs[i].size);
        assert_memory_equal(r.inputs[i].data, inputs[i].data, inputs[i].size);
    }
    weft_request_finish(&r);
    weft_writer_finish(&out);
}

static void
an_origin_comes_back(void **state)
{
    const struct weft_origin origin = {8, 5, 6, {"bitcode", 7}};
    struct weft_origin r;
    struct weft_writer out = {0};
    struct weft_reader in;

    (void)state;
    weft_origin_encode(&origin, &out);
    assert_false(out.failed);
    in = (struct weft_reader){.data = out.data, .size = out.size};
    assert_true(weft_origin_decode(&in, &r));
    assert_int_equal(r.width, 8);
    assert_int_equal(r.checks, 5);
    assert_int_equal(r.without, 6);
    assert_int_equal(r.module.size, 7);
    assert_memory_equal(r.module.data, "bitcode", 7);
    for (size_t size = 0; size < out.size; size++) {
        in = (struct weft_reader){.data = out.data, .size = size};
        assert_false(weft_origin_decode(&in, &r));
    }
    weft_writer_finish(&out);
}

static void
an_origin_of_no_width_is_refused(void **state)
{
    static const uint32_t widths[] = {3, 24, 512, UINT32_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
        const struct weft_origin origin = {widths[i], 0, 0, {"bitcode", 7}};
        struct weft_writer out = {0};
        struct weft_reader in;
        struct weft_origin r;

        weft_origin_encode(&origin, &out);
        in = (struct weft_reader){.data = out.data, .size = out.size};
        assert_false(weft_origin_decode(&in, &r));
        weft_writer_finish(&out);
    }
}

static void
NULL_texts_become_empty(void **state)
{
    struct weft_request request = {.kind = WEFT_REQUEST_LINK}, r;
    struct weft_writer out = {0};
    struct weft_reader in;

    (void)state;
    weft_request_encode(&request, &out);
    in = (struct weft_reader){.data = out.data, .size = out.size};
    assert_true(weft_request_decode(&in, &r));
    assert_string_equal(r.options, "");
    assert_string_equal(r.target, "");
    assert_string_equal(r.cpu, "");
    assert_string_equal(r.directory, "");
    assert_string_equal(r.source_file, "");
    weft_request_finish(&r);
    weft_writer_finish(&out);
}

static void
request_cut_short_is_refused(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    for (size_t size = 0; size < out.size; size++)
        assert_false(decodes(out.data, size));
    weft_writer_finish(&out);
}

static void
request_with_bytes_behind_is_refused(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    weft_writer_u32(&out, 0);
    assert_false(decodes(out.data, out.size));
    weft_writer_finish(&out);
}

static void
unknown_kind_is_refused(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    out.data[0] = 0;
    assert_false(decodes(out.data, out.size));
    out.data[0] = WEFT_REQUEST_VERSION + 1;
    assert_false(decodes(out.data, out.size));
    weft_writer_finish(&out);
}

static void
flipped_bits_do_not_break_decoding(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    for (size_t bit = 0; bit < 8 * out.size; bit++) {
        out.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
        decodes(out.data, out.size);
        out.data[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    assert_true(decodes(out.data, out.size));
    weft_writer_finish(&out);
}

static void
overwritten_words_do_not_break_decoding(void **state)
{
    static const uint64_t words[] = {UINT64_MAX, 0, 1, UINT32_MAX, (uint64_t)1 << 63, 0x7fffffff};
    struct weft_writer out = encoded();

    (void)state;
    for (size_t i = 0; i + 8 <= out.size; i++) {
        unsigned char before[8];

        memcpy(before, out.data + i, 8);
        for (size_t j = 0; j < sizeof(words) / sizeof(*words); j++) {
            memcpy(out.data + i, &words[j], 8);
            decodes(out.data, out.size);
        }
        memcpy(out.data + i, before, 8);
    }
    weft_writer_finish(&out);
}

static void
response_round_trip(void **state)
{
    const struct weft_response response = {.status = -11, .log = {"log", 3}, .binary = {"\0\1", 2}};
    struct weft_writer out = {0};
    struct weft_reader in;
    struct weft_response r;

    (void)state;
    weft_response_encode(&response, &out);
    in = (struct weft_reader){.data = out.data, .size = out.size};
    assert_true(weft_response_decode(&in, &r));
    assert_int_equal(r.status, -11);
    assert_int_equal(r.log.size, 3);
    assert_memory_equal(r.log.data, "log", 3);
    assert_int_equal(r.binary.size, 2);
    assert_memory_equal(r.binary.data, "\0\1", 2);
    for (size_t size = 0; size < out.size; size++) {
        in = (struct weft_reader){.data = out.data, .size = size};
        assert_false(weft_response_decode(&in, &r));
    }
    weft_writer_finish(&out);
}

static void
target_facts_round_trip(void **state)
{
    const struct weft_target_facts facts = {.vector_bytes = 32, .has_fma = 1};
    struct weft_target_facts read = {0};
    struct weft_writer out = {0};

    (void)state;
    weft_target_facts_encode(&facts, &out);
    assert_false(out.failed);
    for (size_t size = 0; size <= out.size + 1; size++) {
        unsigned char bytes[32] = {0};
        struct weft_reader in = {.data = bytes, .size = size};

        memcpy(bytes, out.data, out.size);
        assert_int_equal(weft_target_facts_decode(&in, &read), size == out.size);
        if (size == out.size) {
            assert_int_equal(read.vector_bytes, 32);
            assert_int_equal(read.has_fma, 1);
        }
    }
    weft_writer_finish(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(target_facts_round_trip),
        cmocka_unit_test(request_round_trip),
        cmocka_unit_test(an_origin_comes_back),
        cmocka_unit_test(an_origin_of_no_width_is_refused),
        cmocka_unit_test(NULL_texts_become_empty),
        cmocka_unit_test(request_cut_short_is_refused),
        cmocka_unit_test(request_with_bytes_behind_is_refused),
        cmocka_unit_test(unknown_kind_is_refused),
        cmocka_unit_test(flipped_bits_do_not_break_decoding),
        cmocka_unit_test(overwritten_words_do_not_break_decoding),
        cmocka_unit_test(response_round_trip),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
