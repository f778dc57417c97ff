// SPDX-License-Identifier: Apache-2.0
// Versions of kernels that know their images against the kernels themselves: the same launches on the same random
// images in two processes, one with WEFT_SPECIALIZE=0 and one with =always, and the same bytes from both.
//
// conformance_image_versions [--seed N] [--rounds N] [--from N]: other images and pairs of kernel and format; --from:
// the number of a case in a message, with which to begin.
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/tests/image_versions.h"
#include "conformance/tests/support.h"

// ---- The two processes ---------------------------------------------------------------------------------------------

static struct image_cases cases = {.seed = 1, .rounds = 1};

static void
launches(void **state)
{
    (void)state;
    image_cases_run(&cases);
}

struct process {
    const char *specialize; // WEFT_SPECIALIZE
    pid_t pid;              // 0: ended
    int records, turns;
    FILE *messages;
    struct record last;  // that came whole
    unsigned char *data; // its bytes; owned
};

static void
start(struct process *process, int from)
{
    int ends[2], turns[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(pipe(turns), 0);
    process->messages = tmpfile();
    assert_non_null(process->messages);
    process->pid = fork();
    assert_true(process->pid >= 0);
    if (process->pid == 0) {
        const struct CMUnitTest tests[] = {cmocka_unit_test(launches)};

        close(ends[0]);
        close(turns[1]);
        cases.records = ends[1];
        cases.messages = fileno(process->messages);
        cases.is_version = strcmp(process->specialize, "always") == 0;
        cases.turns = cases.is_version ? turns[0] : -1;
        cases.first = from;
        fcntl(cases.messages, F_SETFL, O_APPEND);
        dup2(cases.messages, STDERR_FILENO);
        dup2(cases.messages, STDOUT_FILENO);
        setenv("WEFT_SPECIALIZE", process->specialize, 1);
        setenv("WEFT_LOG", "info", 1);
        _exit(cmocka_run_group_tests(tests, test_begin, test_end) ? 2 : 0);
    }
    close(ends[1]);
    close(turns[0]);
    process->records = ends[0];
    process->turns = turns[1];
    memset(&process->last, 0, sizeof process->last);
    process->last.number = -1;
}

static bool
read_all(int file, void *data, size_t size)
{
    char *to = data;

    while (size) {
        struct pollfd wait = {.fd = file, .events = POLLIN};
        ssize_t n;

        if (poll(&wait, 1, 120000) <= 0)
            return false;
        n = read(file, to, size);
        if (n <= 0)
            return false;
        to += n;
        size -= (size_t)n;
    }
    return true;
}

// False if none comes any more: the last one is then what the process did before.
static bool
next_record(struct process *process)
{
    struct record record;

    free(process->data);
    process->data = NULL;
    if (!read_all(process->records, &record, sizeof record))
        return false;
    process->data = malloc(record.size + 1);
    assert_non_null(process->data);
    if (!read_all(process->records, process->data, record.size))
        return false;
    process->last = record;
    return true;
}

// Its messages but for those that versions are ready, if `shows`.
static void
stop(struct process *process, bool shows)
{
    char line[1000];
    int status;

    if (process->pid) {
        kill(process->pid, SIGKILL);
        waitpid(process->pid, &status, 0);
    }
    close(process->records);
    close(process->turns);
    rewind(process->messages);
    while (shows && fgets(line, sizeof line, process->messages))
        if (!strstr(line, "a version for groups") && !strstr(line, "[ RUN") && !strstr(line, "[===="))
            printf("  %s", line);
    fclose(process->messages);
    free(process->data);
    process->data = NULL;
}

static float
half_value(const unsigned char *data)
{
    const unsigned half = data[0] | (unsigned)data[1] << 8, exponent = half >> 10 & 31;
    const float mantissa = (float)(half & 1023), sign = half >> 15 ? -1 : 1;

    if (exponent == 31)
        return mantissa > 0 ? NAN : sign * INFINITY;
    return sign * (exponent ? ldexpf(1024 + mantissa, (int)exponent - 25) : ldexpf(mantissa, -24));
}

static float
value(const struct record *record, const unsigned char *data)
{
    float number;

    if (record->elements == HALF_FLOATS)
        return half_value(data);
    memcpy(&number, data, sizeof number);
    return number;
}

static bool
is_same(const struct record *record, const unsigned char *a, const unsigned char *b, size_t size)
{
    float x, y;

    if (memcmp(a, b, size) == 0)
        return true;
    if (record->elements == BYTES)
        return false;
    x = value(record, a);
    y = value(record, b);
    return (isnan(x) && isnan(y)) || fabs((double)x - (double)y) <= record->tolerance * 1.0000001 * (x != y) ||
           (record->tolerance > 0 && x == y);
}

static void
print_item(const struct record *record, const unsigned char *data, size_t bytes)
{
    const size_t size = record->elements == HALF_FLOATS ? 2 : record->elements == FLOAT_NUMBERS ? 4 : 1;

    for (size_t i = 0; i + size <= bytes; i += size) {
        for (size_t k = size; k-- > 0;)
            printf("%02x", data[i + k]);
        if (size > 1)
            printf(" (%.9g)", value(record, data + i));
        printf(i + 2 * size <= bytes ? ", " : "");
    }
}

static void
print_difference(const struct record *record, size_t at, const unsigned char *plain, const unsigned char *version)
{
    size_t bytes = record->item_bits / 8, first, item;

    if (record->item_bits % 8) // pixels that share bytes
        bytes = 1;
    if (record->results) {
        first = at / bytes * bytes;
        item = at / bytes / record->results;
        printf("  result %zu of item (%zu, %zu, %zu)", at / bytes % record->results, item % record->width,
               item / record->width % record->height, item / record->width / record->height);
    } else {
        const size_t row = at / record->row_bytes, in_row = at % record->row_bytes;
        first = row * record->row_bytes + in_row / bytes * bytes;
        item = in_row / bytes;
        printf("  %s %zu in row %zu, slice %zu", record->item_bits % 8 ? "byte" : "pixel", item, row % record->height,
               row / record->height);
        if (in_row * 8 >= record->width * record->item_bits)
            printf(", behind the row");
    }
    printf(": ");
    print_item(record, plain + first, bytes);
    printf(" by the kernel, ");
    print_item(record, version + first, bytes);
    printf(" by its version\n");
}

// Returns whether they agree; else says where not.
static bool
compare(const struct process *plain, const struct process *version)
{
    const struct record *record = &plain->last;
    const size_t step = record->elements == HALF_FLOATS ? 2 : record->elements == FLOAT_NUMBERS ? 4 : 1;
    size_t differences = 0;

    if (record->is_undefined || memcmp(plain->data, version->data, record->size) == 0)
        return true;
    for (size_t i = 0; i < record->size; i += step) {
        if (is_same(record, plain->data + i, version->data + i, step))
            continue;
        if (differences++ == 0) {
            printf("%s\n", record->text);
            print_difference(record, i, plain->data, version->data);
        }
    }
    if (differences)
        printf("  in all %zu of %zu %s\n", differences, record->size / step, step == 1 ? "bytes" : "numbers");
    return differences == 0;
}

// Says what `process` did when it ended, and all that it said.
static void
tell_end(struct process *process)
{
    const char *const text = process->last.is == BEGINS ? process->last.text : "what comes after";
    int status = 0;

    printf("%s\n", *text ? text : "the start");
    if (process->last.is != BEGINS)
        printf("  %s\n", process->last.text);
    usleep(100000); // its end is a little later than that of its records
    if (waitpid(process->pid, &status, WNOHANG) == 0) {
        printf("  hangs");
    } else {
        process->pid = 0;
        if (WIFSIGNALED(status))
            printf("  ends with signal %d", WTERMSIG(status));
        else
            printf("  ends with code %d", WEXITSTATUS(status));
    }
    printf(" where WEFT_SPECIALIZE is %s\n", process->specialize);
}

struct counts {
    unsigned launches, failures;
    int noted; // the last case with a note: one of each is enough
};

static void
note(struct counts *counts, const struct record *record, bool failed, const char *text)
{
    if (!failed || counts->noted == record->number)
        return;
    counts->noted = record->number;
    counts->failures++;
    if (text)
        printf("%s\n  %s\n", record->text, text);
}

// Both from a case on. Returns the case to go on with after an end that was too early, or -1.
static int
run_both(int from, struct counts *counts)
{
    struct process plain = {.specialize = "0"}, version = {.specialize = "always"}, *ended = NULL;
    int next = -1;

    start(&plain, from);
    start(&version, from);
    while (!ended) {
        const int last = plain.last.number;

        if (!next_record(&plain))
            ended = &plain;
        else if (plain.last.is == BEGINS && plain.last.number != last && write(version.turns, "", 1) != 1)
            ended = &version;
        else if (!next_record(&version))
            ended = &version;
        else if (plain.last.is == NO_MORE)
            break;
        else if (plain.last.is == ENDED) {
            counts->launches++;
            note(counts, &version.last, !version.last.has_version, "has no version");
            note(counts, &version.last, counts->noted != plain.last.number && !compare(&plain, &version), NULL);
        }
        assert_true(ended || strcmp(plain.last.text, version.last.text) == 0);
    }
    if (ended) {
        counts->failures++;
        next = ended->last.number + 1 > from ? ended->last.number + 1 : from + 1;
        tell_end(ended);
    }
    stop(&plain, ended == &plain);
    stop(&version, ended == &version);
    return next;
}

static int first_case;

static void
versions_do_what_kernels_do(void **state)
{
    struct counts counts = {.noted = -1};
    int from = first_case;

    (void)state;
    for (int ends = 0; from >= 0 && ends < 20; ends++)
        from = run_both(from, &counts);
    printf("%u launches, %u cases failed, seed %llu\n", counts.launches, counts.failures,
           (unsigned long long)cases.seed);
    assert_int_equal(counts.failures, 0);
}

int
main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(versions_do_what_kernels_do)};

    for (int i = 1; i + 1 < argc; i += 2) {
        const unsigned long long number = strtoull(argv[i + 1], NULL, 10);

        if (strcmp(argv[i], "--seed") == 0)
            cases.seed = number;
        else if (strcmp(argv[i], "--rounds") == 0)
            cases.rounds = (unsigned)number;
        else if (strcmp(argv[i], "--from") == 0)
            first_case = (int)number;
    }
    signal(SIGPIPE, SIG_IGN);
    setvbuf(stdout, NULL, _IOLBF, 0);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
