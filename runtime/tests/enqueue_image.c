// SPDX-License-Identifier: Apache-2.0
// Commands of images against a plain model: an array of pixels for each level.
#include "runtime/tests/support.h"

#define LEVELS 4
#define PIXEL 4 // bytes

// An image, and what ought to be in it.
struct model {
    cl_mem image;
    cl_image_desc desc;
    cl_uint levels;
    cl_uint dimensions; // of an origin
    size_t size[LEVELS][3];
    unsigned char *pixels[LEVELS];
};

static unsigned
random_below(unsigned bound)
{
    static uint64_t seed = 88172645463325252u;

    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (unsigned)((seed >> 16) % bound);
}

static cl_uint
dimensions_of(cl_mem_object_type type)
{
    if (type == CL_MEM_OBJECT_IMAGE1D || type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
        return 1;
    return type == CL_MEM_OBJECT_IMAGE2D || type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 2 : 3;
}

static size_t
halved(size_t size, cl_uint times)
{
    while (times--)
        size = size > 1 ? size / 2 : 1;
    return size;
}

static size_t
count(const size_t size[3])
{
    return size[0] * size[1] * size[2];
}

static struct model
make_model(const struct fixture *f, const cl_image_desc *desc)
{
    struct model m = {.desc = *desc, .levels = desc->num_mip_levels ? desc->num_mip_levels : 1};
    const cl_mem_object_type type = desc->image_type;

    m.dimensions = dimensions_of(type);
    m.image = make_image(f, 0, desc, NULL);
    for (cl_uint l = 0; l < m.levels; l++) {
        size_t origin[4] = {0}, *size = m.size[l];

        size[0] = halved(desc->image_width, l);
        size[1] = type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? desc->image_array_size
                  : m.dimensions > 1                  ? halved(desc->image_height, l)
                                                      : 1;
        size[2] = type == CL_MEM_OBJECT_IMAGE2D_ARRAY ? desc->image_array_size
                  : m.dimensions > 2                  ? halved(desc->image_depth, l)
                                                      : 1;
        m.pixels[l] = malloc(count(size) * PIXEL);
        for (size_t i = 0; i < count(size) * PIXEL; i++)
            m.pixels[l][i] = (unsigned char)random_below(256);
        if (m.levels > 1)
            origin[m.dimensions] = l;
        assert_success(clEnqueueWriteImage(f->queue, m.image, CL_TRUE, origin, size, 0, 0, m.pixels[l], 0, NULL, NULL));
    }
    return m;
}

static unsigned char *
pixel_at(const struct model *m, cl_uint level, size_t x, size_t y, size_t z)
{
    return m->pixels[level] + ((z * m->size[level][1] + y) * m->size[level][0] + x) * PIXEL;
}

// All levels as the image has them.
static void
compare(const struct fixture *f, const struct model *m)
{
    for (cl_uint l = 0; l < m->levels; l++) {
        unsigned char *got = malloc(count(m->size[l]) * PIXEL);
        size_t origin[4] = {0};

        if (m->levels > 1)
            origin[m->dimensions] = l;
        assert_success(clEnqueueReadImage(f->queue, m->image, CL_TRUE, origin, m->size[l], 0, 0, got, 0, NULL, NULL));
        assert_memory_equal(got, m->pixels[l], count(m->size[l]) * PIXEL);
        free(got);
    }
}

static void
end_model(struct model *m)
{
    for (cl_uint l = 0; l < m->levels; l++)
        free(m->pixels[l]);
    assert_success(clReleaseMemObject(m->image));
}

// A region of one level: 1D images have an origin of four elements too, with the level behind the last dimension.
struct region {
    cl_uint level;
    size_t at[3]; // in the model
    size_t origin[4];
    size_t size[3];
};

static struct region
region_at(const struct model *m, cl_uint level, const size_t at[3], const size_t size[3])
{
    struct region r = {.level = level};

    for (int d = 0; d < 3; d++) {
        r.at[d] = r.origin[d] = at[d];
        r.size[d] = size[d];
    }
    if (m->levels > 1)
        r.origin[m->dimensions] = level;
    return r;
}

static struct region
random_region(const struct model *m)
{
    cl_uint level = random_below(m->levels);
    size_t at[3], size[3];

    for (int d = 0; d < 3; d++) {
        at[d] = random_below((unsigned)m->size[level][d]);
        size[d] = 1 + random_below((unsigned)(m->size[level][d] - at[d]));
    }
    return region_at(m, level, at, size);
}

static const cl_image_desc shapes[] = {
    {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 37},
    {.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 37, .image_array_size = 5},
    {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 37, .image_height = 11},
    {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY, .image_width = 37, .image_height = 11, .image_array_size = 3},
    {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 17, .image_height = 11, .image_depth = 9},
    {.image_type = CL_MEM_OBJECT_IMAGE1D, .image_width = 37, .num_mip_levels = 4},
    {.image_type = CL_MEM_OBJECT_IMAGE1D_ARRAY, .image_width = 37, .image_array_size = 5, .num_mip_levels = 4},
    {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 37, .image_height = 11, .num_mip_levels = 4},
    {.image_type = CL_MEM_OBJECT_IMAGE2D_ARRAY,
     .image_width = 37,
     .image_height = 11,
     .image_array_size = 3,
     .num_mip_levels = 4},
    {.image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 17, .image_height = 11, .image_depth = 9, .num_mip_levels = 4},
};
#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

// Pitches of the host's memory, sometimes larger than they need to be; 0 is given for what they are by default.
struct host {
    size_t row_pitch, slice_pitch; // as given
    size_t row, slice;             // as they are: between origin[1], between origin[2]
    size_t bytes;
    unsigned char *data;
};

static struct host
make_host(const struct model *m, const struct region *r, bool padded)
{
    const bool is_1d_array = m->desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    struct host h = {.row = r->size[0] * PIXEL};

    if (padded)
        h.row_pitch = h.row += random_below(3) * PIXEL;
    h.slice = h.row * (is_1d_array ? 1 : r->size[1]);
    if (padded && (is_1d_array || m->dimensions == 3))
        h.slice_pitch = h.slice += random_below(3) * h.row;
    if (is_1d_array)
        h.row = h.slice; // layers lie where rows do
    h.bytes = is_1d_array ? h.slice * r->size[1] : h.slice * r->size[2];
    h.data = malloc(h.bytes);
    for (size_t i = 0; i < h.bytes; i++)
        h.data[i] = (unsigned char)random_below(256);
    return h;
}

static void
regions_are_read(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++) {
        struct model m = make_model(f, &shapes[s]);

        for (int i = 0; i < 50; i++) {
            struct region r = random_region(&m);
            struct host h = make_host(&m, &r, i % 2);

            assert_success(clEnqueueReadImage(f->queue, m.image, CL_TRUE, r.origin, r.size, h.row_pitch, h.slice_pitch,
                                              h.data, 0, NULL, NULL));
            for (size_t z = 0; z < r.size[2]; z++)
                for (size_t y = 0; y < r.size[1]; y++)
                    assert_memory_equal(h.data + z * h.slice + y * h.row,
                                        pixel_at(&m, r.level, r.at[0], r.at[1] + y, r.at[2] + z), r.size[0] * PIXEL);
            free(h.data);
        }
        end_model(&m);
    }
}

