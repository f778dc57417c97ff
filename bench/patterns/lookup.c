// SPDX-License-Identifier: Apache-2.0
// Patterns of indirect access: tables, lists, searches, graphs, sparse matrices.
#include "bench/patterns/patterns.h"

static int n, size, rounds;

static void
shuffle(struct suite_run *run, int *values, int count)
{
    for (int i = count - 1; i > 0; i--) {
        int j = least((int)suite_random(run, 0, (float)i + 1), i), value = values[i];

        values[i] = values[j];
        values[j] = value;
    }
}

static void
boxes_setup(struct suite_run *run)
{
    const bool constant = run->program->variant;

    n = pattern_size(run, 512 << 10, 1, 256);
    pattern_in_words(run, n);
    pattern_in_bytes(run, 256);
    pattern_out_ints(run, n);
    pattern_1d(run, n, constant ? 64 : 256);
    pattern_arguments(run, "aaa");
}

static void
boxes_reference(struct suite_run *run)
{
    const uint32_t *in = pattern_host(run, 0);
    const uint8_t *table = pattern_host(run, 1);
    uint32_t *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        uint32_t word = in[i];

        for (uint32_t round = 0; round < 8; round++) {
            uint32_t next = 0;

            for (int k = 0; k < 32; k += 8)
                next |= (uint32_t)table[word >> k & 255] << k;
            word = rotated(next, 9) ^ round;
        }
        out[i] = word;
    }
}

static void
gamma_setup(struct suite_run *run)
{
    n = pattern_size(run, 1 << 20, 1, 64);
    pattern_in_bytes(run, (size_t)n * 4);
    pattern_in_floats(run, 256, 0, 1);
    pattern_out_floats(run, (size_t)n * 4, 0, 0);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
gamma_reference(struct suite_run *run)
{
    const uint8_t *in = pattern_host(run, 0);
    const float *table = pattern_host(run, 1);
    float *out = pattern_host(run, 2);

    for (int i = 0; i < 4 * n; i++)
        out[i] = table[in[i]];
}

static void
chase_setup(struct suite_run *run)
{
    int *next;

    n = pattern_size(run, 32 << 10, 1, 64);
    size = 4 * n;
    next = pattern_in_ints(run, size, 0, 1)->host;
    pattern_in_ints(run, size, 0, 1000);
    pattern_out_ints(run, n);
    for (int i = 0; i < size; i++)
        next[i] = i;
    shuffle(run, next, size);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaa");
}

static void
chase_reference(struct suite_run *run)
{
    const int *next = pattern_host(run, 0), *value = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++)
        for (int k = 0, node = i; k < 64; k++, node = next[node])
            out[i] += value[node];
}

// Nodes in a random order go to lists of 1 to 40 nodes, and the lists end with -1.
static void
lists_setup(struct suite_run *run)
{
    int *head, *next, *order, taken = 0;

    n = pattern_size(run, 8 << 10, 1, 64);
    size = 40 * n;
    head = pattern_in_ints(run, n, 0, 1)->host;
    next = pattern_in_ints(run, size, 0, 1)->host;
    pattern_in_ints(run, size, 0, 1000);
    pattern_out_ints(run, n);
    order = malloc((size_t)size * sizeof *order);
    if (!order)
        exit(1);
    for (int i = 0; i < size; i++)
        order[i] = i;
    shuffle(run, order, size);
    for (int i = 0; i < n; i++) {
        head[i] = -1;
        for (int length = 1 + (int)suite_random(run, 0, 39.9f); length > 0; length--) {
            next[order[taken]] = head[i];
            head[i] = order[taken++];
        }
    }
    free(order);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaa");
}

static void
lists_reference(struct suite_run *run)
{
    const int *head = pattern_host(run, 0), *next = pattern_host(run, 1), *value = pattern_host(run, 2);
    int *out = pattern_host(run, 3);

    for (int i = 0; i < n; i++)
        for (int node = head[i]; node != -1; node = next[node])
            out[i] += value[node];
}

static void
search_setup(struct suite_run *run)
{
    int *sorted;

    n = pattern_size(run, 256 << 10, 1, 64);
    size = 4 * n + 5;
    sorted = pattern_in_ints(run, size, 0, 4)->host;
    pattern_in_ints(run, n, -10, size * 3 / 2 + 10);
    pattern_out_ints(run, n);
    for (int i = 1; i < size; i++)
        sorted[i] += sorted[i - 1];
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaai", size);
}

