// SPDX-License-Identifier: Apache-2.0
// Eviction by time of use, which is an entry's modification time.
#define _GNU_SOURCE 1
#include "runtime/build/cache_eviction.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/log.h"

#define ENTRY_NAME_SIZE (32 + sizeof(WEFT_CACHE_SUFFIX))
#define DEFAULT_MAX_MB 512
#define TEMPORARY_SECONDS 3600 // after this nobody writes a temporary file any more

_Static_assert(sizeof(WEFT_CACHE_SUFFIX) == sizeof(WEFT_CACHE_SOURCE_SUFFIX) &&
                   sizeof(WEFT_CACHE_SUFFIX) == sizeof(WEFT_CACHE_FORM_SUFFIX),
               "all names have one length");

struct candidate {
    char name[ENTRY_NAME_SIZE];
    struct timespec used;
    uint64_t size; // bytes
};

static int
used_earlier(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    return (x->used.tv_nsec > y->used.tv_nsec) - (x->used.tv_nsec < y->used.tv_nsec);
}

static bool
is_entry_name(const char *name)
{
    return strlen(name) == ENTRY_NAME_SIZE - 1 && strspn(name, "0123456789abcdef") == 32 &&
           (strcmp(name + 32, WEFT_CACHE_SUFFIX) == 0 || strcmp(name + 32, WEFT_CACHE_SOURCE_SUFFIX) == 0 ||
            strcmp(name + 32, WEFT_CACHE_FORM_SUFFIX) == 0);
}

// Lists entries and sources with their total size; removes temporary files that nobody finished. Returns an owned array
// or NULL.
static struct candidate *
list_entries(DIR *directory, size_t *count, uint64_t *total)
{
    struct candidate *list = NULL;
    size_t capacity = 0;
    struct dirent *item;
    struct stat s;

    *count = 0;
    *total = 0;
    while ((item = readdir(directory))) {
        bool temporary = strncmp(item->d_name, WEFT_CACHE_TEMPORARY, strlen(WEFT_CACHE_TEMPORARY)) == 0;

        if ((!temporary && !is_entry_name(item->d_name)) ||
            fstatat(dirfd(directory), item->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (temporary) {
            if (time(NULL) - s.st_mtime > TEMPORARY_SECONDS)
                unlinkat(dirfd(directory), item->d_name, 0);
            continue;
        }
        if (*count == capacity) {
            size_t larger = capacity ? 2 * capacity : 64;
            struct candidate *grown = realloc(list, larger * sizeof(*list));

            if (!grown)
                break;
            list = grown;
            capacity = larger;
        }
        memcpy(list[*count].name, item->d_name, ENTRY_NAME_SIZE);
        list[*count].used = s.st_mtim;
        list[*count].size = (uint64_t)s.st_size;
        *total += list[*count].size;
        (*count)++;
    }
    return list;
}

static uint64_t
max_bytes(void)
{
    const char *text = getenv("WEFT_CACHE_MAX_MB");
    long megabytes = text ? strtol(text, NULL, 10) : 0;

    return (uint64_t)(megabytes > 0 ? megabytes : DEFAULT_MAX_MB) << 20;
}

void
weft_cache_evict(int open_directory)
{
    uint64_t limit = max_bytes(), total;
    int fd = openat(open_directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *directory = fd < 0 ? NULL : fdopendir(fd);
    struct candidate *list;
    size_t count;

    if (!directory) {
        if (fd >= 0)
            close(fd);
        return;
    }
    list = list_entries(directory, &count, &total);
    if (total > limit) {
        qsort(list, count, sizeof(*list), used_earlier);
        for (size_t i = 0; i < count && total > limit / 5 * 4; i++) {
            if (unlinkat(dirfd(directory), list[i].name, 0) == 0)
                total -= list[i].size;
        }
        weft_log_message(WEFT_LOG_INFO, "the cache was evicted down to %llu bytes", (unsigned long long)total);
    }
    free(list);
    closedir(directory);
}