static void
regions_are_written(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++) {
        struct model m = make_model(f, &shapes[s]);

        for (int i = 0; i < 30; i++) {
            struct region r = random_region(&m);
            struct host h = make_host(&m, &r, i % 2);

            assert_success(clEnqueueWriteImage(f->queue, m.image, CL_TRUE, r.origin, r.size, h.row_pitch, h.slice_pitch,
                                               h.data, 0, NULL, NULL));
            for (size_t z = 0; z < r.size[2]; z++)
                for (size_t y = 0; y < r.size[1]; y++)
                    memcpy(pixel_at(&m, r.level, r.at[0], r.at[1] + y, r.at[2] + z), h.data + z * h.slice + y * h.row,
                           r.size[0] * PIXEL);
            compare(f, &m);
            free(h.data);
        }
        end_model(&m);
    }
}

static void
regions_are_filled(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++) {
        struct model m = make_model(f, &shapes[s]);

        for (int i = 0; i < 30; i++) {
            struct region r = random_region(&m);
            const cl_uint color[4] = {random_below(300), random_below(300), 7, i % 2 ? 7 : 300};

            assert_success(clEnqueueFillImage(f->queue, m.image, color, r.origin, r.size, 0, NULL, NULL));
            for (size_t z = 0; z < r.size[2]; z++)
                for (size_t y = 0; y < r.size[1]; y++)
                    for (size_t x = 0; x < r.size[0]; x++)
                        for (int c = 0; c < 4; c++)
                            pixel_at(&m, r.level, r.at[0] + x, r.at[1] + y, r.at[2] + z)[c] =
                                (unsigned char)(color[c] < 255 ? color[c] : 255);
            compare(f, &m);
        }
        end_model(&m);
    }
}

