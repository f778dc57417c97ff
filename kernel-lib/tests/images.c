// SPDX-License-Identifier: Apache-2.0
// Image builtins on images of all formats and of random sizes: sampling, reads, writes and queries against the model in
// images_model.h. An image's memory ends before a page that nobody may touch.
#include "images_formats.h"

#include "compiler/kernel_abi.h"

#include <sys/mman.h>

#ifndef ROUNDS
#define ROUNDS 2 // of each format and kind of image
#endif
#ifndef SEED
#define SEED 1
#endif
enum { COUNT = 48, IMAGE_BYTES = 1 << 20, PAGE = 4096 };

// ---- Builtins ---------------------------------------------------------------------------------------------------

typedef void sample_function(const struct weft_image *, uint64_t sampler, const void *c, void *out, ulong n);
typedef void read_function(const struct weft_image *, const void *c, void *out, ulong n);
typedef void write_function(const struct weft_image *, const void *c, const void *in, ulong n);
typedef void lod_function(const struct weft_image *, uint64_t sampler, const void *c, const float *lod, void *out,
                          ulong n);
typedef void gradient_function(const struct weft_image *, uint64_t sampler, const void *c, const void *x, const void *y,
                               void *out, ulong n);
typedef void write_lod_function(const struct weft_image *, const void *c, int lod, const void *in, ulong n);

enum suffix { F, I, UI, H };
static const struct image_kind {
    const char *name;
    int dims;
    bool is_array, is_depth;
    sample_function *sample[4], *sample_int[4];
    read_function *read[4];
    write_function *write[4];
    lod_function *lod[3];
    gradient_function *gradient[3];
    write_lod_function *write_lod[3];
} *kind;

#ifdef KERNELS
// The functions as kernels, for all of their work-items at once.
static void
launch(weft_kernel_entry entry, const uint64_t *args, uint64_t n)
{
    static _Alignas(WEFT_ARENA_ALIGN) unsigned char local[1 << 16], context[1 << 16];
    struct weft_worker_memory worker = {local, context};
    struct weft_launch l = {args, 1, {n, 1, 1}, {0, 0, 0}, {n < 16 ? n : 16, 1, 1}, {(n + 15) / 16, 1, 1}};

    entry(&l, &worker, 0, l.num_groups[0]);
}

