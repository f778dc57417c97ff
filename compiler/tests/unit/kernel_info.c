// SPDX-License-Identifier: Apache-2.0
// Tests of compiler/kernel_info.c.
#include "compiler/kernel_info.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct weft_arg_info args[] = {
    {.kind = WEFT_ARG_GLOBAL,
     .size = 8,
     .align = 8,
     .offset = 0,
     .address_qualifier = 0x119B,
     .access_qualifier = 0x11A3,
     .type_qualifier = 5,
     .name = (char[]){"out"},
     .type_name = (char[]){"float4*"}},
    {.kind = WEFT_ARG_LOCAL,
     .size = 8,
     .align = 16,
     .offset = 8,
     .name = (char[]){"tmp"},
     .type_name = (char[]){"float4*"}},
};
static struct weft_kernel_info kernels[] = {
    {.name = (char[]){"first"},
     .attributes = (char[]){"reqd_work_group_size(8,4,2)"},
     .arg_count = 2,
     .arg_block_bytes = 16,
     .args = args,
     .required_work_group_size = {8, 4, 2},
     .local_bytes = 100,
     .private_bytes = 200,
     .context_bytes_per_item = 300,
     .stack_bytes = 400,
     .has_barrier = 1,
     .uses_printf = 1,
     .enqueues = 1,
     .wants_local_size = 1,
     .wants_arguments = UINT64_C(5) << 40,
     .merged_items = 32,
     .asks_apart = 1,
     .contends = 1,
     .form = 0x15,
     .other_forms = 0x90210204},
    {.name = (char[]){"second"}, .attributes = (char[]){""}},
    {.name = (char[]){"hidden.end"}, .attributes = (char[]){""}, .stack_bytes = 500},
    {.name = (char[]){"block"}, .attributes = (char[]){""}},
};
static const struct weft_program_info sample = {.kernel_count = 2,
                                                .block_count = 1,
                                                .has_program_scope_variables = 1,
                                                .kernels = kernels,
                                                .has_end = 1,
                                                .program_scope_bytes = 77};

static struct weft_writer
encoded(void)
{
    struct weft_writer out = {0};

    weft_program_info_encode(&sample, &out);
    assert_false(out.failed);
    return out;
}

static bool
decodes(const unsigned char *data, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    struct weft_reader in = {.data = copy, .size = size};
    struct weft_program_info info;
    bool ok;

    if (size)
        memcpy(copy, data, size);
    ok = weft_program_info_decode(&in, &info);
    if (ok)
        weft_program_info_finish(&info);
    else
        assert_null(info.kernels);
    free(copy);
    return ok;
}

static void
info_round_trip(void **state)
{
    struct weft_writer out = encoded();
    struct weft_reader in = {.data = out.data, .size = out.size};
    struct weft_program_info info;
    const struct weft_kernel_info *k;
    const struct weft_arg_info *a;

    (void)state;
    assert_true(weft_program_info_decode(&in, &info));
    assert_int_equal(info.kernel_count, 2);
    assert_int_equal(info.block_count, 1);
    assert_int_equal(info.has_program_scope_variables, 1);
    assert_int_equal(info.program_scope_bytes, 77);
    k = &info.kernels[0];
    assert_string_equal(k->name, "first");
    assert_string_equal(k->attributes, "reqd_work_group_size(8,4,2)");
    assert_int_equal(k->arg_block_bytes, 16);
    assert_int_equal(k->required_work_group_size[0], 8);
    assert_int_equal(k->required_work_group_size[1], 4);
    assert_int_equal(k->required_work_group_size[2], 2);
    assert_int_equal(k->local_bytes, 100);
    assert_int_equal(k->private_bytes, 200);
    assert_int_equal(k->context_bytes_per_item, 300);
    assert_int_equal(k->stack_bytes, 400);
    assert_int_equal(k->has_barrier, 1);
    assert_int_equal(k->uses_printf, 1);
    assert_int_equal(k->enqueues, 1);
    assert_int_equal(k->wants_local_size, 1);
    assert_true(k->wants_arguments == UINT64_C(5) << 40);
    assert_int_equal(k->merged_items, 32);
    assert_int_equal(k->asks_apart, 1);
    assert_int_equal(k->contends, 1);
    assert_int_equal(k->form, 0x15);
    assert_true(k->other_forms == 0x90210204);
    assert_int_equal(k->arg_count, 2);
    a = &k->args[0];
    assert_int_equal(a->kind, WEFT_ARG_GLOBAL);
    assert_int_equal(a->address_qualifier, 0x119B);
    assert_int_equal(a->access_qualifier, 0x11A3);
    assert_int_equal(a->type_qualifier, 5);
    assert_string_equal(a->name, "out");
    assert_string_equal(a->type_name, "float4*");
    a = &k->args[1];
    assert_int_equal(a->kind, WEFT_ARG_LOCAL);
    assert_int_equal(a->size, 8);
    assert_int_equal(a->align, 16);
    assert_int_equal(a->offset, 8);
    assert_string_equal(info.kernels[1].name, "second");
    assert_int_equal(info.kernels[1].arg_count, 0);
    assert_int_equal(weft_program_info_total(&info), 4);
    assert_null(weft_program_info_begin(&info));
    assert_int_equal(weft_program_info_end(&info)->stack_bytes, 500);
    assert_string_equal(weft_program_info_block(&info, 0)->name, "block");
    weft_program_info_finish(&info);
    weft_writer_finish(&out);
}

