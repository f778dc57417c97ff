// SPDX-License-Identifier: Apache-2.0
// Textual outputs of the compiler, for the offline tools only.
#ifndef WEFT_BACKEND_EMIT_H
#define WEFT_BACKEND_EMIT_H

#include "compiler/build.h"

#ifdef __cplusplus
extern "C" {
#endif

// Registers the host's code generator; weft_build_initialize without the kernel library and the warm-up.
void weft_build_initialize_offline(void);
// Appends the module as LLVM assembly, without a size in front.
bool weft_module_print(weft_module *module, struct weft_writer *text);
// Appends the host's assembly of a module that went through weft_pipeline_run.
bool weft_codegen_print(weft_module *module, const struct weft_options *options, struct weft_writer *text,
                        struct weft_log *log);
// Appends the relocatable object that weft_codegen_emit would link.
bool weft_codegen_object(weft_module *module, const struct weft_options *options, struct weft_writer *object,
                         struct weft_log *log);

#ifdef __cplusplus
}
#endif
#endif
