// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/build/cache.c in a directory of its own.
#define _GNU_SOURCE 1
#include "runtime/build/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/program_binary.h"
#include "runtime/build/cache_files.h"
#include "runtime/build/cache_forms.h"
#include "runtime/tests/emulator.h"

static char directory[64];

static struct weft_request
request_of(const char *source)
{
    return (struct weft_request){.kind = WEFT_REQUEST_BUILD,
                                 .options = "",
                                 .source = {.data = source, .size = strlen(source)},
                                 .target = "target",
                                 .directory = "/tmp"};
}

static struct weft_cache_key
key_of(const struct weft_request *request)
{
    struct weft_cache_key key;

    assert_true(weft_cache_key(request, "id", 2, &key));
    return key;
}

static bool
same_key(const struct weft_request *a, const struct weft_request *b)
{
    struct weft_cache_key x = key_of(a), y = key_of(b);

    return x.high == y.high && x.low == y.low;
}

// A result whose binary has `payload_size` bytes and depends, unless NULL, on `path` with content `content` or on its
// absence.
static struct weft_build_result
make_result(size_t payload_size, const char *path, const char *content)
{
    struct weft_build_result result = {.status = CL_SUCCESS, .log = strdup("a warning")};
    unsigned char *payload = calloc(1, payload_size);
    struct weft_writer deps = {0};
    struct weft_binary_view view = {.kind = WEFT_BINARY_EXECUTABLE, .payload = payload, .payload_size = payload_size};

    weft_writer_u32(&deps, path ? 1 : 0);
    if (path) {
        weft_writer_u32(&deps, content ? WEFT_DEPENDENCY_CONTENT : WEFT_DEPENDENCY_ABSENCE);
        weft_writer_string(&deps, path);
        weft_writer_u64(&deps, content ? weft_hash64(content, strlen(content), 0) : 0);
    }
    view.deps = deps.data;
    view.deps_size = deps.size;
    assert_true(weft_binary_write(&view, "target", &result.binary, &result.binary_size));
    weft_writer_finish(&deps);
    free(payload);
    return result;
}

static void
store(const char *source, size_t payload_size, const char *dependency, const char *content)
{
    struct weft_request request = request_of(source);
    struct weft_cache_key key = key_of(&request);
    struct weft_build_result result = make_result(payload_size, dependency, content);

    weft_cache_store(&key, &result);
    weft_build_result_finish(&result);
}

static bool
found(const char *source)
{
    struct weft_request request = request_of(source);
    struct weft_cache_key key = key_of(&request);
    struct weft_build_result result = {0};
    bool hit = weft_cache_lookup(&key, &request, &result);

    weft_build_result_finish(&result);
    return hit;
}

static const char *
file_of(const char *source, const char *suffix)
{
    static char path[256];
    struct weft_request request = request_of(source);
    struct weft_cache_key key = key_of(&request);

    snprintf(path, sizeof(path), "%s/%016llx%016llx%s", directory, (unsigned long long)key.high,
             (unsigned long long)key.low, suffix);
    return path;
}

static const char *
entry_file(const char *source)
{
    return file_of(source, ".so");
}

static const char *
form_file(const char *source)
{
    return file_of(source, ".fm");
}

static bool
is_open_at(const struct weft_cache_entry *entry, const char *path)
{
    struct stat at_path, open_file;

    return entry->is_open && stat(path, &at_path) == 0 && fstat(entry->file, &open_file) == 0 &&
           at_path.st_ino == open_file.st_ino;
}

static int
count_files(void)
{
    DIR *d = opendir(directory);
    struct dirent *item;
    int count = 0;

    if (!d)
        return 0;
    while ((item = readdir(d)))
        count += item->d_name[0] != '.';
    closedir(d);
    return count;
}

static void
write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

static int
setup(void **state)
{
    (void)state;
    strcpy(directory, "/tmp/weft-cache-XXXXXX");
    if (!mkdtemp(directory))
        return -1;
    setenv("WEFT_CACHE_DIR", directory, 1);
    unsetenv("WEFT_CACHE");
    unsetenv("WEFT_CACHE_MAX_MB");
    return 0;
}

