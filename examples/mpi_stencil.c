// SPDX-License-Identifier: Apache-2.0
// Heat in a plate whose rows are spread over MPI ranks: neighbours send and receive their outermost rows straight from
// and into mapped buffers, while the rows in between are computed.
//
// The plate is a grid of ROWS + 2 times COLUMNS + 2 points, of which the outermost keep their values; in each step
// every other point becomes the mean of its four neighbours. The mean is written such that a fused multiply-add finds
// nothing to fuse, so the result must have the very bits of the serial computation.
#include <limits.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/example.h"

#define ROWS_AT_LEAST 4 // of a rank: its first, its last, and two bands between them

static const char source[] =
    // Value of a point at the beginning; serial_value() is the same.
    "kernel void fill(global float *rows, uint first)\n"
    "{\n"
    "    uint column = get_global_id(0), row = get_global_id(1);\n"
    "    rows[row * get_global_size(0) + column] = ((first + row) * 31 + column * 17) % 101 * 0.0078125f;\n"
    "}\n"
    "\n"
    // Rows whose neighbours this rank has.
    "kernel void inner(global const float *from, global float *to, uint width)\n"
    "{\n"
    "    size_t i = get_global_id(1) * width + get_global_id(0);\n"
    "    to[i] = 0.25f * ((from[i - width] + from[i + width]) + (from[i - 1] + from[i + 1]));\n"
    "}\n"
    "\n"
    // The first or the last row of this rank: one neighbour lies beyond it, the other `inwards`.
    "kernel void edge(global const float *from, global const float *beyond, global float *to, uint row, int inwards,\n"
    "                 uint width)\n"
    "{\n"
    "    size_t x = get_global_id(0), i = row * (size_t)width + x;\n"
    "    to[i] = 0.25f * ((beyond[x] + from[i + inwards]) + (from[i - 1] + from[i + 1]));\n"
    "}\n";

struct problem {
    size_t columns, rows, steps;
    bool checked;
};

enum side { ABOVE, BELOW, SIDES };

// What a rank has of the plate.
struct part {
    struct example run;
    cl_kernel fill, inner, edge;
    size_t first, rows, width; // its first row in the plate, its own rows, points in a row
    int neighbours[SIDES];     // ranks, or MPI_PROC_NULL at the ends of the plate
    cl_mem fields[2];          // its own rows before and after a step, by turns
    cl_mem beyond[SIDES];      // one row each, of the neighbours
};

// The rows that are on their way, as the host sees them.
struct exchange {
    float *sent[SIDES], *received[SIDES]; // NULL where there is no neighbour
    MPI_Request requests[2 * SIDES];
    int request_count;
};

static bool
parse_number(const char *name, const char *text, size_t least, size_t most, bool tell, size_t *number)
{
    char *end;
    unsigned long value = strtoul(text, &end, 10);

    if (*text < '0' || *text > '9' || *end != '\0' || value < least || value > most) {
        if (tell)
            fprintf(stderr, "mpi_stencil: %s is \"%s\" and must be a number from %zu to %zu\n", name, text, least,
                    most);
        return false;
    }
    *number = value;
    return true;
}

// False if the arguments are of no use; the first rank then says why.
static bool
parse(int argc, char **argv, int rank, int ranks, struct problem *problem)
{
    bool tell = rank == 0;

    *problem = (struct problem){.columns = 1024, .rows = 1024, .steps = 100, .checked = true};
    if (argc > 1 && strcmp(argv[argc - 1], "unchecked") == 0) {
        problem->checked = false;
        argc--;
    }
    if (argc != 1 && argc != 4) {
        if (tell)
            fprintf(stderr, "usage: mpirun -np RANKS mpi_stencil [COLUMNS ROWS STEPS] [unchecked]\n");
        return false;
    }
    if (argc == 4 && (!parse_number("COLUMNS", argv[1], 1, 1 << 20, tell, &problem->columns) ||
                      !parse_number("ROWS", argv[2], 1, 1 << 24, tell, &problem->rows) ||
                      !parse_number("STEPS", argv[3], 1, INT_MAX, tell, &problem->steps)))
        return false;
    if (problem->rows / (size_t)ranks < ROWS_AT_LEAST) {
        if (tell)
            fprintf(stderr, "mpi_stencil: %zu rows are too few for %d ranks, each needs %d\n", problem->rows, ranks,
                    ROWS_AT_LEAST);
        return false;
    }
    return true;
}