#define A(argument) (uint64_t)(argument)
#define DEFINE(name, n, parameters, ...)                                                                               \
    void __weft_kernel_##name(const struct weft_launch *, const struct weft_worker_memory *, uint64_t, uint64_t);      \
    static void name parameters                                                                                        \
    {                                                                                                                  \
        launch(__weft_kernel_##name, (const uint64_t[]){__VA_ARGS__}, n);                                              \
    }
#else
#define DEFINE(name, n, parameters, ...) void name parameters;
#endif
typedef const struct weft_image *described;
#define DECLARE_BUFFER(S, kind)                                                                                        \
    DEFINE(read_##S##_##kind, n, (described p, const void *c, void *out, ulong n), A(p), A(c), A(out), n)              \
    DEFINE(write_##S##_##kind, n, (described p, const void *c, const void *in, ulong n), A(p), A(c), A(in), n)
#define DECLARE_ONE(S, kind)                                                                                           \
    DECLARE_BUFFER(S, kind)                                                                                            \
    DEFINE(sample_##S##_##kind, n, (described p, uint64_t s, const void *c, void *out, ulong n), A(p), s, A(c),        \
           A(out), n)                                                                                                  \
    DEFINE(sample_int_##S##_##kind, n, (described p, uint64_t s, const void *c, void *out, ulong n), A(p), s, A(c),    \
           A(out), n)
#ifdef WITH_LOD
#define DECLARE_LOD(S, kind)                                                                                           \
    DEFINE(lod_##S##_##kind, n, (described p, uint64_t s, const void *c, const float *lod, void *out, ulong n), A(p),  \
           s, A(c), A(lod), A(out), n)                                                                                 \
    DEFINE(gradient_##S##_##kind, n,                                                                                   \
           (described p, uint64_t s, const void *c, const void *x, const void *y, void *out, ulong n), A(p), s, A(c),  \
           A(x), A(y), A(out), n)                                                                                      \
    DEFINE(write_lod_##S##_##kind, n, (described p, const void *c, int lod, const void *in, ulong n), A(p), A(c),      \
           (uint32_t)lod, A(in), n)
DEFINE(levels, 1, (described p, int *out), A(p), A(out))
#else
#define DECLARE_LOD(S, kind)
#endif
#define DECLARE(kind)                                                                                                  \
    DECLARE_ONE(f, kind)                                                                                               \
    DECLARE_ONE(i, kind)                                                                                               \
    DECLARE_ONE(ui, kind) DECLARE_ONE(h, kind) DECLARE_LOD(f, kind) DECLARE_LOD(i, kind) DECLARE_LOD(ui, kind)
DECLARE(1d)
DECLARE(1d_array)
DECLARE(2d)
DECLARE(2d_array)
DECLARE(3d)
DECLARE_BUFFER(f, 1d_buffer)
DECLARE_BUFFER(i, 1d_buffer)
DECLARE_BUFFER(ui, 1d_buffer)
DECLARE_BUFFER(h, 1d_buffer)
DECLARE_ONE(f, 2d_depth)
DECLARE_ONE(f, 2d_array_depth)
DECLARE_LOD(f, 2d_depth)
DECLARE_LOD(f, 2d_array_depth)
DEFINE(sample_literal, n, (described p, const void *c, void *out, ulong n), A(p), A(c), A(out), n)
DEFINE(query_3d, 1, (described p, int *out), A(p), A(out))
DEFINE(query_2d_array, 1, (described p, int *out), A(p), A(out))

#define FOUR(name, kind) {name##_f_##kind, name##_i_##kind, name##_ui_##kind, name##_h_##kind}
#define THREE(name, kind) {name##_f_##kind, name##_i_##kind, name##_ui_##kind}
#ifdef WITH_LOD
#define LOD_FUNCTIONS(kind)                                                                                            \
    .lod = THREE(lod, kind), .gradient = THREE(gradient, kind), .write_lod = THREE(write_lod, kind),
#define LOD_FUNCTION(kind) .lod = {lod_f_##kind}, .gradient = {gradient_f_##kind}, .write_lod = {write_lod_f_##kind},
#else
#define LOD_FUNCTIONS(kind)
#define LOD_FUNCTION(kind)
#endif
#define KIND(kind, dims, is_array)                                                                                     \
    {#kind,                                                                                                            \
     dims,                                                                                                             \
     is_array,                                                                                                         \
     false,                                                                                                            \
     .sample = FOUR(sample, kind),                                                                                     \
     .sample_int = FOUR(sample_int, kind),                                                                             \
     .read = FOUR(read, kind),                                                                                         \
     .write = FOUR(write, kind),                                                                                       \
     LOD_FUNCTIONS(kind)},
#define DEPTH_KIND(kind, is_array)                                                                                     \
    {#kind,                                                                                                            \
     2,                                                                                                                \
     is_array,                                                                                                         \
     true,                                                                                                             \
     .sample = {sample_f_##kind},                                                                                      \
     .sample_int = {sample_int_f_##kind},                                                                              \
     .read = {read_f_##kind},                                                                                          \
     .write = {write_f_##kind},                                                                                        \
     LOD_FUNCTION(kind)},
static const struct image_kind kinds[] = {
    KIND(1d, 1, false) KIND(1d_array, 1, true) KIND(2d, 2, false) KIND(2d_array, 2, true) KIND(3d, 3, false)
        DEPTH_KIND(2d_depth, false) DEPTH_KIND(2d_array_depth, true){
            "1d_buffer", 1, false, false, .read = FOUR(read, 1d_buffer), .write = FOUR(write, 1d_buffer)},
};

// ---- Random images and coordinates ------------------------------------------------------------------------------

static struct weft_image image;
static struct sizes size;
#ifndef KERNELS
// What versions of kernels know is known or not from image to image. One work-item is all of its pack.
static bool is_known, is_small;
bool
__weft_is_known(const struct weft_image *of)
{
    return of && is_known;
}
bool
__weft_is_small(const struct weft_image *of)
{
    return of && is_small;
}
bool
__weft_any(bool it)
{
    return it;
}
#endif
static unsigned char *guard; // the page after an image's last byte
static unsigned char before[IMAGE_BYTES];

static int
below(int n)
{
    return (int)(random_bits() % (uint64_t)n);
}

static float
random_float(float low, float high)
{
    return low + (high - low) * (float)((double)(random_bits() >> 11) * 0x1p-53);
}

static int
random_size(int most)
{
    static const int often[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31};
    int n = below(3) ? often[below(LENGTH(often))] : 1 + below(most);
    return n < most ? n : most;
}

// Numbers that weights do not make much of where `is_tame`, else any bits.
static void
fill(uint64_t bytes, bool is_tame)
{
    const unsigned unit = image.format.unit_bytes;

    for (uint64_t i = 0; i < bytes; i++)
        image.data[i] = (unsigned char)(random_bits() >> 24);
    for (uint64_t i = 0; is_tame && image.format.kind == WEFT_KIND_FLOAT && i + unit <= bytes; i += unit) {
        float v = random_float(-2, 2);
        half h = (half)v;
        memcpy(image.data + i, unit == 4 ? (void *)&v : (void *)&h, unit);
    }
}

static void
make_image(const struct weft_pixel_format *format, unsigned most_levels, bool is_tame)
{
    const int most = kind->dims == 3 ? 9 : 40;
    uint64_t bytes = 0, end = 0;

    image = (struct weft_image){.format = *format};
    image.width = random_size(most * (int)format->raw_pixels);
    image.width += ((int)format->raw_pixels - image.width % (int)format->raw_pixels) % (int)format->raw_pixels;
    image.height = kind->dims >= 2 ? random_size(most) : 1;
    image.depth = kind->dims >= 3 ? random_size(most) : 1;
    image.layers = kind->is_array ? 1 + below(4) : 1;
    image.levels = 1;
    size = (struct sizes){image.width, image.height, image.depth, image.layers, kind->dims, kind->is_array};
    while (image.levels < most_levels &&
           (image.width >> image.levels || image.height >> image.levels || image.depth >> image.levels))
        image.levels++;
    for (unsigned l = 0; l < image.levels; l++) {
        struct sizes s = level_sizes(&image, size, l);
        uint64_t row = format->pixel_bytes * (uint64_t)(s.width / (int)format->raw_pixels);
        uint64_t slices = kind->is_array ? (uint64_t)s.layers : (uint64_t)s.depth;
        image.offset[l] = bytes;
        image.row_pitch[l] = row + (below(2) ? format->pixel_bytes * (uint64_t)below(3) : 0);
        image.slice_pitch[l] =
            image.row_pitch[l] * ((uint64_t)s.height - 1) + row + format->pixel_bytes * (uint64_t)below(2);
        end = bytes + image.slice_pitch[l] * (slices - 1) + image.row_pitch[l] * ((uint64_t)s.height - 1) + row;
        bytes = end;
    }
    if (end > IMAGE_BYTES)
        abort();
    image.data = guard - end;
    image.is_small = 1;
#ifndef KERNELS
    is_known = below(2);
    is_small = is_known && below(2);
#endif
    fill(end, is_tame);
}

// Coordinates of an axis, in units of the axis' length where `is_normalized`; those with which results are undefined
// are not among them.
static float
random_coordinate(unsigned sampler, int n)
{
    const float unit = sampler & NORMALIZED ? 1.0f : (float)n;
    const float edge = (float)(below(n + 5) - 2) + (below(2) ? 0.5f : 0.0f);

    if ((sampler & 0xE) == NONE_MODE)
        return random_float(0, 0.999f) * unit;
    switch (below(8)) {
    case 0:
    case 1:
        return sampler & NORMALIZED ? edge / (float)n : edge;
    case 2:
        return random_float(-1000, 1000) * unit;
    case 3:
        return nextafterf(edge, below(2) ? INFINITY : -INFINITY) / (float)n * unit;
    default:
        return random_float(-2, 3) * unit;
    }
}

static float
random_layer(void)
{
    return below(2) ? random_float(-2, 6) : (float)(below(13) - 4) * 0.5f;
}

static unsigned
random_sampler(bool is_linear)
{
    static const unsigned modes[] = {NONE_MODE, TO_EDGE, CLAMP, REPEAT, MIRRORED};
    bool is_normalized = below(2);
    return (is_linear ? LINEAR : NEAREST) | (is_normalized ? NORMALIZED : 0) | modes[below(is_normalized ? 5 : 3)];
}

// ---- Reads ------------------------------------------------------------------------------------------------------

static enum suffix
suffix_of(const struct weft_pixel_format *f)
{
    return f->kind == WEFT_KIND_SIGNED ? I : f->kind == WEFT_KIND_UNSIGNED ? UI : F;
}

static double
result_of(enum suffix suffix, const void *out, unsigned i)
{
    if (suffix == I)
        return ((const int *)out)[i];
    return suffix == F ? (double)((const float *)out)[i] : (double)((const uint *)out)[i];
}

// Whether a builtin may return this for the pixel.
static bool
is_exact(const struct color *want, enum suffix suffix, const void *out, unsigned i)
{
    const unsigned n = kind->is_depth ? 1 : 4;

    for (unsigned k = 0; k < n; k++) {
        double got = result_of(suffix, out, 4 * i + k), w = want->v[k];
        if (image.format.is_srgb ? fabs(got - w) > fabs(w) * 0x1p-23 : got != (suffix == F ? (float)w : w))
            if (!(isnan(got) && isnan(w)))
                return false;
    }
    return true;
}

static bool
is_near(const struct color *want, double error, const void *out, unsigned i)
{
    for (unsigned k = 0; k < (kind->is_depth ? 1 : 4); k++)
        if (!(fabs(result_of(F, out, 4 * i + k) - want->v[k]) <= error))
            return false;
    return true;
}

// The pixels that are nearest: more than one where an unnormalized coordinate may come out on either side of an edge.
static unsigned
nearest(unsigned level, unsigned sampler, const float at[4], struct color found[8])
{
    const struct sizes s = level_sizes(&image, size, level);
    const int n[3] = {s.width, s.height, s.depth};
    const int layer = s.is_array ? layer_of(at[3], s.layers) : 0;
    unsigned count = 0;

    for (unsigned side = 0; side < 1u << s.dims; side++) {
        int at_pixel[3] = {0};
        for (int d = 0; d < s.dims; d++) {
            double off = slack(sampler, at[d], n[d]);
            double u = unnormalized(sampler, at[d], n[d]) + (side >> d & 1 ? off : -off);
            at_pixel[d] = address(sampler & 0xE, floor(u), n[d]);
        }
        found[count++] = texel_or_border(&image, s, level, at_pixel[0], at_pixel[1], at_pixel[2], layer);
    }
    return count;
}

static void
complain(const char *what, uint64_t sampler, const float at[4], enum suffix suffix, const void *out, unsigned i,
         const struct color *want)
{
    FAIL("%s image%s_t order %x type %x %dx%dx%d, %d layers, %u levels, sampler %llx at %a %a %a layer %a: "
         "got %.9g %.9g %.9g %.9g, not %.9g %.9g %.9g %.9g",
         what, kind->name, image.format.order, image.format.type, image.width, image.height, image.depth, image.layers,
         image.levels, (unsigned long long)sampler, at[0], at[1], at[2], at[3], result_of(suffix, out, 4 * i),
         result_of(suffix, out, 4 * i + 1), result_of(suffix, out, 4 * i + 2), result_of(suffix, out, 4 * i + 3),
         want->v[0], want->v[1], want->v[2], want->v[3]);
}

static void
check_nearest(const char *what, unsigned sampler, const float at[4], enum suffix suffix, const void *out, unsigned i)
{
    struct color found[8];
    unsigned count = nearest(0, sampler, at, found), n = 0;

    while (n < count && !is_exact(&found[n], suffix, out, i))
        n++;
    checks++;
    if (n == count)
        complain(what, sampler, at, suffix, out, i, &found[0]);
}

static void
check_halves(const float *out, const half *halves)
{
    for (unsigned i = 0; i < 4 * COUNT; i++, checks++)
        if (halves[i] != (half)out[i] && !(isnan(out[i]) && isnan((float)halves[i])))
            FAIL("read_imageh: %a for %a", (double)halves[i], out[i]);
}

static void
check_sampled(bool is_linear)
{
    _Alignas(16) static float c[COUNT][4], out[COUNT][4];
    _Alignas(16) static half halves[COUNT][4];
    const enum suffix suffix = suffix_of(&image.format);
    const unsigned sampler = random_sampler(is_linear);
    const int n[3] = {image.width, image.height, image.depth};

    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned d = 0; d < 3; d++)
            c[i][d] = random_coordinate(sampler, n[d]);
        c[i][3] = random_layer();
    }
    kind->sample[suffix](&image, sampler | WEFT_SAMPLER_ANY_LOD, c, out, COUNT);
    if (suffix == F && !kind->is_depth) {
        kind->sample[H](&image, sampler | WEFT_SAMPLER_ANY_LOD, c, halves, COUNT);
        check_halves(out[0], halves[0]);
    }
    for (unsigned i = 0; i < COUNT; i++) {
        if (is_linear) {
            double error;
            struct color want = linear(&image, size, 0, sampler, c[i], &error);
            checks++;
            if (!is_near(&want, error, out, i))
                complain("linear", sampler, c[i], F, out, i, &want);
        } else {
            check_nearest("nearest", sampler, c[i], suffix, out, i);
        }
    }
    // What comes out is undefined, but it comes from the image.
    static const float odd[] = {INFINITY, -INFINITY, NAN, 1e30f, -1e30f, 2147483648.0f, -2147483648.0f, 0};
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned d = 0; d < 4; d++)
            c[i][d] = odd[below(LENGTH(odd))];
    for (unsigned mode = 0; mode <= 8; mode += 2)
        kind->sample[suffix](&image, (sampler & ~0xEu) | mode, c, out, COUNT);
}

static void
check_integers(void)
{
    static const unsigned modes[] = {NONE_MODE, TO_EDGE, CLAMP};
    static const int odd[] = {INT_MIN, INT_MAX, -1, 1 << 30, INT_MIN + 1};
    _Alignas(16) static int c[COUNT][4];
    _Alignas(16) static float at[COUNT][4], out[COUNT][4];
    _Alignas(16) static half halves[COUNT][4];
    const enum suffix suffix = suffix_of(&image.format);
    const unsigned sampler = NEAREST | modes[below(3)];
    const int n[4] = {image.width, image.height, image.depth, image.layers};

    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned d = 0; d < 4; d++) {
            c[i][d] = (sampler & 0xE) == NONE_MODE ? below(n[d]) : below(n[d] + 6) - 3;
            at[i][d] = (float)c[i][d];
        }
    if (kind->sample[suffix]) {
        kind->sample_int[suffix](&image, sampler, c, out, COUNT);
        for (unsigned i = 0; i < COUNT; i++)
            check_nearest("integer", sampler, at[i], suffix, out, i);
    }
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned d = 0; d < 4; d++) {
            c[i][d] = below(n[d]);
            at[i][d] = (float)c[i][d];
        }
    kind->read[suffix](&image, c, out, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        check_nearest("plain", NONE_MODE, at[i], suffix, out, i);
    if (suffix == F && !kind->is_depth) {
        kind->read[H](&image, c, halves, COUNT);
        check_halves(out[0], halves[0]);
    }
    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned d = 0; d < 4; d++)
            c[i][d] = odd[below(LENGTH(odd))];
    kind->read[suffix](&image, c, out, COUNT);
    if (kind->sample[suffix])
        kind->sample_int[suffix](&image, sampler, c, out, COUNT);
}

// ---- Levels of detail -------------------------------------------------------------------------------------------

// One level, nearest or linear, is among the colours; how wrong those may be.
static unsigned
level_colors(unsigned level, unsigned sampler, const float at[4], struct color found[8], double *error)
{
    *error = 0;
    if (!(sampler & LINEAR))
        return nearest(level, sampler, at, found);
    found[0] = linear(&image, level_sizes(&image, size, level), level, sampler, at, error);
    return 1;
}

// `wrong` is how wrong the level of detail may be.
static void
check_lod(const char *what, uint64_t sampler, double lod, double wrong, const float at[4], enum suffix suffix,
          const void *out, unsigned i)
{
    const double low = (double)(sampler >> WEFT_SAMPLER_LOD_MIN_SHIFT & 0xFFFF) / WEFT_LOD_ONE;
    const double high = (double)(sampler >> WEFT_SAMPLER_LOD_MAX_SHIFT & 0xFFFF) / WEFT_LOD_ONE;
    const double lambda = fmin(fmax(fmin(fmax(lod, low), high), 0), image.levels - 1);
    const double middle = lambda - floor(lambda) - 0.5;
    struct color a[8], b[8];
    double error_a, error_b;
    bool is_right = false;

    if (!(sampler & WEFT_SAMPLER_MIP_LINEAR) || suffix != F) {
        unsigned level = (unsigned)fmax(ceil(lambda + 0.5) - 1, 0);
        unsigned count =
            level_colors(level, suffix == F ? (unsigned)sampler : (unsigned)sampler & ~LINEAR, at, a, &error_a);
        if (fabs(middle) < wrong)
            return;
        for (unsigned n = 0; n < count; n++)
            is_right |= error_a > 0 ? is_near(&a[n], error_a, out, i) : is_exact(&a[n], suffix, out, i);
    } else {
        unsigned first = (unsigned)floor(lambda), second = first + 1 < image.levels ? first + 1 : first;
        unsigned count_a = level_colors(first, (unsigned)sampler, at, a, &error_a);
        unsigned count_b = level_colors(second, (unsigned)sampler, at, b, &error_b);
        for (unsigned n = 0; n < count_a * count_b; n++) {
            struct color mixed;
            double weight = lambda - floor(lambda), reach = 1;
            for (unsigned k = 0; k < 4; k++) {
                double x = a[n / count_b].v[k], y = b[n % count_b].v[k];
                mixed.v[k] = (1 - weight) * x + weight * y;
                reach = fmax(reach, fmax(fabs(x), fabs(y)));
            }
            is_right |= is_near(&mixed, error_a + error_b + (2 * wrong + 0x1p-20) * reach, out, i);
        }
    }
    checks++;
    if (!is_right)
        complain(what, sampler, at, suffix, out, i, &a[0]);
}

static double
squared(const float g[4])
{
    const double x = (double)g[0] * image.width, y = (double)g[1] * image.height, z = (double)g[2] * image.depth;
    return x * x + (kind->dims >= 2 ? y * y : 0) + (kind->dims >= 3 ? z * z : 0);
}

static void
check_levels(bool is_linear)
{
    _Alignas(16) static float c[COUNT][4], x[COUNT][4], y[COUNT][4], lod[COUNT], out[COUNT][4];
    const enum suffix suffix = suffix_of(&image.format);
    const int n[3] = {image.width, image.height, image.depth};
    uint64_t sampler;

    do
        sampler = random_sampler(is_linear && suffix == F);
    while (!(sampler & NORMALIZED));
    sampler |= (uint64_t)(below(3) ? 0 : below(600)) << WEFT_SAMPLER_LOD_MIN_SHIFT;
    sampler |= (uint64_t)(below(3) ? WEFT_LOD_MAX : 600 + (unsigned)below(600)) << WEFT_SAMPLER_LOD_MAX_SHIFT;
    sampler |= below(2) ? WEFT_SAMPLER_MIP_LINEAR : 0;
    for (unsigned i = 0; i < COUNT; i++) {
        for (unsigned d = 0; d < 3; d++) {
            c[i][d] = random_coordinate((unsigned)sampler, n[d]);
            x[i][d] = random_float(-1, 1) * exp2f(random_float(-6, 2));
            y[i][d] = below(4) ? random_float(-1, 1) * exp2f(random_float(-6, 2)) : 0;
        }
        c[i][3] = random_layer();
        lod[i] = below(2) ? (float)below((int)image.levels) : (float)(below(16 * 256) - 3 * 256) / 256;
    }
    kind->lod[suffix](&image, sampler, c, lod, out, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        check_lod("lod", sampler, lod[i], 0, c[i], suffix, out, i);
    kind->gradient[suffix](&image, sampler, c, x, y, out, COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        check_lod("gradient", sampler, 0.5 * log2(fmax(squared(x[i]), squared(y[i]))), 1e-5, c[i], suffix, out, i);
    for (unsigned i = 0; i < COUNT; i++) {
        lod[i] = below(2) ? NAN : below(2) ? INFINITY : -INFINITY;
        x[i][below(3)] = below(2) ? NAN : INFINITY;
        y[i][below(3)] = below(2) ? 0 : 1e30f;
    }
    kind->lod[suffix](&image, sampler, c, lod, out, COUNT);
    kind->gradient[suffix](&image, sampler, c, x, y, out, COUNT);
}

// ---- Writes -----------------------------------------------------------------------------------------------------

// Whether the code is what the component gives. `in` is the component as the builtin gets it.
static bool
is_code(unsigned channel, uint32_t code, enum suffix suffix, const void *in)
{
    const struct weft_pixel_format *f = &image.format;
    const unsigned bits = byte_of(f->bits, channel);
    float v;
    uint32_t u;
    half h;

    memcpy(&v, in, 4);
    memcpy(&u, in, 4);
    if (suffix == UI)
        return code == (bits < 32 && u >= 1u << bits ? (1u << bits) - 1 : u);
    if (suffix == I) {
        int64_t high = ((int64_t)1 << (bits - 1)) - 1, i = (int32_t)u;
        return sign_extended(code, bits) == (i > high ? high : i < -1 - high ? -1 - high : i);
    }
    if (f->kind == WEFT_KIND_FLOAT) {
        h = (half)v;
        if (isnan(v))
            return isnan(value_of(f, channel, code));
        return bits == 32 ? code == u : memcmp(&h, &code, 2) == 0;
    }
    if (f->is_srgb && channel < 3) {
        double c = isnan(v) || v < 0 ? 0 : v > 1 ? 1 : v;
        c = c < 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
        return fabs(code - c * 255) <= 0.6;
    }
    const bool is_signed = f->kind == WEFT_KIND_SNORM;
    const double high = (1u << (is_signed ? bits - 1 : bits)) - 1, low = is_signed ? -1 - high : 0;
    double scaled = v * (float)high;
    scaled = isnan(scaled) ? 0 : nearbyint(fmin(fmax(scaled, low), high));
    return (is_signed ? sign_extended(code, bits) : (double)code) == scaled;
}

static void
random_color(enum suffix suffix, float color[4])
{
    static const float odd[] = {NAN, INFINITY, -INFINITY, 1e30f, -1e30f, 0, -0.0f, 1, -1, 1.0000001f, 0.0031308f};

    for (unsigned k = 0; k < 4; k++) {
        uint64_t r = random_bits();
        uint32_t bits = below(2) ? (uint32_t)r : (uint32_t)((int32_t)(r & 0xFFFFF) - 0x80000);
        if (suffix == F || suffix == H)
            color[k] = below(4) ? random_float(-1.1f, 1.1f) : odd[below(LENGTH(odd))];
        else
            memcpy(&color[k], &bits, 4);
    }
}

// One write: the pixel at c has the colour, if there is such a pixel, and nothing else has changed.
static void
check_write(const int c[4], unsigned level, enum suffix suffix, const float color[4])
{
    const struct sizes s = level_sizes(&image, size, level);
    const size_t bytes = (size_t)(guard - image.data);
    const bool inside = level < image.levels && c[0] >= 0 && c[0] < s.width &&
                        (s.dims < 2 || (c[1] >= 0 && c[1] < s.height)) &&
                        (s.dims < 3 || (c[2] >= 0 && c[2] < s.depth)) &&
                        (!s.is_array || (c[3] >= 0 && c[3] < s.layers)) && image.format.layout != WEFT_LAYOUT_RAW;

    checks++;
    if (inside) {
        unsigned char *p = pixel_at(&image, s, level, c[0], s.dims < 2 ? 0 : c[1], s.dims < 3 ? 0 : c[2], c[3]);
        for (unsigned channel = 0; channel < image.format.channels; channel++) {
            unsigned component = byte_of(image.format.written_by, channel);
            uint32_t code = code_at(&image.format, p, channel, c[0]);
            if (component < 4 && !is_code(channel, code, suffix, &color[component]))
                FAIL("write %d to image%s_t order %x type %x level %u at %d %d %d %d: channel %u is %x of %a (%x)",
                     suffix, kind->name, image.format.order, image.format.type, level, c[0], c[1], c[2], c[3], channel,
                     code, color[component], ((const uint *)color)[component]);
        }
        memcpy(p, before + (p - image.data), image.format.pixel_bytes);
    }
    if (memcmp(before, image.data, bytes) != 0)
        FAIL("write %d to image%s_t order %x type %x level %u at %d %d %d %d changes other pixels", suffix, kind->name,
             image.format.order, image.format.type, level, c[0], c[1], c[2], c[3]);
    memcpy(image.data, before, bytes);
}

static void
check_writes(void)
{
    const enum suffix suffix = suffix_of(&image.format);
    const int n[4] = {image.width, image.height, image.depth, image.layers};

    memcpy(before, image.data, (size_t)(guard - image.data));
    for (unsigned i = 0; i < COUNT; i++) {
        _Alignas(16) float color[4];
        _Alignas(16) int c[4];
        for (unsigned d = 0; d < 4; d++)
            c[d] = below(8) ? below(n[d]) : below(2) ? below(n[d] + 4) - 2 : below(2) ? INT_MIN : INT_MAX;
        random_color(suffix, color);
        kind->write[suffix](&image, c, color, 1);
        check_write(c, 0, suffix, color);
        if (suffix == F && !kind->is_depth) {
            _Alignas(16) half halves[4];
            for (unsigned k = 0; k < 4; k++) {
                halves[k] = (half)color[k];
                color[k] = (float)halves[k];
            }
            kind->write[H](&image, c, halves, 1);
            check_write(c, 0, suffix, color);
        }
        if (kind->write_lod[suffix]) {
            int level = below((int)image.levels + 2) - 1;
            kind->write_lod[suffix](&image, c, level, color, 1);
            check_write(c, (unsigned)level < image.levels ? (unsigned)level : image.levels, suffix, color);
        }
    }
}

// ---- Queries ----------------------------------------------------------------------------------------------------

static void
check_query(void (*query)(const struct weft_image *, int *))
{
    int got[6];

    query(&image, got);
    checks++;
    if (got[0] != image.width || got[1] != image.height || got[2] != image.depth || got[3] != image.layers ||
        got[4] != (int)image.format.type || got[5] != (int)image.format.order)
        FAIL("image%s_t of %d %d %d %d is said to be %d %d %d %d", kind->name, image.width, image.height, image.depth,
             image.layers, got[0], got[1], got[2], got[3]);
}

static void
check_literal(void)
{
    _Alignas(16) static float c[COUNT][4], out[COUNT][4];
    double error;

    for (unsigned i = 0; i < COUNT; i++)
        for (unsigned d = 0; d < 2; d++)
            c[i][d] = random_coordinate(NORMALIZED | MIRRORED, d ? image.height : image.width);
    sample_literal(&image, c, out, COUNT);
    for (unsigned i = 0; i < COUNT; i++) {
        struct color want = linear(&image, size, 0, NORMALIZED | MIRRORED | LINEAR, c[i], &error);
        checks++;
        if (!is_near(&want, error, out, i))
            complain("literal", NORMALIZED | MIRRORED | LINEAR, c[i], F, out, i, &want);
    }
}

int
main(void)
{
    unsigned char *memory = mmap(NULL, IMAGE_BYTES + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED || mprotect(memory + IMAGE_BYTES, PAGE, PROT_NONE) != 0)
        return EXIT_FAILURE;
    guard = memory + IMAGE_BYTES;
    random_state += SEED * 0x9E3779B97F4A7C15u;
    add_formats();
    for (unsigned n = 0; n < LENGTH(kinds) * format_count * ROUNDS; n++) {
        const struct weft_pixel_format *format = &formats[n / LENGTH(kinds) % format_count];
        const bool is_depth = format->order == 0x10BD, is_linear = suffix_of(format) == F && below(2);

        kind = &kinds[n % LENGTH(kinds)];
        if (kind->is_depth && (!is_depth || suffix_of(format) != F))
            continue;
        make_image(format, 1, is_linear);
        if (kind->sample[0])
            check_sampled(is_linear);
        check_integers();
        check_writes();
        if (kind->dims == 3)
            check_query(query_3d);
        else if (kind->dims == 2 && kind->is_array)
            check_query(query_2d_array);
        else if (kind->dims == 2 && !kind->is_depth && is_linear)
            check_literal();
        if (!kind->lod[0] || format->layout == WEFT_LAYOUT_RAW)
            continue;
        make_image(format, 2 + (unsigned)below(5), true);
        check_levels(is_linear);
        check_writes();
#ifdef WITH_LOD
        int got = (int)image.levels;
        if (kind->is_array && kind->dims == 2)
            levels(&image, &got);
        checks++;
        if (got != (int)image.levels)
            FAIL("%d levels, not %u", got, image.levels);
#endif
    }
    return report("images");
}
