// SPDX-License-Identifier: Apache-2.0
// Tests of runtime/build/object_loader.c with a prebuilt shared object.
#define _GNU_SOURCE 1
#include "runtime/build/object_loader.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "compiler/kernel_info.h"
#include "compiler/program_binary.h"

static const struct weft_services services = {.abi_version = WEFT_KERNEL_ABI_VERSION};

static unsigned char *elf; // the fixture
static size_t elf_size;
static char directory[] = "/tmp/weft-loader-XXXXXX";

static unsigned char *
make_binary(uint32_t kind, bool variables, const char *target, size_t *size)
{
    const struct weft_program_info info = {.has_program_scope_variables = variables};
    struct weft_writer out = {0};
    struct weft_binary_view view = {.kind = kind, .payload = elf, .payload_size = elf_size};
    unsigned char *data = NULL;

    weft_program_info_encode(&info, &out);
    view.info = out.data;
    view.info_size = out.size;
    assert_true(weft_binary_write(&view, target, &data, size));
    weft_writer_finish(&out);
    return data;
}

static void
write_file(const char *path, const void *data, size_t size)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, data, size), size);
    close(fd);
}

static int
run(const struct weft_loaded_object *object, const char *name)
{
    int out = -1, *pointer = &out;
    const struct weft_launch launch = {.args = &pointer};
    weft_kernel_entry entry = weft_loaded_object_entry(object, name);

    assert_non_null(entry);
    entry(&launch, NULL, 0, 1);
    return out;
}

static struct weft_cache_entry
open_entry(const char *path)
{
    struct weft_cache_entry entry = {.is_open = true, .file = open(path, O_RDONLY | O_CLOEXEC)};

    assert_true(entry.file >= 0);
    return entry;
}

static struct weft_loaded_object *
load(bool variables, const char *path)
{
    struct weft_loaded_object *object = NULL;
    struct weft_cache_entry entry = {0};
    size_t size;
    unsigned char *binary = make_binary(WEFT_BINARY_EXECUTABLE, variables, weft_binary_target(), &size);

    if (path) {
        write_file(path, binary, size);
        entry = open_entry(path);
    }
    assert_int_equal(weft_object_load(binary, size, &entry, &services, &object), CL_SUCCESS);
    weft_cache_entry_finish(&entry);
    free(binary);
    return object;
}

// Whether the file that is there now is mapped.
static bool
is_mapped(const char *name)
{
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "r");
    bool found = false;

    while (fgets(line, sizeof(line), maps))
        found = found || (strstr(line, name) && !strstr(line, "(deleted)"));
    fclose(maps);
    return found;
}

static int
count_fds(void)
{
    DIR *fds = opendir("/proc/self/fd");
    int count = 0;

    while (readdir(fds))
        count++;
    closedir(fds);
    return count;
}

static const char *
file_in_directory(const char *name)
{
    static char path[256];

    snprintf(path, sizeof(path), "%s/%s", directory, name);
    return path;
}

static void
kernels_are_found_by_name(void **state)
{
    struct weft_loaded_object *object = load(false, NULL);

    (void)state;
    assert_int_equal(run(object, "count"), 1);
    assert_int_equal(run(object, "count"), 2);
    assert_null(weft_loaded_object_entry(object, "nothing"));
    weft_loaded_object_unload(object);
}

