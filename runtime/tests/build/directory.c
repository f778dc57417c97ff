// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/base/directory.c in a directory of its own.
#define _GNU_SOURCE 1
#include "runtime/base/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "runtime/tests/emulator.h"

enum { OTHER = 12345 }; // a user, and a group

static char root[64], reason[512];

static int
setup(void **state)
{
    (void)state;
    strcpy(root, "/tmp/weft-directory-XXXXXX");
    reason[0] = '\0';
    return mkdtemp(root) ? 0 : -1;
}

static int
teardown(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof(command), "rm -rf %s", root);
    return system(command);
}

// In the test's directory.
static const char *
in_root(const char *name)
{
    static char paths[4][256];
    static unsigned next;
    char *path = paths[next++ % 4];

    snprintf(path, sizeof(paths[0]), "%s/%s", root, name);
    return path;
}

static const char *
make(const char *name, mode_t mode)
{
    const char *path = in_root(name);

    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(chmod(path, mode), 0);
    return path;
}

// Whether it opens, and is the directory that the path leads to.
static bool
opens(const char *path, bool make_it)
{
    int fd = weft_directory_open_own(path, make_it, reason, sizeof(reason));
    struct stat a, b;

    if (fd < 0)
        return false;
    assert_int_equal(fstat(fd, &a), 0);
    assert_int_equal(stat(path, &b), 0);
    assert_true(a.st_ino == b.st_ino && a.st_dev == b.st_dev);
    close(fd);
    return true;
}

static void
own_directory_opens(void **state)
{
    (void)state;
    assert_true(opens(make("a", 0700), false));
    assert_true(opens(make("b", 0755), false));
    assert_true(opens(in_root("b/../a/"), false));
}

static void
missing_directories_are_made_if_wanted(void **state)
{
    struct stat s;

    (void)state;
    assert_false(opens(in_root("x/y"), false));
    assert_int_equal(access(in_root("x"), F_OK), -1);
    assert_true(opens(in_root("x/y/z"), true));
    assert_int_equal(stat(in_root("x"), &s), 0);
    assert_int_equal(s.st_mode & 0777, 0700);
    assert_true(opens(in_root("x/y/z"), false));
}

static void
relative_paths_lead_from_the_working_directory(void **state)
{
    char before[256];

    (void)state;
    assert_non_null(getcwd(before, sizeof(before)));
    assert_int_equal(chdir(root), 0);
    assert_true(opens(".", false));
    assert_true(opens("one", true));
    assert_true(opens("./two/three", true));
    assert_true(opens(".hidden/four", true));
    assert_int_equal(access(in_root("two/three"), F_OK), 0);
    assert_int_equal(access(in_root(".hidden/four"), F_OK), 0);
    assert_int_equal(chdir(before), 0);
}

static void
missing_names_may_not_lead_back(void **state)
{
    (void)state;
    assert_false(opens(in_root("none/../../other"), true));
    assert_false(opens("", true));
}

static void
directory_others_can_write_to_is_refused(void **state)
{
    (void)state;
    assert_false(opens(make("world", 0777), false));
    assert_non_null(strstr(reason, "others can write to"));
    assert_false(opens(make("sticky", 01777), false));
    make("way", 0777);
    assert_false(opens(in_root("way/in"), true));
    assert_int_equal(access(in_root("way/in"), F_OK), -1);
}

static void
way_through_a_sticky_directory_is_safe(void **state)
{
    (void)state;
    make("sticky", 01777);
    assert_true(opens(in_root("sticky/mine"), true));
}

static void
group_of_others_is_others(void **state)
{
    const char *path = make("group", 0770);

    (void)state;
    if (geteuid() != 0)
        skip();
    assert_int_equal(chown(path, geteuid(), OTHER), 0);
    assert_false(opens(path, false));
    assert_int_equal(chown(path, geteuid(), geteuid()), 0); // a group of the user's own
    assert_true(opens(path, false));
}

static void
directory_of_another_user_is_refused(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    assert_int_equal(chown(make("theirs", 0755), OTHER, OTHER), 0);
    assert_false(opens(in_root("theirs"), false));
    assert_non_null(strstr(reason, "belongs to user 12345"));
    assert_int_equal(mkdir(in_root("theirs/mine"), 0700), 0);
    assert_false(opens(in_root("theirs/mine"), false));
    assert_false(opens(in_root("theirs/new"), true));
    assert_int_equal(access(in_root("theirs/new"), F_OK), -1);
}

static void
links_are_followed_and_looked_behind(void **state)
{
    (void)state;
    make("real", 0700);
    make("open", 0777);
    assert_int_equal(mkdir(in_root("open/mine"), 0700), 0);
    assert_int_equal(symlink("real", in_root("good")), 0);
    assert_int_equal(symlink("open/mine", in_root("bad")), 0);
    assert_int_equal(symlink("nowhere", in_root("dangling")), 0);
    assert_true(opens(in_root("good"), false));
    assert_true(opens(in_root("good/new"), true));
    assert_false(opens(in_root("bad"), false));
    assert_false(opens(in_root("dangling"), true));
}

static void
file_is_no_directory(void **state)
{
    (void)state;
    close(creat(in_root("file"), 0600));
    assert_false(opens(in_root("file"), true));
    assert_false(opens(in_root("file/below"), true));
    assert_int_equal(weft_directory_open_own(in_root("file"), false, NULL, 0), -1);
}

static void
new_files_have_new_names(void **state)
{
    int directory = weft_directory_open_own(root, false, NULL, 0);
    char first[64], second[64], small[8];
    int a = weft_directory_make_file(directory, "tmp-", first, sizeof(first));
    int b = weft_directory_make_file(directory, "tmp-", second, sizeof(second));

    (void)state;
    assert_true(a >= 0 && b >= 0);
    assert_string_not_equal(first, second);
    assert_int_equal(access(in_root(first), F_OK), 0);
    assert_int_equal(weft_directory_make_file(directory, "tmp-", small, sizeof(small)), -1);
    assert_int_equal(errno, ENAMETOOLONG);
    close(a);
    close(b);
    close(directory);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int
main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(own_directory_opens),
        TEST(missing_directories_are_made_if_wanted),
        TEST(relative_paths_lead_from_the_working_directory),
        TEST(missing_names_may_not_lead_back),
        TEST(directory_others_can_write_to_is_refused),
        TEST(way_through_a_sticky_directory_is_safe),
        TEST(group_of_others_is_others),
        TEST(directory_of_another_user_is_refused),
        TEST(links_are_followed_and_looked_behind),
        TEST(file_is_no_directory),
        TEST(new_files_have_new_names),
    };

    if (emulator_leaves_out_all(EMULATOR_HAS_ITS_OWN_ROOT))
        return EMULATOR_SKIPPED_ALL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
