// SPDX-License-Identifier: Apache-2.0
// Parses the options of clBuildProgram, clCompileProgram and clLinkProgram: "Compiler Options" and
// "Linker Options" of the OpenCL API specification.
#include "compiler/options.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/protocol.h"

enum { FOR_COMPILE = 1, FOR_LINK = 2, FOR_BOTH = 3 };

#define FLAG(field) (offsetof(struct weft_options, field))

// Options without a value. -cl-strict-aliasing (deprecated by version 1.1) asks for nothing and has no field.
static const struct flag {
    const char *name;
    unsigned used_for;
    size_t field; // offset of the bool; 0 (preprocessor, not a flag) means none
} flags[] = {
    {"-cl-single-precision-constant", FOR_COMPILE, FLAG(single_precision_constant)},
    {"-cl-denorms-are-zero", FOR_BOTH, FLAG(denorms_are_zero)},
    {"-cl-fp32-correctly-rounded-divide-sqrt", FOR_COMPILE, FLAG(fp32_correctly_rounded_divide_sqrt)},
    {"-cl-opt-disable", FOR_COMPILE, FLAG(no_optimization)},
    {"-cl-strict-aliasing", FOR_COMPILE, 0},
    {"-cl-uniform-work-group-size", FOR_COMPILE, FLAG(uniform_work_group_size)},
    {"-cl-no-subgroup-ifp", FOR_BOTH, FLAG(no_subgroup_ifp)},
    {"-cl-mad-enable", FOR_COMPILE, FLAG(mad_enable)},
    {"-cl-no-signed-zeros", FOR_BOTH, FLAG(no_signed_zeros)},
    {"-cl-unsafe-math-optimizations", FOR_BOTH, FLAG(unsafe_math)},
    {"-cl-finite-math-only", FOR_BOTH, FLAG(finite_math_only)},
    {"-cl-fast-relaxed-math", FOR_BOTH, FLAG(fast_relaxed_math)},
    {"-cl-kernel-arg-info", FOR_COMPILE, FLAG(kernel_arg_info)},
    {"-w", FOR_COMPILE, FLAG(no_warnings)},
    {"-Werror", FOR_COMPILE, FLAG(warnings_as_errors)},
    {"-g", FOR_COMPILE, FLAG(debug_info)},
    {"-create-library", FOR_LINK, FLAG(create_library)},
    {"-enable-link-options", FOR_LINK, FLAG(enable_link_options)},
};

// What -cl-std may say, and what that is.
static const struct language {
    const char *name;
    const char *standard;
} languages[] = {
    {"CL1.0", "CL1.0"},       {"CL1.1", "CL1.1"},       {"CL1.2", "CL1.2"},         {"CL2.0", "CL2.0"},
    {"CL3.0", "CL3.0"},       {"CL3.1", "CL3.1"},       {"CLC++", "CLC++1.0"},      {"clc++", "CLC++1.0"},
    {"CLC++1.0", "CLC++1.0"}, {"clc++1.0", "CLC++1.0"}, {"CLC++2021", "CLC++2021"}, {"clc++2021", "CLC++2021"},
};

struct parser {
    const char *next; // borrowed: what is left of the text
    struct weft_options *options;
    char *message; // borrowed from the caller
    size_t message_size;
    bool link;
};

static bool complain(struct parser *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool
complain(struct parser *p, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(p->message, p->message_size, format, args);
    va_end(args);
    return false;
}

// Takes the next word as a POSIX shell splits it. Sets *word to owned text, or to NULL at the end of the text.
static bool
next_word(struct parser *p, char **word)
{
    const char *s = p->next;
    char quote = '\0', *out;

    *word = NULL;
    while (isspace((unsigned char)*s))
        s++;
    p->next = s;
    if (!*s)
        return true;
    *word = out = malloc(strlen(s) + 1);
    if (!out)
        return complain(p, "out of memory");
    for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
        if (quote ? *s == quote : (*s == '"' || *s == '\''))
            quote = quote ? '\0' : *s;
        else if (*s == '\\' && s[1] && (!quote || (quote == '"' && strchr("\\\"$`", s[1]))))
            *out++ = *++s;
        else
            *out++ = *s;
    }
    *out = '\0';
    p->next = s;
    if (!quote)
        return true;
    complain(p, "the options end inside a quotation: %s", *word);
    free(*word);
    *word = NULL;
    return false;
}