static void
name_of_any_length_is_looked_up(void **state)
{
    struct weft_loaded_object *object = load(false, NULL);
    char name[2000];

    (void)state;
    memset(name, 'a', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    assert_null(weft_loaded_object_entry(object, name));
    weft_loaded_object_unload(object);
}

static void
kernels_reach_the_services(void **state)
{
    struct weft_loaded_object *object = load(false, NULL);

    (void)state;
    assert_int_equal(run(object, "ask"), WEFT_KERNEL_ABI_VERSION);
    weft_loaded_object_unload(object);
}

static void
cached_file_is_mapped_itself(void **state)
{
    const char *path = file_in_directory("direct.so");
    struct weft_loaded_object *object = load(false, path);

    (void)state;
    assert_true(is_mapped(path));
    assert_int_equal(run(object, "count"), 1);
    weft_loaded_object_unload(object);
    assert_false(is_mapped(path));
}

static void
program_scope_variables_are_not_shared(void **state)
{
    const char *path = file_in_directory("variables.so");
    struct weft_loaded_object *a = load(true, path), *b = load(true, path);

    (void)state;
    assert_int_equal(run(a, "count"), 1);
    assert_int_equal(run(b, "count"), 1);
    assert_int_equal(run(a, "count"), 2);
    weft_loaded_object_unload(a);
    assert_int_equal(run(b, "count"), 2);
    weft_loaded_object_unload(b);
}

static void
replaced_cached_file_is_another_object(void **state)
{
    const char *path = file_in_directory("replaced.so");
    struct weft_loaded_object *a = load(false, path), *b;

    (void)state;
    assert_int_equal(run(a, "count"), 1);
    assert_int_equal(unlink(path), 0);
    b = load(false, path);
    assert_int_equal(run(b, "count"), 1);
    assert_int_equal(run(a, "count"), 2);
    weft_loaded_object_unload(a);
    weft_loaded_object_unload(b);
}

// Writes the binary to the entry's file, lets `change` have its way with that, and loads.
static struct weft_loaded_object *
load_changed(const char *path, void (*change)(const char *path))
{
    struct weft_loaded_object *object = NULL;
    struct weft_cache_entry entry;
    size_t size;
    unsigned char *binary = make_binary(WEFT_BINARY_EXECUTABLE, false, weft_binary_target(), &size);

    write_file(path, binary, size);
    entry = open_entry(path);
    change(path);
    assert_int_equal(weft_object_load(binary, size, &entry, &services, &object), CL_SUCCESS);
    weft_cache_entry_finish(&entry);
    free(binary);
    return object;
}

static void
remove_file(const char *path)
{
    assert_int_equal(unlink(path), 0);
}

static void
missing_cached_file_is_no_trouble(void **state)
{
    struct weft_loaded_object *object = load_changed(file_in_directory("none.so"), remove_file);

    (void)state;
    assert_int_equal(run(object, "count"), 1);
    weft_loaded_object_unload(object);
}

static void
fill_with_zeros(const char *path)
{
    static const unsigned char zeros[4096];

    write_file(path, zeros, sizeof(zeros));
}

static void
unmappable_cached_file_is_copied(void **state)
{
    struct weft_loaded_object *object = load_changed(file_in_directory("garbage.so"), fill_with_zeros);

    (void)state;
    assert_int_equal(run(object, "count"), 1);
    weft_loaded_object_unload(object);
}

// By a file with the same content, which would load as well.
static void
replace_file(const char *path)
{
    assert_int_equal(unlink(path), 0);
    write_file(path, elf, elf_size);
}

static void
file_that_replaced_the_one_checked_is_not_mapped(void **state)
{
    const char *path = file_in_directory("other.so");
    struct weft_loaded_object *object = load_changed(path, replace_file);

    (void)state;
    assert_false(is_mapped(path));
    assert_int_equal(run(object, "count"), 1);
    weft_loaded_object_unload(object);
}

static void
small_file_size_limit_ends_nobody(void **state)
{
    struct weft_loaded_object *object = NULL;
    struct rlimit before, small = {.rlim_cur = 1000};
    size_t size;
    unsigned char *binary = make_binary(WEFT_BINARY_EXECUTABLE, false, weft_binary_target(), &size);

    (void)state;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small.rlim_max = before.rlim_max;
    setrlimit(RLIMIT_FSIZE, &small);
    assert_int_equal(weft_object_load(binary, size, NULL, &services, &object), CL_OUT_OF_RESOURCES);
    setrlimit(RLIMIT_FSIZE, &before);
    free(binary);
}

static void
hundred_objects_are_distinct(void **state)
{
    struct weft_loaded_object *objects[100];
    int before = count_fds();

    (void)state;
    for (int i = 0; i < 100; i++)
        objects[i] = load(true, NULL);
    assert_true(count_fds() - before <= 64);
    for (int i = 0; i < 100; i++) {
        for (int j = 0; j < i; j++)
            run(objects[i], "count");
    }
    for (int i = 0; i < 100; i++)
        assert_int_equal(run(objects[i], "count"), i + 1);
    for (int i = 0; i < 100; i++)
        weft_loaded_object_unload(objects[i]);
    assert_int_equal(count_fds(), before);
    assert_false(is_mapped("weft-program"));
}

static void *
load_many(void *argument)
{
    (void)argument;
    for (int i = 0; i < 50; i++) {
        struct weft_loaded_object *object = load(true, NULL);

        if (run(object, "count") != 1)
            return (void *)1;
        weft_loaded_object_unload(object);
    }
    return NULL;
}

static void
threads_load_at_once(void **state)
{
    pthread_t threads[4];
    void *failed;

    (void)state;
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, load_many, NULL);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
}

