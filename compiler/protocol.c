// SPDX-License-Identifier: Apache-2.0
// Requests and responses as bytes.
#include "compiler/protocol.h"

#include "compiler/kernel_info.h"

#include <stdlib.h>
#include <string.h>

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

int32_t
weft_failure_of(uint32_t kind)
{
    return kind == WEFT_REQUEST_COMPILE ? CL_COMPILE_PROGRAM_FAILURE
           : kind == WEFT_REQUEST_LINK  ? CL_LINK_PROGRAM_FAILURE
                                        : CL_BUILD_PROGRAM_FAILURE;
}

int32_t
weft_invalid_options_of(uint32_t kind)
{
    return kind == WEFT_REQUEST_COMPILE ? CL_INVALID_COMPILER_OPTIONS
           : kind == WEFT_REQUEST_LINK  ? CL_INVALID_LINKER_OPTIONS
                                        : CL_INVALID_BUILD_OPTIONS;
}

// Strings are written with their NUL, so that decoding can borrow them.
static void
encode_text(struct weft_writer *out, const char *text)
{
    const char *present = text ? text : "";

    weft_writer_bytes(out, present, strlen(present) + 1);
}

static const char *
decode_text(struct weft_reader *in)
{
    size_t size;
    const char *text = weft_reader_bytes(in, &size);

    if (!text || !size || memchr(text, 0, size) != text + size - 1) {
        in->failed = true;
        return "";
    }
    return text;
}

static struct weft_blob
decode_blob(struct weft_reader *in)
{
    struct weft_blob blob;

    blob.data = weft_reader_bytes(in, &blob.size);
    return blob;
}

// A count of things that take at least `smallest` bytes each; a count the bytes cannot hold fails the reader
// before anyone allocates for it.
static uint32_t
decode_count(struct weft_reader *in, size_t smallest)
{
    uint32_t count = weft_reader_u32(in);

    if (count > (in->size - in->position) / smallest)
        in->failed = true;
    return in->failed ? 0 : count;
}

static void
encode_specialization(const struct weft_specialization *special, struct weft_writer *out)
{
    weft_writer_u32(out, special != NULL);
    if (!special)
        return;
    encode_text(out, special->kernel);
    for (int d = 0; d < 3; d++)
        weft_writer_u64(out, special->local_size[d]);
    weft_writer_u32(out, special->form);
    weft_writer_u32(out, special->fixed_count);
    for (uint32_t i = 0; i < special->fixed_count; i++) {
        weft_writer_u32(out, special->fixed[i].argument);
        weft_writer_u32(out, special->fixed[i].is_image);
        if (special->fixed[i].is_image)
            weft_writer_bytes(out, special->fixed[i].facts, sizeof(special->fixed[i].facts));
        else
            weft_writer_u64(out, special->fixed[i].value);
    }
}

static void
decode_facts(struct weft_reader *in, unsigned char facts[WEFT_IMAGE_FACTS_BYTES])
{
    struct weft_blob blob = decode_blob(in);

    if (blob.data && blob.size == WEFT_IMAGE_FACTS_BYTES)
        memcpy(facts, blob.data, blob.size);
    else
        in->failed = true;
}

// NULL if there is none; what fails is told by the reader.
static struct weft_specialization *
decode_specialization(struct weft_reader *in)
{
    struct weft_specialization *special;

    if (!weft_reader_u32(in))
        return NULL;
    special = calloc(1, sizeof(*special));
    if (!special) {
        in->failed = true;
        return NULL;
    }
    special->kernel = decode_text(in);
    for (int d = 0; d < 3; d++)
        special->local_size[d] = weft_reader_u64(in);
    special->form = weft_reader_u32(in);
    if (special->form && !weft_form_is_sound(special->form))
        in->failed = true;
    special->fixed_count = weft_reader_u32(in);
    if (special->fixed_count > WEFT_MAX_FIXED_ARGUMENTS) {
        special->fixed_count = 0;
        in->failed = true;
    }
    for (uint32_t i = 0; i < special->fixed_count; i++) {
        special->fixed[i].argument = weft_reader_u32(in);
        special->fixed[i].is_image = weft_reader_u32(in);
        if (special->fixed[i].is_image)
            decode_facts(in, special->fixed[i].facts);
        else
            special->fixed[i].value = weft_reader_u64(in);
    }
    return special;
}

