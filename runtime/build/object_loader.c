// SPDX-License-Identifier: Apache-2.0
// Maps program binaries with dlopen: the cache's open file, or an anonymous one.
#define _GNU_SOURCE 1
#include "runtime/build/object_loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/kernel_info.h"
#include "compiler/program_binary.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U // Linux 6.3
#endif

// Anonymous files of so many objects stay open, so that gdb and perf can read them under /proc; beyond that they
// would use up the application's descriptors.
#define MAX_OPEN_FILES 64

struct weft_loaded_object {
    void *handle; // owned: dlopen's
    int file;     // owned: the anonymous file, or -1
};

static atomic_int open_files; // relaxed: only a bound on their number
static pthread_once_t mathematics_once = PTHREAD_ONCE_INIT;

// The path of an open file. glibc takes a path it has seen for the object it knows, while descriptors are numbered
// anew. So each path is written differently: the bits of a counter as "/" and "/." in it. The file's inode then decides
// whether it is known.
static void
descriptor_path(int fd, char *path, size_t size)
{
    static atomic_uint counter; // relaxed: only makes paths differ
    unsigned number = atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    char process[64], unique[2 * 32 + 1], *u = unique;
    ssize_t length = readlink("/proc/self", process, sizeof(process) - 1);

    for (; number; number >>= 1) {
        *u++ = '/';
        if (number & 1)
            *u++ = '.';
    }
    *u = '\0';
    // By number rather than "self", for debuggers.
    process[length > 0 ? length : 0] = '\0';
    snprintf(path, size, "/proc/%s%s/fd/%d", length > 0 ? process : "self", unique, fd);
}

static int
open_memory_file(void)
{
    int fd = memfd_create("weft-program", MFD_CLOEXEC | MFD_EXEC);

    if (fd < 0 && errno == EINVAL)
        fd = memfd_create("weft-program", MFD_CLOEXEC);
    return fd;
}

// Where memory files may not be executed (sysctl vm.memfd_noexec) any directory will do.
static int
open_unnamed_file(const char *directory)
{
    return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

// Maps what is in the file, of which it takes ownership; *file is the descriptor as long as debuggers may want it, or
// -1. NULL when the system refuses.
static void *
map_file(int fd, int *file)
{
    char path[192];
    void *handle;

    descriptor_path(fd, path, sizeof(path));
    handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        weft_log_message(WEFT_LOG_INFO, "a program cannot be mapped: %s", dlerror());
    if (handle && atomic_fetch_add_explicit(&open_files, 1, memory_order_relaxed) < MAX_OPEN_FILES) {
        *file = fd;
        return handle;
    }
    if (handle)
        atomic_fetch_sub_explicit(&open_files, 1, memory_order_relaxed);
    close(fd);
    return handle;
}

// The same of a copy in a new file.
static void *
map_written(int fd, const void *data, size_t size, int *file)
{
    if (fd < 0)
        return NULL;
    if (weft_write_all(fd, data, size))
        return map_file(fd, file);
    close(fd);
    return NULL;
}

static void *
map_copy(const void *data, size_t size, int *file)
{
    static const char *const directories[] = {"/dev/shm", "/tmp", "/var/tmp", "."};
    void *handle = map_written(open_memory_file(), data, size, file);

    for (size_t i = 0; i < sizeof(directories) / sizeof(*directories) && !handle; i++)
        handle = map_written(open_unnamed_file(directories[i]), data, size, file);
    return handle;
}

// The cache's file itself, unless it was cut since. Two programs with the same file share the mapping, so one with
// variables of its own must be copied.
static void *
map_cached(const struct weft_cache_entry *entry, const struct weft_binary_view *view, int *file)
{
    struct stat s;
    int fd;

    if (!entry || !entry->is_open || weft_program_info_peek_variables(view->info, view->info_size) ||
        fstat(entry->file, &s) != 0 || s.st_size < (off_t)view->payload_size)
        return NULL;
    fd = fcntl(entry->file, F_DUPFD_CLOEXEC, 0);
    return fd < 0 ? NULL : map_file(fd, file);
}

void
weft_cache_entry_finish(struct weft_cache_entry *entry)
{
    if (entry->is_open)
        close(entry->file);
    memset(entry, 0, sizeof(*entry));
}

// On CPUs without fused multiply-adds, for one, code generation calls C's mathematics, which kernels find among what is
// loaded for all. hwloc has it loaded, but for itself; where there is no such library, it is part of libc.
static void
load_mathematics_for_all(void)
{
    (void)dlopen("libm.so.6", RTLD_NOW | RTLD_GLOBAL);
}

cl_int
weft_object_load(const void *binary, size_t size, const struct weft_cache_entry *entry,
                 const struct weft_services *services, struct weft_loaded_object **object)
{
    struct weft_binary_view view;
    const char *wrong = weft_binary_parse(binary, size, weft_binary_target(), &view);
    struct weft_loaded_object *made;
    const struct weft_services **slot;

    if (!wrong && view.kind != WEFT_BINARY_EXECUTABLE)
        wrong = "the program binary is not linked";
    if (wrong) {
        weft_log_message(WEFT_LOG_INFO, "program binary refused: %s", wrong);
        return CL_INVALID_BINARY;
    }
    made = malloc(sizeof(*made));
    if (!made)
        return CL_OUT_OF_HOST_MEMORY;
    made->file = -1;
    pthread_once(&mathematics_once, load_mathematics_for_all);
    made->handle = map_cached(entry, &view, &made->file);
    if (!made->handle)
        made->handle = map_copy(view.payload, view.payload_size, &made->file);
    if (!made->handle) {
        weft_log_message(WEFT_LOG_ERROR, "the system refuses to map a program's code (WEFT_LOG=info tells why)");
        free(made);
        return CL_OUT_OF_RESOURCES;
    }
    slot = dlsym(made->handle, WEFT_SERVICES_SYMBOL);
    // Sharers of a mapping store the same value.
    if (slot)
        __atomic_store_n(slot, services, __ATOMIC_RELAXED);
    *object = made;
    return CL_SUCCESS;
}

weft_kernel_entry
weft_loaded_object_entry(const struct weft_loaded_object *object, const char *name)
{
    char small[256], *symbol = small;
    size_t size = strlen(WEFT_KERNEL_SYMBOL_PREFIX) + strlen(name) + 1;
    weft_kernel_entry entry = NULL;
    void *address;

    if (size > sizeof(small) && !(symbol = malloc(size)))
        return NULL;
    snprintf(symbol, size, WEFT_KERNEL_SYMBOL_PREFIX "%s", name);
    address = dlsym(object->handle, symbol);
    memcpy(&entry, &address, sizeof(entry));
    if (symbol != small)
        free(symbol);
    return entry;
}

void
weft_loaded_object_unload(struct weft_loaded_object *object)
{
    if (!object)
        return;
    dlclose(object->handle);
    if (object->file >= 0) {
        close(object->file);
        atomic_fetch_sub_explicit(&open_files, 1, memory_order_relaxed);
    }
    free(object);
}
