// SPDX-License-Identifier: Apache-2.0
// Files are written under another name and renamed, so readers see whole files only; nothing is locked.
#define _GNU_SOURCE 1
#include "runtime/build/cache_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compiler/program_binary.h"
#include "runtime/base/directory.h"
#include "runtime/base/file.h"
#include "runtime/base/log.h"
#include "runtime/build/cache_eviction.h"

#define TOUCH_SECONDS 3600 // a file's time of use is as exact as this

// Paths are on the heap: a thread of an application's may have a stack of 16 KB.

static char *
join(const char *base, const char *name)
{
    char *path;

    return asprintf(&path, "%s%s", base, name) < 0 ? NULL : path;
}

// The directory's path, owned; NULL when there is none or the cache is off.
static char *
cache_path(void)
{
    const char *off = secure_getenv("WEFT_CACHE"), *base = secure_getenv("WEFT_CACHE_DIR");

    if (off && strcmp(off, "0") == 0)
        return NULL;
    if (base && *base)
        return strdup(base);
    if ((base = secure_getenv("XDG_CACHE_HOME")) && *base == '/')
        return join(base, "/weft");
    if ((base = secure_getenv("HOME")) && *base == '/')
        return join(base, "/.cache/weft");
    return NULL;
}

static int
open_cache_at(const char *path)
{
    char reason[512];
    int directory = path ? weft_directory_open_own(path, true, reason, sizeof(reason)) : -1;

    if (path && directory < 0)
        weft_log_message(WEFT_LOG_INFO, "the cache %s is not used: %s", path, reason);
    return directory;
}

int
weft_cache_open(void)
{
    char *path = cache_path();
    int directory = open_cache_at(path);

    free(path);
    return directory;
}

bool
weft_cache_is_filled(void)
{
    char *path = cache_path();
    DIR *directory = path ? opendir(path) : NULL;
    const struct dirent *entry;
    bool is_filled;

    free(path);
    if (!directory)
        return false;
    do
        entry = readdir(directory);
    while (entry && entry->d_name[0] == '.');
    is_filled = entry != NULL;
    closedir(directory);
    return is_filled;
}

// Network file systems tell of a full disk only when a descriptor is closed; this one is still needed.
static bool
flush(int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

    return copy >= 0 && close(copy) == 0;
}

int
weft_cache_write(int directory, const char *name, const struct weft_blob *parts, size_t count)
{
    char temporary[64];
    int fd = weft_directory_make_file(directory, WEFT_CACHE_TEMPORARY, temporary, sizeof(temporary)), error;
    bool written = true;

    if (fd < 0)
        return -1;
    for (size_t i = 0; i < count && written; i++)
        written = weft_write_all(fd, parts[i].data, parts[i].size);
    if (written && flush(fd) && renameat(directory, temporary, directory, name) == 0)
        return fd;
    error = errno;
    unlinkat(directory, temporary, 0);
    close(fd);
    errno = error;
    return -1;
}

void
weft_cache_touch(int fd)
{
    struct stat s;

    if (fstat(fd, &s) == 0 && time(NULL) - s.st_mtime > TOUCH_SECONDS && futimens(fd, NULL) != 0) {
        // A read-only cache is never evicted from here.
    }
}

// A directory of the user's own, in that for temporary files; owned.
static char *
temporary_path(void)
{
    const char *parent = secure_getenv("TMPDIR");
    char name[32];

    snprintf(name, sizeof(name), "/weft-%u", (unsigned)geteuid());
    return join(parent && *parent == '/' ? parent : "/tmp", name);
}

static bool
keep_source_in(int directory, const char *name, const struct weft_blob *source)
{
    int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat s;

    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && (size_t)s.st_size == source->size) {
        weft_cache_touch(fd);
    } else {
        if (fd >= 0)
            close(fd);
        fd = weft_cache_write(directory, name, source, 1);
    }
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

char *
weft_cache_keep_source(const struct weft_blob *source)
{
    static char *(*const places[])(void) = {cache_path, temporary_path};
    char name[64], *kept = NULL;

    snprintf(name, sizeof(name), "/%016llx%016llx" WEFT_CACHE_SOURCE_SUFFIX,
             (unsigned long long)weft_hash64(source->data, source->size, 1),
             (unsigned long long)weft_hash64(source->data, source->size, 2));
    for (size_t i = 0; i < sizeof(places) / sizeof(*places) && !kept; i++) {
        char *path = places[i]();
        int directory = open_cache_at(path);

        if (directory >= 0 && keep_source_in(directory, name + 1, source))
            kept = join(path, name);
        if (directory >= 0)
            close(directory);
        free(path);
    }
    return kept;
}
