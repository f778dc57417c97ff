// SPDX-License-Identifier: Apache-2.0
// Length-prefixed encoding in host byte order: both ends run on one machine, and binaries carry their target.
#include "compiler/wire.h"

#include <stdlib.h>
#include <string.h>

// A place for `size` more bytes at the end, or NULL after setting `failed`.
static unsigned char *
writer_extend(struct weft_writer *w, size_t size)
{
    if (w->failed)
        return NULL;
    if (size > w->capacity - w->size) {
        size_t capacity = w->capacity ? w->capacity : 256;
        unsigned char *data;

        while (size > capacity - w->size) {
            if (capacity > SIZE_MAX / 2) {
                w->failed = true;
                return NULL;
            }
            capacity *= 2;
        }
        data = realloc(w->data, capacity);
        if (!data) {
            w->failed = true;
            return NULL;
        }
        w->data = data;
        w->capacity = capacity;
    }
    w->size += size;
    return w->data + w->size - size;
}

static void
writer_append(struct weft_writer *w, const void *data, size_t size)
{
    unsigned char *end = writer_extend(w, size);

    if (end && size)
        memcpy(end, data, size);
}

void
weft_writer_u32(struct weft_writer *w, uint32_t value)
{
    writer_append(w, &value, sizeof(value));
}

void
weft_writer_u64(struct weft_writer *w, uint64_t value)
{
    writer_append(w, &value, sizeof(value));
}

void
weft_writer_bytes(struct weft_writer *w, const void *data, size_t size)
{
    weft_writer_u64(w, size);
    writer_append(w, data, size);
}

void
weft_writer_string(struct weft_writer *w, const char *text)
{
    weft_writer_bytes(w, text, text ? strlen(text) : 0);
}

void
weft_writer_finish(struct weft_writer *w)
{
    free(w->data);
    memset(w, 0, sizeof(*w));
}

// `size` borrowed bytes at the position, or NULL after setting `failed`.
static const unsigned char *
reader_take(struct weft_reader *r, uint64_t size)
{
    const unsigned char *start;

    if (r->failed || size > r->size - r->position) {
        r->failed = true;
        return NULL;
    }
    start = r->data + r->position;
    r->position += (size_t)size;
    return start;
}

uint32_t
weft_reader_u32(struct weft_reader *r)
{
    const unsigned char *p = reader_take(r, sizeof(uint32_t));
    uint32_t value = 0;

    if (p)
        memcpy(&value, p, sizeof(value));
    return value;
}

uint64_t
weft_reader_u64(struct weft_reader *r)
{
    const unsigned char *p = reader_take(r, sizeof(uint64_t));
    uint64_t value = 0;

    if (p)
        memcpy(&value, p, sizeof(value));
    return value;
}

const void *
weft_reader_bytes(struct weft_reader *r, size_t *size)
{
    uint64_t length = weft_reader_u64(r);
    const unsigned char *p = reader_take(r, length);

    *size = p ? (size_t)length : 0;
    return p;
}

char *
weft_reader_string(struct weft_reader *r)
{
    size_t size;
    const void *bytes = weft_reader_bytes(r, &size);
    char *text;

    // A string with a NUL inside was not written by weft_writer_string.
    if (!bytes || (size && memchr(bytes, 0, size))) {
        r->failed = true;
        return NULL;
    }
    text = malloc(size + 1);
    if (!text) {
        r->failed = true;
        return NULL;
    }
    memcpy(text, bytes, size);
    text[size] = '\0';
    return text;
}
