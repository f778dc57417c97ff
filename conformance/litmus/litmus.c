// SPDX-License-Identifier: Apache-2.0
// The rules of the memory model (OpenCL API, Memory Ordering Rules) as litmus tests, and their weak variants: what is
// left when the fence or the order is taken out. Where x86-64 or the platform never does what the weak variant allows,
// a comment says why; elsewhere it must be seen, which shows that these tests can fail.
#include "conformance/litmus/litmus.h"

#define BOTH_FLAGS "CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE"

// Message passing. The data is an ordinary object and is read only when the flag says so; in weak variants it is an
// atomic, as anything else were a data race.
#define WRITE "*d = base + 1; "
#define READ(load, acquire) "int r = " load ", v = 0; if (r) { " acquire " v = NORMAL(*d); } R(0, r) R(1, v)"
#define WEAK_WRITE "STORE(y, 1, relaxed); "
#define WEAK_READ(load) "R(0, " load ") R(1, LOAD(y, relaxed))"

// Barriers of aarch64 that both release and acquire are full ones.
#ifdef __aarch64__
#define LETS_LOADS_PASS ""
#else
#define LETS_LOADS_PASS "00 "
#endif

static const struct litmus_test tests[] = {
    // Fence Operations: global fences.
    {.name = "global_release_fence_synchronizes_with_global_acquire_fence",
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "global_release_fence_synchronizes_with_acquire_atomic",
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "release_atomic_synchronizes_with_global_acquire_fence",
     .roles = {WRITE "STORE(x, 1, release);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "acq_rel_fences_are_release_and_acquire_fences",
     .roles = {WRITE "FENCE(acq_rel); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acq_rel);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "seq_cst_fences_are_release_and_acquire_fences",
     .roles = {WRITE "FENCE(seq_cst); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(seq_cst);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "fences_of_both_flags_synchronize_globally",
     .flags = BOTH_FLAGS,
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "fences_of_all_devices_synchronize_globally",
     .scope = "memory_scope_all_devices",
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "global_fences_synchronize_by_read_modify_writes",
     .roles = {WRITE "FENCE(release); EXCHANGE(x, 1, relaxed);", READ("ADD(x, 0, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    // The minimum is what was there; the exchange reads it nevertheless from the minimum, if that came first.
    {.name = "global_fences_synchronize_by_updates_that_change_nothing",
     .roles = {WEAK_WRITE "FENCE(release); R(0, MIN(x, 1, relaxed))",
               "EXCHANGE(x, 2, relaxed); FENCE(acquire); R(1, LOAD(y, relaxed))"},
     .forbidden = "00",
     .seen = "01"},
    {.name = "global_release_fence_heads_a_release_sequence",
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", "ADD(x, 1, relaxed);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10 20",
     .seen = "0* 21"},
    // x86-64 keeps the order of stores and that of loads, and LLVM keeps that of atomic operations.
    {.name = "weak_no_global_fences",
     .roles = {WEAK_WRITE "STORE(x, 1, relaxed);", WEAK_READ("LOAD(x, relaxed)")},
     .watched = "10",
     .seen = "00 01 11"},
    // Nothing keeps the two stores in order but x86-64.
    {.name = "weak_no_global_release_fence",
     .roles = {WEAK_WRITE "STORE(x, 1, relaxed);", WEAK_READ("LOAD(x, acquire)")},
     .watched = "10",
     .seen = "00 01 11"},
    // Nothing keeps the two loads in order but x86-64.
    {.name = "weak_no_global_acquire_fence",
     .roles = {WEAK_WRITE "STORE(x, 1, release);", WEAK_READ("LOAD(x, relaxed)")},
     .watched = "10",
     .seen = "00 01 11"},
    // The exchange is a full fence on x86-64.
    {.name = "weak_read_modify_writes_without_fences",
     .roles = {WEAK_WRITE "EXCHANGE(x, 1, relaxed);", WEAK_READ("ADD(x, 0, relaxed)")},
     .watched = "10",
     .seen = "00 01 11"},
    // As without fences: the writer's stores keep their order, and an addition comes after what it has read.
    {.name = "weak_release_sequence_without_a_head",
     .roles = {WEAK_WRITE "STORE(x, 1, relaxed);", "ADD(x, 1, relaxed);", WEAK_READ("LOAD(x, acquire)")},
     .watched = "10 20",
     .seen = "00 21"},

    // Atomic Operations.
    {.name = "release_atomic_synchronizes_with_acquire_atomic",
     .roles = {WRITE "STORE(x, 1, release);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "acq_rel_read_modify_writes_synchronize",
     .roles = {WRITE "EXCHANGE(x, 1, acq_rel);", READ("ADD(x, 0, acq_rel)", "")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "release_sequence_goes_on_with_read_modify_writes_of_others",
     .roles = {WRITE "STORE(x, 1, release);", "ADD(x, 1, relaxed);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10 20",
     .seen = "0* 21"},
    {.name = "release_sequence_goes_on_with_stores_of_its_work_item",
     .roles = {WRITE "STORE(x, 1, release); STORE(x, 2, relaxed);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10 20",
     .seen = "0* 21"},
    {.name = "release_and_acquire_forbid_load_buffering",
     .roles = {"R(0, LOAD(x, acquire)) STORE(y, 1, release);", "R(1, LOAD(y, acquire)) STORE(x, 1, release);"},
     .forbidden = "11",
     .seen = "00 01 10"},
    // x86-64 lets no store pass an earlier load.
    {.name = "weak_load_buffering",
     .roles = {"R(0, LOAD(x, relaxed)) STORE(y, 1, relaxed);", "R(1, LOAD(y, relaxed)) STORE(x, 1, relaxed);"},
     .watched = "11",
     .seen = "00 01 10"},

    // The total order of what is seq_cst. Each weak variant lets a load pass an earlier store, as x86-64 does.
    {.name = "seq_cst_atomics_forbid_store_buffering",
     .roles = {"STORE(x, 1, seq_cst); R(0, LOAD(y, seq_cst))", "STORE(y, 1, seq_cst); R(1, LOAD(x, seq_cst))"},
     .forbidden = "00",
     .seen = "01 10 11"},
    {.name = "seq_cst_fences_forbid_store_buffering",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, relaxed); FENCE(seq_cst); R(1, LOAD(x, relaxed))"},
     .forbidden = "00",
     .seen = "01 10 11"},
    {.name = "seq_cst_load_sees_what_precedes_a_seq_cst_fence",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, seq_cst); R(1, LOAD(x, seq_cst))"},
     .forbidden = "00",
     .seen = "01 10 11"},
    {.name = "weak_store_buffering_relaxed",
     .roles = {"STORE(x, 1, relaxed); R(0, LOAD(y, relaxed))", "STORE(y, 1, relaxed); R(1, LOAD(x, relaxed))"},
     .watched = "00",
     .seen = "00 01 10"},
    {.name = "weak_store_buffering_release_and_acquire",
     .roles = {"STORE(x, 1, release); R(0, LOAD(y, acquire))", "STORE(y, 1, release); R(1, LOAD(x, acquire))"},
     .watched = "00",
     .seen = "00 01 10"},
    {.name = "weak_store_buffering_acq_rel_fences",
     .roles = {"STORE(x, 1, relaxed); FENCE(acq_rel); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, relaxed); FENCE(acq_rel); R(1, LOAD(x, relaxed))"},
     .watched = "00",
     .seen = LETS_LOADS_PASS "01 10"},
    {.name = "weak_store_buffering_one_seq_cst_fence",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, relaxed); R(1, LOAD(x, relaxed))"},
     .watched = "00",
     .seen = "00 01 10"},
    {.name = "weak_store_buffering_local_seq_cst_fences",
     .flags = "CLK_LOCAL_MEM_FENCE",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, relaxed); FENCE(seq_cst); R(1, LOAD(x, relaxed))"},
     .watched = "00",
     .seen = "00 01 10"},
    // Registers: what was loaded, what y is in the end.
    {.name = "seq_cst_fences_order_modifications_and_loads",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); STORE(y, 1, relaxed);",
               "STORE(y, 2, relaxed); FENCE(seq_cst); R(0, LOAD(x, relaxed))"},
     .after = "R(1, LOAD(y, relaxed))",
     .forbidden = "02",
     .seen = "01 11 12"},
    {.name = "weak_modifications_and_loads",
     .roles = {"STORE(x, 1, relaxed); STORE(y, 1, relaxed);", "STORE(y, 2, relaxed); R(0, LOAD(x, relaxed))"},
     .after = "R(1, LOAD(y, relaxed))",
     .watched = "02",
     .seen = "01 02 12"},
    // Registers: what x and y are in the end.
    {.name = "seq_cst_fences_order_modifications",
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); STORE(y, 2, relaxed);",
               "STORE(y, 1, relaxed); FENCE(seq_cst); STORE(x, 2, relaxed);"},
     .after = "R(0, LOAD(x, relaxed)) R(1, LOAD(y, relaxed))",
     .forbidden = "11",
     .seen = "12 21 22"},
    // x86-64 keeps the order of stores.
    {.name = "weak_modifications",
     .roles = {"STORE(x, 1, relaxed); STORE(y, 2, relaxed);", "STORE(y, 1, relaxed); STORE(x, 2, relaxed);"},
     .after = "R(0, LOAD(x, relaxed)) R(1, LOAD(y, relaxed))",
     .watched = "11",
     .seen = "12 21 22"},
    // Independent reads of independent writes: two readers see two writes in different orders.
    {.name = "seq_cst_forbids_two_orders_of_independent_writes",
     .roles = {"STORE(x, 1, seq_cst);", "R(0, LOAD(x, seq_cst)) R(1, LOAD(y, seq_cst))", "STORE(y, 1, seq_cst);",
               "R(2, LOAD(y, seq_cst)) R(3, LOAD(x, seq_cst))"},
     .forbidden = "1010",
     .seen = "1011 1110 1111"},
    // Four threads never see it, as a store reaches all others at one time on x86-64. On two threads a writer and a
    // reader share one, whose loads see its own store earlier.
    {.name = "weak_independent_writes",
     .roles = {"STORE(x, 1, relaxed);", "R(0, LOAD(x, acquire)) R(1, LOAD(y, acquire))", "STORE(y, 1, relaxed);",
               "R(2, LOAD(y, acquire)) R(3, LOAD(x, acquire))"},
     .watched = "1010",
     .seen = "1010",
     .on_two_threads = true},

    // Coherence of one object, which holds for relaxed atomics: no order is left to take out.
    // The additions here and below give the other stores time to come between.
    {.name = "read_read_coherence",
     .roles = {"STORE(x, 1, relaxed); STORE(x, 2, relaxed);",
               "R(0, LOAD(x, relaxed)) R(1, LOAD(x, relaxed)) ADD(y, 1, relaxed); ADD(y, 1, relaxed);"
               "R(2, LOAD(x, relaxed)) R(3, LOAD(x, relaxed))"},
     .forbidden = "10** 20** 21** *10* *20* *21* **10 **20 **21",
     .seen = "0000 0**2 2222"},
    // The last register is what x is in the end.
    {.name = "write_write_coherence",
     .roles = {"STORE(x, 1, relaxed); STORE(x, 2, relaxed);", "STORE(x, 3, relaxed);"},
     .after = "R(0, LOAD(x, relaxed))",
     .forbidden = "0 1",
     .seen = "2 3"},
    {.name = "read_write_coherence",
     .roles = {"STORE(x, 1, relaxed);", "R(0, LOAD(x, relaxed)) STORE(x, 2, relaxed);"},
     .after = "R(1, LOAD(x, relaxed))",
     .forbidden = "11 2* *0",
     .seen = "01 02 12"},
    {.name = "write_read_coherence",
     .roles = {"STORE(x, 1, relaxed); ADD(y, 1, relaxed); R(0, LOAD(x, relaxed))", "STORE(x, 2, relaxed);"},
     .after = "R(1, LOAD(x, relaxed))",
     .forbidden = "21 0* *0",
     .seen = "11 12 22"},
    {.name = "read_modify_writes_lose_nothing",
     .roles = {"EXCHANGE(x, 1, relaxed); ADD(x, 1, relaxed);", "R(0, ADD(x, 2, relaxed))"},
     .after = "R(1, LOAD(x, relaxed))",
     .forbidden = "00 01 03 04 11 12 13 21 22 23",
     .seen = "02 24"},

    // Fence Operations: local fences, in one group. One thread runs it in the program's order, so that nothing but the
    // compiler could make any of the weak variants fail.
    {.name = "local_release_fence_synchronizes_with_local_acquire_fence",
     .place = LITMUS_LOCAL,
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "local_release_fence_synchronizes_with_acquire_atomic",
     .place = LITMUS_LOCAL,
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "release_atomic_synchronizes_with_local_acquire_fence",
     .place = LITMUS_LOCAL,
     .roles = {WRITE "STORE(x, 1, release);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "fences_of_both_flags_synchronize_local_memory_by_global_atomics",
     .place = LITMUS_LOCAL_DATA,
     .flags = BOTH_FLAGS,
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "fences_of_both_flags_synchronize_global_memory_by_local_atomics",
     .place = LITMUS_GLOBAL_DATA,
     .flags = BOTH_FLAGS,
     .roles = {WRITE "FENCE(release); STORE(x, 1, relaxed);", READ("LOAD(x, relaxed)", "FENCE(acquire);")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "local_release_atomic_synchronizes_with_local_acquire_atomic",
     .place = LITMUS_LOCAL,
     .roles = {WRITE "STORE(x, 1, release);", READ("LOAD(x, acquire)", "")},
     .forbidden = "10",
     .seen = "0* 11"},
    {.name = "local_release_sequence_goes_on_with_read_modify_writes_of_others",
     .place = LITMUS_LOCAL,
     .roles = {WRITE "STORE(x, 1, release);", "ADD(x, 1, relaxed); " READ("LOAD(x, acquire)", "")},
     .forbidden = "10 20",
     .seen = "0* 21"},
    {.name = "local_seq_cst_atomics_forbid_store_buffering",
     .place = LITMUS_LOCAL,
     .roles = {"STORE(x, 1, seq_cst); R(0, LOAD(y, seq_cst))", "STORE(y, 1, seq_cst); R(1, LOAD(x, seq_cst))"},
     .forbidden = "00",
     .seen = "01 10"},
    {.name = "local_seq_cst_fences_forbid_store_buffering",
     .place = LITMUS_LOCAL,
     .roles = {"STORE(x, 1, relaxed); FENCE(seq_cst); R(0, LOAD(y, relaxed))",
               "STORE(y, 1, relaxed); FENCE(seq_cst); R(1, LOAD(x, relaxed))"},
     .forbidden = "00",
     .seen = "01 10"},
    {.name = "local_read_read_coherence",
     .place = LITMUS_LOCAL,
     .roles = {"STORE(x, 1, relaxed); STORE(x, 2, relaxed);", "R(0, LOAD(x, relaxed)) R(1, LOAD(x, relaxed))"},
     .forbidden = "10 20 21",
     .seen = "00 22"},
    {.name = "weak_no_local_fences",
     .place = LITMUS_LOCAL,
     .roles = {WEAK_WRITE "STORE(x, 1, relaxed);", WEAK_READ("LOAD(x, relaxed)")},
     .watched = "10",
     .seen = "00 11"},
    {.name = "weak_no_local_release_fence",
     .place = LITMUS_LOCAL,
     .roles = {WEAK_WRITE "STORE(x, 1, relaxed);", WEAK_READ("LOAD(x, acquire)")},
     .watched = "10",
     .seen = "00 11"},
    {.name = "weak_no_local_acquire_fence",
     .place = LITMUS_LOCAL,
     .roles = {WEAK_WRITE "STORE(x, 1, release);", WEAK_READ("LOAD(x, relaxed)")},
     .watched = "10",
     .seen = "00 11"},
    {.name = "weak_local_store_buffering",
     .place = LITMUS_LOCAL,
     .roles = {"STORE(x, 1, relaxed); R(0, LOAD(y, relaxed))", "STORE(y, 1, relaxed); R(1, LOAD(x, relaxed))"},
     .watched = "00",
     .seen = "01 10"},
};

enum { COUNT = sizeof tests / sizeof *tests };

static int
begin(void **state)
{
    test_begin(state);
    litmus_begin(tests, COUNT);
    return 0;
}

static int
end(void **state)
{
    litmus_end();
    return test_end(state);
}

int
main(void)
{
    struct CMUnitTest units[COUNT];

    for (size_t i = 0; i < COUNT; i++)
        units[i] =
            (struct CMUnitTest){.name = tests[i].name, .test_func = litmus_run, .initial_state = (void *)&tests[i]};
    return cmocka_run_group_tests_name("litmus", units, begin, end);
}
