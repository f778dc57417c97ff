// SPDX-License-Identifier: Apache-2.0
// Facts about the machine.
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/core/machine.h"
#include "runtime/tests/emulator.h"
#include "runtime/tests/sanitizers.h"

static void
memory_is_within_the_machine(void **state)
{
    uint64_t all = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

    (void)state;
    assert_true(weft_machine_memory_bytes() > 0);
    assert_true(weft_machine_memory_bytes() <= all);
}

#ifndef WEFT_TSAN
static void
memory_honours_ulimit_v(void **state)
{
    struct rlimit limit = {(rlim_t)1 << 30, RLIM_INFINITY};
    int status = 0;
    pid_t child;

    (void)state;
    skip_where_the_emulator(EMULATOR_HAS_NO_LIMITS);
    child = fork();
    if (child == 0) {
        limit.rlim_max = limit.rlim_cur;
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 && weft_machine_memory_bytes() <= limit.rlim_cur ? 0 : 1);
    }
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}
#endif

static void
write_file(const char *directory, const char *name, const char *text)
{
    char path[PATH_MAX];
    FILE *file;

    snprintf(path, sizeof(path), "mkdir -p %s", directory);
    assert_int_equal(system(path), 0);
    snprintf(path, sizeof(path), "%s/%s", directory, name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void
cpu_quota_is_the_smallest_on_the_way(void **state)
{
    char mount[] = "/tmp/weft-test-XXXXXX", path[64], command[64];

    (void)state;
    assert_non_null(mkdtemp(mount));
    assert_true(weft_machine_cpu_quota_in("0::/a/b\n", mount) == UINT_MAX);
    snprintf(path, sizeof(path), "%s/a", mount);
    write_file(path, "cpu.max", "150000 100000\n");
    snprintf(path, sizeof(path), "%s/a/b", mount);
    write_file(path, "cpu.max", "max 100000\n");
    assert_int_equal(weft_machine_cpu_quota_in("0::/a/b\n", mount), 2);
    assert_true(weft_machine_cpu_quota_in("0::/\n", mount) == UINT_MAX);
    assert_true(weft_machine_cpu_quota_in("1:cpuset:/a\n0::/c\n", mount) == UINT_MAX);
    write_file(path, "cpu.max", "10000 100000\n");
    assert_int_equal(weft_machine_cpu_quota_in("0::/a/b\n", mount), 1);
    snprintf(path, sizeof(path), "%s/cpu/x", mount);
    write_file(path, "cpu.cfs_period_us", "50000\n");
    write_file(path, "cpu.cfs_quota_us", "-1\n");
    assert_true(weft_machine_cpu_quota_in("3:cpuacct,cpu:/x\n", mount) == UINT_MAX);
    write_file(path, "cpu.cfs_quota_us", "200000\n");
    assert_int_equal(weft_machine_cpu_quota_in("4:cpuset:/\n3:cpuacct,cpu:/x\n0::/\n", mount), 4);
    // In a container the group's name is the host's, and what is mounted is the container's own.
    snprintf(path, sizeof(path), "%s/cpu", mount);
    write_file(path, "cpu.cfs_period_us", "100000\n");
    write_file(path, "cpu.cfs_quota_us", "300000\n");
    assert_int_equal(weft_machine_cpu_quota_in("3:cpu:/docker/0123\n", mount), 3);
    snprintf(command, sizeof(command), "rm -r %s", mount);
    assert_int_equal(system(command), 0);
}

static void
cpu_name_is_tidy(void **state)
{
    char name[128];

    (void)state;
    weft_machine_cpu_name(name, sizeof(name));
    assert_true(strlen(name) > 0);
    assert_null(strstr(name, "  "));
    assert_true(name[0] != ' ' && name[strlen(name) - 1] != ' ');
}

static void
cpu_name_is_cut_to_the_room(void **state)
{
    char name[8];

    (void)state;
    weft_machine_cpu_name(name, 3);
    assert_true(strlen(name) <= 2);
}

static void
vector_registers_have_a_known_size(void **state)
{
    unsigned bytes = weft_machine_vector_bytes();

    (void)state;
    assert_true(bytes == 16 || bytes == 32 || bytes == 64);
}

static void
uuid_is_stable_and_marked_as_one(void **state)
{
    uint8_t first[WEFT_UUID_BYTES];
    uint8_t again[WEFT_UUID_BYTES];

    (void)state;
    weft_machine_uuid(first);
    weft_machine_uuid(again);
    assert_memory_equal(first, again, sizeof(first));
    assert_int_equal(first[6] >> 4, 8);
    assert_int_equal(first[8] >> 6, 2);
}

static void
clock_of_an_unknown_cpu_is_no_crash(void **state)
{
    (void)state;
    weft_machine_clock_mhz(1000000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_within_the_machine),
#ifndef WEFT_TSAN
        cmocka_unit_test(memory_honours_ulimit_v),
#endif
        cmocka_unit_test(cpu_quota_is_the_smallest_on_the_way),
        cmocka_unit_test(cpu_name_is_tidy),
        cmocka_unit_test(cpu_name_is_cut_to_the_room),
        cmocka_unit_test(vector_registers_have_a_known_size),
        cmocka_unit_test(uuid_is_stable_and_marked_as_one),
        cmocka_unit_test(clock_of_an_unknown_cpu_is_no_crash),
    };

    return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
