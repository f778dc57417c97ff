// SPDX-License-Identifier: Apache-2.0
// What image_versions runs. In front of each comes what the kind of image and of pixels are: IMG, C(x, y, z) and F(v)
// for coordinates of integers and floats; READ, WRITE, T for pixels, A for what is added up, TO_A, SWAP, FIRST, FIXED.
// SAMPLER is the argument or a literal.
#ifndef WEFT_CONFORMANCE_IMAGE_VERSIONS_KERNELS_H
#define WEFT_CONFORMANCE_IMAGE_VERSIONS_KERNELS_H

// What the kernel's arguments are.
enum signature { GATHER, SAMPLE, COPY, STORE, IN_PLACE, SIGNATURES };

static const char *const signatures[SIGNATURES] = {
    "kernel void k(read_only IMG in, sampler_t s, global A *out, int w, int h, int d, int r)",
    "kernel void k(read_only IMG in, sampler_t s, global A *out, global float4 *coordinates, int n)",
    "kernel void k(read_only IMG in, sampler_t s, write_only IMG out, int w, int h, int d, int r)",
    "kernel void k(write_only IMG out, global T *values, int w, int h, int d, int r)",
    "kernel void k(read_write IMG io, int w, int h, int d, int r)",
};

enum needs {
    INSIDE = 1,     // reads within the image only: any sampler will do
    NO_SAMPLER = 2, // and uses none
    ARITHMETIC = 4, // not of halves, whose sums may be rounded later
    UNDEFINED = 8,  // of the results it matters only that there are some
    TWO_DIMENSIONS = 16,
    IN_GROUPS = 32, // of 8 x 2
};

// How many results of GATHER a work-item has.
#define RESULTS 9

struct kernel {
    const char *name;
    enum signature signature;
    unsigned needs;
    const char *body;
};

#define ITEM "int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);\n"
#define EARLY_OUT "if (x >= w || y >= h || z >= d) return;\n"
#define SLOT "global A *to = out + ((z * h + y) * w + x) * 9;\n"
#define AT(dx, dy) "READ(in, SAMPLER, C(x + " dx ", y + " dy ", z))"

