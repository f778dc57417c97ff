// SPDX-License-Identifier: Apache-2.0
// The fuzzer's kernels: a small typed tree with the meaning OpenCL C gives it, kept in one block so that it copies.
//
// Nodes are indices into their kernel's arrays; 0 means none. What would be undefined for some values (division by
// zero, signed overflow, an index or a conversion out of range) has a defined meaning here, which agrees with the
// plain operator wherever that is defined. The interpreter notes in `guarded` where the difference was met; printing
// writes the plain operator everywhere else.
#ifndef WEFT_FUZZ_AST_H
#define WEFT_FUZZ_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// --- Types ---------------------------------------------------------------------------------------------------------

enum kind { I8, U8, I16, U16, I32, U32, I64, U64, F16, F32, F64, KINDS };
#define WIDTHS 6 // 1, 2, 3, 4, 8, 16
#define VECTOR_TYPES (KINDS * WIDTHS)
#define MAX_LANES 16
#define TYPE_VOID (-1)

// A type: below VECTOR_TYPES a scalar or vector; from there on an aggregate of the kernel.
typedef int type_id;

type_id fuzz_vector(enum kind kind, int lanes);
enum kind fuzz_kind(type_id type);
int fuzz_lanes(type_id type);
static inline bool
is_float(enum kind kind)
{
    return kind >= F16;
}
static inline bool
is_signed(enum kind kind)
{
    return kind < F16 && !(kind & 1);
}
static inline int
kind_bytes(enum kind kind)
{
    return kind >= F16 ? 2 << (kind - F16) : 1 << (kind / 2);
}
static inline enum kind
unsigned_kind(enum kind kind)
{
    return (enum kind)(kind | 1);
}
// The signed integer kind of the same size: what comparing vectors gives.
static inline enum kind
mask_kind(enum kind kind)
{
    return kind >= F16 ? (enum kind)(I16 + 2 * (kind - F16)) : (enum kind)(kind & ~1);
}
// The floating-point kind of the same size as an integer of at least 16 bits.
static inline enum kind
float_kind(enum kind kind)
{
    return (enum kind)(F16 + (kind - I16) / 2);
}

#define MAX_FIELDS 6
struct aggregate {
    bool is_struct;
    type_id element; // arrays
    int count;       // elements or fields
    type_id field[MAX_FIELDS];
    int offset[MAX_FIELDS];
    int size, align; // bytes
};

// --- Variables -----------------------------------------------------------------------------------------------------

enum storage {
    PRIVATE,
    LOCAL_MEMORY,
    INPUT,    // a buffer that is only read
    OUTPUT,   // a buffer of which every work-item owns `slice` elements
    COUNTERS, // a buffer of order independent atomics
    TABLE,    // an array in program scope, constant
    ARGUMENT, // a uniform value
    POINTER,  // a helper's parameter, pointer to private or, with qualifier 1, to global
    CURSOR,   // a pointer that walks over an INPUT
    ROW,      // a pointer to `count` elements that the work-item has to itself
};

enum space { SPACE_PRIVATE, SPACE_GLOBAL, SPACE_LOCAL, SPACE_GENERIC }; // of what a ROW points to

enum layout { BLOCKED, STRIDED, REVERSED, LAYOUTS }; // where a work-item's slice of an OUTPUT lies
enum phase { WRITE_OWN, READ_ALL };                  // what LOCAL_MEMORY allows between two barriers

struct var {
    type_id type; // what the variable, or one element of a buffer or of local memory, is
    enum storage storage;
    int function;
    int count;         // elements: INPUT, COUNTERS, TABLE, LOCAL_MEMORY, ROW
    int slice;         // elements a work-item owns: OUTPUT, and LOCAL_MEMORY when not 0
    int align;         // bytes, where it is more than the type's: ROW, arrays
    int base;          // LOCAL_MEMORY that a ROW lies in, or 0
    int offset;        // bytes, in the work-item's frame or the group's local memory
    bool uniform;      // same value for a whole work-group
    bool read_only;    // loop counters
    bool last_first;   // OUTPUT: the last dimension is the fastest; LOCAL_MEMORY: own slots run backwards
    bool by_argument;  // LOCAL_MEMORY: a pointer argument
    bool is_volatile;  // PRIVATE, buffers, LOCAL_MEMORY
    bool is_bool;      // PRIVATE: an int in the tree
    enum space space;  // ROW
    uint8_t qualifier; // INPUT: spelling
    enum layout layout;
    enum phase phase; // while generating
    int atomic;       // COUNTERS, and LOCAL_MEMORY when not 0: an enum atomic
};