// Appends `prefix` followed by `value`.
static bool
add_preprocessor(struct parser *p, const char *prefix, const char *value)
{
    struct weft_options *o = p->options;
    char **grown = realloc(o->preprocessor, (o->preprocessor_count + 1) * sizeof(*grown));
    size_t prefix_size = strlen(prefix), size = strlen(value);
    char *text;

    if (!grown)
        return complain(p, "out of memory");
    o->preprocessor = grown;
    text = malloc(prefix_size + size + 1);
    if (!text)
        return complain(p, "out of memory");
    memcpy(text, prefix, prefix_size);
    memcpy(text + prefix_size, value, size + 1);
    o->preprocessor[o->preprocessor_count++] = text;
    return true;
}

static bool
identifier_byte(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

static bool
add_define(struct parser *p, char *definition)
{
    size_t length = 0;

    if (!isdigit((unsigned char)definition[0]))
        while (identifier_byte(definition[length]))
            length++;
    if (!length || (definition[length] && definition[length] != '=' && definition[length] != '('))
        return complain(p, "-D needs the name of a macro, not '%s'", definition);
    // "the definition will be truncated by embedded newline characters"
    definition[strcspn(definition, "\r\n")] = '\0';
    return add_preprocessor(p, "-D", definition);
}

// -D and -I: the value follows in the same word or is the next one.
static bool
parse_preprocessor(struct parser *p, char *word)
{
    char letter = word[1], *value = word + 2, *next = NULL;
    bool ok;

    if (!*value) {
        if (!next_word(p, &next))
            return false;
        if (!next || !*next) {
            free(next);
            return complain(p, letter == 'D' ? "-D needs the name of a macro" : "-I needs a directory");
        }
        value = next;
    }
    ok = letter == 'D' ? add_define(p, value) : add_preprocessor(p, "-I", value);
    free(next);
    return ok;
}

static bool
parse_language_version(struct parser *p, const char *value)
{
    for (size_t i = 0; i < sizeof(languages) / sizeof(*languages); i++) {
        if (strcmp(value, languages[i].name) == 0) {
            p->options->cl_std = languages[i].standard;
            return true;
        }
    }
    return complain(p, "-cl-std=%s is not one of CL1.0, CL1.1, CL1.2, CL2.0, CL3.0, CL3.1, CLC++, CLC++1.0, CLC++2021",
                    value);
}

static bool
parse_word(struct parser *p, char *word)
{
    unsigned purpose = p->link ? FOR_LINK : FOR_COMPILE;

    if (!p->link && (strncmp(word, "-D", 2) == 0 || strncmp(word, "-I", 2) == 0))
        return parse_preprocessor(p, word);
    if (!p->link && strncmp(word, "-cl-std=", 8) == 0)
        return parse_language_version(p, word + 8);
    for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++) {
        if (strcmp(word, flags[i].name) == 0) {
            if (!(flags[i].used_for & purpose))
                return complain(p, "'%s' is an option for %s only", word, p->link ? "compiling" : "linking");
            if (flags[i].field)
                *(bool *)((char *)p->options + flags[i].field) = true;
            return true;
        }
    }
    return complain(p, "unknown option '%s'", word);
}

// "-cl-fast-relaxed-math sets -cl-finite-math-only and -cl-unsafe-math-optimizations", which in turn
// "includes the -cl-no-signed-zeros, -cl-mad-enable, and -cl-denorms-are-zero options".
static void
apply_implications(struct weft_options *o)
{
    o->finite_math_only |= o->fast_relaxed_math;
    o->unsafe_math |= o->fast_relaxed_math;
    o->no_signed_zeros |= o->unsafe_math;
    o->mad_enable |= o->unsafe_math;
    o->denorms_are_zero |= o->unsafe_math;
}

bool
weft_options_parse(uint32_t kind, const char *text, struct weft_options *options, char *message, size_t message_size)
{
    struct parser p = {.next = text,
                       .options = options,
                       .message = message,
                       .message_size = message_size,
                       .link = kind == WEFT_REQUEST_LINK};
    char *word;
    bool ok;

    memset(options, 0, sizeof(*options));
    while ((ok = next_word(&p, &word)) && word) {
        ok = parse_word(&p, word);
        free(word);
        if (!ok)
            break;
    }
    // "This option must be specified with the create-library option."
    if (ok && options->enable_link_options && !options->create_library)
        ok = complain(&p, "-enable-link-options needs -create-library");
    if (ok)
        apply_implications(options);
    else
        weft_options_finish(options);
    return ok;
}

void
weft_options_finish(struct weft_options *options)
{
    for (size_t i = 0; i < options->preprocessor_count; i++)
        free(options->preprocessor[i]);
    free(options->preprocessor);
    memset(options, 0, sizeof(*options));
}
