// SPDX-License-Identifier: Apache-2.0
// Builds: what clBuildProgram, clCompileProgram and clLinkProgram begin, on the caller's thread or in the background.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/options.h"
#include "compiler/program_binary.h"
#include "runtime/base/background.h"
#include "runtime/base/log.h"
#include "runtime/build/compiler_client.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/error.h"
#include "runtime/program/private.h"
#include "runtime/program/profile.h"

// A build on its way.
struct job {
    cl_program program; // retained
    uint32_t kind;      // enum weft_request_kind
    char *options;      // owned
    struct weft_program_notify notify;
    cl_uint header_count;
    cl_program *headers;                // owned array, retained programs
    char **header_names;                // owned array, owned strings
    cl_uint input_count;                // programs to link, or 1 when building from binaries
    struct weft_program_build **inputs; // owned array [device][input], retained; NULLs where a device gets no build
    bool *selected;                     // owned array: the devices this build is for
};

static void
destroy_job(struct job *job)
{
    if (!job)
        return;
    for (cl_uint i = 0; job->headers && i < job->header_count; i++)
        weft_object_unref(job->headers[i]);
    for (cl_uint i = 0; job->header_names && i < job->header_count; i++)
        free(job->header_names[i]);
    for (size_t i = 0; job->inputs && i < (size_t)job->program->device_count * job->input_count; i++)
        weft_program_build_unref(job->inputs[i]);
    free(job->headers);
    free(job->header_names);
    free(job->inputs);
    free(job->selected);
    free(job->options);
    weft_object_unref(job->program);
    free(job);
}

// A job for the devices of the list; NULL if memory is exhausted.
static struct job *
create_job(cl_program program, uint32_t kind, struct weft_device_list list, const char *options, cl_uint input_count,
           struct weft_program_notify notify)
{
    struct job *job = calloc(1, sizeof(*job));

    if (!job)
        return NULL;
    weft_object_ref(program);
    job->program = program;
    job->kind = kind;
    job->notify = notify;
    job->input_count = input_count;
    job->options = strdup(options);
    job->selected = calloc(program->device_count, sizeof(*job->selected));
    job->inputs = calloc((size_t)program->device_count * input_count + 1, sizeof(struct weft_program_build *));
    if (!job->options || !job->selected || !job->inputs) {
        destroy_job(job);
        return NULL;
    }
    for (cl_uint i = 0; i < program->device_count; i++)
        for (cl_uint j = 0; j < list.count; j++)
            job->selected[i] = job->selected[i] || program->devices[i] == list.devices[j];
    return job;
}

static bool
options_are_valid(const struct job *job, char *message, size_t size)
{
    struct weft_options options;

    if (!weft_options_parse(job->kind, job->options, &options, message, size))
        return false;
    weft_options_finish(&options);
    return true;
}

// CL_INVALID_{BUILD,COMPILER,LINKER}_OPTIONS "if the [...] options specified by options are invalid", with a log.
static cl_int
check_options(const struct job *job, struct weft_program_build *build)
{
    static const char start[] = "error: ";
    char log[512];

    strcpy(log, start);
    if (options_are_valid(job, log + strlen(start), sizeof(log) - strlen(start)))
        return CL_SUCCESS;
    build->log = strdup(log);
    return build->log ? weft_invalid_options_of(job->kind) : CL_OUT_OF_HOST_MEMORY;
}

static cl_int
load(struct weft_program_build *build, const struct weft_cache_entry *entry)
{
    cl_int err = weft_executable_load(build->binary, build->binary_size, entry, &build->executable);

    if (err == CL_SUCCESS && build->executable->origin)
        weft_versions_allow(build->executable);
    return err;
}

// clBuildProgram of a binary: nothing to compile.
static cl_int
build_from_binary(struct weft_program_build *loaded, struct weft_program_build *build)
{
    cl_int err;

    build->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    build->binary = malloc(loaded->binary_size);
    if (!build->binary)
        return CL_OUT_OF_HOST_MEMORY;
    memcpy(build->binary, loaded->binary, loaded->binary_size);
    build->binary_size = loaded->binary_size;
    err = load(build, NULL);
    return err == CL_INVALID_BINARY ? CL_BUILD_PROGRAM_FAILURE : err;
}

