// SPDX-License-Identifier: Apache-2.0
// The OpenCL C of litmus tests: how rounds are walked, and each test's bodies in it.
#define _GNU_SOURCE
#include "conformance/litmus/litmus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A cell is used again with a greater base, so nothing is reset: what is less than the base is from before the round.
static const char common[] =
    "#define LOAD(p, o) normal(atomic_load_explicit(p, memory_order_##o, SCOPE), base)\n"
    "#define STORE(p, v, o) atomic_store_explicit(p, base + (v), memory_order_##o, SCOPE)\n"
    "#define ADD(p, v, o) normal(atomic_fetch_add_explicit(p, v, memory_order_##o, SCOPE), base)\n"
    "#define EXCHANGE(p, v, o) normal(atomic_exchange_explicit(p, base + (v), memory_order_##o, SCOPE), base)\n"
    "#define MIN(p, v, o) normal(atomic_fetch_min_explicit(p, base + (v), memory_order_##o, SCOPE), base)\n"
    "#define FENCE(o) atomic_work_item_fence(FLAGS, memory_order_##o, SCOPE)\n"
    "#define NORMAL(v) normal(v, base)\n"
    "#define R(n, v) results[(n) * rounds + i] = (uchar)(v);\n"
    "int normal(int v, int base) { return v < base ? 0 : v - base < 16 ? v - base : NO_VALUE; }\n"
    // Groups pass when all have come; false when they do not come, or one has given up.
    "bool meet(global atomic_int *arrived, uint group, uint groups, int number, uint patience) {\n"
    "  global atomic_int *gave_up = arrived + groups * 32;\n"
    "  atomic_store_explicit(arrived + group * 32, number, memory_order_release, memory_scope_device);\n"
    "  for (uint g = 0; g < groups; g++)\n"
    "    while (atomic_load_explicit(arrived + g * 32, memory_order_acquire, memory_scope_device) < number)\n"
    "      if (!patience-- || atomic_load_explicit(gave_up, memory_order_relaxed, memory_scope_device)) {\n"
    "        atomic_store_explicit(gave_up, 1, memory_order_relaxed, memory_scope_device); return false; }\n"
    "  return true; }\n"
    // Takes time, not more than the same for all.
    "void delay(global atomic_int *own, uint turns) {\n"
    "  while (turns--) atomic_load_explicit(own, memory_order_relaxed, memory_scope_device); }\n";

// A group has the roles whose bits are in `mine`, one work-item. Group 0 only takes time: a platform may run the first
// group alone to see whether others are worth a thread. `alone` is a group that runs without the others, or -1. The
// groups begin each chunk a little before or after each other, by an amount that changes.
static const char global_kernel[] =
    "kernel __attribute__((reqd_work_group_size(1, 1, 1)))\n"
    "void NAME(global atomic_int *cells, global uchar *results, global atomic_int *arrived, uint rounds, uint groups,\n"
    "          int alone, uint patience) {\n"
    "  uint group = alone < 0 ? get_group_id(0) - 1 : alone, mine = 0;\n"
    "  if (alone < 0 && get_group_id(0) == 0) { delay(arrived, 300000); return; }\n"
    "  for (uint r = 0; r < ROLES; r++)\n"
    "    mine |= (groups - 1 - (ROLES - 1 - r) * groups / ROLES == group) << r;\n"
    "  for (uint chunk = 0; chunk <= rounds / CHUNK; chunk++) {\n"
    "    if (alone < 0 && !meet(arrived, group, groups, chunk + 1, patience)) return;\n"
    "    if (group == groups - 1 && chunk)\n"
    "      for (uint i = (chunk - 1) * CHUNK; i < chunk * CHUNK; i++) { PLACE AFTER }\n"
    "    if (chunk == rounds / CHUNK) return;\n"
    "    if (alone < 0) delay(arrived + group * 32, (chunk * 2654435761u + group * 40503u) >> 16 & 255);\n"
    "    for (uint i = chunk * CHUNK; i < (chunk + 1) * CHUNK; i++) {\n"
    "      PLACE\n"
    "      if (mine & 1) { ROLE0 }\n"
    "      if (mine & 2) { ROLE1 }\n"
    "      if (mine & 4) { ROLE2 }\n"
    "      if (mine & 8) { ROLE3 } } } }\n";
static const char global_place[] =
    "int base = (i / CELLS + 1) * 16; global atomic_int *x = cells + i % CELLS * CELL_INTS, *y = x + 32;"
    " global int *d = (global int *)(x + 16);";