static void
refused(uint32_t kind, const char *target, size_t damage)
{
    struct weft_loaded_object *object = NULL;
    size_t size;
    unsigned char *binary = make_binary(kind, false, target, &size);

    if (damage)
        binary[damage] ^= 1;
    assert_int_equal(weft_object_load(binary, size, NULL, &services, &object), CL_INVALID_BINARY);
    assert_null(object);
    free(binary);
}

static void
compiled_object_is_CL_INVALID_BINARY(void **state)
{
    (void)state;
    refused(WEFT_BINARY_OBJECT, weft_binary_target(), 0);
}

static void
binary_for_another_cpu_is_CL_INVALID_BINARY(void **state)
{
    (void)state;
    refused(WEFT_BINARY_EXECUTABLE, "another cpu", 0);
}

static void
damaged_binary_is_CL_INVALID_BINARY(void **state)
{
    (void)state;
    refused(WEFT_BINARY_EXECUTABLE, weft_binary_target(), 100);
    refused(WEFT_BINARY_EXECUTABLE, weft_binary_target(), elf_size);
}

static void
sound_binary_that_is_no_object_is_CL_OUT_OF_RESOURCES(void **state)
{
    const struct weft_binary_view view = {
        .kind = WEFT_BINARY_EXECUTABLE, .payload = "text", .payload_size = 4, .info = "\0\0\0\0", .info_size = 4};
    struct weft_loaded_object *object = NULL;
    unsigned char *binary;
    size_t size;

    (void)state;
    assert_true(weft_binary_write(&view, weft_binary_target(), &binary, &size));
    assert_int_equal(weft_object_load(binary, size, NULL, &services, &object), CL_OUT_OF_RESOURCES);
    free(binary);
}

static void
unload_accepts_NULL(void **state)
{
    (void)state;
    weft_loaded_object_unload(NULL);
}

static int
read_fixture(void **state)
{
    FILE *file = fopen(WEFT_KERNEL_FIXTURE, "rb");

    (void)state;
    if (!file || !mkdtemp(directory))
        return -1;
    elf = malloc(1 << 20);
    elf_size = fread(elf, 1, 1 << 20, file);
    fclose(file);
    return elf_size ? 0 : -1;
}

static int
remove_directory(void **state)
{
    char command[128];

    (void)state;
    free(elf);
    snprintf(command, sizeof(command), "rm -r %s", directory);
    return system(command);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_are_found_by_name),
        cmocka_unit_test(name_of_any_length_is_looked_up),
        cmocka_unit_test(kernels_reach_the_services),
        cmocka_unit_test(cached_file_is_mapped_itself),
        cmocka_unit_test(program_scope_variables_are_not_shared),
        cmocka_unit_test(replaced_cached_file_is_another_object),
        cmocka_unit_test(missing_cached_file_is_no_trouble),
        cmocka_unit_test(unmappable_cached_file_is_copied),
        cmocka_unit_test(file_that_replaced_the_one_checked_is_not_mapped),
        cmocka_unit_test(small_file_size_limit_ends_nobody),
        cmocka_unit_test(hundred_objects_are_distinct),
        cmocka_unit_test(threads_load_at_once),
        cmocka_unit_test(compiled_object_is_CL_INVALID_BINARY),
        cmocka_unit_test(binary_for_another_cpu_is_CL_INVALID_BINARY),
        cmocka_unit_test(damaged_binary_is_CL_INVALID_BINARY),
        cmocka_unit_test(sound_binary_that_is_no_object_is_CL_OUT_OF_RESOURCES),
        cmocka_unit_test(unload_accepts_NULL),
    };

    return cmocka_run_group_tests(tests, read_fixture, remove_directory);
}