// clang-format off
static const struct kernel kernels[] = {
    {"neighbours", GATHER, 0, ITEM EARLY_OUT SLOT
     "to[0] = TO_A(" AT("-1", "-1") "); to[1] = TO_A(" AT("0", "-1") "); to[2] = TO_A(" AT("1", "-1") ");\n"
     "to[3] = TO_A(" AT("-1", "0") "); to[4] = TO_A(" AT("0", "0") "); to[5] = TO_A(" AT("1", "0") ");\n"
     "to[6] = TO_A(" AT("-1", "1") "); to[7] = TO_A(" AT("0", "1") "); to[8] = TO_A(" AT("1", "1") ");\n"},
    {"neighbours_added", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = TO_A(" AT("-1", "-1") ") + TO_A(" AT("0", "-1") ") + TO_A(" AT("1", "-1") ");\n"
     "sum += TO_A(" AT("-1", "0") ") + TO_A(" AT("0", "0") ") + TO_A(" AT("1", "0") ");\n"
     "to[0] = sum + TO_A(" AT("-1", "1") ") + TO_A(" AT("0", "1") ") + TO_A(" AT("1", "1") ");\n"},
    {"loops_of_three", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0);\n"
     "for (int j = -1; j <= 1; j++)\n"
     "  for (int i = -1; i <= 1; i++) sum += TO_A(READ(in, SAMPLER, C(x + i, y + j, z)));\n"
     "to[0] = sum;\n"},
    {"loops_by_argument", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0);\n"
     "for (int j = -r; j <= r; j++)\n"
     "  for (int i = -r; i <= r; i++) sum += TO_A(READ(in, SAMPLER, C(x + i, y + j, z)));\n"
     "to[0] = sum;\n"},
    {"loops_side_by_side", GATHER, ARITHMETIC, ITEM
     "if (x < w && y < h && z < d) {\n" SLOT
     "  A sum = (A)(0), other = (A)(0);\n"
     "  for (int i = -r; i <= r; i++) sum += TO_A(READ(in, SAMPLER, C(x + i, y, z)));\n"
     "  for (int j = r; j >= -r; j--) other += TO_A(READ(in, SAMPLER, C(x, y + j, z)));\n"
     "  to[0] = sum; to[1] = other; to[2] = TO_A(READ(in, SAMPLER, C(x, y, z))); }\n"},
    {"loops_with_strides", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0), other = (A)(0), third = (A)(0);\n"
     "for (int i = 3; i >= -r; i -= 2) sum += TO_A(READ(in, SAMPLER, C(x + i * 2, y - i, z)));\n"
     "for (uint i = 0; i <= (uint)(r & 7); i++) other += TO_A(READ(in, SAMPLER, C(x - (int)i, y + (int)i, z)));\n"
     "for (short i = -(x & 3); i <= (y & 3); i++) third += TO_A(READ(in, SAMPLER, C(x + i, y, z + i)));\n"
     "to[0] = sum; to[1] = other; to[2] = third;\n"},
    {"loops_that_end_early", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0), other = (A)(0);\n"
     "for (int i = 0; i <= r; i++) {\n"
     "  T v = READ(in, SAMPLER, C(x + i, y, z));\n"
     "  sum += TO_A(v);\n"
     "  if (FIRST(v) > (i & 1)) break; }\n"
     "for (int j = 0; j < 3; j++) {\n"
     "  T v = READ(in, SAMPLER, C(x, y - j, z));\n"
     "  if (!(FIRST(v) > j)) continue;\n"
     "  other += TO_A(v) + TO_A(READ(in, SAMPLER, C(x + j, y - j, z))); }\n"
     "to[0] = sum; to[1] = other;\n"},
    {"loops_that_wrap", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0), other = (A)(0), third = (A)(0), fourth = (A)(0);\n"
     "uint first = (uint)x - 3u;\n"
     "for (uint i = 0; i < 7; i++) sum += TO_A(READ(in, SAMPLER, C((int)(first + i), y, z)));\n"
     "for (int j = 0; j < 3; j++)\n"
     "  for (int i = 0; i <= j; i++) other += TO_A(READ(in, SAMPLER, C(x + i * j, y - i, z)));\n"
     "for (uchar i = 250; i != 3; i++) third += TO_A(READ(in, SAMPLER, C(x + i - 250, y, z)));\n"
     "int k = x;\n"
     "do { fourth += TO_A(READ(in, SAMPLER, C(k, y, z))); k -= 3; } while (k > r);\n"
     "to[0] = sum; to[1] = other; to[2] = third; to[3] = fourth;\n"},
    {"tile", GATHER, TWO_DIMENSIONS | IN_GROUPS, ITEM
     "local A tile[4][10];\n"
     "int lx = get_local_id(0), ly = get_local_id(1);\n"
     "for (int j = ly; j < 4; j += 2)\n"
     "  for (int i = lx; i < 10; i += 8)\n"
     "    tile[j][i] = TO_A(READ(in, SAMPLER, C(x - lx + i - 1, y - ly + j - 1, z)));\n"
     "barrier(CLK_LOCAL_MEM_FENCE);\n"
     EARLY_OUT SLOT
     "for (int j = 0; j < 3; j++)\n"
     "  for (int i = 0; i < 3; i++) to[j * 3 + i] = tile[ly + j][lx + i];\n"},
    {"either_way", GATHER, ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum;\n"
     "if ((x ^ y) & 1) sum = TO_A(" AT("-1", "0") ") + TO_A(" AT("1", "0") ");\n"
     "else sum = TO_A(" AT("0", "-1") ") + TO_A(" AT("0", "1") ");\n"
     "if (x > 2) to[1] = TO_A(" AT("-3", "0") ");\n"
     "to[0] = sum + TO_A(" AT("0", "0") ");\n"},
    {"far_away", GATHER, 0, ITEM EARLY_OUT SLOT
     "to[0] = TO_A(READ(in, SAMPLER, C(x * 2 - w / 2, y * 3 - h, z - 1)));\n"
     "to[1] = TO_A(READ(in, SAMPLER, C(w - 1 - x, h - 1 - y, d - 1 - z)));\n"
     "to[2] = TO_A(READ(in, SAMPLER, C((x * 0x6789ABCDu) >> (y & 31), y, z)));\n"
     "to[3] = TO_A(READ(in, SAMPLER, C(x, (int)(y * 0x6789ABCDu + x) >> (x & 31), z)));\n"
     "to[4] = TO_A(READ(in, SAMPLER, C(x % 3 == 0 ? INT_MIN : x, y % 3 == 1 ? INT_MAX : y, z)));\n"
     "to[5] = TO_A(READ(in, SAMPLER, C(x, y, z % 2 ? INT_MAX : INT_MIN)));\n"
     "to[6] = TO_A(READ(in, SAMPLER, C(x + r, y, z)));\n"
     "to[7] = TO_A(READ(in, SAMPLER, C(y, x, z)));\n"},
    {"by_functions", GATHER, TWO_DIMENSIONS | ARITHMETIC, ITEM
     "int2 size = get_image_dim(in);\n"
     "if (x >= size.x || y >= size.y) return;\n" SLOT
     "A sum = (A)(0);\n"
     "for (int i = 0; i < get_image_width(in) && i < 5; i++) sum += row(in, SAMPLER, (int2)(x - i, y));\n"
     "to[0] = sum + row(in, SAMPLER, (int2)(x, y + r));\n"
     "to[1] = (A)(get_image_channel_order(in)) + (A)(get_image_channel_data_type(in) % 256);\n"
     "other(in, SAMPLER, out, w, h, r);\n"},
    {"no_sampler", GATHER, INSIDE | NO_SAMPLER, ITEM EARLY_OUT SLOT
     "int a = max(x - 1, 0), b = min(x + 1, w - 1), e = max(y - 1, 0), f = min(y + 1, h - 1);\n"
     "to[0] = TO_A(READ(in, C(a, e, z))); to[1] = TO_A(READ(in, C(x, e, z))); to[2] = TO_A(READ(in, C(b, e, z)));\n"
     "to[3] = TO_A(READ(in, C(a, y, z))); to[4] = TO_A(READ(in, C(x, y, z))); to[5] = TO_A(READ(in, C(b, y, z)));\n"
     "to[6] = TO_A(READ(in, C(a, f, z))); to[7] = TO_A(READ(in, C(x, f, z))); to[8] = TO_A(READ(in, C(b, f, z)));\n"},
    {"no_sampler_in_loop", GATHER, INSIDE | NO_SAMPLER | ARITHMETIC, ITEM EARLY_OUT SLOT
     "A sum = (A)(0), other = (A)(0);\n"
     "for (int i = 0; i < w; i++) sum += TO_A(READ(in, C(i, y, z)));\n"
     "for (int j = y; j < h && j < y + 4; j++) other += TO_A(READ(in, C(w - 1 - x, j, z)));\n"
     "to[0] = sum; to[1] = other;\n"},
    {"inside", GATHER, INSIDE, ITEM EARLY_OUT SLOT
     "to[0] = TO_A(READ(in, SAMPLER, C(x, y, z)));\n"
     "to[1] = TO_A(READ(in, SAMPLER, C(w - 1 - x, y, z)));\n"
     "if (x > 0) to[2] = TO_A(READ(in, SAMPLER, C(x - 1, h - 1 - y, z)));\n"},
    {"no_sampler_outside", GATHER, INSIDE | NO_SAMPLER | UNDEFINED, ITEM EARLY_OUT SLOT
     "to[0] = TO_A(READ(in, C(x - 1, y + 1, z))); to[1] = TO_A(READ(in, C(x * 1000003, y - 1, z - 1)));\n"
     "to[2] = TO_A(READ(in, C(x + w, y * -1000003, z + d)));\n"},

    {"from_list", SAMPLE, 0,
     "int i = get_global_id(0);\n"
     "if (i >= n) return;\n"
     "out[i] = TO_A(READ(in, SAMPLER, F(coordinates[i])));\n"},
    {"list_and_neighbours", SAMPLE, 0,
     "int i = get_global_id(0);\n"
     "if (i < n) {\n"
     "  float4 c = coordinates[i];\n"
     "  T a = READ(in, SAMPLER, F(c)), b = a;\n"
     "  if (i % 3) b = READ(in, SAMPLER, F(coordinates[n - 1 - i]));\n"
     "  out[i] = i % 5 == 4 ? TO_A(a) : TO_A(b); }\n"},

    {"copy", COPY, 0, ITEM
     "WRITE(out, C(x, y, z), READ(in, SAMPLER, C(x, y, z)));\n"},
    {"copy_no_sampler", COPY, INSIDE | NO_SAMPLER, ITEM EARLY_OUT
     "WRITE(out, C(x, y, z), READ(in, C(x, y, z)));\n"},
    {"copy_swapped", COPY, 0, ITEM EARLY_OUT
     "T v = READ(in, SAMPLER, C(x, y, z));\n"
     "WRITE(out, C(x, y, z), SWAP(v));\n"},
    {"copy_odd", COPY, 0, ITEM
     "if (x & 1) WRITE(out, C(x, y, z), READ(in, SAMPLER, C(x, y, z)));\n"},
    {"copy_shifted", COPY, 0, ITEM EARLY_OUT
     "WRITE(out, C(x, y, z), READ(in, SAMPLER, C(x - 1, y + r, z)));\n"},
    {"copy_chosen", COPY, 0, ITEM EARLY_OUT
     "T v = (x & 1) ? READ(in, SAMPLER, C(x - 1, y, z)) : READ(in, SAMPLER, C(x, y + 1, z));\n"
     "v = (x + y) % 3 == 0 ? FIXED : v;\n"
     "WRITE(out, C(x, y, z), v);\n"},
    {"copy_mirrored", COPY, INSIDE, ITEM EARLY_OUT
     "T v = READ(in, SAMPLER, C(x, y, z));\n"
     "WRITE(out, C(w - 1 - x, y, d - 1 - z), v);\n"
     "if (FIRST(v) > 0) WRITE(out, C(w - 1 - x, y, d - 1 - z), SWAP(v));\n"},
    {"copy_beyond", COPY, 0, ITEM
     "WRITE(out, C(x + r - 4, y - 1, z), READ(in, SAMPLER, C(x, y, z)));\n"},
    {"copy_largest", COPY, 0, ITEM
     "T v = READ(in, SAMPLER, C(x, y, z));\n"
     "for (int i = -r; i <= r; i++) {\n"
     "  T u = READ(in, SAMPLER, C(x + i, y, z));\n"
     "  if (FIRST(u) > FIRST(v)) v = u; }\n"
     "if (x < w && y < h) WRITE(out, C(x, y, z), v);\n"},
    {"copy_four", COPY, 0, ITEM
     "for (int i = 0; i < 4; i++)\n"
     "  WRITE(out, C(x * 4 + i, y, z), READ(in, SAMPLER, C(x * 4 + i, y, z)));\n"},
    {"copy_mean", COPY, ARITHMETIC, ITEM EARLY_OUT
     "A sum = (A)(0);\n"
     "for (int i = -1; i <= 1; i++) sum += TO_A(READ(in, SAMPLER, C(x + i, y, z)));\n"
     "WRITE(out, C(x, y, z), TO_T(sum / 4));\n"},

    {"write", STORE, 0, ITEM EARLY_OUT
     "WRITE(out, C(x, y, z), values[(z * h + y) * w + x]);\n"},
    {"write_beyond", STORE, 0, ITEM EARLY_OUT
     "WRITE(out, C(x + r - 4, y + 2 - r, z - r / 3), values[(z * h + y) * w + x]);\n"},
    {"write_odd", STORE, 0, ITEM EARLY_OUT
     "if ((x + y) & 1) WRITE(out, C(x, y, z), values[(z * h + y) * w + x]);\n"},
    {"write_spread", STORE, 0, ITEM
     "if (x < w && y < h && z < d) {\n"
     "  T v = values[(z * h + y) * w + x];\n"
     "  WRITE(out, C(x * 2 - r, y, z), v);\n"
     "  WRITE(out, C(x * 2 + 1 - r, y, z), SWAP(v)); }\n"},
    {"write_far", STORE, 0, ITEM EARLY_OUT
     "T v = values[(z * h + y) * w + x];\n"
     "WRITE(out, C(x % 3 == 0 ? INT_MIN + x : x, y % 3 == 1 ? INT_MAX - y : y, z), v);\n"
     "WRITE(out, C(w + x, y, z), v); WRITE(out, C(x - w, y, z), v);\n"
     "WRITE(out, C(x, -1 - y, z), v); WRITE(out, C(x, y, d + z), v);\n"},

    {"in_place", IN_PLACE, 0, ITEM EARLY_OUT
     "T v = READ(io, C(x, y, z));\n"
     "WRITE(io, C(x, y, z), SWAP(v));\n"},
    {"in_place_odd", IN_PLACE, 0, ITEM EARLY_OUT
     "if (x & 1) WRITE(io, C(x, y, z), READ(io, C(x - 1, y, z)));\n"},
    {"in_place_halved", IN_PLACE, ARITHMETIC, ITEM EARLY_OUT
     "T v = READ(io, C(x, y, z));\n"
     "if (r & 1) v = TO_T(TO_A(v) / 2);\n"
     "WRITE(io, C(x, y, z), v); WRITE(io, C(x + w, y, z), v); WRITE(io, C(-1 - x, y, z), v);\n"},
};
// clang-format on
enum { KERNELS = sizeof kernels / sizeof *kernels };