static int
teardown(void **state)
{
    char command[256];

    (void)state;
    snprintf(command, sizeof(command), "chmod -R u+w %s; rm -rf %s", directory, directory);
    return system(command);
}

static void
stored_build_is_found_with_log_and_file(void **state)
{
    struct weft_request request = request_of("a");
    struct weft_cache_key key = key_of(&request);
    struct weft_build_result in = make_result(1000, NULL, NULL), out = {0};

    (void)state;
    assert_false(weft_cache_lookup(&key, &request, &out));
    weft_cache_store(&key, &in);
    assert_true(is_open_at(&in.entry, entry_file("a")));
    assert_true(weft_cache_lookup(&key, &request, &out));
    assert_int_equal(out.status, CL_SUCCESS);
    assert_string_equal(out.log, "a warning");
    assert_true(is_open_at(&out.entry, entry_file("a")));
    assert_int_equal(out.binary_size, in.binary_size);
    assert_memory_equal(out.binary, in.binary, in.binary_size);
    weft_build_result_finish(&in);
    weft_build_result_finish(&out);
}

static void
key_depends_on_all_that_is_built(void **state)
{
    const char *names[] = {"h.h"};
    struct weft_blob header = {"x", 1}, input = {"y", 1};
    struct weft_request base = request_of("a"), other;
    struct weft_cache_key one, two;

    (void)state;
    other = base;
    assert_true(same_key(&base, &other));
    other.urgent = 1;
    assert_true(same_key(&base, &other));
    other.kind = WEFT_REQUEST_COMPILE;
    assert_false(same_key(&base, &other));
    other = base;
    other.options = "-w";
    assert_false(same_key(&base, &other));
    other = base;
    other.source.data = "b";
    assert_false(same_key(&base, &other));
    other = base;
    other.target = "another";
    assert_false(same_key(&base, &other));
    other = base;
    other.header_count = 1;
    other.header_names = names;
    other.headers = &header;
    assert_false(same_key(&base, &other));
    other = base;
    other.input_count = 1;
    other.inputs = &input;
    assert_false(same_key(&base, &other));
    assert_true(weft_cache_key(&base, "id1", 3, &one));
    assert_true(weft_cache_key(&base, "id2", 3, &two));
    assert_true(one.high != two.high && one.low != two.low);
}

static void
directory_matters_only_with_includes(void **state)
{
    static const char *const sources[] = {"#include \"x.h\"", "#import \"x.h\"", "#embed \"x.h\""};
    struct weft_request a = request_of("a"), b = request_of("a");

    (void)state;
    b.directory = "/var";
    assert_true(same_key(&a, &b));
    a.options = b.options = "-Iinclude";
    assert_false(same_key(&a, &b));
    for (size_t i = 0; i < sizeof(sources) / sizeof(*sources); i++) {
        a = b = request_of(sources[i]);
        b.directory = "/var";
        assert_false(same_key(&a, &b));
    }
}

static void
any_damaged_byte_drops_the_entry(void **state)
{
    struct stat s;

    (void)state;
    store("a", 100, NULL, NULL);
    assert_int_equal(stat(entry_file("a"), &s), 0);
    for (off_t i = 0; i < s.st_size; i++) {
        unsigned char byte;
        int fd = open(entry_file("a"), O_RDWR);

        assert_int_equal(pread(fd, &byte, 1, i), 1);
        byte ^= 0x10;
        assert_int_equal(pwrite(fd, &byte, 1, i), 1);
        close(fd);
        assert_false(found("a"));
        assert_int_equal(access(entry_file("a"), F_OK), -1);
        store("a", 100, NULL, NULL);
    }
    assert_true(found("a"));
}

static void
any_truncation_drops_the_entry(void **state)
{
    struct stat s;

    (void)state;
    store("a", 100, NULL, NULL);
    assert_int_equal(stat(entry_file("a"), &s), 0);
    for (off_t i = 0; i < s.st_size; i++) {
        assert_int_equal(truncate(entry_file("a"), i), 0);
        assert_false(found("a"));
        store("a", 100, NULL, NULL);
    }
}

