// SPDX-License-Identifier: Apache-2.0
// The launches of image_versions: which kernels, formats, samplers and sizes there are, and running them.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "conformance/tests/image_versions.h"
#include "conformance/tests/image_versions_kernels.h"
#include "conformance/tests/image_versions_memory.h"
#include "conformance/tests/support.h"

// ---- Formats -------------------------------------------------------------------------------------------------------

enum { UNORM, SNORM, SIGNED, UNSIGNED, FLOAT };
#define RAW_PIXELS 4 // whose width is a multiple of it can have any format
static const struct {
    const char *name;
    unsigned value, channels;
} orders[] = {
#define WEFT_CHANNEL_ORDER(name, value, channels, ...) {#name, value, channels},
#include "compiler/image_formats.def"
};
static const struct {
    const char *name;
    unsigned value, kind, bits; // of a pixel, or 0 and
    unsigned channel_bits;
} types[] = {
#define WEFT_CHANNEL_TYPE(name, value, kind, unit_bytes, ...) {#name, value, kind, 0, 8 * (unit_bytes)},
#include "compiler/image_formats.def"
#define WEFT_PACKED_TYPE(name, value, kind, unit_bytes, ...) {#name, value, kind, 8 * (unit_bytes), 0},
#include "compiler/image_formats.def"
#define WEFT_RAW_TYPE(name, value, bits, ...) {#name, value, UNSIGNED, bits, 0},
#include "compiler/image_formats.def"
};

static unsigned
order_of(cl_image_format format)
{
    unsigned i = 0;
    while (orders[i].value != format.image_channel_order)
        assert_true(++i < sizeof orders / sizeof *orders);
    return i;
}

static unsigned
type_of(cl_image_format format)
{
    unsigned i = 0;
    while (types[i].value != format.image_channel_data_type)
        assert_true(++i < sizeof types / sizeof *types);
    return i;
}

static unsigned
pixel_bits(cl_image_format format)
{
    const unsigned type = type_of(format);
    return types[type].bits ? types[type].bits : types[type].channel_bits * orders[order_of(format)].channels;
}

static enum pixels
pixels_of(cl_image_format format)
{
    const unsigned kind = types[type_of(format)].kind;

    if (format.image_channel_order == CL_DEPTH)
        return DEPTHS;
    return kind == SIGNED ? INTS : kind == UNSIGNED ? UINTS : FLOATS;
}

// ---- Kinds of images -----------------------------------------------------------------------------------------------