enum atomic { NOT_ATOMIC, ATOMIC_ADD, ATOMIC_MIN, ATOMIC_MAX, ATOMIC_OR, ATOMIC_XOR, ATOMIC_AND };

// --- Expressions ---------------------------------------------------------------------------------------------------

enum expr_op {
    E_NONE,
    E_CONST,   // a: index of the first lane in constants
    E_VAR,     // a: variable
    E_ELEMENT, // kid 0: array place or buffer, kid 1: index
    E_FIELD,   // kid 0: struct place, a: field
    E_DEREF,   // a: POINTER or CURSOR variable
    E_ADDRESS, // kid 0: place; only as a call's argument
    E_SWIZZLE, // kid 0, lane[]
    E_OWN,     // index of element kid 0 of the work-item's slice of OUTPUT a
    E_SLOT,    // index of the work-item's slot in LOCAL_MEMORY a
    E_ITEM,    // a: item function, b: dimension
    E_UNARY,
    E_BINARY,
    E_COMPARE,
    E_LOGIC, // a: 0 &&, 1 ||
    E_COND,
    E_CONVERT, // a: 1 saturates
    E_AS,
    E_SPLAT,
    E_BUILD, // vector of kids
    E_BUILTIN,
    E_CALL,    // a: function
    E_VLOAD,   // kid 0: buffer, kid 1: index in vectors
    E_COMMA,   // kid 0: place, kid 1: its new value, kid 2: the result
    E_ROW,     // place in a row, the ROW or private array a: kid 0: index, b: an enum row_form
    E_POINTER, // to b elements of a ROW, array, OUTPUT or LOCAL_MEMORY a, from element kid 0 on; lane[0]: that must
               // stay
};

// How an E_ROW of `type` is written, and what its index counts.
enum row_form {
    ROW_ELEMENT,   // v[index]: elements
    ROW_VECTOR,    // vloadn(index, v): vectors
    ROW_UNALIGNED, // vloadn(0, v + index): scalars
    ROW_CAST,      // ((type *)v)[index]: values of the type
};

enum unary { U_NEG, U_NOT, U_LNOT };
enum binary { B_ADD, B_SUB, B_MUL, B_AND, B_OR, B_XOR, B_SHL, B_SHR, B_DIV, B_MOD };
enum compare { C_LT, C_LE, C_GT, C_GE, C_EQ, C_NE };
enum item {
    GLOBAL_ID,
    LOCAL_ID,
    GROUP_ID,
    GLOBAL_SIZE,
    LOCAL_SIZE,
    NUM_GROUPS,
    GLOBAL_OFFSET,
    GLOBAL_LINEAR,
    LOCAL_LINEAR
};

enum builtin {
    F_ABS,
    F_ABS_DIFF,
    F_ADD_SAT,
    F_SUB_SAT,
    F_HADD,
    F_RHADD,
    F_MUL_HI,
    F_MAD_HI,
    F_MAD_SAT,
    F_ROTATE,
    F_CLZ,
    F_POPCOUNT,
    F_MIN,
    F_MAX,
    F_CLAMP,
    F_UPSAMPLE,
    F_BITSELECT,
    F_INTEGERS, // --- up to here
    F_SELECT = F_INTEGERS,
    F_SHUFFLE,
    F_SHUFFLE2,
    F_ANY,
    F_ALL,
    F_FLOATS, // --- from here
    F_FMA = F_FLOATS,
    F_SQRT,
    F_FABS,
    F_FMIN,
    F_FMAX,
    F_FLOOR,
    F_CEIL,
    F_TRUNC,
    F_RINT,
    F_ROUND,
    F_COPYSIGN,
    F_ISNAN,
    F_ISINF,
    F_ISEQUAL,
    F_ISLESS,
    BUILTINS
};