// ---- Kinds of pixels -----------------------------------------------------------------------------------------------

enum pixels { FLOATS, INTS, UINTS, HALVES, DEPTHS, PIXELS };

static const char *const pixels_text[PIXELS] = {
    "#define READ read_imagef\n#define WRITE write_imagef\n#define T float4\n#define A float4\n#define TO_A\n"
    "#define TO_T\n#define FIXED (float4)(0, 1, 0, 1)\n",
    "#define READ read_imagei\n#define WRITE write_imagei\n#define T int4\n#define A uint4\n#define TO_A as_uint4\n"
    "#define TO_T as_int4\n#define FIXED (int4)(0, 1, 0, 1)\n",
    "#define READ read_imageui\n#define WRITE write_imageui\n#define T uint4\n#define A uint4\n#define TO_A\n"
    "#define TO_T\n#define FIXED (uint4)(0, 1, 0, 1)\n",
    "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
    "#define READ read_imageh\n#define WRITE write_imageh\n#define T half4\n#define A half4\n#define TO_A\n"
    "#define TO_T\n#define FIXED (half4)(0, 1, 0, 1)\n",
    "#define READ read_imagef\n#define WRITE write_imagef\n#define T float\n#define A float\n#define TO_A\n"
    "#define TO_T\n#define FIXED 1.0f\n#define SWAP(v) (v)\n#define FIRST(v) (v)\n",
};
static const char vectors_text[] = "#define SWAP(v) (v).zyxw\n#define FIRST(v) (v).x\n";
static const size_t pixels_bytes[PIXELS] = {16, 16, 16, 8, 4};

// Through functions, as filters are written, and a kernel that is called.
static const char functions_text[] =
    "A row(read_only IMG in, sampler_t s, int2 c) {\n"
    "  return TO_A(READ(in, s, c + (int2)(-1, 0))) + TO_A(READ(in, s, c)) + TO_A(READ(in, s, c + (int2)(1, 0))); }\n"
    "kernel void other(read_only IMG in, sampler_t s, global A *out, int w, int h, int r) {\n"
    "  int2 c = (int2)(get_global_id(0), get_global_id(1));\n"
    "  if (c.x < w && c.y < h) out[(c.y * w + c.x) * 9 + 2] = TO_A(READ(in, s, c - r)) + row(in, s, c); }\n";

#endif
