// SPDX-License-Identifier: Apache-2.0
// Length-prefixed encoding used between runtime and compiler and inside program binaries.
#ifndef WEFT_WIRE_H
#define WEFT_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// Appends to a growing buffer; a failed allocation sets `failed` and later writes do nothing.
struct weft_writer {
    unsigned char *data; // owned
    size_t size, capacity;
    bool failed;
};
void weft_writer_u32(struct weft_writer *w, uint32_t value);
void weft_writer_u64(struct weft_writer *w, uint64_t value);
void weft_writer_bytes(struct weft_writer *w, const void *data, size_t size); // u64 size, then bytes
void weft_writer_string(struct weft_writer *w, const char *text);             // NULL as empty
void weft_writer_finish(struct weft_writer *w);

// Reads from memory it does not own; running past the end sets `failed` and yields zeros.
struct weft_reader {
    const unsigned char *data; // borrowed from the caller
    size_t size, position;
    bool failed;
};
uint32_t weft_reader_u32(struct weft_reader *r);
uint64_t weft_reader_u64(struct weft_reader *r);
const void *weft_reader_bytes(struct weft_reader *r, size_t *size); // borrowed
char *weft_reader_string(struct weft_reader *r);                    // owned, NUL-terminated; NULL on failure

#ifdef __cplusplus
}
#endif
#endif