static void
copy_in_model(struct model *to, const struct region *at, const struct model *from, const struct region *r)
{
    for (size_t z = 0; z < r->size[2]; z++)
        for (size_t y = 0; y < r->size[1]; y++)
            memcpy(pixel_at(to, at->level, at->at[0], at->at[1] + y, at->at[2] + z),
                   pixel_at(from, r->level, r->at[0], r->at[1] + y, r->at[2] + z), r->size[0] * PIXEL);
}

static void
regions_are_copied_between_all_types(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++)
        for (size_t t = 0; t < SHAPES; t++) {
            struct model from = make_model(f, &shapes[s]), to = make_model(f, &shapes[t]);

            for (int i = 0; i < 4; i++) {
                struct region r = random_region(&from), at = random_region(&to);

                for (int d = 0; d < 3; d++)
                    r.size[d] = at.size[d] = r.size[d] < at.size[d] ? r.size[d] : at.size[d];
                assert_success(
                    clEnqueueCopyImage(f->queue, from.image, to.image, r.origin, at.origin, r.size, 0, NULL, NULL));
                copy_in_model(&to, &at, &from, &r);
            }
            compare(f, &to);
            compare(f, &from);
            end_model(&from);
            end_model(&to);
        }
}

static void
regions_are_copied_from_and_to_buffers(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++) {
        struct model m = make_model(f, &shapes[s]);

        for (int i = 0; i < 20; i++) {
            struct region r = random_region(&m);
            size_t bytes = count(r.size) * PIXEL, offset = random_below(9), row = r.size[0] * PIXEL;
            cl_mem buffer = make_buffer(f, bytes + offset);
            unsigned char *data = malloc(bytes);

            for (size_t b = 0; b < bytes; b++)
                data[b] = (unsigned char)random_below(256);
            assert_success(clEnqueueWriteBuffer(f->queue, buffer, CL_TRUE, offset, bytes, data, 0, NULL, NULL));
            if (i % 2) {
                assert_success(
                    clEnqueueCopyBufferToImage(f->queue, buffer, m.image, offset, r.origin, r.size, 0, NULL, NULL));
                for (size_t j = 0; j < r.size[1] * r.size[2]; j++)
                    memcpy(pixel_at(&m, r.level, r.at[0], r.at[1] + j % r.size[1], r.at[2] + j / r.size[1]),
                           data + j * row, row);
                compare(f, &m);
            } else {
                assert_success(
                    clEnqueueCopyImageToBuffer(f->queue, m.image, buffer, r.origin, r.size, offset, 0, NULL, NULL));
                assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, offset, bytes, data, 0, NULL, NULL));
                for (size_t j = 0; j < r.size[1] * r.size[2]; j++)
                    assert_memory_equal(
                        data + j * row,
                        pixel_at(&m, r.level, r.at[0], r.at[1] + j % r.size[1], r.at[2] + j / r.size[1]), row);
            }
            free(data);
            assert_success(clReleaseMemObject(buffer));
        }
        end_model(&m);
    }
}

static void
regions_are_mapped(void **state)
{
    struct fixture *f = *state;

    for (size_t s = 0; s < SHAPES; s++) {
        struct model m = make_model(f, &shapes[s]);
        const bool is_1d_array = m.desc.image_type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

        for (int i = 0; i < 20; i++) {
            struct region r = random_region(&m);
            size_t row_pitch = 0, slice_pitch = 99;
            cl_int err;
            unsigned char *mapped = clEnqueueMapImage(f->queue, m.image, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, r.origin,
                                                      r.size, &row_pitch, &slice_pitch, 0, NULL, NULL, &err);

            assert_success(err);
            assert_true(row_pitch >= m.size[r.level][0] * PIXEL);
            if (!is_1d_array && m.dimensions < 3)
                assert_int_equal(slice_pitch, 0);
            for (size_t z = 0; z < r.size[2]; z++)
                for (size_t y = 0; y < r.size[1]; y++) {
                    unsigned char *row = mapped + z * slice_pitch + y * (is_1d_array ? slice_pitch : row_pitch);
                    unsigned char *expected = pixel_at(&m, r.level, r.at[0], r.at[1] + y, r.at[2] + z);

                    assert_memory_equal(row, expected, r.size[0] * PIXEL);
                    memset(row, i, r.size[0] * PIXEL);
                    memset(expected, i, r.size[0] * PIXEL);
                }
            assert_success(clEnqueueUnmapMemObject(f->queue, m.image, mapped, 0, NULL, NULL));
            compare(f, &m);
        }
        end_model(&m);
    }
}

