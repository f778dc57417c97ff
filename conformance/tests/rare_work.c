// SPDX-License-Identifier: Apache-2.0
// Long work that few work-items of a pack have, or all of them, or none: at all widths.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "conformance/tests/support.h"

// Numbers of the kernels as well.
#define COUNT 1500
#define PLACES 512

// clang-format off
// name, code: of a work-item with x, v = in[x] and s; RARE is true for one of `every`. AT is an element.
#define WORKS(W)                                                                                                       \
    W(sum, if (RARE(v)) for (uint i = 0; i < (v >> 9 & 63); i++) s = s * 31 + AT(v + i * 7))                           \
    W(two, uint t = 5; if (RARE(v)) for (uint i = 0; i < (v >> 9 & 31); i++) {                                         \
        s += AT(v + i);                                                                                                \
        t = t * 3 + (s >> 3);                                                                                          \
    } s ^= t << 1)                                                                                                     \
    W(otherwise, if (RARE(v)) for (uint i = v & 15; i < 40; i++) s = s * 5 + AT(i * x); else s = AT(x + 1) - s)        \
    W(unless, if (!RARE(v)) s += AT(v) * 3; else for (uint i = v & 15; i < 40; i += 3) s = s * 5 ^ AT(s + i))          \
    W(else_too, if (RARE(v)) for (uint i = 0; i < (v >> 9 & 15); i++) s += AT(s + i);                                  \
      else if (RARE(v >> 3)) for (uint i = 0; i < (v >> 5 & 31); i++) s = s * 7 + AT(i * v))                           \
    W(rounds, for (uint k = 0; k < 5; k++) {                                                                           \
        uint w = AT(x * 3 + k * 37);                                                                                   \
        if (RARE(w)) for (uint i = 0; i < (w >> 9 & 15); i++) s = s * 9 + AT(w + i * k);                               \
        s ^= w;                                                                                                        \
    })                                                                                                                 \
    W(uneven_rounds, for (uint k = 0; k < (v & 7); k++) {                                                              \
        uint w = AT(x * 5 + k * 11 + s);                                                                               \
        if (RARE(w)) for (uint i = 0; i < (w >> 9 & 15); i++) s = s * 9 + AT(w + i * k);                               \
        if (RARE(w + 1)) break;                                                                                        \
    })                                                                                                                 \
    W(in_each_other, if (RARE(v)) for (uint i = 0; i < (v >> 9 & 15); i++) {                                           \
        s = s * 9 + AT(v + i);                                                                                         \
        if (RARE(s)) for (uint j = i; j < 20; j++) s += AT(s + j);                                                     \
    })                                                                                                                 \
    W(searched, if (RARE(v)) for (uint i = 0; ; i++) {                                                                 \
        uint w = AT(v + i * i);                                                                                        \
        if (w % 13 == 0) { s += w; break; }                                                                            \
        if (i > 50) { s = i; break; }                                                                                  \
    })                                                                                                                 \
    W(own_array, if (RARE(v)) {                                                                                        \
        uint a[16];                                                                                                    \
        for (uint i = 0; i < 16; i++) a[i] = AT(v + i);                                                                \
        for (uint i = 0; i < (v >> 9 & 31); i++) a[a[i & 15] & 15] += s + i;                                           \
        for (uint i = 0; i < 16; i++) s = s * 3 + a[i];                                                                \
    })                                                                                                                 \
    W(array_around, uint a[16]; for (uint i = 0; i < 16; i++) a[i] = AT(x + i);                                        \
      if (RARE(v)) for (uint i = 0; i < (v >> 9 & 31); i++) a[a[i & 15] & 15] += s + i;                                \
      for (uint i = 0; i < 16; i++) s = s * 3 + a[(i * 5 + v) & 15])                                                   \
    W(ids, if (RARE(v)) for (uint i = 0; i < (x & 31); i++) s = s * 31 + AT((uint)ITEMS * i))                                    \
    W(other_types, float f = (float)(v & 255); ulong u = v; uchar c = 1; if (RARE(v))                                  \
      for (uint i = 0; i < (v >> 9 & 15); i++) {                                                                       \
        f = f * 0.5f + (float)(AT(v + i) & 15);                                                                        \
        u = u * 0x100000001b3ul + i;                                                                                   \
        c = (uchar)(c * 3 + i);                                                                                        \
    } s = (uint)(f * 256.0f) + (uint)(u >> 20) + c)                                                                    \
    W(passed_by, uint t = AT(x + 1); if (RARE(v)) for (uint i = 0; i < (v >> 9 & 15); i++) s += AT(v + i);             \
      else t = t * 3 + 1;                                                                                              \
      s ^= t)                                                                                                          \
    W(keeps, uint t = 0; if (every == 12345) { t = 7; goto skip; }                                                     \
      t = v;                                                                                                           \
      uint b[8];                                                                                                       \
      skip: for (uint k = 0; k < 20; k++) {                                                                            \
          uint w = AT(x * 7 + k * 13);                                                                                 \
          if (RARE(w)) {                                                                                               \
              if (t == v) for (uint i = 0; i < 8; i++) b[i] = AT(x + i);                                               \
              for (uint i = 0; i < (w >> 9 & 15); i++) { t = t * 31 + b[(w + i) & 7]; b[(t + i) & 7]++; }              \
          }                                                                                                            \
      }                                                                                                                \
      s = t)                                                                                                           \
    W(conditions, if (v > AT(x + 1)) if (v > AT(x + 2)) if (RARE(v) && v > AT(x + 3))                                  \
      for (uint i = 0; i < (v >> 9 & 31); i++) s = s * 31 + AT(v + i * 7))