#define MAX_KIDS 4
struct expr {
    uint8_t op, style;
    uint8_t kids;
    bool guarded;
    type_id type;
    int kid[MAX_KIDS];
    int a, b;
    uint8_t lane[MAX_LANES];
};

// --- Statements ----------------------------------------------------------------------------------------------------

enum stmt_op {
    S_NONE,
    S_POINT,   // declares ROW a as the E_POINTER e[0]
    S_DECLARE, // a: variable, e[0..3]: initial value, or an array's first elements
    S_FILL,    // a: array variable, declared and filled in a loop over b: e[0] for each element
    S_ASSIGN,  // e[0] = e[1]; style 1: written as compound assignment where that is the same
    S_VSTORE,  // e[0]: vector, e[1]: element in the own slice, a multiple of the vector; a: OUTPUT
    S_ATOMIC,  // a: variable, e[0]: index, e[1]: value
    S_FETCH,   // declares a with what an atomic operation b on the own element e[0] with e[1] returns
    S_IF,      // e[0], body[0], body[1]
    S_LOOP,    // a: counter, e[0]: first value, e[1]: bound, e[2]: further condition or 0, b: step; body[0]
    S_SWITCH,  // e[0]; body[0]: list of S_CASE
    S_CASE,    // a: value, b: 1 default; body[0]; style 1: falls through
    S_BREAK,
    S_CONTINUE,
    S_RETURN,      // e[0] or 0
    S_LABELLED,    // body[0], then label a
    S_GOTO,        // to the end of the S_LABELLED a
    S_IRREDUCIBLE, // a loop of two blocks that both can be entered first; e[0] which, e[1], e[2] where to go on; a:
                   // counter
    S_WALK, // CURSOR a starts at element e[0] of e[2], or of INPUT c where e[3] is there and false; b times: body[0],
            // then a step of e[1] & 3; style 1: backwards
    S_BLOCK,
    S_BARRIER,
    S_LOCAL_INIT, // a: LOCAL_MEMORY, e[0] for each element (b: index variable); ends in a barrier
    S_REDUCTION,  // a: LOCAL_MEMORY, whose first elements are added up, one for each work-item; style 0: into the
                  // first one by halves, 1: a running sum; begins and ends with barriers
    S_COLLECTIVE, // declares a with what the collective function `style` of the work-group makes of e[0]
};

// reduce, scan_inclusive and scan_exclusive, each with add, min and max; of integers.
enum collective {
    COLLECT_ANY,
    COLLECT_ALL,
    COLLECT_BROADCAST,
    COLLECT_REDUCE,
    COLLECT_INCLUSIVE = 6,
    COLLECT_EXCLUSIVE = 9
};
#define COLLECTIVES 12

enum loop_style { LOOP_FOR, LOOP_WHILE, LOOP_DO };

struct stmt {
    uint8_t op, style;
    bool group; // holds a barrier: all work-items go through it together
    int e[MAX_KIDS];
    int a, b, c;
    int body[2];
    int next;
};

#define MAX_PARAMETERS 4
struct function {
    type_id result; // TYPE_VOID: the kernel
    int parameter[MAX_PARAMETERS];
    int parameters;
    bool noinline; // asks for it
    bool is_const; // promises that its result depends on its arguments alone
    int body;
};

// --- Kernels -------------------------------------------------------------------------------------------------------

#define MAX_EXPRS 12000
#define MAX_STMTS 1500
#define MAX_VARS 400
#define MAX_AGGREGATES 40
#define MAX_FUNCTIONS 8
#define MAX_CONSTANTS 16000

struct geometry {
    int dimensions;
    size_t global[3], local[3], offset[3];
    bool local_null;    // left to the platform
    bool required_size; // as an attribute
};

struct kernel {
    uint64_t seed;
    int version; // of OpenCL C, 11 to 30
    struct geometry range;
    int exprs, stmts, vars, aggregates, functions, constants;
    int frame_bytes, local_bytes;
    struct expr expr[MAX_EXPRS];
    struct stmt stmt[MAX_STMTS];
    struct var var[MAX_VARS];
    struct aggregate aggregate[MAX_AGGREGATES];
    struct function function[MAX_FUNCTIONS]; // the last one is the kernel
    uint64_t constant[MAX_CONSTANTS];
};

