// SPDX-License-Identifier: Apache-2.0
// OpenCL C 3.1: what it says of itself, and what it made part of the language, which other versions have by extensions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/tests/support.h"

enum { COUNT = 512 };

static cl_ulong
random_bits(void)
{
    static cl_ulong state = 1;

    state = state * 6364136223846793005u + 1442695040888963407u;
    return state ^ state >> 29;
}

// Each word that is not 0 is a complaint.
static void
check_words(const char *source, const char *options)
{
    cl_uint out[16] = {0};
    char text[2000];

    snprintf(text, sizeof text, "kernel void k(global uint *out) {\n%s\n}", source);
    test_run(text, options, "k", RANGE1(1, 1), BUFFER(out));
    for (cl_uint i = 0; i < 16; i++)
        if (out[i])
            fail_msg("%s: word %u is %u", options, i, out[i]);
}

static void
versions_and_macros(void **state)
{
    static const char of_3_1[] = "  out[0] = __OPENCL_C_VERSION__ != 310; out[1] = CL_VERSION_3_1 != 310;\n"
                                 "  out[2] = CL_VERSION_3_0 != 300; out[3] = __OPENCL_VERSION__ <= 200;\n"
                                 "  out[4] = CL_VERSION_2_0 != 200; out[5] = CL_VERSION_1_0 != 100;\n"
                                 "#if __OPENCL_C_VERSION__ < CL_VERSION_3_1\n"
                                 "  out[6] = 1;\n"
                                 "#endif\n"
                                 "#ifdef __OPENCL_CPP_VERSION__\n"
                                 "  out[7] = 1;\n"
                                 "#endif";
    static const char of_others[] = "#ifdef CL_VERSION_3_1\n"
                                    "  out[0] = 1;\n"
                                    "#endif\n"
                                    "#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ > 300\n"
                                    "  out[1] = 1;\n"
                                    "#endif";

    (void)state;
    check_words(of_3_1, "-cl-std=CL3.1");
    check_words(of_3_1, "-cl-std=CL3.1 -cl-opt-disable");
    for (int i = 0; i < 6; i++) {
        static const char *const others[] = {"-cl-std=CL1.0", "-cl-std=CL1.2", "-cl-std=CL2.0",
                                             "-cl-std=CL3.0", "-cl-std=CLC++", "-cl-std=CLC++2021"};
        check_words(of_others, others[i]);
    }
}

static const char *const all_languages[] = {"-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0",
                                            "-cl-std=CL3.0", "-cl-std=CL3.1", "-cl-std=CLC++", "-cl-std=CLC++2021"};
enum { LANGUAGES = sizeof all_languages / sizeof *all_languages, FIRST_WITH_SUB_GROUPS = 3 };

static void
extensions_and_features_have_macros(void **state)
{
    static const char *const of_integers[] = {"cl_khr_extended_bit_ops", "cl_khr_integer_dot_product",
                                              "__opencl_c_integer_dot_product_input_4x8bit",
                                              "__opencl_c_integer_dot_product_input_4x8bit_packed"};
    static const char *const of_sub_groups[] = {
        "cl_khr_subgroup_extended_types",   "cl_khr_subgroup_rotate",
        "cl_khr_subgroup_shuffle",          "cl_khr_subgroup_shuffle_relative",
        "cl_khr_subgroup_ballot",           "cl_khr_subgroup_clustered_reduce",
        "cl_khr_subgroup_non_uniform_vote", "cl_khr_subgroup_non_uniform_arithmetic"};
    char extensions[4096], text[200];

    (void)state;
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, sizeof extensions, extensions, NULL));
    for (int l = 0; l < LANGUAGES; l++) {
        for (int i = 0; i < 4; i++) {
            snprintf(text, sizeof text, "#if %s != 1\n  out[0] = 1;\n#endif", of_integers[i]);
            check_words(text, all_languages[l]);
        }
        for (int i = 0; i < 8; i++) {
            snprintf(text, sizeof text, "#ifdef %s\n  out[0] = %d;\n#else\n  out[1] = %d;\n#endif", of_sub_groups[i],
                     l < FIRST_WITH_SUB_GROUPS, l >= FIRST_WITH_SUB_GROUPS);
            check_words(text, all_languages[l]);
            assert_non_null(strstr(extensions, of_sub_groups[i]));
        }
    }
    for (int i = 0; i < 2; i++)
        assert_non_null(strstr(extensions, of_integers[i]));
}

// ---- Integers
// --------------------------------------------------------------------------------------------------------