static void *
map(const struct fixture *f, cl_mem image, cl_map_flags flags, const size_t *origin, const size_t *region,
    cl_int expected)
{
    size_t row_pitch, slice_pitch;
    cl_int err = 1;
    void *mapped = clEnqueueMapImage(f->queue, image, CL_TRUE, flags, origin, region, &row_pitch, &slice_pitch, 0, NULL,
                                     NULL, &err);

    assert_int_equal(err, expected);
    assert_true((mapped != NULL) == (expected == CL_SUCCESS));
    return mapped;
}

static const cl_image_desc square = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 16};
static const size_t zero[4];
static const size_t corner[3] = {8, 8, 1};
static unsigned char data[1 << 12];

static void
only_overlapping_regions_cannot_be_mapped_for_writing(void **state)
{
    struct fixture *f = *state;
    const size_t right[3] = {8, 0, 0}, inside[3] = {7, 7, 0};
    cl_mem image = make_image(f, 0, &square, NULL);
    cl_uint maps = 0;
    void *first = map(f, image, CL_MAP_WRITE, zero, corner, CL_SUCCESS);
    void *second = map(f, image, CL_MAP_WRITE, right, corner, CL_SUCCESS);

    map(f, image, CL_MAP_WRITE_INVALIDATE_REGION, inside, corner, CL_INVALID_OPERATION);
    assert_success(clGetMemObjectInfo(image, CL_MEM_MAP_COUNT, sizeof(maps), &maps, NULL));
    assert_int_equal(maps, 2);
    assert_success(clEnqueueUnmapMemObject(f->queue, image, first, 0, NULL, NULL));
    assert_success(clEnqueueUnmapMemObject(f->queue, image, second, 0, NULL, NULL));
    first = map(f, image, CL_MAP_WRITE_INVALIDATE_REGION, inside, corner, CL_SUCCESS);
    assert_success(clEnqueueUnmapMemObject(f->queue, image, first, 0, NULL, NULL));
    assert_success(clFinish(f->queue));
    assert_error(clEnqueueUnmapMemObject(f->queue, image, first, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(image));
}

static void
host_memory_is_what_is_mapped(void **state)
{
    struct fixture *f = *state;
    const size_t origin[3] = {2, 3, 0};
    cl_image_desc desc = square;
    cl_mem image;
    void *mapped;

    desc.image_row_pitch = 80;
    image = make_image(f, CL_MEM_USE_HOST_PTR, &desc, data);
    mapped = map(f, image, CL_MAP_READ, origin, corner, CL_SUCCESS);
    assert_ptr_equal(mapped, data + 3 * 80 + 2 * PIXEL);
    assert_success(clEnqueueUnmapMemObject(f->queue, image, mapped, 0, NULL, NULL));
    assert_success(clReleaseMemObject(image));
}

static void
host_data_is_copied_with_its_pitches(void **state)
{
    struct fixture *f = *state;
    const size_t region[3] = {5, 3, 2};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                          .image_width = 5,
                          .image_height = 3,
                          .image_depth = 2,
                          .image_row_pitch = 24,
                          .image_slice_pitch = 96};
    unsigned char got[120];
    cl_mem image;

    for (size_t i = 0; i < sizeof(data); i++)
        data[i] = (unsigned char)random_below(256);
    image = make_image(f, CL_MEM_COPY_HOST_PTR, &desc, data);
    assert_success(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, region, 0, 0, got, 0, NULL, NULL));
    for (size_t z = 0; z < 2; z++)
        for (size_t y = 0; y < 3; y++)
            assert_memory_equal(got + (z * 3 + y) * 20, data + z * 96 + y * 24, 20);
    assert_success(clReleaseMemObject(image));
}

static void
images_of_buffers_and_images_share_bytes(void **state)
{
    struct fixture *f = *state;
    const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8}, coded = {CL_sRGBA, CL_UNORM_INT8};
    const size_t one[3] = {1, 1, 1}, at[3] = {1, 2, 0};
    const float half[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    cl_mem buffer = make_buffer(f, 1024), image, view;
    cl_image_desc desc = square;
    unsigned char got[4];
    cl_int err;

    desc.image_height = 8;
    desc.image_row_pitch = 128;
    desc.buffer = buffer;
    image = clCreateImage(f->context, 0, &linear, &desc, NULL, &err);
    assert_success(err);
    desc.mem_object = image;
    view = clCreateImage(f->context, 0, &coded, &desc, NULL, &err);
    assert_success(err);
    assert_success(clEnqueueFillImage(f->queue, image, half, at, one, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 2 * 128 + 4, 4, got, 0, NULL, NULL));
    assert_memory_equal(got, "\x80\x80\x80\x80", 4);
    assert_success(clEnqueueFillImage(f->queue, view, half, at, one, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 2 * 128 + 4, 4, got, 0, NULL, NULL));
    assert_memory_equal(got, "\xBC\xBC\xBC\x80", 4);
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(view));
}

