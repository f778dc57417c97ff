// SPDX-License-Identifier: Apache-2.0
// OpenCL C printf on the host: the format is parsed here, single conversions are left to the C library.
#include "runtime/exec/printf.h"

#include "compiler/kernel_abi.h"

#include <limits.h>
#include <locale.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The line as it grows; short ones never leave the stack.
struct text {
    char *data; // `inline_data` or owned
    size_t size;
    size_t capacity;
    bool failed; // out of memory
    char inline_data[1024];
};

// One conversion specification.
struct conversion {
    char flags[8];        // each of "-+ #0" at most once, terminated
    int width;            // -1 when not given
    int precision;        // -1 when not given
    uint32_t lanes;       // of the vector specifier, 0 without one
    uint32_t length;      // bytes that hh or h narrow an integer to, else 0
    const char *modifier; // "" without one
    char specifier;
};

// The arguments that are left.
struct arguments {
    const uint32_t *types;
    const char *values;
    uint32_t left;
};

struct argument {
    enum weft_printf_kind kind;
    uint32_t bytes;
    uint32_t lanes;
    const char *values;
};

static bool
text_reserve(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    if (more <= text->capacity - text->size)
        return true;
    size_t capacity = text->capacity * 2 + more;
    char *data = text->data == text->inline_data ? malloc(capacity) : realloc(text->data, capacity);
    if (!data) {
        text->failed = true;
        return false;
    }
    if (text->data == text->inline_data)
        memcpy(data, text->inline_data, text->size);
    text->data = data;
    text->capacity = capacity;
    return true;
}

static void
text_append(struct text *text, const char *data, size_t size)
{
    if (!text_reserve(text, size))
        return;
    memcpy(text->data + text->size, data, size);
    text->size += size;
}

// Appends what the C library makes of one conversion, written by write_conversion() for exactly the type that is
// passed.
__attribute__((format(printf, 2, 3))) static void
text_format(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_list again;

    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(text->data + text->size, text->capacity - text->size, format, arguments);
    if (length < 0) // only for more characters than an int counts
        text->failed = true;
    else if ((size_t)length >= text->capacity - text->size && text_reserve(text, (size_t)length + 1))
        (void)vsnprintf(text->data + text->size, text->capacity - text->size, format, again);
    if (!text->failed)
        text->size += (size_t)length;
    va_end(again);
    va_end(arguments);
}

// A decimal number at *cursor, -1 when it does not fit an int.
static int
parse_number(const char **cursor)
{
    long number = 0;

    for (; **cursor >= '0' && **cursor <= '9'; (*cursor)++)
        if (number <= INT_MAX)
            number = number * 10 + (**cursor - '0');
    return number < INT_MAX / 2 ? (int)number : -1;
}

// "v2" and its kin, 0 when there is none; *cursor moves past it.
static uint32_t
parse_vector(const char **cursor)
{
    if (**cursor != 'v')
        return 0;
    const char *digits = *cursor + 1;
    int lanes = parse_number(&digits);
    if (lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16)
        return 0;
    *cursor = digits;
    return (uint32_t)lanes;
}

// Length modifiers: the arguments carry their own sizes, so only the narrowing ones count.
static uint32_t
parse_length(const char **cursor, const char **modifier)
{
    static const struct {
        char name[4];
        uint32_t bytes;
    } modifiers[] = {{"hh", 1}, {"hl", 0}, {"h", 2}, {"ll", 0}, {"l", 0}, {"z", 0}, {"t", 0}, {"j", 0}};

    for (size_t i = 0; i < sizeof(modifiers) / sizeof(*modifiers); i++) {
        size_t length = strlen(modifiers[i].name);
        if (strncmp(*cursor, modifiers[i].name, length) == 0) {
            *cursor += length;
            *modifier = modifiers[i].name;
            return modifiers[i].bytes;
        }
    }
    *modifier = "";
    return 0;
}

