// SPDX-License-Identifier: Apache-2.0
// What image_versions has in its images and buffers, and where they end.
#ifndef WEFT_CONFORMANCE_IMAGE_VERSIONS_MEMORY_H
#define WEFT_CONFORMANCE_IMAGE_VERSIONS_MEMORY_H

#include <stddef.h>
#include <stdint.h>

// The same numbers follow the same seed.
void random_begin(uint64_t seed);
uint64_t random_bits(void);
unsigned below(unsigned n);
float between(float low, float high);

// `size` bytes at the end of a page before one that nobody may touch, or at the start of one after such a page.
struct area {
    unsigned char *mapped, *data;
    size_t mapped_bytes, size;
};
struct area make_area(size_t size);
void end_area(struct area *area);
void fill(unsigned char *data, size_t size);

#endif