static void
large_images_are_copied_and_filled(void **state)
{
    struct fixture *f = *state;
    const cl_image_format format = {CL_RGBA, CL_FLOAT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 1111, .image_height = 999};
    const size_t region[3] = {1000, 900, 1}, origin[3] = {100, 90, 0}, all[3] = {1111, 999, 1};
    const float color[4] = {1, 2, 3, 4}, other[4] = {0, 0, 0, 0};
    float *got = malloc(1111 * 999 * sizeof(color));
    cl_int err;
    cl_mem a = clCreateImage(f->context, 0, &format, &desc, NULL, &err);
    cl_mem b = clCreateImage(f->context, 0, &format, &desc, NULL, &err);

    assert_success(err);
    assert_success(clEnqueueFillImage(f->queue, a, color, zero, all, 0, NULL, NULL));
    assert_success(clEnqueueFillImage(f->queue, b, other, zero, all, 0, NULL, NULL));
    assert_success(clEnqueueCopyImage(f->queue, a, b, origin, origin, region, 0, NULL, NULL));
    assert_success(clEnqueueReadImage(f->queue, b, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
    for (size_t y = 0; y < 999; y++)
        for (size_t x = 0; x < 1111; x++) {
            bool inside = x >= 100 && x < 1100 && y >= 90 && y < 990;

            if (memcmp(got + (y * 1111 + x) * 4, inside ? color : other, sizeof(color)) != 0)
                fail_msg("pixel %zu, %zu", x, y);
        }
    free(got);
    assert_success(clReleaseMemObject(a));
    assert_success(clReleaseMemObject(b));
}

static void
wide_rows_are_filled_in_pieces(void **state)
{
    struct fixture *f = *state;
    const cl_image_format format = {CL_RG, CL_UNSIGNED_INT32};
    const size_t width = 500009, region[3] = {500000, 1, 1}, origin[3] = {5, 0, 0};
    const cl_uint color[4] = {1, 2, 3, 4}, other[4] = {9, 9, 9, 9};
    const size_t all[3] = {500009, 1, 1};
    cl_uint *got = malloc(width * 8);
    cl_mem buffer = make_buffer(f, width * 8);
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = width, .buffer = buffer};
    cl_int err;
    cl_mem image = clCreateImage(f->context, 0, &format, &desc, NULL, &err);

    assert_success(err);
    assert_success(clEnqueueFillImage(f->queue, image, other, zero, all, 0, NULL, NULL));
    assert_success(clEnqueueFillImage(f->queue, image, color, origin, region, 0, NULL, NULL));
    assert_success(clEnqueueReadBuffer(f->queue, buffer, CL_TRUE, 0, width * 8, got, 0, NULL, NULL));
    for (size_t x = 0; x < width; x++)
        if (memcmp(got + 2 * x, x >= 5 && x < 500005 ? color : other, 8) != 0)
            fail_msg("pixel %zu", x);
    free(got);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(buffer));
}

static void
raw_pixels_are_moved_in_groups(void **state)
{
    struct fixture *f = *state;
    const cl_image_format format = {CL_R, CL_UNSIGNED_INT_RAW10_EXT};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 8, .image_height = 2};
    const size_t all[3] = {8, 2, 1}, group[3] = {4, 1, 1}, at[3] = {4, 1, 0}, part[3] = {2, 1, 1};
    const cl_uint color[1] = {0x2A7};
    unsigned char got[20];
    cl_int err;
    cl_mem image = clCreateImage(f->context, CL_MEM_READ_ONLY, &format, &desc, NULL, &err);

    assert_success(err);
    memset(got, 0x11, sizeof(got));
    assert_success(clEnqueueWriteImage(f->queue, image, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
    assert_success(clEnqueueFillImage(f->queue, image, color, at, group, 0, NULL, NULL));
    assert_success(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, all, 0, 0, got, 0, NULL, NULL));
    assert_memory_equal(got + 10, "\x11\x11\x11\x11\x11\xA9\xA9\xA9\xA9\xFF", 10);
    assert_error(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, part, 0, 0, got, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(image));
}