// Whether vectors have a length modifier of theirs and a conversion of numbers, and scalars none of vectors or of other
// conversions. %lf and %lld are what C's programs say. What is odd is printed all the same, since what was meant is
// clear; printf returns -1.
static bool
is_odd(const struct conversion *conversion)
{
    const bool is_integer = strchr("diouxX", conversion->specifier);
    const bool is_float = strchr("fFeEgGaA", conversion->specifier);
    const char *modifier = conversion->modifier;

    if (conversion->lanes)
        return !(is_integer || is_float) || !*modifier || strchr("ztj", *modifier) || strcmp(modifier, "ll") == 0 ||
               (is_float && strcmp(modifier, "hh") == 0);
    return strcmp(modifier, "hl") == 0 || (*modifier && !is_integer && !(is_float && strcmp(modifier, "l") == 0));
}

// Parses what follows a '%'. Returns false when it is no conversion of OpenCL C; *cursor then stays.
static bool
parse_conversion(const char **cursor, struct conversion *conversion)
{
    const char *at = *cursor;
    size_t flags = 0;

    for (; *at && strchr("-+ #0", *at); at++)
        if (!memchr(conversion->flags, *at, flags))
            conversion->flags[flags++] = *at;
    conversion->flags[flags] = '\0';
    conversion->width = -1;
    if (*at >= '1' && *at <= '9' && (conversion->width = parse_number(&at)) < 0)
        return false;
    conversion->precision = -1;
    if (*at == '.') {
        at++;
        if ((conversion->precision = parse_number(&at)) < 0)
            return false;
    }
    conversion->lanes = parse_vector(&at);
    conversion->length = parse_length(&at, &conversion->modifier);
    conversion->specifier = *at;
    if (!*at || !strchr("diouxXfFeEgGaAcsp%", *at))
        return false;
    *cursor = at + 1;
    return true;
}

static bool
next_argument(struct arguments *arguments, struct argument *argument)
{
    if (arguments->left == 0)
        return false;
    uint32_t type = *arguments->types;
    argument->kind = (enum weft_printf_kind)(type >> 16);
    argument->bytes = type >> 8 & 255;
    argument->lanes = type & 255;
    argument->values = arguments->values;
    arguments->types++;
    arguments->values += ((size_t)argument->bytes * argument->lanes + 7) & ~(size_t)7;
    arguments->left--;
    return true;
}

// The bits of one element, zero-extended.
static uint64_t
element_bits(const struct argument *argument, uint32_t lane)
{
    uint64_t bits = 0;

    // Only little-endian hosts have kernels.
    memcpy(&bits, argument->values + (size_t)lane * argument->bytes, argument->bytes > 8 ? 8 : argument->bytes);
    return bits;
}

static int64_t
sign_extend(uint64_t bits, uint32_t bytes)
{
    unsigned unused = 64 - bytes * 8;

    return (int64_t)(bits << unused) >> unused;
}