// clang-format on

#define TEXT_OF(...) #__VA_ARGS__
#define TEXT(...) TEXT_OF(__VA_ARGS__)
#define RARE(v) ((v) % every == 0)
#define AT(i) in[(i) % PLACES]

#define CALLED(name, ...)                                                                                              \
    "__attribute__((noinline)) uint " #name "_of(global const uint *in, uint x, uint every) {\n"                       \
    "  uint v = " TEXT(AT(x)) ", s = 1;\n  " TEXT(__VA_ARGS__) ";\n  return s; }\n"
// Once in the kernel, once in a function that some work-items call.
#define KERNELS(name, ...)                                                                                             \
    CALLED(name, __VA_ARGS__)                                                                                          \
    "kernel void " #name "(global const uint *in, global uint *out, uint every) {\n"                                   \
    "  uint x = (uint)get_global_id(0), v = " TEXT(AT(x)) ", s = 1;\n  " TEXT(                                         \
        __VA_ARGS__) ";\n  out[x] = s; }\n"                                                                            \
                     "kernel void " #name "_in_called(global const uint *in, global uint *out, uint every) {\n"        \
                     "  uint x = (uint)get_global_id(0);\n"                                                            \
                     "  if (x % 3) out[x] = " #name "_of(in, x, every); else out[x] = x; }\n"
#define FUNCTION(name, ...)                                                                                            \
    static uint name##_of(const uint *in, uint x, uint every)                                                          \
    {                                                                                                                  \
        uint v = AT(x), s = 1;                                                                                         \
                                                                                                                       \
        (void)v;                                                                                                       \
        __VA_ARGS__;                                                                                                   \
        return s;                                                                                                      \
    }
#define ENTRY(name, ...) {#name, name##_of},

typedef uint32_t uint;
typedef uint64_t ulong;
typedef uint8_t uchar;

#define ITEMS COUNT
WORKS(FUNCTION)

#undef ITEMS
#define ITEMS get_global_size(0)
static const char source[] = WORKS(KERNELS);