int fuzz_type_bytes(const struct kernel *kernel, type_id type);
int fuzz_type_align(const struct kernel *kernel, type_id type);
// Work-items in all; elements of a buffer.
size_t fuzz_items(const struct kernel *kernel);
size_t fuzz_elements(const struct kernel *kernel, const struct var *var);
// What a ROW or array is.
struct row {
    type_id element;
    int count, align; // elements, bytes
    enum space space;
};
struct row fuzz_row(const struct kernel *kernel, int var);
// How many places an E_ROW can mean, `step` bytes apart.
size_t fuzz_row_places(const struct kernel *kernel, const struct expr *row, size_t *step);
// INPUT, OUTPUT or COUNTERS.
bool fuzz_is_buffer(const struct var *var);
// Assigns offsets in frames and local memory.
void fuzz_lay_out(struct kernel *kernel);
// Which variables and functions the kernel still reaches.
struct used {
    bool var[MAX_VARS], function[MAX_FUNCTIONS];
    bool beyond_init[MAX_VARS]; // by more than an S_LOCAL_INIT
};
void fuzz_find_used(const struct kernel *kernel, struct used *used);
// The variable is a parameter of the kernel.
bool fuzz_is_parameter(const struct var *var);
bool fuzz_same_expr(const struct kernel *kernel, int a, int b);
int fuzz_constant(struct kernel *kernel, type_id type, const uint64_t *lanes);

// --- Random numbers ------------------------------------------------------------------------------------------------

struct rng {
    uint64_t state;
};
uint64_t fuzz_random(struct rng *rng);
// 0 to n - 1.
int fuzz_below(struct rng *rng, int n);
// A value of a kind, as lanes hold it: integers extended to 64 bits by their sign, floats as bits. Small values,
// limits and special values are frequent; NaNs are quiet.
uint64_t fuzz_value(struct rng *rng, enum kind kind);

// Zeroed; ends the process when there is no memory.
void *fuzz_allocate(size_t bytes);

// --- What is done with kernels -------------------------------------------------------------------------------------

#define BATCH 8 // kernels of a program

// The version of OpenCL C that this seed's program is written in, 11 to 30; the same for all seeds of a batch.
int fuzz_version(uint64_t seed);
// The seed's kernel has few statements of few kinds, as all of its batch; so half of them.
bool fuzz_is_lean(uint64_t seed);
void fuzz_generate(struct kernel *kernel, uint64_t seed);

#define BEHIND 64 // bytes behind each buffer that must stay as they are

// A buffer for each variable that is one; NULL otherwise.
struct memory {
    uint8_t *buffer[MAX_VARS];
    size_t bytes[MAX_VARS]; // with what is behind it
};
// Allocates and fills; the content depends on the seed only.
void fuzz_memory_init(struct memory *memory, const struct kernel *kernel);
// Values of the uniform arguments, at their offsets in a work-item's frame.
void fuzz_arguments(const struct kernel *kernel, uint8_t *frame);
void fuzz_memory_finish(struct memory *memory);
// Runs the kernel over `memory` and sets `guarded`. False: too long.
bool fuzz_interpret(struct kernel *kernel, struct memory *memory);
void fuzz_evaluate_builtin(const struct kernel *kernel, struct expr *expr, uint64_t (*in)[MAX_LANES], uint64_t *out);
// Text of how the two differ at the first place, or false.
bool fuzz_compare(const struct kernel *kernel, const struct memory *want, const struct memory *have, char *text,
                  size_t size);

struct text {
    char *data;
    size_t length, capacity;
};
void fuzz_text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
// OpenCL C of the kernels in one program. `broken`: writes one operator wrong, to see that it is found.
void fuzz_print(struct text *text, struct kernel *const *kernels, int count, bool broken);

// Makes the n-th smaller variant of a kernel. False: there is none of that number.
bool fuzz_reduce(struct kernel *kernel, int n);

#endif
