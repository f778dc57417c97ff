// SPDX-License-Identifier: Apache-2.0
// Keeps the cache's directory within its size. The names of the files in it are agreed here.
#ifndef WEFT_BUILD_CACHE_EVICTION_H
#define WEFT_BUILD_CACHE_EVICTION_H

#define WEFT_CACHE_SUFFIX ".so"        // of entries, behind 32 hexadecimal digits
#define WEFT_CACHE_SOURCE_SUFFIX ".cl" // of sources for debuggers, likewise
#define WEFT_CACHE_FORM_SUFFIX ".fm"   // of what is known of forms (cache_forms.h), likewise
#define WEFT_CACHE_TEMPORARY "tmp-"    // start of the name of files being written

// Removes temporary files nobody finished and, if the entries and sources in the open directory are larger than
// WEFT_CACHE_MAX_MB, those used longest ago until four fifths of it are left. Other files stay. Thread-safe.
void weft_cache_evict(int directory);

#endif
