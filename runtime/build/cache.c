// SPDX-License-Identifier: Apache-2.0
// Lookup and storage of cache entries.
//
// An entry is the program binary, the build log, and a trailer; the runtime maps it with dlopen as it is. Entries are
// written under another name and renamed, so readers see whole files only; nothing is locked.
#define _GNU_SOURCE 1
#include "runtime/build/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compiler/program_binary.h"
#include "runtime/base/log.h"
#include "runtime/build/cache_eviction.h"
#include "runtime/build/cache_files.h"

#define ENTRY_MAGIC UINT64_C(0x3165686361437457) // "WtCache1", little endian
#define LARGEST_ENTRY ((off_t)1 << 31)           // bytes
#define EVICT_EVERY 16                           // one store in so many looks at the directory's size

struct entry_trailer {
    uint64_t binary_size, log_size; // bytes
    struct weft_cache_key key;
    uint64_t log_hash;
    uint64_t magic;
};

#define ENTRY_NAME_SIZE (32 + sizeof(WEFT_CACHE_SUFFIX))

static void
name_entry(const struct weft_cache_key *key, char name[ENTRY_NAME_SIZE])
{
    snprintf(name, ENTRY_NAME_SIZE, "%016llx%016llx" WEFT_CACHE_SUFFIX, (unsigned long long)key->high,
             (unsigned long long)key->low);
}

static bool
contains_word(const struct weft_blob *source, const char *word)
{
    return source->size && memmem(source->data, source->size, word, strlen(word)) != NULL;
}

// Whether the result may depend on the working directory: relative names of files and debug information.
static bool
depends_on_directory(const struct weft_request *request)
{
    return strstr(request->options, "-I") || strstr(request->options, "-g") ||
           contains_word(&request->source, "include") || contains_word(&request->source, "import") ||
           contains_word(&request->source, "embed");
}

bool
weft_cache_key(const struct weft_request *request, const void *identity, size_t identity_size,
               struct weft_cache_key *key)
{
    struct weft_request keyed = *request;
    struct weft_writer all = {0};
    bool ok;

    if (!depends_on_directory(request))
        keyed.directory = "";
    keyed.urgent = 0;
    weft_writer_bytes(&all, identity, identity_size);
    weft_request_encode(&keyed, &all);
    ok = !all.failed;
    if (ok) {
        key->high = weft_hash64(all.data, all.size, 1);
        key->low = weft_hash64(all.data, all.size, 2);
    }
    weft_writer_finish(&all);
    return ok;
}

// Reads a whole file of ours; NULL when there is none that is safe to use. The result has a NUL after *size bytes.
static unsigned char *
read_file(int fd, off_t largest, size_t *size)
{
    struct stat s;
    unsigned char *data;
    size_t done = 0;

    if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size > largest)
        return NULL;
    data = malloc((size_t)s.st_size + 1);
    if (!data)
        return NULL;
    while (done < (size_t)s.st_size) {
        ssize_t n = read(fd, data + done, (size_t)s.st_size - done);

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            free(data);
            return NULL;
        }
        done += (size_t)n;
    }
    data[done] = '\0';
    *size = done;
    return data;
}

static bool
content_unchanged(const char *path, uint64_t hash)
{
    unsigned char *data;
    size_t size = 0;
    bool same;
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0)
        return false;
    data = read_file(fd, LARGEST_ENTRY, &size);
    close(fd);
    same = data && weft_hash64(data, size, 0) == hash;
    free(data);
    return same;
}

// `path` is relative to `directory`.
static bool
dependency_unchanged(uint32_t kind, const char *directory, const char *path, uint64_t hash)
{
    char *full;
    struct stat s;
    bool same = false;

    if (asprintf(&full, "%s%s%s", *path == '/' ? "" : directory, *path == '/' ? "" : "/", path) < 0)
        return false;
    if (kind == WEFT_DEPENDENCY_CONTENT)
        same = content_unchanged(full, hash);
    else if (kind == WEFT_DEPENDENCY_PRESENCE || kind == WEFT_DEPENDENCY_ABSENCE)
        same = (stat(full, &s) == 0) == (kind == WEFT_DEPENDENCY_PRESENCE);
    free(full);
    return same;
}

static bool
dependencies_unchanged(const struct weft_binary_view *view, const char *directory)
{
    struct weft_reader in = {.data = view->deps, .size = view->deps_size};
    uint32_t count = weft_reader_u32(&in);
    bool same = !in.failed;

    for (uint32_t i = 0; i < count && same; i++) {
        uint32_t kind = weft_reader_u32(&in);
        char *path = weft_reader_string(&in);
        uint64_t hash = weft_reader_u64(&in);

        same = path && !in.failed && dependency_unchanged(kind, directory, path, hash);
        free(path);
    }
    return same;
}

