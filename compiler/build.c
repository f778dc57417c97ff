// SPDX-License-Identifier: Apache-2.0
// From one request to a program binary: the order of the compiler's stages.
#include "compiler/build.h"

#include "compiler/checks.h"

#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

struct build {
    const struct weft_request *request; // borrowed
    struct weft_origin how;             // of the request or, of a version, of its program; borrowed
    struct weft_options options;
    struct weft_log *log; // borrowed
    struct weft_writer deps;
    struct weft_writer info;
    struct weft_writer origin;
    struct weft_binary_view view; // borrows from the members above and from `payload`
    struct weft_writer bitcode;
    unsigned char *elf; // owned
};

// What the front end has read, or nothing.
static void
view_dependencies(struct build *b)
{
    if (!b->deps.size)
        weft_writer_u32(&b->deps, 0);
    b->view.deps = b->deps.data;
    b->view.deps_size = b->deps.size;
}

static bool
write_module(struct build *b, weft_module *module)
{
    if (weft_module_write(module, &b->bitcode) && !b->bitcode.failed)
        return true;
    weft_log_printf(b->log, "error: out of memory while writing the compiled program\n");
    return false;
}

// Bitcode payload with an empty info: kernels are described when an executable is made.
static bool
emit_bitcode(struct build *b, weft_module *module, uint32_t kind)
{
    const struct weft_program_info none = {0};

    view_dependencies(b);
    if (!write_module(b, module))
        return false;
    weft_program_info_encode(&none, &b->info);
    b->view.kind = kind;
    b->view.payload = b->bitcode.data;
    b->view.payload_size = b->bitcode.size;
    return true;
}

// Whether kernels may have versions. They share no state with the program, and count no barriers.
static bool
may_have_versions(const struct build *b, const struct weft_program_info *info)
{
    return b->request->kind != WEFT_REQUEST_VERSION && !info->has_program_scope_variables &&
           !(b->how.checks & WEFT_CHECK_BARRIER) && !weft_binary_depends_on_time(b->view.deps, b->view.deps_size);
}

static bool
has_use_for_versions(const struct weft_program_info *info)
{
    for (uint32_t i = 0; i < info->kernel_count; i++) {
        const struct weft_kernel_info *kernel = &info->kernels[i];

        if (kernel->wants_local_size || kernel->wants_arguments || kernel->other_forms)
            return true;
    }
    return false;
}

// Makes an executable of a module whose blocks are numbered.
static bool
emit_executable(struct build *b, weft_module *module)
{
    struct weft_program_info info = {0};
    bool ok;

    view_dependencies(b);
    ok = weft_module_begin_and_end(module, b->log) && weft_module_kernel_info(module, &info, b->log) &&
         (!may_have_versions(b, &info) || write_module(b, module)) &&
         weft_module_link_kernel_library(module, &b->options, b->log) &&
         weft_pipeline_run(module, &b->options, &info, b->log) &&
         weft_codegen_emit(module, &b->options, &info, &b->elf, &b->view.payload_size, b->log);
    if (ok) {
        if (b->bitcode.size && has_use_for_versions(&info)) {
            b->how.module = (struct weft_blob){b->bitcode.data, b->bitcode.size};
            weft_origin_encode(&b->how, &b->origin);
        }
        weft_program_info_encode(&info, &b->info);
        b->view.kind = WEFT_BINARY_EXECUTABLE;
        b->view.payload = b->elf;
    }
    weft_program_info_finish(&info);
    return ok;
}

static bool
run_source(struct build *b)
{
    weft_module *module = weft_frontend_compile(b->request, &b->options, b->log, &b->deps);
    bool ok;

    if (!module)
        return false;
    ok = b->request->kind == WEFT_REQUEST_COMPILE
             ? emit_bitcode(b, module, WEFT_BINARY_OBJECT)
             : weft_module_number_blocks(module, b->log) && emit_executable(b, module);
    weft_module_destroy(module);
    return ok;
}

static bool
run_version(struct build *b)
{
    const struct weft_specialization *special = b->request->specialization;
    const struct weft_blob *program = &b->how.module;
    weft_module *module = weft_module_read_kernel(program->data, program->size, special->kernel, b->log);
    bool ok;

    if (!module)
        return false;
    ok = weft_module_specialize(module, special, b->log) && emit_executable(b, module);
    weft_module_destroy(module);
    return ok;
}

// The module of input `i`, or NULL after an error in the log. Sets *on_time where it depends on time.
static weft_module *
read_input(struct build *b, uint32_t i, bool *on_time)
{
    const struct weft_blob *input = &b->request->inputs[i];
    struct weft_binary_view view;
    const char *wrong = weft_binary_parse(input->data, input->size, b->request->target, &view);

    if (!wrong && view.kind == WEFT_BINARY_EXECUTABLE)
        wrong = "it is an executable already";
    if (wrong) {
        weft_log_printf(b->log, "error: input program %u cannot be linked: %s\n", i, wrong);
        return NULL;
    }
    *on_time = *on_time || weft_binary_depends_on_time(view.deps, view.deps_size);
    return weft_module_read(view.payload, view.payload_size, b->log);
}