static void
changed_include_drops_the_entry(void **state)
{
    char header[128];

    (void)state;
    snprintf(header, sizeof(header), "%s/header.h", directory);
    write_text(header, "int x;");
    store("a", 100, header, "int x;");
    assert_true(found("a"));
    write_text(header, "int y;");
    assert_false(found("a"));
    store("a", 100, header, "int y;");
    assert_true(found("a"));
    unlink(header);
    assert_false(found("a"));
}

static void
file_that_appears_drops_the_entry(void **state)
{
    char header[128];

    (void)state;
    snprintf(header, sizeof(header), "%s/header.h", directory);
    store("a", 100, header, NULL);
    assert_true(found("a"));
    write_text(header, "int x;");
    assert_false(found("a"));
}

static void
relative_include_is_found_from_the_directory_of_the_request(void **state)
{
    char header[128];

    (void)state;
    snprintf(header, sizeof(header), "%s/header.h", directory);
    write_text(header, "int x;");
    store("a", 100, header + strlen("/tmp/"), "int x;");
    assert_true(found("a"));
}

static void
entry_others_can_write_is_not_used(void **state)
{
    (void)state;
    store("a", 100, NULL, NULL);
    chmod(entry_file("a"), 0666);
    assert_false(found("a"));
    chmod(entry_file("a"), 0600);
    assert_true(found("a"));
}

static void
entry_of_another_user_is_not_used(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    store("a", 100, NULL, NULL);
    assert_int_equal(chown(entry_file("a"), 12345, 12345), 0);
    assert_false(found("a"));
}

static void
directory_others_can_write_to_is_not_used(void **state)
{
    (void)state;
    store("a", 100, NULL, NULL);
    assert_true(found("a"));
    chmod(directory, 0777);
    assert_false(found("a"));
    store("b", 100, NULL, NULL);
    assert_int_equal(count_files(), 1);
}

// As when root runs an application with a user's HOME.
static void
directory_of_another_user_is_not_used(void **state)
{
    (void)state;
    if (geteuid() != 0)
        skip();
    store("a", 100, NULL, NULL);
    assert_int_equal(chown(directory, 12345, 12345), 0);
    assert_false(found("a"));
    store("b", 100, NULL, NULL);
    assert_int_equal(count_files(), 1);
}

static void
WEFT_CACHE_0_switches_it_off(void **state)
{
    (void)state;
    setenv("WEFT_CACHE", "0", 1);
    store("a", 100, NULL, NULL);
    assert_int_equal(count_files(), 0);
    assert_false(found("a"));
}

static void
missing_directories_are_made(void **state)
{
    char deep[128];

    (void)state;
    snprintf(deep, sizeof(deep), "%s/x/y/z", directory);
    setenv("WEFT_CACHE_DIR", deep, 1);
    store("a", 100, NULL, NULL);
    assert_true(found("a"));
}

static void
XDG_CACHE_HOME_comes_before_HOME(void **state)
{
    char path[128];

    (void)state;
    unsetenv("WEFT_CACHE_DIR");
    setenv("XDG_CACHE_HOME", directory, 1);
    store("a", 100, NULL, NULL);
    snprintf(path, sizeof(path), "%s/weft", directory);
    assert_int_equal(access(path, F_OK), 0);
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", directory, 1);
    assert_false(found("a"));
    store("a", 100, NULL, NULL);
    snprintf(path, sizeof(path), "%s/.cache/weft", directory);
    assert_int_equal(access(path, F_OK), 0);
    assert_true(found("a"));
}

static void
no_home_means_no_cache(void **state)
{
    (void)state;
    unsetenv("WEFT_CACHE_DIR");
    unsetenv("HOME");
    store("a", 100, NULL, NULL);
    assert_false(found("a"));
}

static void
unwritable_directory_is_silent(void **state)
{
    (void)state;
    setenv("WEFT_CACHE_DIR", "/proc/nowhere", 1);
    store("a", 100, NULL, NULL);
    assert_false(found("a"));
    setenv("WEFT_CACHE_DIR", "/dev/null/weft", 1);
    store("a", 100, NULL, NULL);
    assert_false(found("a"));
}

