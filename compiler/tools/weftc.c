// SPDX-License-Identifier: Apache-2.0
// The offline compiler: OpenCL C files to a shared object, or to any stage on the way there.
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "compiler/backend/emit.h"
#include "compiler/checks.h"
#include "compiler/switches.h"
#include "compiler/tools/all_targets.h"

#define MAX_INPUTS 64

enum emit { EMIT_FRONTEND, EMIT_LINKED, EMIT_IR, EMIT_ASM, EMIT_OBJECT, EMIT_ELF, EMIT_INFO };

static const char usage[] =
    "usage: weftc [--emit=STAGE] [--cpu=NAME] [--target=TRIPLE] [--width=N] [--remarks] [--check=NAMES]\n"
    "             [-o FILE] FILE.cl... [build options]\n"
    "  STAGE: frontend  IR as Clang makes it (spir64)\n"
    "         linked    IR with the kernel library's functions\n"
    "         ir        IR after all passes\n"
    "         asm       the machine's assembly\n"
    "         object    what a linker makes programs of, without a runtime (compiler/kernel_abi.h)\n"
    "         elf       the shared object (default)\n"
    "         info      what the runtime is told about the kernels\n"
    "  --cpu=NAME: for this CPU, by LLVM's name and with changes (x86-64-v3,-fma), which need not be here;\n"
    "     otherwise for this machine's, or the architecture's least\n"
    "  --target=TRIPLE: for another machine (aarch64-linux-gnu, riscv64-linux-gnu)\n"
    "  --width=N: N work-items run in the lanes of vectors, 1 to 256; otherwise as many as are good\n"
    "  --remarks: what keeps the kernels from being faster, by source line\n"
    "  --check=NAMES: of barrier, order, values: what WEFT_CHECK means in docs/environment.md\n"
    "  --without=NAMES: optimizations that are not done, as WEFT_WITHOUT; --without=help lists them\n"
    "  Build options are those of clBuildProgram. FILE - is the standard input or output; -- comes\n"
    "  before an input with another ending than .cl. Several inputs are compiled apart and linked.\n";

static bool
read_file(const char *path, struct weft_blob *blob)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char *data = NULL, *grown;
    size_t size = 0, capacity = 0;

    if (!file)
        return false;
    while (!feof(file) && !ferror(file)) {
        if (capacity - size < 4096) {
            capacity = capacity ? 2 * capacity : 65536;
            grown = realloc(data, capacity);
            if (!grown)
                break;
            data = grown;
        }
        size += fread(data + size, 1, capacity - size, file);
    }
    bool whole = feof(file) && !ferror(file);
    if (file != stdin)
        fclose(file);
    blob->data = data; // never freed: the process is short
    blob->size = size;
    return whole;
}

static bool
write_file(const char *path, const void *data, size_t size)
{
    FILE *file = strcmp(path, "-") ? fopen(path, "wb") : stdout;
    bool written;

    if (!file)
        return false;
    written = fwrite(data, 1, size, file) == size;
    return (file == stdout ? fflush(file) : fclose(file)) == 0 && written;
}

static void
print_info(const struct weft_program_info *info, struct weft_log *text)
{
    for (uint32_t i = 0; i < weft_program_info_total(info); i++) {
        const struct weft_kernel_info *k = &info->kernels[i];
        weft_log_printf(text, "%s %s [%s] block=%u local=%llu private=%llu context=%llu stack=%llu%s%s%s%s%s\n",
                        i < weft_program_info_total(info) - info->block_count ? "kernel" : "enqueued", k->name,
                        k->attributes, k->arg_block_bytes, (unsigned long long)k->local_bytes,
                        (unsigned long long)k->private_bytes, (unsigned long long)k->context_bytes_per_item,
                        (unsigned long long)k->stack_bytes, k->has_barrier ? " barrier" : "",
                        k->uses_printf ? " printf" : "", k->enqueues ? " enqueues" : "", k->contends ? " contends" : "",
                        k->orders_groups ? " orders_groups" : "");
        for (uint32_t j = 0; j < k->arg_count; j++) {
            const struct weft_arg_info *a = &k->args[j];
            weft_log_printf(text, "  %s %s: kind=%u offset=%u size=%u align=%u address=%x access=%x qualifiers=%llu\n",
                            a->type_name, a->name, a->kind, a->offset, a->size, a->align, a->address_qualifier,
                            a->access_qualifier, (unsigned long long)a->type_qualifier);
        }
    }
}

// Runs the stages up to `emit`; the result is left in *out (text or bytes, never freed).
static bool
compile(struct weft_request *request, const struct weft_blob *sources, char *const *files, unsigned count,
        const struct weft_options *options, enum emit emit, struct weft_log *log, struct weft_blob *out)
{
    struct weft_program_info info = {0};
    struct weft_writer text = {0};
    struct weft_log lines = {0};
    unsigned char *elf = NULL;
    weft_module *module = NULL, *next;
    bool ok = true;

    for (unsigned i = 0; ok && i < count; i++) {
        request->source = sources[i];
        request->source_file = files[i];
        next = weft_frontend_compile(request, options, log, NULL);
        ok = next && (!module || weft_module_link(module, next, log));
        if (!module)
            module = next;
    }
    if (ok && emit > EMIT_FRONTEND)
        ok = weft_module_number_blocks(module, log) && weft_module_begin_and_end(module, log) &&
             weft_module_kernel_info(module, &info, log) && weft_module_link_kernel_library(module, options, log);
    if (ok && emit > EMIT_LINKED)
        ok = weft_pipeline_run(module, options, &info, log);
    if (!ok)
        return false;
    switch (emit) {
    case EMIT_FRONTEND:
    case EMIT_LINKED:
    case EMIT_IR:
        ok = weft_module_print(module, &text);
        break;
    case EMIT_ASM:
        ok = weft_codegen_print(module, options, &text, log);
        break;
    case EMIT_OBJECT:
        ok = weft_codegen_object(module, options, &text, log);
        break;
    default:
        ok = weft_codegen_emit(module, options, &info, &elf, &out->size, log);
        out->data = elf;
        if (ok && emit == EMIT_INFO) {
            print_info(&info, &lines);
            out->data = lines.text;
            out->size = lines.size;
        }
        return ok;
    }
    out->data = text.data;
    out->size = text.size;
    return ok;
}