static double
half_value(uint64_t bits)
{
    uint32_t exponent = bits >> 10 & 31;
    uint32_t mantissa = bits & 0x3ff;
    // A float with the half's fields in place, 112 short in the exponent.
    uint32_t image = (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | mantissa << 13;
    float value;

    if (exponent == 0) {
        value = (float)mantissa * 0x1p-24f;
    } else {
        memcpy(&value, &image, sizeof(value));
    }
    return bits & 0x8000 ? -(double)value : (double)value;
}

static double
element_float(const struct argument *argument, uint32_t lane)
{
    uint64_t bits = element_bits(argument, lane);
    uint32_t image = (uint32_t)bits;
    float single;
    double value;

    if (argument->kind != WEFT_PRINTF_FLOAT) // not what the format says: print the number that was meant
        return (double)sign_extend(bits, argument->bytes);
    switch (argument->bytes) {
    case 2:
        return half_value(bits);
    case 4:
        memcpy(&single, &image, sizeof(single));
        return single;
    default:
        memcpy(&value, &bits, sizeof(value));
        return value;
    }
}

// The element as `d` or, without `is_signed`, as `u` and its kin see it.
static uint64_t
element_integer(const struct argument *argument, uint32_t lane, uint32_t length, bool is_signed)
{
    uint64_t bits = element_bits(argument, lane);
    uint32_t bytes = argument->bytes;

    if (argument->kind == WEFT_PRINTF_FLOAT) { // not what the format says: print the number that was meant
        double value = element_float(argument, lane);
        bits = value > -0x1p63 && value < 0x1p63 ? (uint64_t)(int64_t)value : 0;
        bytes = 8;
    }
    if (length != 0 && length < bytes) {
        bytes = length;
        bits &= (UINT64_C(1) << length * 8) - 1;
    }
    return is_signed ? (uint64_t)sign_extend(bits, bytes) : bits;
}

// Writes the conversion as the C library reads it: flags, width, precision, `modifier` and the specifier.
static void
write_conversion(const struct conversion *conversion, const char *modifier, char *out, size_t size)
{
    int length = snprintf(out, size, "%%%s", conversion->flags);

    if (conversion->width >= 0)
        length += snprintf(out + length, size - (size_t)length, "%d", conversion->width);
    if (conversion->precision >= 0)
        length += snprintf(out + length, size - (size_t)length, ".%d", conversion->precision);
    (void)snprintf(out + length, size - (size_t)length, "%s%c", modifier, conversion->specifier);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

static void
print_element(struct text *text, const struct conversion *conversion, const struct argument *argument, uint32_t lane)
{
    char format[64];
    uint64_t bits;
    double value;
    const char *string;

    switch (conversion->specifier) {
    case 'd':
    case 'i':
    case 'o':
    case 'u':
    case 'x':
    case 'X':
        write_conversion(conversion, "ll", format, sizeof(format));
        bits = element_integer(argument, lane, conversion->length,
                               conversion->specifier == 'd' || conversion->specifier == 'i');
        text_format(text, format, (unsigned long long)bits);
        break;
    case 'c':
        write_conversion(conversion, "", format, sizeof(format));
        text_format(text, format, (int)(unsigned char)element_bits(argument, lane));
        break;
    case 's':
        write_conversion(conversion, "", format, sizeof(format));
        string = (const char *)(uintptr_t)element_bits(argument, lane);
        if (argument->kind != WEFT_PRINTF_POINTER)
            string = "(not a string)";
        else if (!string)
            string = "(null)";
        text_format(text, format, string);
        break;
    case 'p':
        write_conversion(conversion, "", format, sizeof(format));
        text_format(text, format, (void *)(uintptr_t)element_bits(argument, lane));
        break;
    default:
        write_conversion(conversion, "", format, sizeof(format));
        value = element_float(argument, lane);
        text_format(text, format, value);
        break;
    }
}

#pragma GCC diagnostic pop

// One conversion with its argument; a vector's elements are separated by commas.
static bool
print_conversion(struct text *text, const struct conversion *conversion, struct arguments *arguments)
{
    struct argument argument;

    if (conversion->specifier == '%') {
        text_append(text, "%", 1);
        return true;
    }
    if (!next_argument(arguments, &argument))
        return false;
    uint32_t lanes = conversion->lanes == 0 ? 1 : conversion->lanes;
    if (lanes > argument.lanes)
        lanes = argument.lanes;
    for (uint32_t lane = 0; lane < lanes; lane++) {
        if (lane > 0)
            text_append(text, ",", 1);
        print_element(text, conversion, &argument, lane);
    }
    return true;
}

int32_t
weft_printf(const char *format, uint32_t count, const uint32_t *types, const void *values)
{
    struct text text = {.capacity = sizeof(text.inline_data)};
    struct arguments arguments = {.types = types, .values = values, .left = count};
    bool malformed = false;

    text.data = text.inline_data;
    // newlocale returns the C locale's static object, so there is nothing to free.
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t caller = c_locale ? uselocale(c_locale) : (locale_t)0;
    while (*format) {
        size_t plain = strcspn(format, "%");
        text_append(&text, format, plain);
        format += plain;
        if (*format == '\0')
            break;
        const char *cursor = format + 1;
        struct conversion conversion;
        if (!parse_conversion(&cursor, &conversion)) {
            malformed = true;
            text_append(&text, "%", 1);
        } else if (!print_conversion(&text, &conversion, &arguments)) {
            malformed = true;
            text_append(&text, format, (size_t)(cursor - format));
        } else {
            malformed |= is_odd(&conversion);
        }
        format = cursor;
    }
    if (c_locale)
        uselocale(caller);

    bool failed = text.failed;
    if (text.size > 0) {
        flockfile(stdout);
        failed |= fwrite(text.data, 1, text.size, stdout) != text.size;
        funlockfile(stdout);
    }
    if (text.data != text.inline_data)
        free(text.data);
    return malformed || failed ? -1 : 0;
}