static cl_int
ask_compiler(const struct job *job, struct weft_program_build *const *inputs, struct weft_program_build *build)
{
    struct weft_request request = {.kind = job->kind,
                                   .options = job->options,
                                   .width = weft_wanted_width(),
                                   .remarks = weft_wants_remarks(),
                                   .checks = weft_wanted_checks(),
                                   .without = weft_wanted_without()};
    struct weft_build_result result = {0};
    const char *reason = NULL;
    const uint64_t began_ns = weft_clock_ns();
    cl_int err = CL_OUT_OF_HOST_MEMORY;

    if (job->kind != WEFT_REQUEST_LINK)
        request.source = (struct weft_blob){job->program->source, strlen(job->program->source)};
    request.header_count = job->header_count;
    request.header_names = (const char **)job->header_names;
    request.headers = calloc(job->header_count + 1, sizeof(*request.headers));
    request.input_count = job->input_count;
    request.inputs = calloc(job->input_count + 1, sizeof(*request.inputs));
    if (!request.headers || !request.inputs)
        goto out;
    for (cl_uint i = 0; i < job->header_count; i++)
        request.headers[i] = (struct weft_blob){job->headers[i]->source, strlen(job->headers[i]->source)};
    for (cl_uint i = 0; i < job->input_count; i++)
        request.inputs[i] = (struct weft_blob){inputs[i]->binary, inputs[i]->binary_size};
    err = weft_compiler_build(&request, &result);
    if (err != CL_SUCCESS)
        goto out;
    err = result.status;
    build->log = result.log;
    result.log = NULL;
    if (request.remarks && build->log)
        fputs(build->log, stderr);
    if (err == CL_SUCCESS) {
        build->binary = result.binary;
        build->binary_size = result.binary_size;
        result.binary = NULL;
        build->type = weft_program_binary_type(build->binary, build->binary_size, &reason);
        if (build->type == CL_PROGRAM_BINARY_TYPE_NONE)
            err = weft_failure_of(job->kind);
        else if (build->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
            err = load(build, &result.entry);
        if (build->executable && weft_profile_is_on())
            weft_profile_build(&build->executable->info, weft_clock_ns() - began_ns);
        if (err == CL_INVALID_BINARY)
            err = weft_failure_of(job->kind);
        if (err != CL_SUCCESS)
            weft_log_message(WEFT_LOG_ERROR, "the compiler's output cannot be loaded: %s",
                             reason ? reason : "the system refuses to map it");
    }
    weft_build_result_finish(&result);
out:
    free(request.headers);
    free(request.inputs);
    return err;
}

// Whether a line of a build's log is an error: what Clang and we say begins with its place, if it has one, and its
// kind. Excerpts of the source, which may hold any text, are indented.
static bool
is_error(const char *line, size_t length)
{
    static const char *const others[] = {"warning: ", "note: ", "remark: "};
    static const char kind[] = "error: ";
    const char *error = memmem(line, length, kind, strlen(kind));

    if (!error || *line == ' ' || (error > line && error[-1] != ' '))
        return false;
    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        if (memmem(line, (size_t)(error - line), others[i], strlen(others[i])))
            return false; // another kind of message that quotes one
    return true;
}

// The line of a failed build's log that says why it failed: its first error, which may stand behind warnings; the first
// line when none says that it is one. `length` is without the line's end.
static const char *
first_error(const char *log, size_t *length)
{
    for (const char *line = log; *line; line += *length + (line[*length] == '\n')) {
        *length = strcspn(line, "\n");
        if (is_error(line, *length))
            return line;
    }
    *length = strcspn(log, "\n");
    return log;
}

static cl_int
build_one(const struct job *job, struct weft_program_build *const *inputs, struct weft_program_build **result)
{
    struct weft_program_build *build = weft_program_build_new(job->options);
    cl_int err;

    if (!build)
        return CL_OUT_OF_HOST_MEMORY;
    err = check_options(job, build);
    if (err == CL_SUCCESS && job->kind == WEFT_REQUEST_BUILD && job->input_count)
        err = build_from_binary(inputs[0], build);
    else if (err == CL_SUCCESS)
        err = ask_compiler(job, inputs, build);
    build->status = err == CL_SUCCESS ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    if (err != CL_SUCCESS) {
        free(build->binary);
        build->binary = NULL;
        build->binary_size = 0;
        build->type = CL_PROGRAM_BINARY_TYPE_NONE;
    }
    // An application that ends, or unloads the library, is not called any more.
    if (err != CL_SUCCESS && !weft_compiler_closed()) {
        size_t length;
        const char *reason = first_error(build->log ? build->log : "", &length);

        (void)weft_error(job->program->context, err, "%s failed: %.*s",
                         job->kind == WEFT_REQUEST_COMPILE ? "compiling a program"
                         : job->kind == WEFT_REQUEST_LINK  ? "linking a program"
                                                           : "building a program",
                         (int)length, reason);
    }
    *result = build;
    return err;
}

static void
publish(cl_program program, cl_uint device, struct weft_program_build *build)
{
    weft_mutex_lock(&program->lock);
    weft_program_build_unref(program->state->devices[device].build);
    program->state->devices[device].build = weft_program_build_ref(build);
    program->state->devices[device].in_progress = false;
    weft_mutex_unlock(&program->lock);
}

// Builds once for each set of devices with the same inputs, nearly always one set. Consumes the job.
static cl_int
run_job(struct job *job)
{
    cl_program program = job->program;
    size_t row = job->input_count;
    cl_int err = CL_SUCCESS;

    for (cl_uint i = 0; i < program->device_count; i++) {
        struct weft_program_build *build = NULL;
        cl_int this_err;

        if (!job->selected[i])
            continue;
        this_err = build_one(job, job->inputs + i * row, &build);
        if (err == CL_SUCCESS)
            err = this_err;
        for (cl_uint j = program->device_count; j-- > i;)
            if (job->selected[j] &&
                memcmp(job->inputs + i * row, job->inputs + j * row, row * sizeof(*job->inputs)) == 0) {
                publish(program, j, build);
                job->selected[j] = false;
            }
        weft_program_build_unref(build);
    }
    if (job->notify.notify && !weft_compiler_closed())
        job->notify.notify(program, job->notify.data);
    destroy_job(job);
    return err;
}

static void
run_job_in_background(void *data)
{
    (void)run_job(data); // the application learns the outcome from its callback
}

// Consumes the job, whose devices are marked as in progress.
static cl_int
start_job(struct job *job)
{
    char message[512];

    // The call itself says that the options are invalid.
    if (!options_are_valid(job, message, sizeof(message)))
        job->notify.notify = NULL;
    if (!job->notify.notify)
        return run_job(job);
    if (!weft_background_run(run_job_in_background, job))
        (void)run_job(job);
    return CL_SUCCESS;
}

// Marks the job's devices as being built and drops their former builds for one that has but its options.
static cl_int
begin(const struct job *job)
{
    cl_program program = job->program;
    struct weft_program_state *state = program->state;
    struct weft_program_build *begun = weft_program_build_new(job->options);
    // The former builds: the objects of a program may be destroyed with its last one, under no lock.
    struct weft_program_build **former = calloc(program->device_count, sizeof(*former));
    bool busy = false, attached;

    if (!begun || !former) {
        weft_program_build_unref(begun);
        free(former);
        return CL_OUT_OF_HOST_MEMORY;
    }
    weft_mutex_lock(&program->lock);
    attached = state->kernel_count > 0;
    for (cl_uint i = 0; i < program->device_count; i++)
        busy = busy || (job->selected[i] && state->devices[i].in_progress);
    for (cl_uint i = 0; i < program->device_count && !busy && !attached; i++)
        if (job->selected[i]) {
            former[i] = state->devices[i].build;
            state->devices[i].build = weft_program_build_ref(begun);
            state->devices[i].in_progress = true;
        }
    weft_mutex_unlock(&program->lock);
    for (cl_uint i = 0; i < program->device_count; i++)
        weft_program_build_unref(former[i]);
    free(former);
    weft_program_build_unref(begun);
    // CL_INVALID_OPERATION "if the build of a program executable for any of the devices listed in device_list by a
    // previous call to clBuildProgram for program has not completed"
    if (busy)
        return weft_error(program->context, CL_INVALID_OPERATION, "another build of the program has not completed");
    // CL_INVALID_OPERATION "if there are kernel objects attached to program"
    if (attached)
        return weft_error(program->context, CL_INVALID_OPERATION, "kernels are attached to the program");
    return CL_SUCCESS;
}

static cl_int
begin_and_start(struct job *job)
{
    cl_int err = begin(job);

    if (err != CL_SUCCESS) {
        destroy_job(job);
        return err;
    }
    for (cl_uint i = 0; i < job->program->device_count; i++)
        if (job->selected[i])
            weft_device_expect_launch(job->program->devices[i]);
    return start_job(job);
}

// Which build of `program` serves the device: its own, or that of the device it is a part of. Retained, or NULL.
static struct weft_program_build *
input_build(cl_program program, cl_device_id device)
{
    for (; device; device = device->parent)
        for (cl_uint i = 0; i < program->device_count; i++)
            if (program->devices[i] == device) {
                cl_build_status status;
                struct weft_program_build *build = weft_program_get_build(program, i, &status);

                if (build && (build->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                              build->type == CL_PROGRAM_BINARY_TYPE_LIBRARY))
                    return build;
                weft_program_build_unref(build);
                return NULL;
            }
    return NULL;
}

cl_int
weft_program_build(cl_program program, struct weft_device_list list, const char *options,
                   struct weft_program_notify notify)
{
    cl_uint input_count = program->state->origin == WEFT_PROGRAM_BINARY;
    struct job *job;

    // CL_INVALID_OPERATION "if program was not created with clCreateProgramWithSource, clCreateProgramWithIL or
    // clCreateProgramWithBinary"
    if (program->state->origin == WEFT_PROGRAM_LINKED)
        return weft_error(program->context, CL_INVALID_OPERATION, "a linked program is not built again");
    job = create_job(program, WEFT_REQUEST_BUILD, list, options, input_count, notify);
    if (!job)
        return CL_OUT_OF_HOST_MEMORY;
    for (cl_uint i = 0; i < program->device_count && input_count; i++)
        if (job->selected[i]) {
            struct weft_program_build *loaded = program->state->devices[i].loaded;

            // CL_INVALID_BINARY "if program is created with clCreateProgramWithBinary and devices listed in
            // device_list do not have a valid program binary loaded"
            if (loaded->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
                destroy_job(job);
                return weft_error(program->context, CL_INVALID_BINARY, "the program's binary is no executable");
            }
            job->inputs[i] = weft_program_build_ref(loaded);
        }
    return begin_and_start(job);
}

cl_int
weft_program_compile(cl_program program, struct weft_device_list list, const char *options, cl_uint header_count,
                     const cl_program *headers, const char **header_names, struct weft_program_notify notify)
{
    struct job *job;

    // CL_INVALID_OPERATION "if program has no source or IL available"
    if (!program->source)
        return weft_error(program->context, CL_INVALID_OPERATION, "the program has no source to compile");
    job = create_job(program, WEFT_REQUEST_COMPILE, list, options, 0, notify);
    if (!job)
        return CL_OUT_OF_HOST_MEMORY;
    job->headers = calloc(header_count + 1, sizeof(cl_program));
    job->header_names = calloc(header_count + 1, sizeof(char *));
    if (!job->headers || !job->header_names)
        goto fail_job;
    for (; job->header_count < header_count; job->header_count++) {
        job->header_names[job->header_count] = strdup(header_names[job->header_count]);
        if (!job->header_names[job->header_count])
            goto fail_job;
        weft_object_ref(headers[job->header_count]);
        job->headers[job->header_count] = headers[job->header_count];
    }
    return begin_and_start(job);

fail_job:
    destroy_job(job);
    return CL_OUT_OF_HOST_MEMORY;
}

// Fills job->inputs; devices none of the programs is compiled for are not linked for.
static cl_int
collect_inputs(struct job *job, const cl_program *inputs)
{
    cl_program program = job->program;
    bool any = false;

    for (cl_uint i = 0; i < program->device_count; i++) {
        struct weft_program_build **row = job->inputs + (size_t)i * job->input_count;
        cl_uint found = 0;

        for (cl_uint j = 0; j < job->input_count; j++) {
            row[j] = input_build(inputs[j], program->devices[i]);
            found += row[j] != NULL;
        }
        // "All programs specified by input_programs contain a compiled binary or library for the device", "None of
        // the programs contain [one]", "All other cases will return a CL_INVALID_OPERATION error"
        if (found != 0 && found != job->input_count)
            return weft_error(program->context, CL_INVALID_OPERATION, "%u of the %u programs to link are not compiled",
                              job->input_count - found, job->input_count);
        job->selected[i] = found != 0;
        any = any || found != 0;
    }
    if (!any)
        return weft_error(program->context, CL_INVALID_OPERATION, "none of the %u programs to link is compiled",
                          job->input_count);
    return CL_SUCCESS;
}

cl_int
weft_program_link(cl_context context, struct weft_device_list list, const char *options, cl_uint input_count,
                  const cl_program *inputs, struct weft_program_notify notify, cl_program *program)
{
    cl_program linked = NULL;
    struct job *job;
    cl_int err = weft_program_new(context, list, WEFT_PROGRAM_LINKED, &linked);

    if (err != CL_SUCCESS)
        return err;
    job = create_job(linked, WEFT_REQUEST_LINK, list, options, input_count, notify);
    err = job ? collect_inputs(job, inputs) : CL_OUT_OF_HOST_MEMORY;
    if (err == CL_SUCCESS)
        err = begin(job);
    if (err != CL_SUCCESS) {
        destroy_job(job);
        weft_object_api_release(linked);
        return err;
    }
    // The callback may come before this returns; it gets the program as its argument.
    err = start_job(job);
    if (err == CL_SUCCESS || err == CL_LINK_PROGRAM_FAILURE)
        *program = linked;
    else
        weft_object_api_release(linked);
    return err;
}