// From a guess on, one by one: the mean step is one and a half.
static void
search_reference(struct suite_run *run)
{
    const int *sorted = pattern_host(run, 0), *query = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        int at = clamped(query[i] * 2 / 3, 0, size);

        while (at < size && sorted[at] < query[i])
            at++;
        while (at > 0 && sorted[at - 1] >= query[i])
            at--;
        out[i] = at;
    }
}

// The draws rise, as those of a particle filter do, and some are beyond the table's end.
static void
draws_setup(struct suite_run *run)
{
    float *sums, *draws;

    n = pattern_size(run, 16 << 10, 1, 64);
    size = n / 4 + 3;
    sums = pattern_in_floats(run, size, 0, 2)->host;
    draws = pattern_in_floats(run, n, 0, 0.5f)->host;
    pattern_out_ints(run, n);
    for (int i = 1; i < size; i++)
        sums[i] += sums[i - 1];
    for (int i = 0; i < n; i++)
        draws[i] += (float)i * 1.01f * sums[size - 1] / (float)n;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaai", size);
}

static void
draws_reference(struct suite_run *run)
{
    const float *sums = pattern_host(run, 0), *draws = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        int low = 0, high = size - 1; // the answer is among these

        while (low < high) {
            int middle = (low + high) / 2;

            if (sums[middle] >= draws[i])
                high = middle;
            else
                low = middle + 1;
        }
        out[i] = low;
    }
}

static uint32_t
hash_cell(int key)
{
    return ((uint32_t)key * 2654435761u >> 7) & (uint32_t)(size - 1);
}

// Keys are even numbers, three in four cells have one; every second query asks for an odd number.
static void
hash_setup(struct suite_run *run)
{
    int *key, *value, *query;

    size = 1 << suite_exponent(run, 18, 1);
    n = pattern_size(run, 256 << 10, 1, 64);
    key = pattern_in_ints(run, size, -1, 0)->host;
    value = pattern_in_ints(run, size, 0, 1)->host;
    query = pattern_in_ints(run, n, 0, size * 3 / 4)->host;
    pattern_out_ints(run, n);
    for (int k = 0; k < size * 3 / 4; k++) {
        uint32_t cell = hash_cell(2 * k);

        while (key[cell] >= 0)
            cell = (cell + 1) & (uint32_t)(size - 1);
        key[cell] = 2 * k;
        value[cell] = 7 * k;
    }
    for (int i = 0; i < n; i++)
        query[i] = 2 * query[i] + i % 2;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaai", size - 1);
}

static void
hash_reference(struct suite_run *run)
{
    const int *query = pattern_host(run, 2);
    int *out = pattern_host(run, 3);

    for (int i = 0; i < n; i++)
        out[i] = query[i] % 2 ? -1 : query[i] / 2 * 7;
}

// Rows of up to `longest` entries, whose columns are random; returns the array of the rows' first entries.
static const int *
compressed_rows(struct suite_run *run, int longest)
{
    int *first = pattern_in_ints(run, (size_t)n + 1, 0, longest + 1)->host, sum = 0;

    for (int i = 0; i <= n; i++) {
        int length = first[i];

        first[i] = sum;
        sum += length;
    }
    pattern_in_ints(run, (size_t)sum + 1, 0, n);
    return first;
}

static void
bfs_setup(struct suite_run *run)
{
    int *level;

    n = pattern_size(run, 128 << 10, 1, 64);
    rounds = 10;
    compressed_rows(run, 8);
    level = pattern_updated(pattern_out_ints(run, n))->host;
    for (int i = 0; i < n; i++)
        level[i] = i % (n / 2) ? -1 : 0;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaai", 0);
    pattern_rounds(run, 3, rounds);
}

// By a queue.
static void
bfs_reference(struct suite_run *run)
{
    const int *first = pattern_host(run, 0), *to = pattern_host(run, 1);
    int *level = pattern_host(run, 2), *queue = malloc((size_t)n * sizeof *queue), end = 0;

    if (!queue)
        exit(1);
    for (int i = 0; i < n; i++)
        if (level[i] == 0)
            queue[end++] = i;
    for (int begin = 0; begin < end && level[queue[begin]] < rounds; begin++)
        for (int e = first[queue[begin]]; e < first[queue[begin] + 1]; e++)
            if (level[to[e]] < 0) {
                level[to[e]] = level[queue[begin]] + 1;
                queue[end++] = to[e];
            }
    free(queue);
}