static void
oldest_entries_are_evicted(void **state)
{
    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    char source[32];
    int least = 200;

    (void)state;
    setenv("WEFT_CACHE_MAX_MB", "1", 1);
    store("recent", 1000, NULL, NULL);
    for (int i = 0; i < 200; i++) {
        int left;

        snprintf(source, sizeof(source), "old %d", i);
        store(source, 20000, NULL, NULL);
        utimensat(AT_FDCWD, entry_file(source), times, 0);
        left = count_files();
        if (i > 60 && left < least)
            least = left;
    }
    assert_true(least <= 53); // 1 MB holds 52 and the small one; one store in 16, by its key, looks
    assert_true(found("recent"));
}

static void
use_renews_an_old_entry(void **state)
{
    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct stat s;

    (void)state;
    store("a", 100, NULL, NULL);
    utimensat(AT_FDCWD, entry_file("a"), times, 0);
    assert_true(found("a"));
    assert_int_equal(stat(entry_file("a"), &s), 0);
    assert_true(s.st_mtime > 1000);
}

static void
foreign_files_survive_eviction(void **state)
{
    char path[128], source[32];

    (void)state;
    snprintf(path, sizeof(path), "%s/README", directory);
    write_text(path, "mine");
    setenv("WEFT_CACHE_MAX_MB", "1", 1);
    for (int i = 0; i < 100; i++) {
        snprintf(source, sizeof(source), "%d", i);
        store(source, 50000, NULL, NULL);
    }
    assert_int_equal(access(path, F_OK), 0);
}

// Another process may have our number, in another namespace or on another machine.
static void
files_that_others_write_stay(void **state)
{
    char path[128];

    (void)state;
    for (int i = 0; i < 1000; i++) {
        snprintf(path, sizeof(path), "%s/tmp-%d-%d", directory, (int)getpid(), i);
        write_text(path, "not finished");
    }
    store("a", 100, NULL, NULL);
    assert_true(found("a"));
    assert_int_equal(count_files(), 1001);
}