// What is linked from a program that depends on time does so, too.
static void
note_time(struct build *b)
{
    weft_writer_u32(&b->deps, 1);
    weft_writer_u32(&b->deps, WEFT_DEPENDENCY_TIME);
    weft_writer_string(&b->deps, "");
    weft_writer_u64(&b->deps, 0);
}

static bool
run_link(struct build *b)
{
    weft_module *module = NULL, *next;
    bool ok = b->request->input_count > 0, on_time = false;

    for (uint32_t i = 0; ok && i < b->request->input_count; i++) {
        next = read_input(b, i, &on_time);
        ok = next != NULL;
        if (!module)
            module = next;
        else if (ok)
            ok = weft_module_link(module, next, b->log);
    }
    if (on_time)
        note_time(b);
    if (ok)
        ok = b->options.create_library ? emit_bitcode(b, module, WEFT_BINARY_LIBRARY)
                                       : weft_module_number_blocks(module, b->log) && emit_executable(b, module);
    if (module)
        weft_module_destroy(module);
    return ok;
}

// Turns the finished view into bytes.
static int32_t
write_binary(struct build *b, unsigned char **binary, size_t *size)
{
    if (b->deps.failed || b->info.failed || b->origin.failed)
        return CL_OUT_OF_HOST_MEMORY;
    b->view.info = b->info.data;
    b->view.info_size = b->info.size;
    b->view.origin = b->origin.data;
    b->view.origin_size = b->origin.size;
    return weft_binary_write(&b->view, b->request->target, binary, size) ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

// Kernels for the host's CPU are for the one that this process runs on.
static bool
check_host(const struct weft_request *request, struct weft_log *log)
{
    if ((request->cpu && *request->cpu) || !request->host || request->host == weft_host_features())
        return true;
    weft_log_printf(log, "error: the compiler runs on another CPU than the application, which an emulator may run: "
                         "WEFT_CPU says what to compile for, WEFT_COMPILER how the compiler is started\n");
    return false;
}

static int32_t
describe_target(const struct weft_request *request, struct weft_log *log, unsigned char **facts, size_t *size)
{
    struct weft_target_facts known;
    struct weft_writer out = {0};

    if (!weft_target_describe(request->cpu, &known, log))
        return weft_failure_of(request->kind);
    weft_target_facts_encode(&known, &out);
    if (out.failed)
        return CL_OUT_OF_HOST_MEMORY;
    *facts = out.data;
    *size = out.size;
    return CL_SUCCESS;
}

// How it is built. False after an error in the log.
static bool
find_how(struct build *b)
{
    const struct weft_request *request = b->request;
    struct weft_reader in = {0};

    if (request->kind != WEFT_REQUEST_VERSION) {
        b->how = (struct weft_origin){.width = request->width, .checks = request->checks, .without = request->without};
        return true;
    }
    if (request->input_count == 1 && request->specialization) {
        in.data = request->inputs[0].data;
        in.size = request->inputs[0].size;
        if (weft_origin_decode(&in, &b->how))
            return true;
    }
    weft_log_printf(b->log, "error: the program that a version was to be made from is damaged\n");
    return false;
}

static bool
run(struct build *b)
{
    switch (b->request->kind) {
    case WEFT_REQUEST_LINK:
        return run_link(b);
    case WEFT_REQUEST_VERSION:
        return run_version(b);
    default:
        return run_source(b);
    }
}

int32_t
weft_build_run(const struct weft_request *request, struct weft_log *log, unsigned char **binary, size_t *size)
{
    struct build b = {.request = request, .log = log};
    char message[512];
    int32_t status;

    *binary = NULL;
    *size = 0;
    if (!check_host(request, log))
        return weft_failure_of(request->kind);
    if (request->kind == WEFT_REQUEST_TARGET)
        return describe_target(request, log, binary, size);
    if (!find_how(&b))
        return weft_failure_of(request->kind);
    if (!weft_options_parse(request->kind, request->options, &b.options, message, sizeof(message))) {
        weft_log_printf(log, "error: %s\n", message);
        return weft_invalid_options_of(request->kind);
    }
    b.options.width = b.how.width;
    b.options.remarks = request->remarks;
    b.options.checks = b.how.checks;
    b.options.without = b.how.without;
    b.options.cpu = request->cpu;
    // What an emulator's CPU has is not for this process to say.
    b.options.offline = request->host && request->host != weft_host_features();
    if (run(&b))
        status = write_binary(&b, binary, size);
    else
        status = weft_failure_of(request->kind);
    weft_writer_finish(&b.deps);
    weft_writer_finish(&b.info);
    weft_writer_finish(&b.origin);
    weft_writer_finish(&b.bitcode);
    free(b.elf);
    weft_options_finish(&b.options);
    return status;
}
