// SPDX-License-Identifier: Apache-2.0
// Runs the suite's programs on the first platform's device, or natively, and prints a line of JSON for each.
#include "bench/patterns/patterns.h"

#include <math.h>
#include <string.h>

static const struct suite_program *const modules[] = {
    suite_linear,    suite_matrix,     suite_simulation, suite_grid,       suite_image,     suite_images,
    suite_group,     suite_data,       suite_fft,        suite_math,       suite_peak,      suite_enqueues,
    patterns_ranges, patterns_matrix,  patterns_stencil, patterns_filter,  patterns_layout, patterns_private,
    patterns_lookup, patterns_atomics, patterns_bytes,   patterns_numbers, patterns_hash,   patterns_group,
    patterns_loops,  patterns_models};

// Runs only where it or one of its programs is named.
static const char separate_group[] = "patterns";

struct options {
    const char *program; // borrowed from argv; NULL for all
    const char *group;   // borrowed from argv; NULL for all but separate_group
    const char *kernels; // borrowed from argv
    double scale, budget_seconds;
    int runs;
    bool native, list, verify;
};

static const char usage[] =
    "bench_suite [--list] [--program NAME] [--group NAME] [--scale FACTOR] [--runs N] [--budget SECONDS] [--native]\n"
    "            [--no-verify] [--kernels DIRECTORY]\n";

static double
half_to_double(uint16_t bits)
{
    int exponent = bits >> 10 & 31, mantissa = bits & 1023;
    double value = exponent == 31 ? (mantissa ? NAN : INFINITY)
                   : exponent     ? ldexp(1024 + mantissa, exponent - 25)
                                  : ldexp(mantissa, -24);

    return bits >> 15 ? -value : value;
}

static double
element(enum suite_type type, const void *values, size_t i)
{
    switch (type) {
    case SUITE_FLOAT:
        return (double)((const float *)values)[i];
    case SUITE_DOUBLE:
        return ((const double *)values)[i];
    case SUITE_HALF:
        return half_to_double(((const uint16_t *)values)[i]);
    case SUITE_INT:
        return ((const int32_t *)values)[i];
    case SUITE_USHORT:
        return ((const uint16_t *)values)[i];
    case SUITE_UCHAR:
        return ((const uint8_t *)values)[i];
    }
    return NAN;
}

// Whether the device's results are the reference's within the stated tolerance; says on stderr where not.
static bool
array_matches(const struct suite_run *run, const struct suite_array *array)
{
    size_t misses = 0, first = 0;

    for (size_t i = 0; i < array->compare; i++) {
        double want = element(array->type, array->host, i), got = element(array->type, array->result, i);

        // Not a number is no match for anything, and no reference of the suite has one.
        if (!(fabs(got - want) <= array->absolute + array->relative * fabs(want)) && misses++ == 0)
            first = i;
    }
    if (misses)
        fprintf(stderr, "%s: array %d: %zu of %zu elements differ, first [%zu]: %.9g for %.9g%s\n", run->program->name,
                (int)(array - run->arrays), misses, array->compare, first, element(array->type, array->result, first),
                element(array->type, array->host, first),
                (double)misses <= array->misses * (double)array->compare ? " (allowed)" : "");
    return (double)misses <= array->misses * (double)array->compare;
}

static bool
is_result(const struct suite_array *array)
{
    return array->use == SUITE_OUT || array->use == SUITE_INOUT;
}

static void
run_native(struct suite_run *run)
{
    for (int i = 0; i < run->repeats; i++)
        run->program->native(run);
}

// Whether all results are right; the host's inputs are as setup() made them.
static bool
verify(struct suite_run *run)
{
    bool good = true;

    if (run->program->reference)
        run->program->reference(run);
    else
        run_native(run);
    for (int i = 0; i < run->array_count; i++)
        if (is_result(&run->arrays[i]))
            good &= array_matches(run, &run->arrays[i]);
    return good;
}

static void *
copy(const void *from, size_t bytes)
{
    void *to = malloc(bytes);

    if (!to)
        exit(1);
    return memcpy(to, from, bytes);
}

static char *
read_source(const char *directory, const char *name)
{
    char path[4096], *text;
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    file = fopen(path, "rb");
    text = calloc(1, 1 << 20);
    if (!file || !text) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    length = fread(text, 1, (1 << 20) - 1, file);
    text[length] = 0;
    fclose(file);
    return text;
}

// The most that a queue on the device may have; 0: there are none.
static cl_uint
device_queue_bytes(const struct bench *bench)
{
    cl_uint bytes = 0;

    // Before 2.0 this is no query.
    if (clGetDeviceInfo(bench->device, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, sizeof bytes, &bytes, NULL) != CL_SUCCESS)
        return 0;
    return bytes;
}