static const struct kind {
    const char *name;
    cl_mem_object_type type;
    bool is_depth;
    unsigned dimensions; // of coordinates
    const char *integers, *floats;
} kinds[] = {
    {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false, 2, "(int2)(x, y)", "(v).xy"},
    {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false, 1, "((int)(x))", "(v).x"},
    {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false, 2, "(int2)(x, y)", "(v).xy"},
    {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false, 1, "((int)(x))", "(v).x"},
    {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false, 3, "(int4)(x, y, z, 0)", "(v)"},
    {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false, 3, "(int4)(x, y, z, 0)", "(v)"},
    {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true, 2, "(int2)(x, y)", "(v).xy"},
    {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true, 3, "(int4)(x, y, z, 0)", "(v)"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const struct image_cases *settings;
static int case_number;
static off_t messages_read; // bytes
static bool has_halves;

static void
write_all(int file, const void *data, size_t size)
{
    const char *from = data;

    while (size) {
        const ssize_t n = write(file, from, size);
        if (n <= 0)
            _exit(3);
        from += n;
        size -= (size_t)n;
    }
}

// ---- Images --------------------------------------------------------------------------------------------------------

struct image {
    struct area area;
    cl_mem memory, buffer; // buffer: of an image1d_buffer_t
    size_t rows;           // of all slices or layers
    size_t pitch;          // bytes from a row to the next
    size_t row_bytes;      // of them are looked at: the pixels and some of what lies behind them
};

enum pitch { ANY_PITCH, FAR_PITCH };

// Rows follow one another, or do not; or are so far apart that three of them end a little before 2^31 bytes, or behind.
static size_t
choose_pitch(size_t tight, size_t unit, enum pitch pitch)
{
    if (pitch == FAR_PITCH)
        return (((size_t)1 << 30) + (below(2) ? 0 : -(size_t)8192)) / unit * unit;
    return below(3) ? tight : tight + unit * (1 + below(3));
}

static void
fill_image(const struct image *image, cl_image_format format, bool is_finite)
{
    const bool is_half = format.image_channel_data_type == CL_HALF_FLOAT;

    for (size_t row = 0; row < image->rows; row++) {
        unsigned char *data = image->area.data + row * image->pitch;

        fill(data, image->row_bytes);
        for (size_t i = 0; is_finite && types[type_of(format)].kind == FLOAT && i < image->row_bytes; i++)
            if (is_half ? i % 2 == 1 : i % 4 == 3)
                data[i] &= 0xBF; // below 2
    }
}

static struct image
make_image(const struct kind *kind, cl_image_format format, cl_mem_flags flags, const size_t size[3], enum pitch pitch,
           bool is_finite)
{
    const size_t tight = size[0] * pixel_bits(format) / 8;
    const bool is_1d_array = kind->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    struct image image = {.pitch = tight, .rows = size[1] * size[2]};
    cl_image_desc desc = {
        .image_type = kind->type,
        .image_width = size[0],
        .image_height = kind->dimensions >= 2 && !is_1d_array ? size[1] : 0,
        .image_depth = kind->type == CL_MEM_OBJECT_IMAGE3D ? size[2] : 0,
        .image_array_size = is_1d_array                                 ? size[1]
                            : kind->type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? size[2]
                                                                        : 0,
    };
    cl_int err;

    if (desc.image_height)
        desc.image_row_pitch = image.pitch =
            choose_pitch(tight, pixel_bits(format) % 8 ? tight : pixel_bits(format) / 8, pitch);
    image.row_bytes = image.pitch < tight + 64 ? image.pitch : tight + 64;
    image.area = make_area(image.pitch * image.rows);
    fill_image(&image, format, is_finite);
    if (kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER) {
        image.buffer = clCreateBuffer(test_context, flags | CL_MEM_USE_HOST_PTR, tight, image.area.data, &err);
        CHECK(err);
        desc.buffer = image.buffer;
        image.memory = clCreateImage(test_context, flags, &format, &desc, NULL, &err);
    } else {
        image.memory = clCreateImage(test_context, flags | CL_MEM_USE_HOST_PTR, &format, &desc, image.area.data, &err);
    }
    CHECK(err);
    return image;
}

static void
end_image(struct image *image)
{
    if (image->memory)
        CHECK(clReleaseMemObject(image->memory));
    if (image->buffer)
        CHECK(clReleaseMemObject(image->buffer));
    end_area(&image->area);
}

// ---- Cases ---------------------------------------------------------------------------------------------------------

// A kernel, formats and a sampler: one version, several launches.
struct test_case {
    const struct kernel *kernel;
    const struct kind *kind;
    enum pixels pixels;
    cl_image_format in, out; // or what is read and written in place: out
    cl_sampler sampler;
    cl_uint address, filter;
    bool is_normalized;
    const char *literal; // in place of the argument
    enum pitch pitch;
    cl_int r;
    char text[300];
};

static const struct {
    cl_uint value;
    const char *name;
} addresses[] = {
    {CL_ADDRESS_CLAMP_TO_EDGE, "CLAMP_TO_EDGE"},     {CL_ADDRESS_CLAMP, "CLAMP"}, {CL_ADDRESS_REPEAT, "REPEAT"},
    {CL_ADDRESS_MIRRORED_REPEAT, "MIRRORED_REPEAT"}, {CL_ADDRESS_NONE, "NONE"},
};

// The next sampler in turn that the kernel may have, or NULL where it has none.
static const cl_sampler_properties *
choose_sampler(struct test_case *c)
{
    static unsigned turn;
    static cl_sampler_properties properties[7];
    const bool is_filtered = c->pixels == FLOATS || c->pixels == DEPTHS;
    unsigned address = turn++ % 2;
    const size_t length = strlen(c->text);

    c->filter = CL_FILTER_NEAREST;
    if (c->kernel->signature >= STORE)
        return NULL;
    if (c->kernel->signature == SAMPLE) {
        // Modes that repeat the image are of normalized coordinates.
        const unsigned form = turn % 14;
        c->is_normalized = form < 8;
        address = c->is_normalized ? form / 2 : (form - 8) / 2 == 2 ? 4 : (form - 8) / 2;
        c->filter = form % 2 && is_filtered ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
    } else if (c->kernel->needs & INSIDE) {
        address = turn % 3 == 2 ? 4 : turn % 3;
    } else if (turn % 5 == 0) { // few: each is a program of its own
        c->literal = "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST";
        address = 0;
    }
    c->address = addresses[address].value;
    if (c->kernel->needs & NO_SAMPLER)
        snprintf(c->text + length, sizeof c->text - length, ", no sampler");
    else
        snprintf(c->text + length, sizeof c->text - length, ", sampler %s %s %s%s", addresses[address].name,
                 c->filter == CL_FILTER_LINEAR ? "LINEAR" : "NEAREST",
                 c->is_normalized ? "normalized" : "not normalized", c->literal ? " (literal)" : "");
    memcpy(properties,
           (cl_sampler_properties[7]){CL_SAMPLER_NORMALIZED_COORDS, c->is_normalized, CL_SAMPLER_ADDRESSING_MODE,
                                      c->address, CL_SAMPLER_FILTER_MODE, c->filter},
           sizeof properties);
    return properties;
}

static cl_program
build_case(const struct test_case *c)
{
    static char source[16384];

    snprintf(source, sizeof source,
             "%s%s#define IMG %s\n#define C(x, y, z) %s\n#define F(v) %s\n#define SAMPLER %s\n%s%s%s%s%s {\n%s}\n",
             pixels_text[c->pixels], c->pixels == DEPTHS ? "" : vectors_text, c->kind->name, c->kind->integers,
             c->kind->floats, c->literal ? "literal" : "s", c->literal ? "constant sampler_t literal = " : "",
             c->literal ? c->literal : "", c->literal ? ";\n" : "",
             c->kernel->needs & TWO_DIMENSIONS ? functions_text : "", signatures[c->kernel->signature],
             c->kernel->body);
    return test_build(source, "-cl-std=CL3.0");
}

// Whether a version has been made since it was asked last.
static bool
saw_version(void)
{
    static char text[65536];
    const ssize_t n = pread(settings->messages, text, sizeof text - 1, messages_read);

    if (n <= 0)
        return false;
    text[n] = 0;
    messages_read += n;
    return strstr(text, "a version for groups") != NULL;
}

static float
random_coordinate(bool is_normalized, bool is_inside, size_t size, bool is_linear)
{
    static const float special[] = {INFINITY,  -INFINITY, NAN,      1e30f,         -1e30f,         0,
                                    -0.0f,     1e-40f,    -1e-40f,  2147483648.0f, -2147483904.0f, 8388609,
                                    -16777216, 0x1p-24f,  -0x1p-24f};
    const float n = (float)size, unit = is_normalized ? n : 1;

    if (is_inside) {
        const float c = is_linear ? between(0.5f, n - 0.5f) : between(0, n - 0.001f);
        return c / unit;
    }
    switch (below(8)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1: // edges of pixels
        return (float)((int)below((unsigned)size * 3 + 1) - (int)size) / unit;
    case 2: // their middles
        return ((float)((int)below((unsigned)size * 3) - (int)size) + 0.5f) / unit;
    case 3: // just beside edges
        return nextafterf((float)((int)below((unsigned)size + 1)) / unit, below(2) ? 1e9f : -1e9f);
    case 4:
        return between(-3 * n, 4 * n) / unit;
    default:
        return between(-1, n + 1) / unit;
    }
}

static uint16_t
random_half(void)
{
    return below(6) ? (uint16_t)(0x3000 + below(0x1000) + (below(3) ? 0 : 0x8000)) : (uint16_t)random_bits();
}

static float
random_float(void)
{
    static const float special[] = {INFINITY, -INFINITY, NAN,   0,     -0.0f, 1,   -1,
                                    1e-40f,   1e30f,     65504, 65520, 6e-8f, 0.5f};
    static const float codes[] = {255, 127, 65535, 32767, 31, 63, 1023, 3};
    const unsigned code = below(sizeof codes / sizeof *codes);

    switch (below(6)) {
    case 0:
        return special[below(sizeof special / sizeof *special)];
    case 1: // between two codes
        return ((float)below((unsigned)codes[code]) + 0.5f) / codes[code];
    case 2:
        return (float)below((unsigned)codes[code]) / codes[code];
    case 3:
        return between(-70000, 70000);
    default:
        return between(-1.25f, 1.25f);
    }
}

// What is written: integers in and out of the range of narrow channels.
static void
fill_values(struct area *area, enum pixels pixels)
{
    for (size_t i = 0; i < area->size; i += pixels == HALVES ? 2 : 4) {
        const uint16_t half = random_half();
        const float number = random_float();
        const uint32_t word = (uint32_t)random_bits() >> below(32) ^ (below(2) ? 0 : 0xFFFFFFFF);

        if (pixels == HALVES)
            memcpy(area->data + i, &half, 2);
        else if (pixels == FLOATS || pixels == DEPTHS)
            memcpy(area->data + i, &number, 4);
        else
            memcpy(area->data + i, &word, 4);
    }
}

static cl_mem
make_buffer(const struct area *area)
{
    cl_int err;
    cl_mem buffer = clCreateBuffer(test_context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, area->size, area->data, &err);

    CHECK(err);
    return buffer;
}

// What the kernel did is in the host's memory.
static void
bring_back(cl_mem memory, bool is_image, const size_t size[3])
{
    const size_t origin[3] = {0};
    size_t row, slice, bytes;
    cl_int err;
    void *data;

    if (is_image) {
        data = clEnqueueMapImage(test_queue, memory, CL_TRUE, CL_MAP_READ, origin, size, &row, &slice, 0, NULL, NULL,
                                 &err);
    } else {
        CHECK(clGetMemObjectInfo(memory, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
        data = clEnqueueMapBuffer(test_queue, memory, CL_TRUE, CL_MAP_READ, 0, bytes, 0, NULL, NULL, &err);
    }
    CHECK(err);
    CHECK(clEnqueueUnmapMemObject(test_queue, memory, data, 0, NULL, NULL));
    CHECK(clFinish(test_queue));
}

static void
set(cl_kernel kernel, cl_uint *next, size_t size, const void *value)
{
    CHECK(clSetKernelArg(kernel, (*next)++, size, value));
}

static enum elements
elements_of_image(cl_image_format format)
{
    return format.image_channel_data_type == CL_HALF_FLOAT ? HALF_FLOATS
           : format.image_channel_data_type == CL_FLOAT    ? FLOAT_NUMBERS
                                                           : BYTES;
}

// A launch of a case: what it is given, and what comes of it.
struct launch {
    size_t size[3], global[3], local[3], offset[3];
    bool has_local;
    size_t count; // results of SAMPLE, else pixels
    struct image in, out;
    struct area results, values;
    cl_mem result_buffer, value_buffer;
    struct record record;
};

// More work-items than pixels, seldom as many; in groups that do not fill them.
static void
choose_range(const struct test_case *c, struct launch *l)
{
    const bool is_list = c->kernel->signature == SAMPLE;
    const unsigned dimensions = is_list ? 1 : c->kind->dimensions;

    l->count = l->size[0] * l->size[1] * l->size[2] * (is_list ? 4 : 1);
    l->has_local = below(4) == 0 || c->kernel->needs & IN_GROUPS;
    for (unsigned i = 0; i < 3; i++) {
        static const unsigned most[3] = {19, 5, 2};

        l->global[i] = is_list ? (i ? 1 : l->count) : l->size[i];
        l->local[i] = i >= dimensions ? 1 : i == 0 ? 8 : i == 1 ? 2 : 1;
        if (i < dimensions && below(2))
            l->global[i] += below(most[i]);
        if (l->has_local)
            l->global[i] = (l->global[i] + l->local[i] - 1) / l->local[i] * l->local[i];
    }
    l->offset[0] = below(8) == 0 ? below((unsigned)l->size[0]) : 0;
}

static void
fill_coordinates(const struct test_case *c, const struct launch *l)
{
    const cl_mem_object_type type = c->kind->type;

    for (size_t i = 0; i < l->count * 4; i++) {
        const size_t axis = i % 4;
        const bool is_layer =
            (type == CL_MEM_OBJECT_IMAGE2D_ARRAY && axis == 2) || (type == CL_MEM_OBJECT_IMAGE1D_ARRAY && axis == 1);
        const float number = random_coordinate(c->is_normalized && !is_layer, c->address == CL_ADDRESS_NONE,
                                               axis < 3 ? l->size[axis] : 1, c->filter == CL_FILTER_LINEAR);

        memcpy(l->values.data + 4 * i, &number, 4);
    }
}

// Makes what the kernel's arguments are, and sets them.
static void
set_arguments(const struct test_case *c, cl_kernel kernel, struct launch *l)
{
    const enum signature signature = c->kernel->signature;
    const cl_int n = (cl_int)l->count, last[4] = {(cl_int)l->size[0], (cl_int)l->size[1], (cl_int)l->size[2], c->r};
    cl_uint next = 0;

    if (signature < STORE) {
        l->in = make_image(c->kind, c->in, CL_MEM_READ_ONLY, l->size, c->pitch, c->filter == CL_FILTER_LINEAR);
        set(kernel, &next, sizeof l->in.memory, &l->in.memory);
        set(kernel, &next, sizeof c->sampler, &c->sampler);
    }
    if (signature >= COPY) {
        l->out = make_image(c->kind, c->out, signature == IN_PLACE ? CL_MEM_READ_WRITE : CL_MEM_WRITE_ONLY, l->size,
                            c->pitch, false);
        set(kernel, &next, sizeof l->out.memory, &l->out.memory);
    } else {
        l->results = make_area(l->count * (signature == GATHER ? RESULTS : 1) * pixels_bytes[c->pixels]);
        fill(l->results.data, l->results.size);
        l->result_buffer = make_buffer(&l->results);
        set(kernel, &next, sizeof l->result_buffer, &l->result_buffer);
    }
    if (signature == SAMPLE) {
        l->values = make_area(l->count * sizeof(cl_float4));
        fill_coordinates(c, l);
    } else if (signature == STORE) {
        l->values = make_area(l->count * pixels_bytes[c->pixels]);
        fill_values(&l->values, c->pixels);
    }
    if (l->values.data) {
        l->value_buffer = make_buffer(&l->values);
        set(kernel, &next, sizeof l->value_buffer, &l->value_buffer);
    }
    if (signature == SAMPLE)
        set(kernel, &next, sizeof n, &n);
    for (int i = 0; signature != SAMPLE && i < 4; i++)
        set(kernel, &next, sizeof last[i], &last[i]);
}

static void
describe(const struct test_case *c, struct launch *l, unsigned number)
{
    struct record *record = &l->record;
    size_t length;

    record->number = case_number;
    snprintf(record->text, sizeof record->text, "%s, r %d, launch %u: image of %zu x %zu x %zu", c->text, c->r, number,
             l->size[0], l->size[1], l->size[2]);
    length = strlen(record->text);
    snprintf(record->text + length, sizeof record->text - length, ", rows %zu and %zu apart, global %zu x %zu x %zu%s",
             l->in.pitch, l->out.pitch, l->global[0], l->global[1], l->global[2], l->has_local ? " in groups" : "");
    length = strlen(record->text);
    if (l->offset[0])
        snprintf(record->text + length, sizeof record->text - length, " from %zu on", l->offset[0]);
    record->is_undefined = c->kernel->needs & UNDEFINED;
    if (c->kernel->signature >= COPY) {
        record->elements = elements_of_image(c->out);
        record->item_bits = pixel_bits(c->out);
        record->width = l->size[0];
        record->height = l->size[1];
        record->row_bytes = l->out.row_bytes;
    } else {
        record->elements = c->pixels == HALVES                          ? HALF_FLOATS
                           : c->pixels == FLOATS || c->pixels == DEPTHS ? FLOAT_NUMBERS
                                                                        : BYTES;
        record->results = c->kernel->signature == GATHER ? RESULTS : 1;
        record->item_bits = 8 * (unsigned)pixels_bytes[c->pixels];
        record->width = c->kernel->signature == GATHER ? l->size[0] : l->count;
        record->height = c->kernel->signature == GATHER ? l->size[1] : 1;
    }
    // Products and sums of linear filters may be contracted in one form and not in the other: what each of the up to
    // eight terms is rounded by, which are below 2 in size.
    record->tolerance = c->filter == CL_FILTER_LINEAR ? 8 * 2 * 0x1p-23 : 0;
}

static void
send(struct launch *l)
{
    const bool is_image = l->out.memory;

    l->record.is = ENDED;
    l->record.size = is_image ? l->out.row_bytes * l->out.rows : l->results.size;
    write_all(settings->records, &l->record, sizeof l->record);
    if (!is_image)
        write_all(settings->records, l->results.data, l->results.size);
    for (size_t row = 0; is_image && row < l->out.rows; row++)
        write_all(settings->records, l->out.area.data + row * l->out.pitch, l->out.row_bytes);
}

static void
run_launch(const struct test_case *c, cl_kernel kernel, struct launch *l, unsigned number, bool *has_version)
{
    choose_range(c, l);
    set_arguments(c, kernel, l);
    describe(c, l, number);
    write_all(settings->records, &l->record, sizeof l->record);
    CHECK(clEnqueueNDRangeKernel(test_queue, kernel, 3, l->offset, l->global, l->has_local ? l->local : NULL, 0, NULL,
                                 NULL));
    CHECK(clFinish(test_queue));
    *has_version |= saw_version();
    l->record.has_version = *has_version;
    bring_back(l->out.memory ? l->out.memory : l->result_buffer, l->out.memory, l->size);
    send(l);

    end_image(&l->in);
    end_image(&l->out);
    if (l->result_buffer)
        CHECK(clReleaseMemObject(l->result_buffer));
    if (l->value_buffer)
        CHECK(clReleaseMemObject(l->value_buffer));
    end_area(&l->results);
    end_area(&l->values);
}

// A case of few rows that are far apart has a version for images that end before 2^31 bytes and one for others.
static void
choose_size(const struct test_case *c, unsigned number, size_t size[3])
{
    static const size_t sizes[][3] = {{37, 11, 3}, {17, 5, 2}, {1, 1, 1},   {3, 1, 1},   {67, 7, 1}, {5, 17, 2},
                                      {16, 16, 1}, {2, 2, 2},  {101, 3, 1}, {31, 13, 2}, {33, 2, 3}, {8, 9, 1}};
    const size_t *of = sizes[number == 0 ? (below(2) ? 0 : 4) : below(sizeof sizes / sizeof *sizes)];

    size[0] = of[0];
    size[1] = c->kind->dimensions < 2 ? 1 : c->pitch == FAR_PITCH ? 3 : of[1];
    size[2] = c->kind->dimensions < 3 ? 1 : of[2];
    if (pixel_bits(c->in) % 8 || pixel_bits(c->out) % 8)
        size[0] = (size[0] + RAW_PIXELS - 1) / RAW_PIXELS * RAW_PIXELS;
}

static void
run_case(struct test_case *c)
{
    static const cl_int radii[] = {2, 1, 3, 5, 0, 2, -1, 7};
    const cl_sampler_properties *properties = choose_sampler(c);
    bool has_version = !settings->is_version;
    char turn;
    cl_program program;
    cl_kernel kernel;
    cl_int err;

    if (case_number < settings->first)
        return;
    random_begin(settings->seed * 0x100000001B3u + (uint64_t)case_number);
    c->r = radii[below(8)];
    if (properties) {
        c->sampler = clCreateSamplerWithProperties(test_context, properties, &err);
        CHECK(err);
    }
    saw_version();
    if (settings->turns >= 0)
        assert_int_equal(read(settings->turns, &turn, 1), 1);
    program = build_case(c);
    kernel = clCreateKernel(program, "k", &err);
    CHECK(err);
    for (unsigned i = 0; i < 4; i++) {
        struct launch launch = {0};

        choose_size(c, i, launch.size);
        run_launch(c, kernel, &launch, i, &has_version);
    }
    CHECK(clReleaseKernel(kernel));
    CHECK(clReleaseProgram(program));
    if (c->sampler)
        CHECK(clReleaseSampler(c->sampler));
}

// ---- Which cases ---------------------------------------------------------------------------------------------------

#define MOST_FORMATS 512
struct formats {
    cl_image_format all[MOST_FORMATS];
    cl_uint count;
};

// Those of a kind of images that are for depth, or not.
static void
list_formats(const struct kind *kind, cl_mem_flags flags, struct formats *formats)
{
    cl_uint count, kept = 0;

    CHECK(clGetSupportedImageFormats(test_context, flags, kind->type, MOST_FORMATS, formats->all, &count));
    assert_true(count <= MOST_FORMATS);
    for (cl_uint i = 0; i < count; i++)
        if ((formats->all[i].image_channel_order == CL_DEPTH) == kind->is_depth)
            formats->all[kept++] = formats->all[i];
    formats->count = kept;
}

static bool
is_among(const struct formats *formats, cl_image_format format)
{
    for (cl_uint i = 0; i < formats->count; i++)
        if (memcmp(&formats->all[i], &format, sizeof format) == 0)
            return true;
    return false;
}

// What is copied to a format: mostly the same, or another order of the same type; else another of such pixels.
static cl_image_format
choose_read(const struct formats *read, cl_image_format written, unsigned turn)
{
    if (turn % 5 < 2 && is_among(read, written))
        return written;
    for (cl_uint i = 0; i < 2 * read->count; i++) {
        const cl_image_format format = read->all[(i + turn * 7) % read->count];
        const bool is_same = format.image_channel_data_type == written.image_channel_data_type;

        if (pixels_of(format) == pixels_of(written) && (is_same || turn % 5 == 4 || i >= read->count))
            return format;
    }
    return (cl_image_format){0};
}

// The next kernel in turn that can be run.
static const struct kernel *
choose_kernel(enum signature signature, const struct kind *kind, enum pixels pixels)
{
    static unsigned turns[SIGNATURES][KINDS][PIXELS];
    unsigned *turn = &turns[signature][kind - kinds][pixels];

    if (!*turn)
        *turn = (unsigned)(settings->seed * 7 + (unsigned)(kind - kinds) * 3 + (unsigned)pixels) % KERNELS;
    for (unsigned i = 0; i < KERNELS; i++) {
        const struct kernel *kernel = &kernels[(*turn)++ % KERNELS];
        const bool needs_sampler = !(kernel->needs & NO_SAMPLER) && signature < STORE;

        if (kernel->signature != signature || (kernel->needs & ARITHMETIC && pixels == HALVES) ||
            (kernel->needs & TWO_DIMENSIONS && (kind->dimensions != 2 || kind->type != CL_MEM_OBJECT_IMAGE2D)) ||
            (needs_sampler && kind->type == CL_MEM_OBJECT_IMAGE1D_BUFFER))
            continue;
        return kernel;
    }
    return NULL;
}

static void
name_format(char *text, size_t size, cl_image_format format)
{
    snprintf(text, size, "%s %s", orders[order_of(format)].name, types[type_of(format)].name);
}

static void
add_case(enum signature signature, const struct kind *kind, cl_image_format read, cl_image_format written)
{
    static unsigned turn;
    struct test_case c = {.kind = kind, .in = signature < STORE ? read : written, .out = written};
    char in[64], out[64] = "";

    turn++;
    c.pixels = pixels_of(c.in);
    if (has_halves && c.pixels == FLOATS && turn % 7 == 0)
        c.pixels = HALVES;
    c.kernel = choose_kernel(signature, kind, c.pixels);
    if (!c.kernel)
        return;
    if (kind->type == CL_MEM_OBJECT_IMAGE2D && turn % 11 == 0)
        c.pitch = FAR_PITCH;
    if (signature < COPY)
        c.out = c.in;
    if (signature == COPY)
        name_format(out, sizeof out, c.out);
    name_format(in, sizeof in, c.in);
    snprintf(c.text, sizeof c.text, "case %d: kernel %s, %s, %s%s%s%s", case_number, c.kernel->name, kind->name, in,
             *out ? " to " : "", out, c.pixels == HALVES ? ", as halves" : "");
    run_case(&c);
    case_number++;
}

// Each format is read by one kernel and written by one, of another signature in another round.
static void
run_kind(const struct kind *kind, unsigned round)
{
    static struct formats read, written, both;
    const bool has_sampler = kind->type != CL_MEM_OBJECT_IMAGE1D_BUFFER;
    // All formats of 2D images, some of others.
    const unsigned step = kind == kinds || kind->is_depth ? 1 : 37;
    const unsigned first = (unsigned)(settings->seed + round) % step;

    list_formats(kind, CL_MEM_READ_ONLY, &read);
    list_formats(kind, CL_MEM_WRITE_ONLY, &written);
    list_formats(kind, CL_MEM_KERNEL_READ_AND_WRITE, &both);
    for (cl_uint i = first; i < read.count; i += step) {
        const bool is_sampled = (i / step + settings->seed + round) % 3 == 0 && has_sampler;

        add_case(is_sampled ? SAMPLE : GATHER, kind, read.all[i], read.all[i]);
    }
    for (cl_uint i = first; i < written.count; i += step) {
        const unsigned turn = (unsigned)(i / step + settings->seed + round) % 4;
        const cl_image_format format = written.all[i], from = choose_read(&read, format, i + round);

        if (turn == 3 && is_among(&both, format))
            add_case(IN_PLACE, kind, format, format);
        else
            add_case(turn >= 2 || !from.image_channel_order ? STORE : COPY, kind, from, format);
    }
}

static bool
has_extension(const char *name)
{
    size_t size = 0;
    char *text;
    bool found;

    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
    text = calloc(1, size + 1);
    assert_non_null(text);
    CHECK(clGetDeviceInfo(test_device, CL_DEVICE_EXTENSIONS, size, text, NULL));
    found = strstr(text, name) != NULL;
    free(text);
    return found;
}

void
image_cases_run(const struct image_cases *cases)
{
    const struct record last = {.is = NO_MORE};

    settings = cases;
    has_halves = has_extension("cl_khr_fp16");
    for (unsigned round = 0; round < cases->rounds; round++)
        for (unsigned i = 0; i < KINDS; i++)
            run_kind(&kinds[i], round);
    write_all(cases->records, &last, sizeof last);
}
