// SPDX-License-Identifier: Apache-2.0
// What launches have shown of a kernel's forms, kept for other processes beside the programs in the cache.
#ifndef WEFT_BUILD_CACHE_FORMS_H
#define WEFT_BUILD_CACHE_FORMS_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/build/cache.h"

struct weft_form_choice {
    uint32_t form;  // as weft_kernel_info, sound
    uint32_t stage; // what has been tried, in numbers of whoever asks
};

// The key is that of the build of the version that is expected to be best. False when nothing sound is kept, or there
// is no cache. Thread-safe.
bool weft_cache_recall_form(const struct weft_cache_key *key, struct weft_form_choice *choice);
// In place of what was kept for the key. Failures only cost that. Thread-safe.
void weft_cache_remember_form(const struct weft_cache_key *key, struct weft_form_choice choice);

#endif