static void
depth_is_filled_with_one_float(void **state)
{
    struct fixture *f = *state;
    const cl_image_format format = {CL_DEPTH, CL_FLOAT};
    const size_t one[3] = {1, 1, 1};
    float *color = malloc(sizeof(*color)), got = 0;
    cl_int err;
    cl_mem image = clCreateImage(f->context, 0, &format, &square, NULL, &err);

    assert_success(err);
    *color = 0.75f;
    assert_success(clEnqueueFillImage(f->queue, image, color, zero, one, 0, NULL, NULL));
    free(color);
    assert_success(clEnqueueReadImage(f->queue, image, CL_TRUE, zero, one, 0, 0, &got, 0, NULL, NULL));
    assert_true(got == 0.75f);
    assert_success(clReleaseMemObject(image));
}

// Origin and region that are wrong for an image, by all calls that take one.
static void
expect_region(const struct fixture *f, cl_mem image, const size_t *origin, const size_t *region, cl_int expected)
{
    const cl_uint color[4] = {0};
    cl_mem buffer = make_buffer(f, 4096);
    cl_command_queue q = f->queue;

    assert_error(clEnqueueReadImage(q, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL), expected);
    assert_error(clEnqueueWriteImage(q, image, CL_TRUE, origin, region, 0, 0, data, 0, NULL, NULL), expected);
    assert_error(clEnqueueFillImage(q, image, color, origin, region, 0, NULL, NULL), expected);
    assert_error(clEnqueueCopyImage(q, image, image, origin, origin, region, 0, NULL, NULL), expected);
    assert_error(clEnqueueCopyImageToBuffer(q, image, buffer, origin, region, 0, 0, NULL, NULL), expected);
    assert_error(clEnqueueCopyBufferToImage(q, buffer, image, 0, origin, region, 0, NULL, NULL), expected);
    map(f, image, CL_MAP_READ, origin, region, expected);
    assert_success(clReleaseMemObject(buffer));
}

static void
regions_are_checked(void **state)
{
    static const struct {
        size_t origin[4], region[3];
        cl_int expected;
    } cases[] = {
        {{0}, {0, 1, 1}, CL_INVALID_VALUE},        {{0}, {1, 0, 1}, CL_INVALID_VALUE},
        {{0}, {1, 1, 0}, CL_INVALID_VALUE},        {{0}, {17, 1, 1}, CL_INVALID_VALUE},
        {{16}, {1, 1, 1}, CL_INVALID_VALUE},       {{17}, {1, 1, 1}, CL_INVALID_VALUE},
        {{0, 16}, {1, 1, 1}, CL_INVALID_VALUE},    {{SIZE_MAX}, {2, 1, 1}, CL_INVALID_VALUE},
        {{1}, {SIZE_MAX, 1, 1}, CL_INVALID_VALUE}, {{0, 0, 1}, {1, 1, 1}, CL_INVALID_VALUE},
        {{0}, {1, 1, 2}, CL_INVALID_VALUE},
    };
    struct fixture *f = *state;
    cl_image_desc desc = square;
    cl_mem image = make_image(f, 0, &square, NULL);

    expect_region(f, image, NULL, corner, CL_INVALID_VALUE);
    expect_region(f, image, zero, NULL, CL_INVALID_VALUE);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        expect_region(f, image, cases[i].origin, cases[i].region, cases[i].expected);
    assert_success(clReleaseMemObject(image));
    desc.num_mip_levels = 3;
    image = make_image(f, 0, &desc, NULL);
    expect_region(f, image, (size_t[3]){0, 0, 3}, corner, CL_INVALID_MIP_LEVEL);
    expect_region(f, image, (size_t[3]){1, 0, 1}, corner, CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(image));
}

static void
other_objects_are_refused(void **state)
{
    struct fixture *f = *state;
    cl_context context = other_context(f);
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    cl_mem image = clCreateImage(context, 0, &format, &square, NULL, NULL), buffer = make_buffer(f, 64);

    expect_region(f, image, zero, corner, CL_INVALID_CONTEXT);
    expect_region(f, buffer, zero, corner, CL_INVALID_MEM_OBJECT);
    expect_region(f, foreign_handle(), zero, corner, CL_INVALID_MEM_OBJECT);
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clReleaseContext(context));
}