static bool
depends_on_time(const struct weft_build_result *result)
{
    struct weft_binary_view view;

    return weft_binary_parse(result->binary, result->binary_size, NULL, &view) ||
           weft_binary_depends_on_time(view.deps, view.deps_size);
}

// NULL, or why the entry of `size` bytes is no use.
static const char *
check_entry(const unsigned char *data, size_t size, const struct weft_cache_key *key,
            const struct weft_request *request, struct entry_trailer *trailer)
{
    struct weft_binary_view view;
    const char *wrong;
    size_t before;

    if (size < sizeof(*trailer))
        return "it is cut short";
    before = size - sizeof(*trailer);
    memcpy(trailer, data + before, sizeof(*trailer));
    if (trailer->magic != ENTRY_MAGIC || trailer->key.high != key->high || trailer->key.low != key->low ||
        trailer->binary_size > before || trailer->log_size != before - trailer->binary_size)
        return "it is damaged";
    if (weft_hash64(data + trailer->binary_size, (size_t)trailer->log_size, 0) != trailer->log_hash)
        return "its log is damaged";
    wrong = weft_binary_parse(data, (size_t)trailer->binary_size, request->target, &view);
    if (wrong)
        return wrong;
    return dependencies_unchanged(&view, request->directory) ? NULL : "an included file has changed";
}

// An entry is code: nobody else may have written it.
static int
open_entry(int directory, const char *name)
{
    int fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat s;

    if (fd < 0 || (fstat(fd, &s) == 0 && s.st_uid == geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH))))
        return fd;
    close(fd);
    return -1;
}

static bool
lookup_in(int directory, const struct weft_cache_key *key, const struct weft_request *request,
          struct weft_build_result *result)
{
    struct weft_build_result made = {.status = CL_SUCCESS};
    struct entry_trailer trailer;
    char name[ENTRY_NAME_SIZE];
    const char *wrong;
    size_t size;
    int fd;

    name_entry(key, name);
    fd = open_entry(directory, name);
    if (fd < 0)
        return false;
    made.entry = (struct weft_cache_entry){.is_open = true, .file = fd};
    made.binary = read_file(fd, LARGEST_ENTRY, &size);
    wrong = made.binary ? check_entry(made.binary, size, key, request, &trailer) : "it cannot be read";
    if (wrong) {
        weft_log_message(WEFT_LOG_INFO, "cache entry %s is dropped: %s", name, wrong);
        unlinkat(directory, name, 0);
        goto miss;
    }
    weft_cache_touch(fd);
    made.binary_size = (size_t)trailer.binary_size;
    made.log = strndup((const char *)made.binary + trailer.binary_size, (size_t)trailer.log_size);
    if (!made.log)
        goto miss;
    *result = made;
    return true;

miss:
    weft_build_result_finish(&made);
    return false;
}

bool
weft_cache_lookup(const struct weft_cache_key *key, const struct weft_request *request,
                  struct weft_build_result *result)
{
    int directory = weft_cache_open();
    bool found = directory >= 0 && lookup_in(directory, key, request, result);

    if (directory >= 0)
        close(directory);
    return found;
}

static int
write_entry(int directory, const struct weft_cache_key *key, const struct weft_build_result *result)
{
    size_t log_size = strlen(result->log);
    struct entry_trailer trailer = {.binary_size = result->binary_size,
                                    .log_size = log_size,
                                    .key = *key,
                                    .log_hash = weft_hash64(result->log, log_size, 0),
                                    .magic = ENTRY_MAGIC};
    const struct weft_blob parts[] = {
        {result->binary, result->binary_size}, {result->log, log_size}, {&trailer, sizeof(trailer)}};
    char name[ENTRY_NAME_SIZE];

    name_entry(key, name);
    return weft_cache_write(directory, name, parts, sizeof(parts) / sizeof(*parts));
}

void
weft_cache_store(const struct weft_cache_key *key, struct weft_build_result *result)
{
    int directory = depends_on_time(result) ? -1 : weft_cache_open(), fd;

    if (directory < 0)
        return;
    fd = write_entry(directory, key, result);
    if (fd >= 0) {
        weft_cache_entry_finish(&result->entry);
        result->entry = (struct weft_cache_entry){.is_open = true, .file = fd};
        // The key is as good as a random number, and a test can choose it.
        if (key->low % EVICT_EVERY == 0)
            weft_cache_evict(directory);
    } else {
        weft_log_message(WEFT_LOG_INFO, "the cache cannot be written: %s", strerror(errno));
    }
    close(directory);
}
