// SPDX-License-Identifier: Apache-2.0
// Walks from the root with a descriptor for each directory, so that what was looked at is what is used.
#define _GNU_SOURCE 1
#include "runtime/base/directory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 100 // of names that may be taken

// The path is on the heap: a thread of an application's may have a stack of 16 KB.
struct walk {
    char *path; // owned: without links, up to where nothing is yet
    bool make;
    char *reason;
    size_t reason_size;
};

__attribute__((format(printf, 2, 3))) static int
refuse(struct walk *walk, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    if (walk->reason)
        vsnprintf(walk->reason, walk->reason_size, format, values);
    va_end(values);
    return -1;
}

// As far as the path leads, without links, owned; `there` becomes what of it leads there. NULL if nothing does.
static char *
resolve_start(char *there)
{
    char *resolved;

    while (!(resolved = realpath(there, NULL))) {
        char *slash = strrchr(there, '/');

        if (errno != ENOENT)
            return NULL;
        if (!slash) {
            *there = '\0';
            return realpath(".", NULL);
        }
        *(slash == there ? slash + 1 : slash) = '\0';
    }
    return resolved;
}

static bool
has_parent_name(const char *path)
{
    for (const char *name = path; *name;) {
        size_t size;

        name += strspn(name, "/");
        size = strcspn(name, "/");
        if (size == 2 && name[0] == '.' && name[1] == '.')
            return true;
        name += size;
    }
    return false;
}

// The path without links, as far as it leads; behind that its own names, of which none may lead back. Owned; NULL if
// it is none.
static char *
resolve(const char *path)
{
    char *there = *path ? strdup(path) : NULL;
    char *start = there ? resolve_start(there) : NULL, *resolved = NULL;
    const char *rest = path + (there ? strlen(there) : 0);

    if (start && (has_parent_name(rest) || asprintf(&resolved, "%s/%s", start, rest) < 0))
        resolved = NULL;
    free(start);
    free(there);
    return resolved;
}

// Whether others than the user and root may change what is in the directory. A group with the user's own number has
// nobody else in it, by the custom of systems that make one for each user.
static bool
is_open_to_others(const struct stat *s)
{
    const bool group = (s->st_mode & S_IWGRP) && s->st_gid != s->st_uid;

    return group || (s->st_mode & S_IWOTH);
}

// Whether the directory that the path leads to before `rest` will do.
static int
check(struct walk *walk, int directory, const char *rest)
{
    const bool is_last = !*rest;
    int length = (int)(rest - walk->path);
    struct stat s;

    if (fstat(directory, &s) != 0)
        return refuse(walk, "%.*s cannot be looked at: %s", length, walk->path, strerror(errno));
    if (s.st_uid != geteuid() && (is_last || s.st_uid != 0))
        return refuse(walk, "%.*s belongs to user %u", length, walk->path, (unsigned)s.st_uid);
    if (is_open_to_others(&s) && (is_last || !(s.st_mode & S_ISVTX)))
        return refuse(walk, "others can write to %.*s", length, walk->path);
    return 0;
}

// Opens the directory `name` in another one; makes it if that is wanted and it is missing.
static int
enter(const struct walk *walk, int parent, const char *name)
{
    const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    int directory = openat(parent, name, flags);

    if (directory >= 0)
        return directory;
    // One that may only be passed is enough of a way.
    if (errno == EACCES)
        return openat(parent, name, flags | O_PATH);
    if (errno != ENOENT || !walk->make || (mkdirat(parent, name, 0700) != 0 && errno != EEXIST))
        return -1;
    return openat(parent, name, flags);
}

static int
walk_from_root(struct walk *walk)
{
    int directory = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);

    for (char *name = walk->path, *end; directory >= 0; name = end) {
        char before;
        int next;

        name += strspn(name, "/");
        if (check(walk, directory, name) != 0)
            break;
        if (!*name)
            return directory;
        end = name + strcspn(name, "/");
        before = *end;
        *end = '\0';
        next = enter(walk, directory, name);
        if (next < 0)
            refuse(walk, "%s cannot be opened: %s", walk->path, strerror(errno));
        *end = before;
        close(directory);
        directory = next;
    }
    if (directory >= 0)
        close(directory);
    return -1;
}

int
weft_directory_open_own(const char *path, bool make, char *reason, size_t reason_size)
{
    struct walk walk = {.path = resolve(path), .make = make, .reason = reason, .reason_size = reason_size};
    int directory = walk.path ? walk_from_root(&walk) : refuse(&walk, "%s leads nowhere", path);

    free(walk.path);
    return directory;
}

int
weft_directory_make_file(int directory, const char *prefix, char *name, size_t size)
{
    int file = -1;

    for (int i = 0; i < TRIES && file < 0; i++) {
        uint64_t number = 0;
        int length;

        if (getrandom(&number, sizeof(number), GRND_NONBLOCK) < 0)
            number = (uint64_t)getpid() << 32 | (unsigned)i;
        length = snprintf(name, size, "%s%016llx", prefix, (unsigned long long)number);
        if (length < 0 || (size_t)length >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        file = openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST)
            return -1;
    }
    return file;
}