static void
variables_are_seen_without_decoding(void **state)
{
    struct weft_program_info without = sample;
    struct weft_writer with = encoded(), out = {0};

    (void)state;
    without.has_program_scope_variables = 0;
    weft_program_info_encode(&without, &out);
    assert_true(weft_program_info_peek_variables(with.data, with.size));
    assert_false(weft_program_info_peek_variables(out.data, out.size));
    assert_false(weft_program_info_peek_variables(NULL, 0));
    weft_writer_finish(&with);
    weft_writer_finish(&out);
}

static void
info_cut_short_is_refused(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    for (size_t size = 0; size < out.size; size++)
        assert_false(decodes(out.data, size));
    weft_writer_finish(&out);
}

static bool
sample_decodes(void)
{
    struct weft_writer out = encoded();
    bool ok = decodes(out.data, out.size);

    weft_writer_finish(&out);
    return ok;
}

// One at a time.
static void
unsound_numbers_are_refused(void **state)
{
    static const struct {
        uint32_t *number, value;
    } wrong[] = {
        {&args[0].kind, WEFT_ARG_QUEUE + 1}, {&args[0].size, 4},    {&args[0].offset, 9},
        {&args[0].offset, UINT32_MAX - 3},   {&args[0].align, 0},   {&args[1].align, 24},
        {&args[1].align, 1u << 31},          {&args[1].size, 16},   {&kernels[0].arg_block_bytes, 15},
        {&kernels[0].arg_block_bytes, 0},    {&args[1].offset, 12}, {&kernels[0].arg_block_bytes, UINT32_MAX},
    };
    static uint64_t *const large[] = {&kernels[0].local_bytes, &kernels[0].private_bytes,
                                      &kernels[0].context_bytes_per_item, &kernels[0].stack_bytes};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        uint32_t before = *wrong[i].number;

        *wrong[i].number = wrong[i].value;
        assert_false(sample_decodes());
        *wrong[i].number = before;
        assert_true(sample_decodes());
    }
    for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
        uint64_t before = *large[i];

        *large[i] = UINT64_MAX / 2;
        assert_false(sample_decodes());
        *large[i] = before;
    }
    kernels[0].required_work_group_size[1] = 0;
    assert_false(sample_decodes());
    kernels[0].required_work_group_size[1] = 4;
    kernels[1].name[0] = 0;
    assert_false(sample_decodes());
    kernels[1].name[0] = 's';
    assert_true(sample_decodes());
}

static void
bytes_behind_the_info_are_refused(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    weft_writer_u32(&out, 0);
    assert_false(decodes(out.data, out.size));
    weft_writer_finish(&out);
}

static void
damage_does_not_break_decoding(void **state)
{
    struct weft_writer out = encoded();

    (void)state;
    for (size_t i = 0; i < out.size; i++) {
        for (unsigned value = 0; value < 256; value += 5) {
            unsigned char before = out.data[i];

            out.data[i] = (unsigned char)value;
            decodes(out.data, out.size);
            out.data[i] = before;
        }
    }
    weft_writer_finish(&out);
}

// A program takes at least what is asked for before memory for its kernels is allocated.
static void
the_smallest_kernel_is_taken(void **state)
{
    struct weft_kernel_info kernel = {.name = (char[]){"k"}, .attributes = (char[]){""}};
    const struct weft_program_info info = {.kernel_count = 1, .kernels = &kernel};
    struct weft_writer out = {0};

    (void)state;
    weft_program_info_encode(&info, &out);
    assert_false(out.failed);
    assert_true(decodes(out.data, out.size));
    weft_writer_finish(&out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_round_trip),
        cmocka_unit_test(the_smallest_kernel_is_taken),
        cmocka_unit_test(variables_are_seen_without_decoding),
        cmocka_unit_test(info_cut_short_is_refused),
        cmocka_unit_test(unsound_numbers_are_refused),
        cmocka_unit_test(bytes_behind_the_info_are_refused),
        cmocka_unit_test(damage_does_not_break_decoding),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