static const struct {
    const char *name;
    uint (*of)(const uint *in, uint x, uint every);
} works[] = {WORKS(ENTRY)};

static const uint chances[] = {1, 2, 3, 17, 200, 1000003};

static void
run_work(cl_program program, size_t which, bool is_called, cl_mem in, const uint *values, const char *width)
{
    static uint out[COUNT];
    char name[64];
    cl_kernel kernel;
    cl_mem result;
    cl_int err;

    snprintf(name, sizeof(name), "%s%s", works[which].name, is_called ? "_in_called" : "");
    kernel = clCreateKernel(program, name, &err);
    CHECK(err);
    result = clCreateBuffer(test_context, CL_MEM_READ_WRITE, sizeof(out), NULL, &err);
    CHECK(err);
    CHECK(clSetKernelArg(kernel, 0, sizeof(in), &in));
    CHECK(clSetKernelArg(kernel, 1, sizeof(result), &result));
    for (size_t c = 0; c < sizeof(chances) / sizeof(*chances); c++) {
        CHECK(clSetKernelArg(kernel, 2, sizeof(*chances), &chances[c]));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, (size_t[]){COUNT}, c % 2 ? (size_t[]){100} : NULL, 0,
                                     NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, result, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
        for (uint x = 0; x < COUNT; x++) {
            const uint expected = is_called && x % 3 == 0 ? x : works[which].of(values, x, chances[c]);
            if (out[x] != expected)
                fail_msg("width '%s', %s, one of %u: at %u %u, expected %u", width, name, chances[c], x, out[x],
                         expected);
        }
    }
    CHECK(clReleaseMemObject(result));
    CHECK(clReleaseKernel(kernel));
}

// Eight words of out are a work-item's. What is not said of all pointers that a work-item has may not be said of some.
static const char memory_source[] =
    "kernel void restricted(global const uint *in, global uint *restrict out, uint every) {\n"
    "  uint x = get_global_id(0), v = in[x]; global uint *mine = out + x * 8; *mine = v & 3;\n"
    "  if (v % every == 0) {\n"
    "    uint s = 0, t = x * 8 + (v & 7);\n"
    "    for (uint i = 0; i < (v >> 9 & 63); i++) { mine[i & 7] += i; s = s * 3 + out[t]; }\n"
    "    mine[1] = s; } }\n"
    "kernel void local_too(global const uint *in, global uint *out, uint every) {\n"
    "  local uint l[PLACES];\n"
    "  uint x = get_global_id(0), v = in[x], s = 1;\n"
    "  for (uint i = get_local_id(0); i < PLACES; i += get_local_size(0)) l[i] = in[i] >> 3;\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  if (v % every == 0)\n"
    "    for (uint i = 0; i < (v >> 9 & 31); i++) s = s * 31 + l[(v + i * 7) % PLACES];\n"
    "  out[x * 8] = s; }\n"
    "kernel void private_or_not(global const uint *in, global uint *out, uint every) {\n"
    "  uint x = get_global_id(0), v = in[x], s = 1;\n"
    "  if (v % every == 0) {\n"
    "    uint own[8];\n"
    "    for (uint i = 0; i < 8; i++) own[i] = v + i;\n"
    "    for (uint i = 0; i < (v >> 9 & 15); i++) {\n"
    "      uint *any = (v + i) & 1 ? (uint *)&own[s & 7] : (uint *)(out + x * 8 + 1);\n"
    "      s = s * 31 + (to_private(any) ? 5 : 3); *any = s; } }\n"
    "  out[x * 8] = s; }\n";

static void
restricted_of(uint *mine, uint v, const uint *values)
{
    uint s = 0;

    (void)values;
    *mine = v & 3;
    for (uint i = 0; i < (v >> 9 & 63); i++) {
        mine[i & 7] += i;
        s = s * 3 + mine[v & 7];
    }
    mine[1] = s;
}