void
weft_request_encode(const struct weft_request *request, struct weft_writer *out)
{
    weft_writer_u32(out, request->kind);
    encode_text(out, request->options);
    encode_text(out, request->target);
    encode_text(out, request->cpu);
    weft_writer_u64(out, request->host);
    encode_text(out, request->directory);
    encode_text(out, request->source_file);
    weft_writer_u32(out, request->width);
    weft_writer_u32(out, request->remarks);
    weft_writer_u32(out, request->checks);
    weft_writer_u64(out, request->without);
    encode_specialization(request->specialization, out);
    weft_writer_u32(out, request->urgent);
    weft_writer_bytes(out, request->source.data, request->source.size);
    weft_writer_u32(out, request->header_count);
    for (uint32_t i = 0; i < request->header_count; i++) {
        encode_text(out, request->header_names[i]);
        weft_writer_bytes(out, request->headers[i].data, request->headers[i].size);
    }
    weft_writer_u32(out, request->input_count);
    for (uint32_t i = 0; i < request->input_count; i++)
        weft_writer_bytes(out, request->inputs[i].data, request->inputs[i].size);
}

static bool
decode_headers(struct weft_reader *in, struct weft_request *request)
{
    uint32_t count = decode_count(in, 2 * sizeof(uint64_t) + 1);

    if (!count)
        return !in->failed;
    request->header_names = calloc(count, sizeof(*request->header_names));
    request->headers = calloc(count, sizeof(*request->headers));
    if (!request->header_names || !request->headers)
        return false;
    request->header_count = count;
    for (uint32_t i = 0; i < count; i++) {
        request->header_names[i] = decode_text(in);
        request->headers[i] = decode_blob(in);
    }
    return !in->failed;
}

static bool
decode_inputs(struct weft_reader *in, struct weft_request *request)
{
    uint32_t count = decode_count(in, sizeof(uint64_t));

    if (!count)
        return !in->failed;
    request->inputs = calloc(count, sizeof(*request->inputs));
    if (!request->inputs)
        return false;
    request->input_count = count;
    for (uint32_t i = 0; i < count; i++)
        request->inputs[i] = decode_blob(in);
    return !in->failed;
}

bool
weft_request_decode(struct weft_reader *in, struct weft_request *request)
{
    memset(request, 0, sizeof(*request));
    request->kind = weft_reader_u32(in);
    request->options = decode_text(in);
    request->target = decode_text(in);
    request->cpu = decode_text(in);
    request->host = weft_reader_u64(in);
    request->directory = decode_text(in);
    request->source_file = decode_text(in);
    request->width = weft_reader_u32(in);
    request->remarks = weft_reader_u32(in);
    request->checks = weft_reader_u32(in);
    request->without = weft_reader_u64(in);
    request->specialization = decode_specialization(in);
    request->urgent = weft_reader_u32(in);
    request->source = decode_blob(in);
    if (decode_headers(in, request) && decode_inputs(in, request) && in->position == in->size &&
        request->kind >= WEFT_REQUEST_COMPILE && request->kind <= WEFT_REQUEST_VERSION)
        return true;
    in->failed = true;
    weft_request_finish(request);
    return false;
}

void
weft_request_finish(struct weft_request *request)
{
    free(request->header_names);
    free(request->headers);
    free(request->inputs);
    free((void *)request->specialization);
    memset(request, 0, sizeof(*request));
}

void
weft_origin_encode(const struct weft_origin *origin, struct weft_writer *out)
{
    weft_writer_u32(out, origin->width);
    weft_writer_u32(out, origin->checks);
    weft_writer_u64(out, origin->without);
    weft_writer_bytes(out, origin->module.data, origin->module.size);
}

bool
weft_origin_decode(struct weft_reader *in, struct weft_origin *origin)
{
    origin->width = weft_reader_u32(in);
    origin->checks = weft_reader_u32(in);
    origin->without = weft_reader_u64(in);
    origin->module = decode_blob(in);
    return !in->failed && in->position == in->size && origin->width <= 256 && !(origin->width & (origin->width - 1));
}

void
weft_response_encode(const struct weft_response *response, struct weft_writer *out)
{
    weft_writer_u32(out, (uint32_t)response->status);
    weft_writer_bytes(out, response->log.data, response->log.size);
    weft_writer_bytes(out, response->binary.data, response->binary.size);
}

bool
weft_response_decode(struct weft_reader *in, struct weft_response *response)
{
    response->status = (int32_t)weft_reader_u32(in);
    response->log = decode_blob(in);
    response->binary = decode_blob(in);
    if (!in->failed && in->position == in->size)
        return true;
    in->failed = true;
    memset(response, 0, sizeof(*response));
    return false;
}

void
weft_target_facts_encode(const struct weft_target_facts *facts, struct weft_writer *out)
{
    weft_writer_u32(out, facts->vector_bytes);
    weft_writer_u32(out, facts->has_fma);
}

bool
weft_target_facts_decode(struct weft_reader *in, struct weft_target_facts *facts)
{
    facts->vector_bytes = weft_reader_u32(in);
    facts->has_fma = weft_reader_u32(in);
    return !in->failed && in->position == in->size;
}