static void
small_file_size_limit_costs_the_entry_only(void **state)
{
    struct rlimit before, small = {.rlim_cur = 1000};

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    store("a", 10000, NULL, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(found("a"));
    assert_int_equal(count_files(), 0);
}

static void
source_for_debuggers_comes_back_and_is_evicted(void **state)
{
    struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    const struct weft_blob source = {"kernel", 6};
    char *path = weft_cache_keep_source(&source), *again, text[32];
    struct stat s;

    (void)state;
    assert_non_null(path);
    assert_int_equal(strncmp(path, directory, strlen(directory)), 0);
    assert_int_equal(unlink(path), 0);
    again = weft_cache_keep_source(&source);
    assert_non_null(again);
    assert_string_equal(path, again);
    free(again);
    assert_int_equal(stat(path, &s), 0);
    assert_int_equal(s.st_size, source.size);
    setenv("WEFT_CACHE_MAX_MB", "1", 1);
    utimensat(AT_FDCWD, path, times, 0);
    for (int i = 0; i < 100; i++) {
        snprintf(text, sizeof(text), "%d", i);
        store(text, 50000, NULL, NULL);
    }
    assert_int_equal(access(path, F_OK), -1);
    free(path);
}

static void
source_for_debuggers_is_there_without_a_cache(void **state)
{
    const struct weft_blob source = {"kernel", 6};
    char *path;

    (void)state;
    setenv("WEFT_CACHE", "0", 1);
    setenv("TMPDIR", directory, 1);
    path = weft_cache_keep_source(&source);
    assert_non_null(path);
    assert_int_equal(strncmp(path, directory, strlen(directory)), 0);
    assert_int_equal(access(path, R_OK), 0);
    free(path);
    unsetenv("TMPDIR");
}

static void
forms_come_back_and_damaged_ones_do_not(void **state)
{
    const struct weft_request request = request_of("a"), other = request_of("b");
    const struct weft_cache_key key = key_of(&request), other_key = key_of(&other);
    const char *path = form_file("a");
    struct weft_form_choice choice = {0};
    struct stat s;

    (void)state;
    assert_false(weft_cache_recall_form(&key, &choice));
    weft_cache_remember_form(&key, (struct weft_form_choice){0x16, 1});
    weft_cache_remember_form(&key, (struct weft_form_choice){0x05, 2});
    assert_true(weft_cache_recall_form(&key, &choice));
    assert_int_equal(choice.form, 0x05);
    assert_int_equal(choice.stage, 2);
    assert_false(weft_cache_recall_form(&other_key, &choice));
    assert_int_equal(stat(path, &s), 0);
    for (off_t at = 0; at < s.st_size; at++) {
        unsigned char before, after;
        int fd = open(path, O_RDWR);

        assert_int_equal(pread(fd, &before, 1, at), 1);
        after = before ^ 1;
        assert_int_equal(pwrite(fd, &after, 1, at), 1);
        assert_false(weft_cache_recall_form(&key, &choice));
        assert_int_equal(pwrite(fd, &before, 1, at), 1);
        close(fd);
    }
    assert_true(weft_cache_recall_form(&key, &choice));
    assert_int_equal(truncate(path, s.st_size - 1), 0);
    assert_false(weft_cache_recall_form(&key, &choice));
}

static void
forms_are_evicted_as_entries_are(void **state)
{
    const struct weft_request request = request_of("a");
    const struct weft_cache_key key = key_of(&request);
    const struct timespec times[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    char source[32];

    (void)state;
    setenv("WEFT_CACHE_MAX_MB", "1", 1);
    weft_cache_remember_form(&key, (struct weft_form_choice){0x16, 1});
    utimensat(AT_FDCWD, form_file("a"), times, 0);
    for (int i = 0; i < 200; i++) {
        snprintf(source, sizeof(source), "new %d", i);
        store(source, 20000, NULL, NULL);
    }
    assert_int_equal(access(form_file("a"), F_OK), -1);
}

static void
hit_takes_well_below_a_millisecond(void **state)
{
    struct timespec before, after;
    double microseconds;

    (void)state;
    store("a", 50000, NULL, NULL);
    assert_true(found("a"));
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (int i = 0; i < 100; i++)
        assert_true(found("a"));
    clock_gettime(CLOCK_MONOTONIC, &after);
    microseconds = ((double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec)) / 1e5;
    print_message("a hit of 50 kB: %.1f us\n", microseconds);
    assert_true(microseconds < 1000);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
        TEST(stored_build_is_found_with_log_and_file),
        TEST(key_depends_on_all_that_is_built),
        TEST(directory_matters_only_with_includes),
        TEST(any_damaged_byte_drops_the_entry),
        TEST(any_truncation_drops_the_entry),
        TEST(changed_include_drops_the_entry),
        TEST(file_that_appears_drops_the_entry),
        TEST(relative_include_is_found_from_the_directory_of_the_request),
        TEST(entry_others_can_write_is_not_used),
        TEST(entry_of_another_user_is_not_used),
        TEST(directory_others_can_write_to_is_not_used),
        TEST(directory_of_another_user_is_not_used),
        TEST(WEFT_CACHE_0_switches_it_off),
        TEST(missing_directories_are_made),
        TEST(XDG_CACHE_HOME_comes_before_HOME),
        TEST(no_home_means_no_cache),
        TEST(unwritable_directory_is_silent),
        TEST(oldest_entries_are_evicted),
        TEST(use_renews_an_old_entry),
        TEST(foreign_files_survive_eviction),
        TEST(files_that_others_write_stay),
        TEST(small_file_size_limit_costs_the_entry_only),
        TEST(source_for_debuggers_comes_back_and_is_evicted),
        TEST(source_for_debuggers_is_there_without_a_cache),
        TEST(forms_come_back_and_damaged_ones_do_not),
        TEST(forms_are_evicted_as_entries_are),
        TEST(hit_takes_well_below_a_millisecond),
    };

    if (emulator_leaves_out_all(EMULATOR_HAS_ITS_OWN_ROOT))
        return EMULATOR_SKIPPED_ALL;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
