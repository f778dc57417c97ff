// SPDX-License-Identifier: Apache-2.0
// The compiler's main job: one request to one response. C linkage; LLVM types stop behind it.
#ifndef WEFT_BUILD_H
#define WEFT_BUILD_H

#include "compiler/kernel_info.h"
#include "compiler/options.h"
#include "compiler/program_binary.h"
#include "compiler/protocol.h"

#ifdef __cplusplus
extern "C" {
#endif

struct weft_log {
    char *text;
    size_t size, capacity;
}; // owned text; append-only
void weft_log_append(struct weft_log *log, const char *text, size_t size);
void weft_log_printf(struct weft_log *log, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Loads LLVM's targets, Clang's headers and the kernel library; called once in the server before it forks.
// Returns false after writing the reason to stderr.
bool weft_build_initialize(void);
// target.cpp: what a device says of a CPU that WEFT_CPU names. False after an error in the log.
bool weft_target_describe(const char *cpu, struct weft_target_facts *facts, struct weft_log *log);
// Goes through one small build, so that the tables and pages of later ones are there in each fork. For a server
// with nothing to do: it takes as long as a first build.
void weft_build_warm_up(void);

// build.c: parses options, calls the functions below, fills *binary (owned by the caller, free()) and the log.
// Returns a CL status as in struct weft_response.
int32_t weft_build_run(const struct weft_request *request, struct weft_log *log, unsigned char **binary, size_t *size);

// An LLVM module on its way through the compiler (opaque to C).
typedef struct weft_module weft_module;
// frontend.cpp: OpenCL C to spir64 IR. NULL after diagnostics in the log. `deps` gets the files read.
weft_module *weft_frontend_compile(const struct weft_request *request, const struct weft_options *options,
                                   struct weft_log *log, struct weft_writer *deps);
// link.cpp
weft_module *weft_module_read(const void *bitcode, size_t size, struct weft_log *log);
// That kernel, and what it needs of the whole program.
weft_module *weft_module_read_kernel(const void *bitcode, size_t size, const char *kernel, struct weft_log *log);
bool weft_module_write(weft_module *module, struct weft_writer *bitcode);
bool weft_module_link(weft_module *into, weft_module *from, struct weft_log *log); // consumes `from`
bool weft_module_link_kernel_library(weft_module *module, const struct weft_options *options, struct weft_log *log);
// enqueued_blocks.cpp: blocks that are enqueued become kernels with numbers
bool weft_module_number_blocks(weft_module *module, struct weft_log *log);
// specialize.cpp: leaves the one kernel, with what is known of its launches
bool weft_module_specialize(weft_module *module, const struct weft_specialization *special, struct weft_log *log);
// program_objects.cpp: constructors and destructors of a whole program become kernels that the runtime starts
bool weft_module_begin_and_end(weft_module *module, struct weft_log *log);
// kernel_info.cpp: argument metadata and qualifiers, before the passes change the signatures
bool weft_module_kernel_info(weft_module *module, struct weft_program_info *info, struct weft_log *log);
// pipeline.cpp: the work-group compiler and LLVM's optimizer; fills sizes in info
bool weft_pipeline_run(weft_module *module, const struct weft_options *options, struct weft_program_info *info,
                       struct weft_log *log);
// codegen.cpp: IR to ELF shared object (lld), owned by the caller; fills stack_bytes in info
bool weft_codegen_emit(weft_module *module, const struct weft_options *options, struct weft_program_info *info,
                       unsigned char **elf, size_t *size, struct weft_log *log);
void weft_module_destroy(weft_module *module);

#ifdef __cplusplus
}
#endif
#endif
