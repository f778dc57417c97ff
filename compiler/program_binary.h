// SPDX-License-Identifier: Apache-2.0
// The program binary: payload (ELF object or bitcode), then what is known of it, then a trailer. Because an ELF loader
// ignores what follows the object, a cached executable is mapped by dlopen as the file it is.
#ifndef WEFT_PROGRAM_BINARY_H
#define WEFT_PROGRAM_BINARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// To be raised with what binaries hold, or with what the bitcode in them means to the compiler.
#define WEFT_BINARY_VERSION 7u
// At the end: five sizes, the version, the kind, eight bytes that are the same in all, the checksum.
#define WEFT_BINARY_TRAILER_BYTES 64u

enum weft_binary_kind {
    WEFT_BINARY_OBJECT = 1,     // CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT: bitcode
    WEFT_BINARY_LIBRARY = 2,    // CL_PROGRAM_BINARY_TYPE_LIBRARY: bitcode
    WEFT_BINARY_EXECUTABLE = 3, // CL_PROGRAM_BINARY_TYPE_EXECUTABLE: ELF shared object
};

// What else a program was made from: a file or the lack of one. Of two about one path the later here says more.
enum weft_dependency {
    WEFT_DEPENDENCY_PRESENCE = 1, // there is something at the path
    WEFT_DEPENDENCY_CONTENT = 2,  // and its bytes hash to the hash
    WEFT_DEPENDENCY_ABSENCE = 3,  // there is nothing at the path
    WEFT_DEPENDENCY_TIME = 4,     // the program has the time of its compilation in it, or what a device gave; no path
};

struct weft_binary_view { // all pointers borrowed from the parsed bytes
    uint32_t kind;
    const void *payload;
    size_t payload_size;
    const void *info; // encoded struct weft_program_info
    size_t info_size;
    const void *deps; // encoded list: u32 count, then for each: u32 enum weft_dependency, string path, u64 hash
    size_t deps_size;
    const void *origin; // encoded struct weft_origin, of an executable whose kernels may have versions; else empty
    size_t origin_size;
};

// Appends the binary of `view` to a new buffer (*data owned by the caller, free()). `target` names what the
// payload was made for: Weft's build id and the CPU features, see weft_binary_target().
bool weft_binary_write(const struct weft_binary_view *view, const char *target, unsigned char **data, size_t *size);
// Checks magic, version, checksum and target (any when `target` is NULL). Returns NULL, or one sentence saying what is
// wrong.
const char *weft_binary_parse(const void *data, size_t size, const char *target, struct weft_binary_view *view);
// Whether the dependencies say that the program would be another one at another time, or are damaged.
bool weft_binary_depends_on_time(const void *deps, size_t size);
// 64-bit content hash used for the checksum, dependencies and (twice, seeded) cache keys.
uint64_t weft_hash64(const void *data, size_t size, uint64_t seed);
// A digest of the features of the CPU that this process runs on, as the CPU itself and the kernel tell them: an
// emulator's CPU, not that of the machine below it. Never 0. Implemented in host_features.c.
uint64_t weft_host_features(void);
// What binaries of this Weft on this CPU are made for: version, ABI, and a digest of the CPU's features and of what
// WEFT_CPU makes of them. Static text, computed once; thread-safe. Implemented in runtime/build/target.c; the compiler
// gets it with the request.
const char *weft_binary_target(void);

#ifdef __cplusplus
}
#endif

#endif