// Rows 1 to ROWS are the ranks', in order; 0 and ROWS + 1 nobody changes.
static size_t
first_row_of(int rank, const struct problem *problem, int ranks)
{
    return 1 + problem->rows * (size_t)rank / (size_t)ranks;
}

static cl_mem
create_rows(const struct part *part, size_t rows)
{
    cl_int err;
    cl_mem memory = clCreateBuffer(part->run.context, CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                   rows * part->width * sizeof(float), NULL, &err);

    example_check(err, "clCreateBuffer");
    return memory;
}

static cl_kernel
create_kernel(const struct part *part, const char *name)
{
    cl_int err;
    cl_kernel kernel = clCreateKernel(part->run.program, name, &err);

    example_check(err, "clCreateKernel");
    return kernel;
}

// The kernel is the first to touch the memory, so that its pages lie next to this rank's CPUs.
static void
fill(const struct part *part, cl_mem memory, size_t first, size_t rows)
{
    const size_t size[2] = {part->width, rows};
    const cl_uint first_row = (cl_uint)first;

    example_check(clSetKernelArg(part->fill, 0, sizeof memory, &memory), "clSetKernelArg");
    example_check(clSetKernelArg(part->fill, 1, sizeof first_row, &first_row), "clSetKernelArg");
    example_check(clEnqueueNDRangeKernel(part->run.queue, part->fill, 2, NULL, size, NULL, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
}

static void
part_begin(struct part *part, const struct problem *problem, int rank, int ranks)
{
    const size_t first = first_row_of(rank, problem, ranks);

    *part =
        (struct part){.run = example_open(source),
                      .first = first,
                      .rows = first_row_of(rank + 1, problem, ranks) - first,
                      .width = problem->columns + 2,
                      .neighbours = {rank > 0 ? rank - 1 : MPI_PROC_NULL, rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL}};
    part->fill = create_kernel(part, "fill");
    part->inner = create_kernel(part, "inner");
    part->edge = create_kernel(part, "edge");
    for (int i = 0; i < 2; i++) {
        part->fields[i] = create_rows(part, part->rows);
        fill(part, part->fields[i], part->first, part->rows);
    }
    for (int side = 0; side < SIDES; side++) {
        part->beyond[side] = create_rows(part, 1);
        fill(part, part->beyond[side], side == ABOVE ? part->first - 1 : part->first + part->rows, 1);
    }
    example_check(clFinish(part->run.queue), "clFinish");
}

static void
part_end(struct part *part)
{
    for (int i = 0; i < 2; i++)
        clReleaseMemObject(part->fields[i]);
    for (int side = 0; side < SIDES; side++)
        clReleaseMemObject(part->beyond[side]);
    clReleaseKernel(part->fill);
    clReleaseKernel(part->inner);
    clReleaseKernel(part->edge);
    example_end(&part->run);
}

static float *
map_row(const struct part *part, cl_mem memory, size_t row, cl_map_flags flags)
{
    const size_t bytes = part->width * sizeof(float);
    cl_int err;
    float *mapped =
        clEnqueueMapBuffer(part->run.queue, memory, CL_TRUE, flags, row * bytes, bytes, 0, NULL, NULL, &err);

    example_check(err, "clEnqueueMapBuffer");
    return mapped;
}

static void
unmap(const struct part *part, cl_mem memory, float *mapped)
{
    example_check(clEnqueueUnmapMemObject(part->run.queue, memory, mapped, 0, NULL, NULL), "clEnqueueUnmapMemObject");
}

// Sends the outermost rows of `from` on their way and takes what comes from the neighbours. Kernels may read what is
// mapped for reading meanwhile; what is mapped for writing they leave alone, which is why it is another buffer.
static void
exchange_begin(const struct part *part, cl_mem from, struct exchange *exchange)
{
    const int count = (int)part->width;

    *exchange = (struct exchange){.request_count = 0};
    for (int side = 0; side < SIDES; side++) {
        int neighbour = part->neighbours[side];
        MPI_Request *requests = exchange->requests + exchange->request_count;

        if (neighbour == MPI_PROC_NULL)
            continue;
        exchange->received[side] = map_row(part, part->beyond[side], 0, CL_MAP_WRITE_INVALIDATE_REGION);
        exchange->sent[side] = map_row(part, from, side == ABOVE ? 0 : part->rows - 1, CL_MAP_READ);
        MPI_Irecv(exchange->received[side], count, MPI_FLOAT, neighbour, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(exchange->sent[side], count, MPI_FLOAT, neighbour, 0, MPI_COMM_WORLD, &requests[1]);
        exchange->request_count += 2;
    }
}

static void
exchange_end(const struct part *part, cl_mem from, struct exchange *exchange)
{
    MPI_Waitall(exchange->request_count, exchange->requests, MPI_STATUSES_IGNORE);
    for (int side = 0; side < SIDES; side++)
        if (exchange->sent[side]) {
            unmap(part, from, exchange->sent[side]);
            unmap(part, part->beyond[side], exchange->received[side]);
        }
}

// Lets a launch come to its end, then MPI look after messages: most transports move nothing large by themselves. The
// thread does not ask for messages meanwhile, as it may be on the only CPU that the kernel has.
static void
wait_and_progress(cl_event launch, struct exchange *exchange)
{
    int all_arrived;

    example_check(clWaitForEvents(1, &launch), "clWaitForEvents");
    MPI_Testall(exchange->request_count, exchange->requests, &all_arrived, MPI_STATUSES_IGNORE);
}

// The rows that need nothing from neighbours, in two bands.
static void
compute_inner(const struct part *part, cl_mem from, cl_mem to, struct exchange *exchange)
{
    const size_t middle = part->rows / 2, bounds[3] = {1, middle, part->rows - 1};
    const cl_uint width = (cl_uint)part->width;
    cl_event launches[2];

    example_check(clSetKernelArg(part->inner, 0, sizeof from, &from), "clSetKernelArg");
    example_check(clSetKernelArg(part->inner, 1, sizeof to, &to), "clSetKernelArg");
    example_check(clSetKernelArg(part->inner, 2, sizeof width, &width), "clSetKernelArg");
    for (int band = 0; band < 2; band++) {
        const size_t begin[2] = {1, bounds[band]}, size[2] = {part->width - 2, bounds[band + 1] - bounds[band]};

        example_check(
            clEnqueueNDRangeKernel(part->run.queue, part->inner, 2, begin, size, NULL, 0, NULL, &launches[band]),
            "clEnqueueNDRangeKernel");
    }
    for (int band = 0; band < 2; band++) {
        if (exchange->request_count > 0)
            wait_and_progress(launches[band], exchange);
        clReleaseEvent(launches[band]);
    }
}

static void
compute_edge(const struct part *part, cl_mem from, cl_mem to, enum side side)
{
    const size_t begin = 1, size = part->width - 2;
    const cl_uint width = (cl_uint)part->width, row = side == ABOVE ? 0 : (cl_uint)part->rows - 1;
    const cl_int inwards = side == ABOVE ? (cl_int)width : -(cl_int)width;

    example_check(clSetKernelArg(part->edge, 0, sizeof from, &from), "clSetKernelArg");
    example_check(clSetKernelArg(part->edge, 1, sizeof(cl_mem), &part->beyond[side]), "clSetKernelArg");
    example_check(clSetKernelArg(part->edge, 2, sizeof to, &to), "clSetKernelArg");
    example_check(clSetKernelArg(part->edge, 3, sizeof row, &row), "clSetKernelArg");
    example_check(clSetKernelArg(part->edge, 4, sizeof inwards, &inwards), "clSetKernelArg");
    example_check(clSetKernelArg(part->edge, 5, sizeof width, &width), "clSetKernelArg");
    example_check(clEnqueueNDRangeKernel(part->run.queue, part->edge, 1, &begin, &size, NULL, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
}

// Returns how many seconds a step took.
static double
run_steps(const struct part *part, size_t steps)
{
    double begin;

    MPI_Barrier(MPI_COMM_WORLD);
    begin = MPI_Wtime();
    for (size_t step = 0; step < steps; step++) {
        cl_mem from = part->fields[step % 2], to = part->fields[(step + 1) % 2];
        struct exchange exchange;

        exchange_begin(part, from, &exchange);
        compute_inner(part, from, to, &exchange);
        exchange_end(part, from, &exchange);
        compute_edge(part, from, to, ABOVE);
        compute_edge(part, from, to, BELOW);
    }
    example_check(clFinish(part->run.queue), "clFinish");
    MPI_Barrier(MPI_COMM_WORLD);
    return (MPI_Wtime() - begin) / (double)steps;
}

static void
print_ranks(const struct part *part, double step_seconds, int rank, int ranks)
{
    char device[128] = "", line[256], *lines = rank == 0 ? malloc((size_t)ranks * sizeof line) : NULL;
    cl_uint units = 0;

    clGetDeviceInfo(part->run.device, CL_DEVICE_NAME, sizeof device, device, NULL);
    clGetDeviceInfo(part->run.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, NULL);
    snprintf(line, sizeof line, "rank %d:   %s, %u compute units, rows %zu to %zu, %.4f ms a step", rank, device, units,
             part->first, part->first + part->rows - 1, 1e3 * step_seconds);
    if (rank == 0 && !lines)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Gather(line, sizeof line, MPI_CHAR, lines, sizeof line, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < ranks; i++)
        puts(lines + (size_t)i * sizeof line);
    free(lines);
}

static float
serial_value(size_t row, size_t column)
{
    return (float)((row * 31 + column * 17) % 101) * 0.0078125f;
}

// The whole plate after all steps, on this thread alone; owned by the caller. NULL if memory is exhausted.
static float *
compute_serially(const struct problem *problem)
{
    const size_t width = problem->columns + 2, points = (problem->rows + 2) * width;
    float *from = malloc(points * sizeof *from), *to = malloc(points * sizeof *to);

    if (!from || !to) {
        free(from);
        free(to);
        return NULL;
    }
    for (size_t i = 0; i < points; i++)
        from[i] = to[i] = serial_value(i / width, i % width);
    for (size_t step = 0; step < problem->steps; step++) {
        float *swapped = from;

        for (size_t row = 1; row <= problem->rows; row++)
            for (size_t i = row * width + 1; i < (row + 1) * width - 1; i++)
                to[i] = 0.25f * ((from[i - width] + from[i + width]) + (from[i - 1] + from[i + 1]));
        from = to;
        to = swapped;
    }
    free(to);
    return from;
}

// Sends this rank's rows after the last step to the first rank.
static void
send_rows(const struct part *part, cl_mem field)
{
    for (size_t row = 0; row < part->rows; row++) {
        float *mapped = map_row(part, field, row, CL_MAP_READ);

        MPI_Send(mapped, (int)part->width, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
        unmap(part, field, mapped);
    }
}

static size_t
count_different(const float *a, const float *b, size_t count)
{
    size_t different = 0;

    for (size_t i = 0; i < count; i++)
        different += memcmp(&a[i], &b[i], sizeof a[i]) != 0;
    return different;
}

// Compares all ranks' rows, of which the first rank has the first and receives the others in order. False if any point
// has other bits than the serial computation's.
static bool
check_rows(const struct part *part, cl_mem field, const struct problem *problem, int ranks)
{
    const size_t width = part->width;
    float *expected = compute_serially(problem), *received = malloc(width * sizeof *received);
    size_t different = 0;

    if (!expected || !received) {
        fprintf(stderr, "mpi_stencil: no memory left for the serial computation\n");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (size_t row = 1; row <= part->rows; row++) {
        float *mapped = map_row(part, field, row - 1, CL_MAP_READ);

        different += count_different(mapped, expected + row * width, width);
        unmap(part, field, mapped);
    }
    for (int rank = 1; rank < ranks; rank++)
        for (size_t row = first_row_of(rank, problem, ranks); row < first_row_of(rank + 1, problem, ranks); row++) {
            MPI_Recv(received, (int)width, MPI_FLOAT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            different += count_different(received, expected + row * width, width);
        }
    printf("result:   %zu x %zu points, %zu steps: %zu differ from the serial computation\n", problem->columns,
           problem->rows, problem->steps, different);
    free(expected);
    free(received);
    return different == 0;
}

int
main(int argc, char **argv)
{
    struct problem problem;
    struct part part;
    bool right = true;
    int rank, ranks;
    double step_seconds;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (!parse(argc, argv, rank, ranks, &problem)) {
        MPI_Finalize();
        return 2;
    }
    part_begin(&part, &problem, rank, ranks);
    step_seconds = run_steps(&part, problem.steps);
    print_ranks(&part, step_seconds, rank, ranks);
    if (problem.checked && rank == 0)
        right = check_rows(&part, part.fields[problem.steps % 2], &problem, ranks);
    else if (problem.checked)
        send_rows(&part, part.fields[problem.steps % 2]);
    part_end(&part);
    MPI_Finalize();
    return !right;
}