// Work-items play in pairs, whose partners and roles change.
static const char local_kernel[] =
    "kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))\n"
    "void NAME(global atomic_int *cells, global uchar *results, global atomic_int *arrived, uint rounds, uint groups,\n"
    "          int alone, uint patience) {\n"
    "  local atomic_int flags[2 * ITEMS]; local int data[ITEMS];\n"
    "  uint l = get_local_id(0);\n"
    "  atomic_init(flags + l, 0); atomic_init(flags + ITEMS + l, 0); data[l] = 0;\n"
    "  work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
    "  for (uint n = 0; n < rounds / (ITEMS / 2); n++) {\n"
    "    uint differ = 1 + n % (ITEMS - 1), high = 1u << (31 - clz(differ)), pair = min(l, l ^ differ);\n"
    "    uint i = n * (ITEMS / 2) + ((pair & (high - 1)) | (pair >> 1 & ~(high - 1)));\n"
    "    PLACE\n"
    "    if ((l == pair) ^ (n / (ITEMS - 1) & 1)) { ROLE0 } else { ROLE1 }\n"
    "    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); } }\n";
static const char local_base[] = "int base = (n + 1) * 16;";
static const char local_flags[] = " local atomic_int *x = flags + pair, *y = x + ITEMS;";
static const char global_flags[] = " global atomic_int *x = cells + pair * 2, *y = x + 1;";
static const char local_data[] = " local int *d = data + pair;";
static const char global_data[] = " global int *d = (global int *)(cells + pair);";

unsigned
litmus_role_count(const struct litmus_test *test)
{
    unsigned count = 0;

    while (count < LITMUS_ROLES && test->roles[count])
        count++;
    return count;
}

unsigned
litmus_register_count(const struct litmus_test *test)
{
    return (unsigned)strcspn(test->forbidden ? test->forbidden : test->watched, " ");
}

// Replaces the kernel's name, place and bodies.
static void
print_kernel(FILE *to, const char *kernel, const struct litmus_test *test)
{
    const bool local_x = test->place == LITMUS_LOCAL || test->place == LITMUS_GLOBAL_DATA;
    const bool local_d = test->place == LITMUS_LOCAL || test->place == LITMUS_LOCAL_DATA;

    while (*kernel) {
        if (strncmp(kernel, "NAME", 4) == 0) {
            fputs(test->name, to);
            kernel += 4;
        } else if (strncmp(kernel, "PLACE", 5) == 0) {
            if (test->place == LITMUS_GLOBAL)
                fputs(global_place, to);
            else
                fprintf(to, "%s%s%s", local_base, local_x ? local_flags : global_flags,
                        local_d ? local_data : global_data);
            kernel += 5;
        } else if (strncmp(kernel, "AFTER", 5) == 0) {
            fputs(test->after ? test->after : "", to);
            kernel += 5;
        } else if (strncmp(kernel, "ROLE", 4) == 0 && kernel[4] >= '0' && kernel[4] <= '3') {
            const char *role = test->roles[kernel[4] - '0'];

            fputs(role ? role : "", to);
            kernel += 5;
        } else {
            fputc(*kernel++, to);
        }
    }
}

static const char *
fence_flags(const struct litmus_test *test)
{
    if (test->flags)
        return test->flags;
    return test->place == LITMUS_GLOBAL ? "CLK_GLOBAL_MEM_FENCE" : "CLK_LOCAL_MEM_FENCE";
}

char *
litmus_source(const struct litmus_test *tests, size_t count, bool global)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    assert_non_null(to);
    fprintf(to, "#define CELLS %d\n#define CELL_INTS %d\n#define CHUNK %d\n#define ITEMS %d\n#define NO_VALUE %d\n%s",
            LITMUS_CELLS, LITMUS_CELL_INTS, LITMUS_CHUNK, LITMUS_ITEMS, LITMUS_NO_VALUE, common);
    for (const struct litmus_test *test = tests; test < tests + count; test++) {
        const char *scope = global ? "memory_scope_device" : "memory_scope_work_group";

        if ((test->place == LITMUS_GLOBAL) != global)
            continue;
        fprintf(to,
                "#undef FLAGS\n#undef SCOPE\n#undef ROLES\n#define FLAGS (%s)\n#define SCOPE %s\n#define ROLES %u\n",
                fence_flags(test), test->scope ? test->scope : scope, litmus_role_count(test));
        print_kernel(to, global ? global_kernel : local_kernel, test);
    }
    assert_int_equal(fclose(to), 0);
    return text;
}
