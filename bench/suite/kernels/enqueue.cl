// SPDX-License-Identifier: Apache-2.0
// Kernels that enqueue kernels.

#define NOW CLK_ENQUEUE_FLAGS_NO_WAIT
#define AFTER CLK_ENQUEUE_FLAGS_WAIT_KERNEL

// ---- Children that do nothing: `batches` times `children`, one batch after the other.

kernel void
empty(global int *count, int batches, int children)
{
    for (int i = 0; i < children; i++)
        if (enqueue_kernel(get_default_queue(), NOW, ndrange_1D(1), ^{}))
            return;
    count[0] += children;
    if (batches > 1)
        enqueue_kernel(get_default_queue(), AFTER, ndrange_1D(1), ^{ empty(count, batches - 1, children); });
}

// ---- Breadth-first search: a child for each level, over the nodes that the last one has found.

void
visit(global const int *rows, global const int *columns, global int *level, global const int *from, global int *to,
      global int *count, int depth)
{
    int node = from[get_global_id(0)];

    for (int i = rows[node]; i < rows[node + 1]; i++)
        if (level[columns[i]] < 0 && atomic_cmpxchg((volatile global int *)level + columns[i], -1, depth) == -1)
            to[atomic_inc((volatile global int *)count)] = columns[i];
}

kernel void
bfs(global const int *rows, global const int *columns, global int *level, global int *from, global int *to,
    global int *counts, int depth)
{
    int found = depth ? counts[depth & 1] : 1;

    if (!depth)
        from[0] = 0;

    counts[~depth & 1] = 0;
    if (!found)
        return;
    clk_event_t done;
    enqueue_kernel(get_default_queue(), NOW, ndrange_1D(found), 0, NULL, &done,
                   ^{ visit(rows, columns, level, from, to, counts + (~depth & 1), depth + 1); });
    enqueue_kernel(get_default_queue(), NOW, ndrange_1D(1), 1, &done, NULL,
                   ^{ bfs(rows, columns, level, to, from, counts, depth + 1); });
    release_event(done);
}

// ---- A quadtree: points of a node are moved to where its children's are, which are built by children.

kernel void
quadtree(global float2 *points, global float2 *other, global int *nodes, int first, int end, float x, float y,
         float half_size, int depth)
{
    int count[4] = {0, 0, 0, 0}, next[4];

    atomic_inc((volatile global int *)nodes);
    if (end - first <= 32 || depth == 12) {
        if (depth & 1)
            for (int i = first; i < end; i++)
                other[i] = points[i]; // the result is where the root's points were
        return;
    }
    for (int i = first; i < end; i++)
        count[(points[i].x >= x) + (points[i].y >= y) * 2]++;
    next[0] = first;
    for (int q = 1; q < 4; q++)
        next[q] = next[q - 1] + count[q - 1];
    for (int i = first; i < end; i++)
        other[next[(points[i].x >= x) + (points[i].y >= y) * 2]++] = points[i];
    for (int q = 0; q < 4; q++) {
        int from = next[q] - count[q], to = next[q];
        float h = half_size / 2, cx = x + (q & 1 ? h : -h), cy = y + (q & 2 ? h : -h);

        if (count[q])
            enqueue_kernel(get_default_queue(), AFTER, ndrange_1D(1),
                           ^{ quadtree(other, points, nodes, from, to, cx, cy, h, depth + 1); });
    }
}

// ---- Merge sort: two halves, and when both are sorted a work-item for each value, which finds its place by how many of
// the other half come before it. The halves are sorted into the array that the result is not in.

void
insertion_sort(global int *values, int first, int end)
{
    for (int i = first + 1; i < end; i++) {
        int value = values[i], j = i;

        for (; j > first && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

// How many of the values come before this one, or are the same if `with_same`.
int
count_before(global const int *values, int first, int end, int value, int with_same)
{
    int low = first, high = end;

    while (low < high) {
        int middle = (low + high) / 2;
        int is_before = values[middle] < value || (with_same && values[middle] == value);

        low = is_before ? middle + 1 : low;
        high = is_before ? high : middle;
    }
    return low - first;
}

void
merge(global const int *from, global int *to, int first, int middle, int end)
{
    int i = first + get_global_id(0), value = from[i];
    int others = i < middle ? count_before(from, middle, end, value, 0) : count_before(from, first, middle, value, 1);

    to[i < middle ? i + others : i - middle + first + others] = value;
}

kernel void
merge_sort(global int *values, global int *other, int first, int end, int to_other)
{
    if (end - first <= 32) {
        insertion_sort(values, first, end);
        if (to_other)
            for (int i = first; i < end; i++)
                other[i] = values[i];
        return;
    }
    int middle = first + (end - first) / 2;
    queue_t queue = get_default_queue();
    clk_event_t halves[2];
    enqueue_kernel(queue, NOW, ndrange_1D(1), 0, NULL, &halves[0],
                   ^{ merge_sort(values, other, first, middle, !to_other); });
    enqueue_kernel(queue, NOW, ndrange_1D(1), 0, NULL, &halves[1],
                   ^{ merge_sort(values, other, middle, end, !to_other); });
    enqueue_kernel(queue, NOW, ndrange_1D(end - first), 2, halves, NULL,
                   ^{ merge(to_other ? values : other, to_other ? other : values, first, middle, end); });
    release_event(halves[0]);
    release_event(halves[1]);
}

// ---- The Mandelbrot set by subdivision (Mariani and Silver): a square whose edge is all alike is filled.

int
iterations(int x, int y, int size, int limit)
{
    float re = x * 3.0f / size - 2.25f, im = y * 3.0f / size - 1.5f, a = 0, b = 0;
    int n = 0;

    while (n < limit && a * a + b * b < 4) {
        float c = a * a - b * b + re;

        b = 2 * a * b + im;
        a = c;
        n++;
    }
    return n;
}

// One group for each square.
kernel void
subdivide(global int *image, int size, int limit, int x0, int y0, int side)
{
    int l = get_local_id(0), items = get_local_size(0), first = iterations(x0, y0, size, limit), alike = 1;
    queue_t queue = get_default_queue();

    for (int i = l; i < side; i += items)
        alike &= iterations(x0 + i, y0, size, limit) == first && iterations(x0 + i, y0 + side - 1, size, limit) == first &&
                 iterations(x0, y0 + i, size, limit) == first && iterations(x0 + side - 1, y0 + i, size, limit) == first;
    alike = work_group_all(alike);
    if (l)
        return;
    const size_t all[2] = {side, side};
    if (alike) {
        enqueue_kernel(queue, NOW, ndrange_2D(all),
                       ^{ image[(y0 + get_global_id(1)) * size + x0 + get_global_id(0)] = first; });
    } else if (side <= 32) {
        enqueue_kernel(queue, NOW, ndrange_2D(all), ^{
            int x = x0 + get_global_id(0), y = y0 + get_global_id(1);
            image[y * size + x] = iterations(x, y, size, limit);
        });
    } else {
        int s = side / 4;

        for (int q = 0; q < 16; q++) {
            int x = x0 + q % 4 * s, y = y0 + q / 4 * s;

            enqueue_kernel(queue, NOW, ndrange_1D(64, 64), ^{ subdivide(image, size, limit, x, y, s); });
        }
    }
}