static const char bit_functions[] =
    "kernel void k(global const T *x, global const T *y, global const uint *places, global T *out) {\n"
    "  size_t i = get_global_id(0);\n"
    "  uint offset = places[i * 2], count = places[i * 2 + 1];\n"
    "  out += i * 8;\n"
    "  out[0] = bitfield_insert(x[i], y[i], offset, count);\n"
    "  out[1] = (T)bitfield_extract_signed(x[i], offset, count);\n"
    "  out[2] = (T)bitfield_extract_unsigned(x[i], offset, count);\n"
    "  out[3] = bit_reverse(x[i]);\n"
    // Fields whose place is the same for all.
    "  out[4] = bitfield_insert(x[i], y[i], 3, 4);\n"
    "  out[5] = (T)bitfield_extract_signed(x[i], 1, 6);\n"
    "  V4 v = (V4)(x[i], y[i], x[i] ^ y[i], 1), w = bitfield_insert(v, bit_reverse(v), offset, count);\n"
    "  out[6] = w.z;\n"
    "  out[7] = (T)bitfield_extract_signed(v, offset, count).y; }";

static cl_ulong
mask_of(cl_uint count)
{
    return count == 64 ? ~(cl_ulong)0 : ((cl_ulong)1 << count) - 1;
}

static cl_ulong
insert(cl_ulong base, cl_ulong with, cl_uint offset, cl_uint count)
{
    const cl_ulong field = count ? mask_of(count) << offset : 0;

    return (base & ~field) | (count ? with << offset & field : 0);
}

static cl_ulong
extract(cl_ulong base, cl_uint offset, cl_uint count, bool has_sign)
{
    const cl_ulong field = count ? base >> offset & mask_of(count) : 0;

    return has_sign && count && field >> (count - 1) ? field | ~mask_of(count) : field;
}

static cl_ulong
reverse(cl_ulong base, unsigned width)
{
    cl_ulong result = 0;

    for (unsigned i = 0; i < width; i++)
        result |= (base >> i & 1) << (width - 1 - i);
    return result;
}

static cl_ulong
word_at(const unsigned char *from, size_t i, size_t bytes)
{
    cl_ulong word = 0;

    memcpy(&word, from + i * bytes, bytes);
    return word;
}

static void
check_bit_functions(const char *type, size_t bytes, const char *language)
{
    static unsigned char x[COUNT * 8], y[COUNT * 8], out[COUNT * 8 * 8];
    const cl_uint width = (cl_uint)bytes * 8;
    cl_uint places[COUNT * 2];
    char options[100];

    for (size_t i = 0; i < sizeof x; i++) {
        x[i] = (unsigned char)(i < 16 ? 0 - (i / 8) : random_bits() >> 9);
        y[i] = (unsigned char)(random_bits() >> 9);
    }
    for (size_t i = 0; i < COUNT; i++) {
        places[i * 2] = (cl_uint)(random_bits() >> 20) % (width + 1);
        places[i * 2 + 1] = (cl_uint)(random_bits() >> 20) % (width + 1 - places[i * 2]);
    }
    places[1] = width, places[0] = 0; // everything
    places[2] = width, places[3] = 0; // and nothing, at the end
    snprintf(options, sizeof options, "%s -DT=%s -DV4=%s4", language, type, type);
    test_run(bit_functions, options, "k", RANGE1(COUNT, 64), {TEST_BUFFER, x, COUNT * bytes},
             {TEST_BUFFER, y, COUNT * bytes}, BUFFER(places), {TEST_BUFFER, out, COUNT * 8 * bytes});
    for (size_t i = 0; i < COUNT; i++) {
        const cl_ulong a = word_at(x, i, bytes), b = word_at(y, i, bytes);
        const cl_uint offset = places[i * 2], count = places[i * 2 + 1];
        const cl_ulong want[8] = {insert(a, b, offset, count),
                                  extract(a, offset, count, true),
                                  extract(a, offset, count, false),
                                  reverse(a, width),
                                  insert(a, b, 3, 4),
                                  extract(a, 1, 6, true),
                                  insert(a ^ b, reverse(a ^ b, width), offset, count),
                                  extract(b, offset, count, true)};
        for (size_t f = 0; f < 8; f++)
            if (word_at(out, i * 8 + f, bytes) != (want[f] & mask_of(width)))
                fail_msg("%s: item %zu, function %zu of %#llx, %#llx, %u, %u: %#llx, expected %#llx", options, i, f,
                         (unsigned long long)a, (unsigned long long)b, offset, count,
                         (unsigned long long)word_at(out, i * 8 + f, bytes),
                         (unsigned long long)(want[f] & mask_of(width)));
    }
}

static void
bit_functions_of_all_types_in_all_languages(void **state)
{
    static const struct {
        const char *name;
        size_t bytes;
    } types[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2},
                 {"int", 4},  {"uint", 4},  {"long", 8},  {"ulong", 8}};

    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
        for (size_t w = 0; test_set_width(w); w++)
            check_bit_functions(types[t].name, types[t].bytes, "-cl-std=CL3.1");
        for (int l = 0; l < LANGUAGES; l++)
            check_bit_functions(types[t].name, types[t].bytes, all_languages[l]);
    }
}

// As signed or unsigned bytes.
static cl_long
product(cl_uint a, cl_uint b, bool sign_a, bool sign_b)
{
    cl_long sum = 0;

    for (int i = 0; i < 32; i += 8)
        sum += (sign_a ? (cl_char)(a >> i) : (cl_long)(cl_uchar)(a >> i)) *
               (sign_b ? (cl_char)(b >> i) : (cl_long)(cl_uchar)(b >> i));
    return sum;
}

