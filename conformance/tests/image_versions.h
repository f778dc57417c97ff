// SPDX-License-Identifier: Apache-2.0
// What the processes of image_versions tell of their launches.
#ifndef WEFT_CONFORMANCE_IMAGE_VERSIONS_H
#define WEFT_CONFORMANCE_IMAGE_VERSIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum elements { BYTES, HALF_FLOATS, FLOAT_NUMBERS };

struct record {
    enum { BEGINS, ENDED, NO_MORE } is; // before a launch, after it, after all; bytes follow an ENDED one
    int number;                         // of the case
    char text[400];                     // what is run
    enum elements elements;
    double tolerance;     // of FLOAT_NUMBERS; 0: the same bits, NaNs aside
    bool is_undefined;    // nothing is compared
    bool has_version;     // a launch of the case has had one
    unsigned results;     // of a work-item, in a buffer; 0: an image
    unsigned item_bits;   // of a result or pixel
    size_t width, height; // of the image, or of the work-items
    size_t row_bytes;     // of an image, with what lies behind the pixels
    size_t size;          // bytes, which follow
};

// What runs, the same in both processes.
struct image_cases {
    uint64_t seed;
    unsigned rounds;
    int first;       // case; those before are left out
    bool is_version; // whether there have to be versions
    int records;     // file that they are written to
    int messages;    // file that is the process's standard error
    int turns;       // file with a byte for each case that may begin, or -1: what the other has built is in the cache
};

// Runs all in test_context.
void image_cases_run(const struct image_cases *cases);

#endif