static void
make_device_queue(struct suite_run *run)
{
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT,
        CL_QUEUE_SIZE, device_queue_bytes(&run->bench), 0};
    cl_int err;

    run->device_queue = clCreateCommandQueueWithProperties(run->bench.context, run->bench.device, properties, &err);
    bench_check(err, "clCreateCommandQueueWithProperties");
}

static void
build(struct suite_run *run, const char *source)
{
    cl_int err;

    run->built = clCreateProgramWithSource(run->bench.context, 1, &source, NULL, &err);
    bench_check(err, "clCreateProgramWithSource");
    err = clBuildProgram(run->built, 1, &run->bench.device, run->program->options, NULL, NULL);
    if (err != CL_SUCCESS) {
        static char log[65536];

        clGetProgramBuildInfo(run->built, run->bench.device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s: %s\n", run->program->name, log);
    }
    bench_check(err, "clBuildProgram");
    if (run->program->extension && strcmp(run->program->extension, SUITE_DEVICE_QUEUE) == 0)
        make_device_queue(run);
    run->program->bind(run);
}

// Of all the process's threads.
static double
cpu_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Seconds of one run, from enqueue to finish, or of the native form; adds its CPU time to *cpu.
static double
timed_run(struct suite_run *run, bool native, double *cpu)
{
    double start, seconds, start_cpu;

    for (int i = 0; i < run->array_count; i++) {
        struct suite_array *array = &run->arrays[i];

        if (array->use != SUITE_INOUT)
            continue;
        if (native)
            memcpy(array->host, array->initial, array->bytes);
        else
            suite_memory_write(run, array, array->initial);
    }
    start_cpu = cpu_seconds();
    start = bench_seconds();
    if (native) {
        run_native(run);
    } else {
        for (int i = 0; i < run->repeats; i++)
            run->program->launch(run);
        bench_check(clFinish(run->bench.queue), "clFinish");
    }
    seconds = bench_seconds() - start;
    *cpu += cpu_seconds() - start_cpu;
    return seconds;
}

static void
results_read(struct suite_run *run)
{
    for (int i = 0; i < run->array_count; i++) {
        struct suite_array *array = &run->arrays[i];

        if (!is_result(array))
            continue;
        array->result = malloc(array->bytes);
        if (!array->result)
            exit(1);
        suite_memory_read(run, array, array->result);
    }
}

static int
compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

// Runs until options->runs or, after two, the time budget: sorted seconds, the mean CPU time (a single run's may lack
// what another thread has not been charged with yet), and how many.
static int
measure(struct suite_run *run, const struct options *options, double *seconds, double *cpu)
{
    double begin = bench_seconds();
    int count = 0;

    *cpu = 0;
    while (count < options->runs && (count < 2 || bench_seconds() - begin < options->budget_seconds))
        seconds[count++] = timed_run(run, options->native, cpu);
    qsort(seconds, (size_t)count, sizeof *seconds, compare_doubles);
    *cpu /= count;
    return count;
}

static void
release(struct suite_run *run)
{
    for (int i = 0; i < run->array_count; i++) {
        free(run->arrays[i].host);
        free(run->arrays[i].initial);
        free(run->arrays[i].result);
        if (run->arrays[i].memory)
            clReleaseMemObject(run->arrays[i].memory);
    }
    for (int i = 0; i < run->kernel_count; i++)
        clReleaseKernel(run->kernels[i]);
    for (int i = 0; i < run->sampler_count; i++)
        clReleaseSampler(run->samplers[i]);
    if (run->built)
        clReleaseProgram(run->built);
    if (run->device_queue)
        clReleaseCommandQueue(run->device_queue);
}

// The extension, if the program needs one that the device lacks, else NULL.
static const char *
lacks(const struct bench *bench, const char *extension)
{
    size_t bytes = 0;
    char *all;
    bool found;

    if (!extension)
        return NULL;
    if (strcmp(extension, SUITE_DEVICE_QUEUE) == 0)
        return device_queue_bytes(bench) ? NULL : extension;
    bench_check(clGetDeviceInfo(bench->device, CL_DEVICE_EXTENSIONS, 0, NULL, &bytes), "clGetDeviceInfo");
    all = calloc(1, bytes + 1);
    if (!all)
        exit(1);
    clGetDeviceInfo(bench->device, CL_DEVICE_EXTENSIONS, bytes, all, NULL);
    found = strstr(all, extension);
    free(all);
    return found ? NULL : extension;
}

// Returns whether the results were right, or not looked at.
static bool
run_program(const struct suite_program *program, const struct options *options, const struct bench *bench)
{
    struct suite_run run = {.program = program, .scale = options->scale, .repeats = 1, .random = 1};
    double *seconds = calloc((size_t)options->runs, sizeof *seconds), start, first, build_seconds = 0, cpu = 0;
    const char *verified = "null", *need = NULL;
    int count;

    if (!seconds)
        exit(1);
    if (!options->native) {
        run.bench = *bench;
        need = lacks(bench, program->extension);
    } else if (!program->native) {
        need = "an OpenCL platform";
    } else if (program->native_lacks && program->native_lacks(program)) {
        need = program->extension ? program->extension : "vectors";
    }
    if (!need) {
        program->setup(&run);
        need = options->native ? NULL : suite_memory_lacks(&run);
    }
    if (need) {
        printf("{\"name\": \"%s\", \"group\": \"%s\", \"skipped\": \"needs %s\"}\n", program->name, program->group,
               need);
        release(&run);
        free(seconds);
        return true;
    }
    for (int i = 0; i < run.array_count; i++)
        if (run.arrays[i].use == SUITE_INOUT)
            run.arrays[i].initial = copy(run.arrays[i].host, run.arrays[i].bytes);
    if (options->native) {
        timed_run(&run, true, &cpu);
        count = measure(&run, options, seconds, &cpu);
    } else {
        char *source = read_source(options->kernels, program->source);

        for (int i = 0; i < run.array_count; i++)
            suite_memory_create(&run, &run.arrays[i]);
        start = bench_seconds();
        build(&run, source);
        build_seconds = bench_seconds() - start;
        first = timed_run(&run, false, &cpu);
        results_read(&run);
        count = measure(&run, options, seconds, &cpu);
        // What is compiled at the first launch makes it longer than the others; noise may make it shorter.
        build_seconds += fmax(first - seconds[count / 2], 0);
        // After the measurement: the native form's threads spin for a while when they have finished.
        if (options->verify)
            verified = verify(&run) ? "true" : "false";
        free(source);
    }
    printf("{\"name\": \"%s\", \"group\": \"%s\", \"verified\": %s, \"median_seconds\": %.9f, \"min_seconds\": %.9f, "
           "\"cpu_seconds\": %.9f, \"runs\": %d, \"build_seconds\": %.6f, \"rate\": %.7g, \"unit\": \"%s\"}\n",
           program->name, program->group, verified, seconds[count / 2], seconds[0], cpu, count, build_seconds,
           run.work * run.repeats / seconds[0] / 1e9, program->unit);
    fflush(stdout);
    release(&run);
    free(seconds);
    return strcmp(verified, "false") != 0;
}

static struct options
parse(int argc, char **argv)
{
    struct options options = {
        .kernels = WEFT_SUITE_KERNELS, .scale = 1, .budget_seconds = 0.3, .runs = 9, .verify = true};

    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;

        if (!strcmp(name, "--list")) {
            options.list = true;
            continue;
        }
        if (!strcmp(name, "--native")) {
            options.native = true;
            continue;
        }
        if (!strcmp(name, "--no-verify")) {
            options.verify = false;
            continue;
        }
        if (value && !strcmp(name, "--program"))
            options.program = value;
        else if (value && !strcmp(name, "--group"))
            options.group = value;
        else if (value && !strcmp(name, "--scale"))
            options.scale = atof(value);
        else if (value && !strcmp(name, "--runs"))
            options.runs = atoi(value);
        else if (value && !strcmp(name, "--budget"))
            options.budget_seconds = atof(value);
        else if (value && !strcmp(name, "--kernels"))
            options.kernels = value;
        else
            value = NULL;
        if (!value || options.runs < 1 || !(options.scale > 0)) {
            fputs(usage, stderr);
            exit(2);
        }
        i++;
    }
    return options;
}

static bool
chosen(const struct suite_program *program, const struct options *options)
{
    if (options->program && strcmp(options->program, program->name))
        return false;
    if (options->group)
        return strcmp(options->group, program->group) == 0;
    return options->program || strcmp(program->group, separate_group);
}

int
main(int argc, char **argv)
{
    struct options options = parse(argc, argv);
    struct bench bench = {0};
    bool good = true, found = false;

    if (!options.native && !options.list)
        bench = bench_begin();
    for (size_t m = 0; m < sizeof modules / sizeof *modules; m++)
        for (const struct suite_program *program = modules[m]; program->name; program++) {
            if (!chosen(program, &options))
                continue;
            found = true;
            if (options.list)
                printf("%s %s %s %s\n", program->group, program->name, program->source,
                       program->options ? program->options : "");
            else
                good &= run_program(program, &options, &bench);
        }
    if (!found)
        fprintf(stderr, "no such program or group: see --list\n");
    if (bench.context)
        bench_end(&bench);
    return good && found ? 0 : 1;
}
