// SPDX-License-Identifier: Apache-2.0
// Files are written under another name and renamed, so readers see whole files only; nothing is locked.
#define _GNU_SOURCE 1
#include "runtime/build/cache_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "compiler/program_binary.h"
#include "runtime/base/file.h"
#include "runtime/build/cache_eviction.h"

#define TOUCH_SECONDS 3600 // a file's time of use is as exact as this

bool
weft_cache_directory(char *path, size_t size)
{
    const char *off = secure_getenv("WEFT_CACHE"), *base = secure_getenv("WEFT_CACHE_DIR");
    int length = -1;

    if (off && strcmp(off, "0") == 0)
        return false;
    if (base && *base)
        length = snprintf(path, size, "%s", base);
    else if ((base = secure_getenv("XDG_CACHE_HOME")) && *base == '/')
        length = snprintf(path, size, "%s/weft", base);
    else if ((base = secure_getenv("HOME")) && *base == '/')
        length = snprintf(path, size, "%s/.cache/weft", base);
    return length > 0 && (size_t)length < size;
}

// mkdir -p, with access for the owner only.
static bool
make_directories(char *path)
{
    if (mkdir(path, 0700) == 0 || errno == EEXIST)
        return true;
    if (errno != ENOENT)
        return false;
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        bool made;

        *slash = '\0';
        made = mkdir(path, 0700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES;
        *slash = '/';
        if (!made)
            return false;
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

// Network file systems tell of a full disk only when a descriptor is closed; this one is still needed.
static bool
flush(int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);

    return copy >= 0 && close(copy) == 0;
}

// Under a temporary name, which nobody can foretell. Returns the descriptor, or -1 with errno set.
static int
write_and_rename(const char *directory, const char *path, const struct weft_blob *parts, size_t count)
{
    char temporary[PATH_MAX];
    bool written = true;
    int fd, error, length;

    length = snprintf(temporary, sizeof(temporary), "%s/" WEFT_CACHE_TEMPORARY "XXXXXX", directory);
    if (length < 0 || (size_t)length >= sizeof(temporary)) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return -1;
    for (size_t i = 0; i < count && written; i++)
        written = weft_write_all(fd, parts[i].data, parts[i].size);
    if (written && flush(fd) && rename(temporary, path) == 0)
        return fd;
    error = errno;
    unlink(temporary);
    close(fd);
    errno = error;
    return -1;
}

int
weft_cache_write(const char *directory, const char *path, const struct weft_blob *parts, size_t count)
{
    char parents[PATH_MAX];
    int fd = write_and_rename(directory, path, parts, count);

    if (fd >= 0 || errno != ENOENT || (size_t)snprintf(parents, sizeof(parents), "%s", directory) >= sizeof(parents))
        return fd;
    return make_directories(parents) ? write_and_rename(directory, path, parts, count) : -1;
}

void
weft_cache_touch(int fd)
{
    struct stat s;

    if (fstat(fd, &s) == 0 && time(NULL) - s.st_mtime > TOUCH_SECONDS && futimens(fd, NULL) != 0) {
        // A read-only cache is never evicted from here.
    }
}

// A directory that nobody else can write to, in that for temporary files.
static bool
temporary_directory(char *path, size_t size)
{
    const char *parent = secure_getenv("TMPDIR");
    int length = snprintf(path, size, "%s/weft-%u", parent && *parent == '/' ? parent : "/tmp", (unsigned)geteuid());
    struct stat s;

    if (length < 0 || (size_t)length >= size || (mkdir(path, 0700) != 0 && errno != EEXIST))
        return false;
    return lstat(path, &s) == 0 && S_ISDIR(s.st_mode) && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH));
}

static bool
keep_source_in(const char *directory, const struct weft_blob *source, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%016llx%016llx" WEFT_CACHE_SOURCE_SUFFIX, directory,
                          (unsigned long long)weft_hash64(source->data, source->size, 1),
                          (unsigned long long)weft_hash64(source->data, source->size, 2));
    struct stat s;
    int fd;

    if (length < 0 || (size_t)length >= size)
        return false;
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0 && fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && (size_t)s.st_size == source->size) {
        weft_cache_touch(fd);
    } else {
        if (fd >= 0)
            close(fd);
        fd = weft_cache_write(directory, path, source, 1);
    }
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

bool
weft_cache_keep_source(const struct weft_blob *source, char *path, size_t size)
{
    char directory[PATH_MAX];

    if (weft_cache_directory(directory, sizeof(directory)) && keep_source_in(directory, source, path, size))
        return true;
    return temporary_directory(directory, sizeof(directory)) && keep_source_in(directory, source, path, size);
}