static void
host_arguments_are_checked(void **state)
{
    struct fixture *f = *state;
    const cl_image_desc volume = {
        .image_type = CL_MEM_OBJECT_IMAGE3D, .image_width = 4, .image_height = 4, .image_depth = 4};
    const size_t all[3] = {4, 4, 4};
    cl_mem flat = make_image(f, 0, &square, NULL), deep = make_image(f, 0, &volume, NULL);
    cl_command_queue q = f->queue;
    cl_event none = NULL;
    size_t pitch;
    cl_int err;

    assert_error(clEnqueueReadImage(q, flat, CL_TRUE, zero, corner, 31, 0, data, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueReadImage(q, flat, CL_TRUE, zero, corner, 0, 256, data, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueReadImage(q, flat, CL_TRUE, zero, corner, 0, 0, NULL, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWriteImage(q, flat, CL_TRUE, zero, corner, 31, 0, data, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWriteImage(q, deep, CL_TRUE, zero, all, 16, 63, data, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueWriteImage(q, deep, CL_TRUE, zero, all, SIZE_MAX, 0, data, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueFillImage(q, flat, NULL, zero, corner, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueReadImage(q, flat, CL_TRUE, zero, corner, 0, 0, data, 1, NULL, NULL),
                 CL_INVALID_EVENT_WAIT_LIST);
    assert_error(clEnqueueFillImage(q, flat, data, zero, corner, 1, &none, NULL), CL_INVALID_EVENT_WAIT_LIST);
    map(f, flat, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, zero, corner, CL_INVALID_VALUE);
    map(f, flat, 1 << 10, zero, corner, CL_INVALID_VALUE);
    assert_null(clEnqueueMapImage(q, flat, CL_TRUE, CL_MAP_READ, zero, corner, NULL, NULL, 0, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_null(clEnqueueMapImage(q, deep, CL_TRUE, CL_MAP_READ, zero, all, &pitch, NULL, 0, NULL, NULL, &err));
    assert_int_equal(err, CL_INVALID_VALUE);
    assert_success(clReleaseMemObject(flat));
    assert_success(clReleaseMemObject(deep));
}

static void
host_access_flags_are_heeded(void **state)
{
    struct fixture *f = *state;
    cl_mem reads = make_image(f, CL_MEM_HOST_READ_ONLY, &square, NULL);
    cl_mem writes = make_image(f, CL_MEM_HOST_WRITE_ONLY, &square, NULL);
    cl_command_queue q = f->queue;

    assert_error(clEnqueueReadImage(q, writes, CL_TRUE, zero, corner, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
    assert_error(clEnqueueWriteImage(q, reads, CL_TRUE, zero, corner, 0, 0, data, 0, NULL, NULL), CL_INVALID_OPERATION);
    map(f, writes, CL_MAP_READ, zero, corner, CL_INVALID_OPERATION);
    map(f, reads, CL_MAP_WRITE, zero, corner, CL_INVALID_OPERATION);
    // "The usage information [...] is ignored"
    assert_success(clEnqueueCopyImage(q, writes, reads, zero, zero, corner, 0, NULL, NULL));
    assert_success(clEnqueueFillImage(q, reads, data, zero, corner, 0, NULL, NULL));
    assert_success(clFinish(q));
    assert_success(clReleaseMemObject(reads));
    assert_success(clReleaseMemObject(writes));
}

static void
copies_are_checked(void **state)
{
    struct fixture *f = *state;
    const cl_image_format format = {CL_BGRA, CL_UNSIGNED_INT8};
    const size_t near[3] = {7, 7, 0}, right[3] = {8, 0, 0};
    cl_mem image = make_image(f, 0, &square, NULL), buffer = make_buffer(f, 256);
    cl_mem other = clCreateImage(f->context, 0, &format, &square, NULL, NULL), view;
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER, .image_width = 64, .buffer = buffer};
    const size_t one[3] = {1, 1, 1};
    cl_command_queue q = f->queue;

    view = make_image(f, 0, &desc, NULL);
    assert_error(clEnqueueCopyImage(q, image, other, zero, zero, corner, 0, NULL, NULL), CL_IMAGE_FORMAT_MISMATCH);
    assert_error(clEnqueueCopyImage(q, image, image, zero, near, corner, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
    assert_success(clEnqueueCopyImage(q, image, image, zero, right, corner, 0, NULL, NULL));
    assert_error(clEnqueueCopyImageToBuffer(q, image, buffer, zero, corner, 1, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueCopyImageToBuffer(q, image, buffer, zero, corner, 257, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_success(clEnqueueCopyImageToBuffer(q, image, buffer, zero, corner, 0, 0, NULL, NULL));
    assert_error(clEnqueueCopyBufferToImage(q, buffer, image, 1, zero, corner, 0, NULL, NULL), CL_INVALID_VALUE);
    assert_error(clEnqueueCopyImageToBuffer(q, image, image, zero, corner, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueCopyImageToBuffer(q, view, buffer, zero, one, 0, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_error(clEnqueueCopyBufferToImage(q, buffer, view, 0, zero, one, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
    assert_success(clFinish(q));
    assert_success(clReleaseMemObject(view));
    assert_success(clReleaseMemObject(image));
    assert_success(clReleaseMemObject(other));
    assert_success(clReleaseMemObject(buffer));
}

static void
commands_have_types_of_their_own(void **state)
{
    struct fixture *f = *state;
    cl_mem image = make_image(f, 0, &square, NULL), other = make_image(f, 0, &square, NULL);
    cl_mem buffer = make_buffer(f, 256);
    const cl_command_type types[] = {
        CL_COMMAND_READ_IMAGE,           CL_COMMAND_WRITE_IMAGE,        CL_COMMAND_FILL_IMAGE,
        CL_COMMAND_COPY_IMAGE,           CL_COMMAND_MAP_IMAGE,          CL_COMMAND_COPY_IMAGE_TO_BUFFER,
        CL_COMMAND_COPY_BUFFER_TO_IMAGE, CL_COMMAND_MIGRATE_MEM_OBJECTS};
    cl_command_queue q = f->queue;
    cl_event events[8];
    size_t pitch;
    void *mapped;

    assert_success(clEnqueueReadImage(q, image, CL_FALSE, zero, corner, 0, 0, data, 0, NULL, &events[0]));
    assert_success(clEnqueueWriteImage(q, image, CL_FALSE, zero, corner, 0, 0, data, 0, NULL, &events[1]));
    assert_success(clEnqueueFillImage(q, image, data, zero, corner, 0, NULL, &events[2]));
    assert_success(clEnqueueCopyImage(q, image, other, zero, zero, corner, 0, NULL, &events[3]));
    mapped = clEnqueueMapImage(q, image, CL_FALSE, CL_MAP_READ, zero, corner, &pitch, NULL, 0, NULL, &events[4], NULL);
    assert_success(clEnqueueCopyImageToBuffer(q, image, buffer, zero, corner, 0, 0, NULL, &events[5]));
    assert_success(clEnqueueCopyBufferToImage(q, buffer, image, 0, zero, corner, 0, NULL, &events[6]));
    assert_success(clEnqueueMigrateMemObjects(q, 1, &image, 0, 0, NULL, &events[7]));
    assert_success(clEnqueueUnmapMemObject(q, image, mapped, 0, NULL, NULL));
    assert_success(clReleaseMemObject(image)); // commands keep it
    assert_success(clReleaseMemObject(other));
    assert_success(clReleaseMemObject(buffer));
    assert_success(clFinish(q));
    for (int i = 0; i < 8; i++) {
        cl_command_type type = 0;

        assert_success(clGetEventInfo(events[i], CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL));
        assert_int_equal(type, types[i]);
        assert_success(clReleaseEvent(events[i]));
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_read),
        cmocka_unit_test(regions_are_written),
        cmocka_unit_test(regions_are_filled),
        cmocka_unit_test(regions_are_copied_between_all_types),
        cmocka_unit_test(regions_are_copied_from_and_to_buffers),
        cmocka_unit_test(regions_are_mapped),
        cmocka_unit_test(only_overlapping_regions_cannot_be_mapped_for_writing),
        cmocka_unit_test(host_memory_is_what_is_mapped),
        cmocka_unit_test(host_data_is_copied_with_its_pitches),
        cmocka_unit_test(images_of_buffers_and_images_share_bytes),
        cmocka_unit_test(large_images_are_copied_and_filled),
        cmocka_unit_test(wide_rows_are_filled_in_pieces),
        cmocka_unit_test(raw_pixels_are_moved_in_groups),
        cmocka_unit_test(depth_is_filled_with_one_float),
        cmocka_unit_test(regions_are_checked),
        cmocka_unit_test(other_objects_are_refused),
        cmocka_unit_test(host_arguments_are_checked),
        cmocka_unit_test(host_access_flags_are_heeded),
        cmocka_unit_test(copies_are_checked),
        cmocka_unit_test(commands_have_types_of_their_own),
    };

    return RUN_TESTS("enqueue_image");
}
