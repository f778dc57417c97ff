// SPDX-License-Identifier: Apache-2.0
// What launches have shown of a kernel's forms, kept for other processes beside the programs in the cache.
#define _GNU_SOURCE 1
#include "runtime/build/cache_forms.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

#include "compiler/program_binary.h"
#include "compiler/kernel_info.h"
#include "runtime/build/cache_eviction.h"
#include "runtime/build/cache_files.h"

#define NAME_SIZE (32 + sizeof(WEFT_CACHE_FORM_SUFFIX))

struct file {
    struct weft_cache_key key;
    struct weft_form_choice choice;
    uint64_t hash; // of what is before
};

static void
name_file(const struct weft_cache_key *key, char name[NAME_SIZE])
{
    snprintf(name, NAME_SIZE, "%016llx%016llx" WEFT_CACHE_FORM_SUFFIX, (unsigned long long)key->high,
             (unsigned long long)key->low);
}

static uint64_t
hash_of(const struct file *file)
{
    return weft_hash64(file, offsetof(struct file, hash), 0);
}

static bool
is_sound(const struct file *file, const struct weft_cache_key *key)
{
    return file->hash == hash_of(file) && file->key.high == key->high && file->key.low == key->low &&
           weft_form_is_sound(file->choice.form);
}

bool
weft_cache_recall_form(const struct weft_cache_key *key, struct weft_form_choice *choice)
{
    const int directory = weft_cache_open();
    struct file file;
    char name[NAME_SIZE];
    bool found;
    int fd;

    if (directory < 0)
        return false;
    name_file(key, name);
    fd = openat(directory, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    found = fd >= 0 && read(fd, &file, sizeof(file)) == sizeof(file) && is_sound(&file, key);
    if (found) {
        weft_cache_touch(fd);
        *choice = file.choice;
    }
    if (fd >= 0)
        close(fd);
    close(directory);
    return found;
}

void
weft_cache_remember_form(const struct weft_cache_key *key, struct weft_form_choice choice)
{
    const int directory = weft_cache_open();
    struct file file = {.key = *key, .choice = choice};
    const struct weft_blob part = {&file, sizeof(file)};
    char name[NAME_SIZE];
    int fd;

    if (directory < 0)
        return;
    file.hash = hash_of(&file);
    name_file(key, name);
    fd = weft_cache_write(directory, name, &part, 1);
    if (fd >= 0)
        close(fd);
    close(directory);
}