static void
private_or_not_of(uint *mine, uint v, const uint *values)
{
    uint s = 1;

    (void)values;
    for (uint i = 0; i < (v >> 9 & 15); i++) {
        const bool is_private = (v + i) & 1;

        s = s * 31 + (is_private ? 5 : 3);
        if (!is_private)
            mine[1] = s;
    }
    *mine = s;
}

static void
local_too_of(uint *mine, uint v, const uint *values)
{
    uint s = 1;

    for (uint i = 0; i < (v >> 9 & 31); i++)
        s = s * 31 + (values[(v + i * 7) % PLACES] >> 3);
    *mine = s;
}

static void
run_memory(cl_program program, const char *name, void (*of)(uint *mine, uint v, const uint *values), cl_mem in,
           const uint *values)
{
    static uint out[PLACES * 8], expected[8];
    cl_int err;
    cl_kernel kernel = clCreateKernel(program, name, &err);

    CHECK(err);
    for (size_t c = 0; c < sizeof(chances) / sizeof(*chances); c++) {
        cl_mem result;

        memset(out, 0, sizeof(out));
        result = clCreateBuffer(test_context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof(out), out, &err);
        CHECK(err);
        CHECK(clSetKernelArg(kernel, 0, sizeof(in), &in));
        CHECK(clSetKernelArg(kernel, 1, sizeof(result), &result));
        CHECK(clSetKernelArg(kernel, 2, sizeof(*chances), &chances[c]));
        CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 1, NULL, (size_t[]){PLACES}, NULL, 0, NULL, NULL));
        CHECK(clEnqueueReadBuffer(test_queue, result, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
        for (uint x = 0; x < PLACES; x++) {
            memset(expected, 0, sizeof(expected));
            if (values[x] % chances[c] == 0)
                of(expected, values[x], values);
            else
                *expected = of == restricted_of ? values[x] & 3 : 1;
            assert_memory_equal(&out[x * 8], expected, sizeof(expected));
        }
        CHECK(clReleaseMemObject(result));
    }
    CHECK(clReleaseKernel(kernel));
}

// Runs programs of the text with the values that work-items look up.
static void
at_all_widths(const char *text, const char *options,
              void (*run)(cl_program program, cl_mem in, const uint *values, const char *width))
{
    static uint values[PLACES];
    cl_int err;
    cl_mem in;

    for (uint i = 0; i < PLACES; i++)
        values[i] = (i + 1) * 2654435761u >> 7;
    in = clCreateBuffer(test_context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(values), values, &err);
    CHECK(err);
    for (size_t w = 0; test_set_width(w); w++) {
        cl_program program = test_build(text, options);
        run(program, in, values, test_widths[w]);
        CHECK(clReleaseProgram(program));
    }
    CHECK(clReleaseMemObject(in));
}

static void
run_memories(cl_program program, cl_mem in, const uint *values, const char *width)
{
    (void)width;
    run_memory(program, "restricted", restricted_of, in, values);
    run_memory(program, "local_too", local_too_of, in, values);
    run_memory(program, "private_or_not", private_or_not_of, in, values);
}

static void
rare_work_has_the_memory_of_its_work_item(void **state)
{
    (void)state;
    at_all_widths(memory_source, "-cl-std=CL3.0 -D PLACES=" TEXT(PLACES), run_memories);
}

static void
run_works(cl_program program, cl_mem in, const uint *values, const char *width)
{
    for (size_t which = 0; which < sizeof(works) / sizeof(*works); which++)
        for (int is_called = 0; is_called < 2; is_called++)
            run_work(program, which, is_called, in, values, width);
}

static void
few_or_many_work_items_have_long_work(void **state)
{
    (void)state;
    at_all_widths(source, "", run_works);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_or_many_work_items_have_long_work),
                                       cmocka_unit_test(rare_work_has_the_memory_of_its_work_item)};

    return cmocka_run_group_tests_name("rare_work", tests, test_begin, test_end);
}
