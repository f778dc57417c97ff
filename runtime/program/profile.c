// SPDX-License-Identifier: Apache-2.0
// WEFT_PROFILE=1: what each kernel has taken, on stderr at the process's end.
#include "runtime/program/profile.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/thread.h"

// One kernel in one form; programs that have a kernel of the same name share it.
struct row {
    char *name; // owned
    uint32_t form;
    uint64_t launches, items, ns;
    uint64_t build_ns; // in the row of form 0
};

static struct weft_mutex profile_lock = WEFT_MUTEX_INITIALIZER;
static struct row *rows WEFT_GUARDED_BY(profile_lock); // owned
static size_t row_count WEFT_GUARDED_BY(profile_lock);
static uint32_t
    forks WEFT_GUARDED_BY(profile_lock); // when the rows were begun: they are the parent's after another one

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_on;

static void
read_variable(void)
{
    const char *value = getenv("WEFT_PROFILE");

    is_on = value && strcmp(value, "0") != 0 && value[0];
}

bool
weft_profile_is_on(void)
{
    pthread_once(&once, read_variable);
    return is_on;
}

static void
forget(void) WEFT_REQUIRES(profile_lock)
{
    for (size_t i = 0; i < row_count; i++)
        free(rows[i].name);
    free(rows);
    rows = NULL;
    row_count = 0;
}

static struct row *
find_row(const char *name, uint32_t form) WEFT_REQUIRES(profile_lock)
{
    for (size_t i = 0; i < row_count; i++)
        if (rows[i].form == form && strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

// The row, or a new one; NULL without memory: then it is not counted.
static struct row *
make_row(const char *name, uint32_t form) WEFT_REQUIRES(profile_lock)
{
    struct row *row, *more;
    char *copy;

    if (forks != weft_fork_count())
        forget();
    forks = weft_fork_count();
    row = find_row(name, form);
    if (row)
        return row;
    copy = strdup(name);
    more = copy ? realloc(rows, (row_count + 1) * sizeof(*rows)) : NULL;
    if (!more) {
        free(copy);
        return NULL;
    }
    rows = more;
    rows[row_count] = (struct row){.name = copy, .form = form};
    return &rows[row_count++];
}

void
weft_profile_build(const struct weft_program_info *info, uint64_t ns)
{
    weft_mutex_lock(&profile_lock);
    for (uint32_t i = 0; i < info->kernel_count; i++) {
        struct row *row = make_row(info->kernels[i].name, 0);

        if (row)
            row->build_ns += ns;
    }
    weft_mutex_unlock(&profile_lock);
}

void
weft_profile_launch(const struct weft_kernel_info *info, uint64_t items, uint64_t ns)
{
    struct row *row;

    weft_mutex_lock(&profile_lock);
    row = make_row(info->name, info->form ? info->form : weft_form(0, 0));
    if (row) {
        row->launches++;
        row->items += items;
        row->ns += ns;
    }
    weft_mutex_unlock(&profile_lock);
}

static int
by_time(const void *a, const void *b)
{
    const struct row *x = a, *y = b;

    return (x->ns < y->ns) - (x->ns > y->ns);
}

static uint64_t
build_ns(const char *name) WEFT_REQUIRES(profile_lock)
{
    const struct row *row = find_row(name, 0);

    return row ? row->build_ns : 0;
}

static void
print_row(const struct row *row, uint64_t all_ns) WEFT_REQUIRES(profile_lock)
{
    char form[32];

    if (weft_form_width(row->form) == 1)
        snprintf(form, sizeof(form), "one at a time");
    else
        snprintf(form, sizeof(form), row->form & WEFT_FORM_WIDE_REST ? "%u of dim. %u, wide" : "%u of dimension %u",
                 weft_form_width(row->form), weft_form_dimension(row->form));
    fprintf(stderr, "%-32s %9llu %11.3f %6.1f %12.3f %10.2f  %-19s %9.1f\n", row->name,
            (unsigned long long)row->launches, (double)row->ns / 1e6, 100.0 * (double)row->ns / (double)all_ns,
            (double)row->ns / 1e3 / (double)row->launches, (double)row->items * 1e3 / ((double)row->ns + 1), form,
            (double)build_ns(row->name) / 1e6);
}

void
weft_profile_print(void)
{
    uint64_t all_ns = 1, launches = 0;

    weft_mutex_lock(&profile_lock);
    if (forks == weft_fork_count() && row_count) {
        qsort(rows, row_count, sizeof(*rows), by_time);
        for (size_t i = 0; i < row_count; i++) {
            all_ns += rows[i].ns;
            launches += rows[i].launches;
        }
        if (launches)
            fprintf(stderr, "%-32s %9s %11s %6s %12s %10s  %-19s %9s\n", "kernel", "launches", "ms", "%", "us/launch",
                    "Mitems/s", "work-items together", "build ms");
        for (size_t i = 0; i < row_count; i++)
            if (rows[i].launches)
                print_row(&rows[i], all_ns);
    }
    forget();
    weft_mutex_unlock(&profile_lock);
}