static void
csr_setup(struct suite_run *run)
{
    const int *first;

    n = pattern_size(run, 64 << 10, 1, 64);
    first = compressed_rows(run, 32);
    pattern_in_floats(run, (size_t)first[n] + 1, -1, 1);
    pattern_in_floats(run, n, -1, 1);
    pattern_out_floats(run, n, 1e-5, 0);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaaa");
}

static void
csr_reference(struct suite_run *run)
{
    const int *first = pattern_host(run, 0), *column = pattern_host(run, 1);
    const float *value = pattern_host(run, 2), *x = pattern_host(run, 3);
    float *y = pattern_host(run, 4);

    for (int k = 0, row = 0; k < first[n]; k++) {
        while (k >= first[row + 1])
            row++;
        y[row] += value[k] * x[column[k]];
    }
}

static void
ell_setup(struct suite_run *run)
{
    int *column;

    n = pattern_size(run, 64 << 10, 1, 64);
    size = 24;
    column = pattern_in_ints(run, (size_t)n * size, 0, n)->host;
    pattern_in_floats(run, (size_t)n * size, -1, 1);
    pattern_in_floats(run, n, -1, 1);
    pattern_out_floats(run, n, 1e-5, 0);
    for (int i = 0; i < n; i++)
        for (int k = size - i % 9; k < size; k++)
            column[k * n + i] = -1;
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaai", size);
}

static void
ell_reference(struct suite_run *run)
{
    const int *column = pattern_host(run, 0);
    const float *value = pattern_host(run, 1), *x = pattern_host(run, 2);
    float *y = pattern_host(run, 3);

    for (int k = 0; k < n * size; k++)
        y[k % n] += column[k] == -1 ? 0 : value[k] * x[column[k]];
}

// Neighbours near in memory, as those of atoms that were sorted by cells.
static void
neighbours_setup(struct suite_run *run)
{
    int *list;

    n = pattern_size(run, 32 << 10, 1, 64);
    rounds = 32;
    pattern_in_floats(run, (size_t)n * 4, 0, 4);
    list = pattern_in_ints(run, (size_t)n * (size_t)rounds, -2000, 2000)->host;
    for (int k = 0; k < rounds; k++)
        for (int i = 0; i < n; i++)
            list[k * n + i] = clamped(i + list[k * n + i], 0, n - 1);
    pattern_out_floats(run, (size_t)n * 4, 1e-3, 1e-4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaii", n, rounds);
}

static void
add_force(double sum[3], const float *me, const float *other)
{
    double d[3], r2 = 0.25, u;

    for (int c = 0; c < 3; c++) {
        d[c] = (double)me[c] - (double)other[c];
        r2 += d[c] * d[c];
    }
    u = 1 / r2 * (double)other[3];
    for (int c = 0; c < 3; c++)
        sum[c] += d[c] * u;
}

static void
neighbours_reference(struct suite_run *run)
{
    const float *position = pattern_host(run, 0);
    const int *list = pattern_host(run, 1);
    float *force = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        double sum[3] = {0};

        for (int k = 0; k < rounds; k++)
            add_force(sum, &position[4 * i], &position[4 * list[k * n + i]]);
        for (int c = 0; c < 3; c++)
            force[4 * i + c] = (float)sum[c];
    }
}

// Particles sorted by the cells of a grid, 0 to 5 in each, and where each cell's begin.
static void
cells_setup(struct suite_run *run)
{
    float *position;
    int *start, at = 0;

    size = pattern_size(run, 96, 2, 8);
    n = size * size * 2;
    position = pattern_in_floats(run, (size_t)n * 4, 0, 1)->host;
    start = pattern_in_ints(run, (size_t)(size * size + 1), 0, 5)->host;
    for (int cell = 0; cell <= size * size; cell++) {
        const int count = cell < size * size ? start[cell] : 0;

        start[cell] = at;
        for (int left = count; left > 0 && at < n; left--, at++) {
            position[4 * at] += (float)(cell % size);
            position[4 * at + 1] += (float)(cell / size);
        }
    }
    for (; at < n; at++) // in no cell; these see the last one's
        position[4 * at] = position[4 * at + 1] = (float)size - 0.5f;
    pattern_out_floats(run, (size_t)n * 4, 1e-3, 1e-4);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaai", size);
}

