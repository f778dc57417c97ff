// SPDX-License-Identifier: Apache-2.0
// What runtime/ and weft-compiler say to each other over one Unix socket. Pure C.
//
// The runtime starts `weft-compiler --server FD` with FD one end of a SOCK_SEQPACKET socketpair. For each build it
// makes a SOCK_STREAM pair and sends one end over FD by SCM_RIGHTS (with WEFT_CONTROL_BUILD, one byte). The server
// forks; the child reads one request from that stream (u64 length, then the encoded request), answers with
// one response in the same framing, and exits. EOF on FD ends the server and all its children. EOF on the
// stream before a whole response means that the build crashed or ran into a limit.
#ifndef WEFT_PROTOCOL_H
#define WEFT_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler/image_abi.h"
#include "compiler/wire.h"

#ifdef __cplusplus
extern "C" {
#endif

enum weft_control {
    WEFT_CONTROL_BUILD = 'b',  // comes with a stream
    WEFT_CONTROL_SPARED = 's', // the cache has answered a build, so that the server need not prepare for the next one
};

enum weft_request_kind {
    WEFT_REQUEST_COMPILE = 1, // source (+ headers) -> WEFT_BINARY_OBJECT
    WEFT_REQUEST_LINK = 2,    // binaries -> WEFT_BINARY_EXECUTABLE or, with -create-library, _LIBRARY
    WEFT_REQUEST_BUILD = 3,   // source -> WEFT_BINARY_EXECUTABLE
    WEFT_REQUEST_TARGET = 4,  // cpu -> encoded struct weft_target_facts
    WEFT_REQUEST_VERSION = 5, // an encoded struct weft_origin -> WEFT_BINARY_EXECUTABLE of one kernel
};

struct weft_blob {
    const void *data;
    size_t size;
}; // borrowed

// What a version of one kernel, for launches that are alike, may take for granted.
#define WEFT_MAX_FIXED_ARGUMENTS 12u
struct weft_fixed_argument {
    uint32_t argument; // by index
    uint32_t is_image;
    uint64_t value;                              // of an integer of 1, 2, 4 or 8 bytes or a sampler, little-endian,
                                                 // zeros behind it; of images 0
    unsigned char facts[WEFT_IMAGE_FACTS_BYTES]; // of an image: what is in struct weft_image there; else undefined
};
struct weft_specialization {
    const char *kernel;
    uint64_t local_size[3]; // of every group; zeros: any, and uneven ones
    uint32_t form;          // how work-items run in the lanes of vectors, see kernel_info.h; 0: as is expected best
    uint32_t fixed_count;
    struct weft_fixed_argument fixed[WEFT_MAX_FIXED_ARGUMENTS];
};

struct weft_request {
    uint32_t kind;           // enum weft_request_kind
    const char *options;     // as given by the application, never NULL; VERSION: ""
    struct weft_blob source; // COMPILE, BUILD
    const char *source_file; // with -g: a file that has the source, for debuggers; "" or NULL: none
    uint32_t header_count;   // COMPILE: embedded headers
    const char **header_names;
    struct weft_blob *headers;
    uint32_t input_count; // LINK: parsed-and-checked program binaries (OBJECT or LIBRARY); VERSION: the origin
    struct weft_blob *inputs;
    const char *target;    // CPU features string the binary is for; "" for the host
    const char *cpu;       // what kernels are compiled for, see WEFT_CPU; "" or NULL: the host with all its features
    uint64_t host;         // weft_host_features() of the application; 0: not known
    const char *directory; // the application's working directory, for relative -I
    // VERSION: as the origin says, and 0 here, but for the remarks.
    uint32_t width;   // how many work-items run in the lanes of vectors: a power of two up to 256, or 0
    uint32_t remarks; // 1: the log says what keeps kernels from being faster
    uint32_t checks;  // a set of enum weft_check
    uint64_t without; // a set of enum weft_switch
    const struct weft_specialization *specialization; // VERSION; else NULL
    uint32_t urgent; // VERSION: 1: launches would be several times as fast; 0 in what is hashed for the cache
};

// What a version of one of an executable's kernels is made from, and how the executable was made of the same. Build
// options have done all they do by then: they are in the module.
struct weft_origin {
    uint32_t width, checks;  // as of the request
    uint64_t without;        // likewise
    struct weft_blob module; // bitcode: the whole program, for no machine yet and without the kernel library
};

// CL_{BUILD,COMPILE,LINK}_PROGRAM_FAILURE and CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS for an enum weft_request_kind.
int32_t weft_failure_of(uint32_t kind);
int32_t weft_invalid_options_of(uint32_t kind);

// What a device says of the CPU that kernels are compiled for.
struct weft_target_facts {
    uint32_t vector_bytes; // widest vector register that it computes in
    uint32_t has_fma;      // 0 or 1
};

struct weft_response {
    int32_t status;       // CL_SUCCESS, CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE,
                          // CL_LINK_PROGRAM_FAILURE, CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS, CL_OUT_OF_HOST_MEMORY
    struct weft_blob log; // text without NUL, may be empty
    struct weft_blob binary; // a program binary (program_binary.h), or the facts; empty on failure
};

// Implemented in compiler/protocol.c, linked into both sides. Decoding borrows from the reader's bytes,
// except the arrays, which weft_request_finish frees.
void weft_request_encode(const struct weft_request *request, struct weft_writer *out);
bool weft_request_decode(struct weft_reader *in, struct weft_request *request);
void weft_request_finish(struct weft_request *request);
// Decoding borrows from the reader's bytes.
void weft_origin_encode(const struct weft_origin *origin, struct weft_writer *out);
bool weft_origin_decode(struct weft_reader *in, struct weft_origin *origin);
void weft_response_encode(const struct weft_response *response, struct weft_writer *out);
bool weft_response_decode(struct weft_reader *in, struct weft_response *response);
void weft_target_facts_encode(const struct weft_target_facts *facts, struct weft_writer *out);
bool weft_target_facts_decode(struct weft_reader *in, struct weft_target_facts *facts);

#ifdef __cplusplus
}
#endif
#endif