static void
check_dot_products(const char *language)
{
    static const char source[] =
        "#define ALL(R, A, B, types) \\\n"
        "  *out++ = (uint)dot(as_##A(x), as_##B(y)); *out++ = (uint)dot_acc_sat(as_##A(x), as_##B(y), (R)z); \\\n"
        "  *out++ = (uint)dot_4x8packed_##types(x, y); *out++ = (uint)dot_acc_sat_4x8packed_##types(x, y, (R)z);\n"
        "kernel void k(global const uint *in, global uint *out) {\n"
        "  size_t i = get_global_id(0);\n"
        "  uint x = in[i * 3], y = in[i * 3 + 1], z = in[i * 3 + 2];\n"
        "  out += i * 17;\n"
        "  ALL(uint, uchar4, uchar4, uu_uint) ALL(int, char4, char4, ss_int)\n"
        "  ALL(int, uchar4, char4, us_int) ALL(int, char4, uchar4, su_int)\n"
        "  *out = (uint)dot((float4)(1, 2, 3, i), (float4)(5, 6, 7, 2)); }";
    static const cl_uint edges[] = {0, 0xffffffff, 0x80808080, 0x7f7f7f7f, 0x80000000, 0x7fffffff};
    static cl_uint in[COUNT * 3], out[COUNT][17];

    for (size_t i = 0; i < COUNT * 3; i++)
        in[i] = random_bits() & 1024 ? edges[random_bits() % 6] : (cl_uint)(random_bits() >> 13);
    test_run(source, language, "k", RANGE1(COUNT, 64), BUFFER(in), BUFFER(out));
    for (size_t i = 0; i < COUNT; i++) {
        const cl_uint *v = in + i * 3;

        for (int kind = 0; kind < 4; kind++) {
            const bool is_unsigned = kind == 0;
            const cl_long low = is_unsigned ? 0 : INT32_MIN, high = is_unsigned ? UINT32_MAX : INT32_MAX;
            const cl_long sum = product(v[0], v[1], kind & 1, kind == 1 || kind == 2);
            cl_long more = sum + (is_unsigned ? v[2] : (cl_long)(cl_int)v[2]);

            more = more < low ? low : more > high ? high : more;
            for (int f = 0; f < 4; f++)
                if (out[i][kind * 4 + f] != (cl_uint)(f % 2 ? more : sum))
                    fail_msg("%s: types %d, function %d of %#x, %#x, %#x: %#x, expected %#x", language, kind, f, v[0],
                             v[1], v[2], out[i][kind * 4 + f], (cl_uint)(f % 2 ? more : sum));
        }
        assert_int_equal(out[i][16], 38 + 2 * i);
    }
}

static void
dot_products_in_all_languages(void **state)
{
    (void)state;
    for (size_t w = 0; test_set_width(w); w++)
        check_dot_products("-cl-std=CL3.1");
    for (int l = 0; l < LANGUAGES; l++)
        check_dot_products(all_languages[l]);
}

// Programs of versions that do not have the names may use them.
static void
a_1_2_program_may_have_functions_of_these_names(void **state)
{
    cl_int out[4];

    (void)state;
    test_run("int bit_reverse(int x) { return x + 1; }\n"
             "int dot_acc_sat(int x) { return x * 2; }\n"
             "kernel void k(global int *out) { out[get_global_id(0)] = dot_acc_sat(bit_reverse(3)); }",
             "-cl-std=CL1.2", "k", RANGE1(4, 4), BUFFER(out));
    assert_int_equal(out[2], 8);
}

static void
errors_name_the_function(void **state)
{
    static const char *const wrong[] = {"bit_reverse(1.0f)", "bitfield_insert(1, 2, 3)", "dot((char2)1, (char2)1)",
                                        "dot_4x8packed_uu_uint(1)"};
    char log[4000], text[200];

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (int l = 0; l < LANGUAGES; l++) {
            char name[40];

            snprintf(text, sizeof text, "kernel void k(global int *out) { out[0] = %s; }", wrong[i]);
            snprintf(name, sizeof name, "%.*s", (int)strcspn(wrong[i], "("), wrong[i]);
            assert_int_equal(test_try_build(text, all_languages[l], log, sizeof log), CL_BUILD_PROGRAM_FAILURE);
            assert_non_null(strstr(log, name));
        }
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions_and_macros),
        cmocka_unit_test(extensions_and_features_have_macros),
        cmocka_unit_test(bit_functions_of_all_types_in_all_languages),
        cmocka_unit_test(dot_products_in_all_languages),
        cmocka_unit_test(a_1_2_program_may_have_functions_of_these_names),
        cmocka_unit_test(errors_name_the_function),
    };

    return cmocka_run_group_tests_name("language_3_1", tests, test_begin, test_end);
}