static void
cells_reference(struct suite_run *run)
{
    const float *position = pattern_host(run, 0);
    const int *start = pattern_host(run, 1);
    float *force = pattern_host(run, 2);

    for (int i = 0; i < n; i++) {
        const float *me = &position[4 * i];
        const int x = (int)me[0], y = (int)me[1];
        double sum[3] = {0};

        // The cells next to each other in a row are one piece of the particles.
        for (int row = most(y - 1, 0); row <= least(y + 1, size - 1); row++)
            for (int j = start[row * size + most(x - 1, 0)]; j < start[row * size + least(x + 1, size - 1) + 1]; j++)
                if (j != i)
                    add_force(sum, me, &position[4 * j]);
        for (int c = 0; c < 3; c++)
            force[4 * i + c] = (float)sum[c];
    }
}

// variant: the way.
static void
bisect_setup(struct suite_run *run)
{
    enum { TABLES = 64, MOST = 16 };
    int *tables;

    n = pattern_size(run, 64 << 10, 1, 64);
    pattern_in_ints(run, n, 1, MOST + 1);
    pattern_in_ints(run, (size_t)n * MOST, 0, TABLES);
    tables = pattern_in_ints(run, TABLES * 512, 0, 100000)->host;
    for (int i = 0; i < TABLES; i++)
        pattern_sort(tables + 512 * i, 512);
    pattern_in_ints(run, n, 0, 100000);
    pattern_out_ints(run, n);
    pattern_1d(run, n, 64);
    pattern_arguments(run, "aaaaai", run->program->variant);
}

static void
bisect_reference(struct suite_run *run)
{
    const int *count = pattern_host(run, 0), *which = pattern_host(run, 1), *tables = pattern_host(run, 2);
    const int *wanted = pattern_host(run, 3);
    int *out = pattern_host(run, 4);

    for (int i = 0; i < n; i++) {
        out[i] = 0;
        for (int k = 0; k < count[i]; k++) {
            const int *table = tables + 512 * which[k * n + i];
            int low = 0;

            while (low < 510 && table[low + 1] <= wanted[i])
                low++;
            out[i] += table[low] + low;
        }
    }
}

static void
walks_setup(struct suite_run *run)
{
    int *next;

    n = pattern_size(run, 1024, 2, 64);
    size = n * n;
    pattern_in_ints(run, size, 0, 1024);
    next = pattern_in_ints(run, size, 0, 1)->host;
    pattern_out_ints(run, size);
    for (int i = 0; i < size; i++)
        next[i] = i;
    shuffle(run, next, size);
    pattern_2d(run, n, n, 0, 0);
    pattern_arguments(run, "aaaii", n, n);
}

// How many steps the way from a place has.
static int
steps_from(int at, const int *value, const int *next)
{
    int steps = 0;

    while (steps < 256 && value[at] >= 8) {
        at = next[at];
        steps++;
    }
    return steps;
}

static void
walks_reference(struct suite_run *run)
{
    const int *value = pattern_host(run, 0), *next = pattern_host(run, 1);
    int *out = pattern_host(run, 2);

    for (int i = 0; i < size; i++) {
        const bool is_inside = i >= n && i < size - n && i % n > 0 && i % n < n - 1;
        const int neighbours[] = {-1, 1, -n, n};
        bool is_highest = is_inside && value[i] >= 1016;

        for (int k = 0; is_highest && k < 4; k++)
            is_highest = value[i + neighbours[k]] < value[i];
        out[i] = is_highest ? steps_from(i, value, next) : 0;
    }
}

const struct suite_program patterns_lookup[] = {PATTERN(table_constant, boxes_setup, boxes_reference, .variant = 1),
                                                PATTERN(table_local, boxes_setup, boxes_reference),
                                                PATTERN(table_global, gamma_setup, gamma_reference),
                                                PATTERN(list_chase, chase_setup, chase_reference),
                                                PATTERN(list_walk, lists_setup, lists_reference),
                                                PATTERN(binary_search, search_setup, search_reference),
                                                PATTERN(table_search, draws_setup, draws_reference),
                                                PATTERN(hash_probe, hash_setup, hash_reference),
                                                PATTERN(bfs_level, bfs_setup, bfs_reference),
                                                PATTERN(spmv_csr, csr_setup, csr_reference),
                                                PATTERN(spmv_ell, ell_setup, ell_reference),
                                                PATTERN(neighbour_list, neighbours_setup, neighbours_reference),
                                                PATTERN(neighbour_cells, cells_setup, cells_reference),
                                                PATTERN(table_bisect, bisect_setup, bisect_reference, .variant = 1),
                                                PATTERN(rare_walk, walks_setup, walks_reference),
                                                {0}};