static bool
parse_emit(const char *name, enum emit *emit)
{
    static const char *const names[] = {"frontend", "linked", "ir", "asm", "object", "elf", "info"};

    for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (strcmp(name, names[i]) == 0) {
            *emit = (enum emit)i;
            return true;
        }
    }
    return false;
}

// A power of two that the compiler takes as a width.
static bool
parse_width(const char *text, unsigned *width)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    *width = (unsigned)value;
    return *text && !*end && value >= 1 && value <= 256 && !(value & (value - 1));
}

static bool
is_source(const char *word)
{
    size_t length = strlen(word);

    return strcmp(word, "-") == 0 || (word[0] != '-' && length > 3 && strcmp(word + length - 3, ".cl") == 0);
}

// Joins the words of the command line as the text clBuildProgram takes: words with blanks are quoted.
static void
append_option(struct weft_log *options, const char *word)
{
    if (options->size)
        weft_log_append(options, " ", 1);
    if (!strpbrk(word, " \t\"'\\")) {
        weft_log_append(options, word, strlen(word));
        return;
    }
    weft_log_append(options, "\"", 1);
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            weft_log_append(options, "\\", 1);
        weft_log_append(options, word, 1);
    }
    weft_log_append(options, "\"", 1);
}

int
main(int argc, char **argv)
{
    const char *input = NULL, *output = NULL;
    struct weft_blob sources[MAX_INPUTS];
    char *files[MAX_INPUTS]; // their absolute paths, never freed; NULL for the standard input
    unsigned count = 0;
    enum emit emit = EMIT_ELF;
    struct weft_log words = {0}, log = {0};
    struct weft_options options;
    struct weft_blob out = {0};
    unsigned width = 0;
    bool remarks = false;
    uint32_t checks = 0;
    uint64_t without = 0;
    const char *cpu = NULL, *triple = NULL;
    char message[512], directory[4096];

    for (int i = 1; i < argc; i++) {
        input = NULL;
        if (strncmp(argv[i], "--emit=", 7) == 0 && parse_emit(argv[i] + 7, &emit))
            continue;
        if (strncmp(argv[i], "--width=", 8) == 0 && parse_width(argv[i] + 8, &width))
            continue;
        if (strncmp(argv[i], "--cpu=", 6) == 0) {
            cpu = argv[i] + 6;
            continue;
        }
        if (strncmp(argv[i], "--target=", 9) == 0) {
            triple = argv[i] + 9;
            continue;
        }
        if (strcmp(argv[i], "--remarks") == 0) {
            remarks = true;
            continue;
        }
        if (strncmp(argv[i], "--check=", 8) == 0 && weft_checks_parse(argv[i] + 8, &checks))
            continue;
        if (strcmp(argv[i], "--without=help") == 0) {
            for (unsigned s = 0; s < WEFT_SWITCHES; s++)
                printf("%-22s %s\n", weft_switch_name(s), weft_switch_meaning(s));
            return 0;
        }
        if (strncmp(argv[i], "--without=", 10) == 0 && weft_switches_parse(argv[i] + 10, &without))
            continue;
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            output = argv[++i];
        else if (strcmp(argv[i], "--") == 0 && i + 1 < argc)
            input = argv[++i];
        else if (is_source(argv[i]))
            input = argv[i];
        else
            append_option(&words, argv[i]);
        if (!input)
            continue;
        if (count == MAX_INPUTS || !read_file(input, &sources[count])) {
            fprintf(stderr, "weftc: cannot read %s\n", input);
            return 1;
        }
        files[count++] = strcmp(input, "-") ? realpath(input, NULL) : NULL;
    }
    if (!count) {
        fputs(usage, stderr);
        return 2;
    }
    if (!output)
        output = emit == EMIT_ELF ? "a.out" : "-";

    struct weft_request request = {.kind = WEFT_REQUEST_BUILD, .options = words.text ? words.text : "", .target = ""};
    request.directory = getcwd(directory, sizeof(directory)) ? directory : "/";
    if (!weft_options_parse(request.kind, request.options, &options, message, sizeof(message))) {
        fprintf(stderr, "weftc: %s\n", message);
        return 2;
    }
    options.width = width;
    options.remarks = remarks;
    options.checks = checks;
    options.without = without;
    options.cpu = cpu;
    options.triple = triple;
    options.offline = true;
    weft_build_initialize_offline();
    weft_initialize_all_targets();
    bool done = compile(&request, sources, files, count, &options, emit, &log, &out);
    if (log.size)
        fwrite(log.text, 1, log.size, stderr);
    if (!done)
        return 1;
    if (!write_file(output, out.data, out.size)) {
        fprintf(stderr, "weftc: cannot write %s\n", output);
        return 1;
    }
    fflush(NULL);
    _exit(0); // not worth freeing everything
}
