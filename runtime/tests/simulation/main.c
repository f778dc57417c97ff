// SPDX-License-Identifier: Apache-2.0
// Proves on machines that are not there that launches end, that nobody waits in vain, and what a launch costs that uses
// all CPUs.
//   simulation [SEEDS [FIRST]]   random programs on random machines, with threads held up at random
//   simulation --table           the table of docs/scheduler.md
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/exec/scheduler.h"
#include "runtime/tests/simulation/machine.h"

struct machine {
    const char *text; // as HWLOC_SYNTHETIC
    unsigned cpus, nodes;
};

static struct weft_cpu_set *
all_cpus(unsigned count)
{
    struct weft_cpu_set *set = calloc(1, sizeof(*set) + count * sizeof(set->cpus[0]));

    set->count = count;
    for (unsigned i = 0; i < count; i++)
        set->cpus[i] = i;
    return set;
}

static struct weft_worker_pool *
make_pool(unsigned cpus)
{
    struct weft_cpu_set *set = all_cpus(cpus);
    struct weft_worker_pool *pool = weft_scheduler_create_pool(set);

    free(set);
    if (!pool)
        abort();
    return pool;
}

// A range whose indices take known times.
struct job {
    struct weft_range range;
    uint64_t index_ns;
    uint64_t long_index, long_ns; // one that takes longer
    unsigned char *seen;          // owned
    bool has_ended;
    unsigned inside, most_inside;
    uint64_t ended_at;
};

static const char *fault; // of the program that runs

static void
run_job(struct weft_range *range, struct weft_arena *arena, uint64_t begin, uint64_t end)
{
    struct job *job = (struct job *)(void *)range;

    (void)arena;
    if (job->has_ended || begin >= end || end > range->count)
        fault = "a chunk of no range";
    if (++job->inside > job->most_inside)
        job->most_inside = job->inside;
    for (uint64_t i = begin; i < end; i++) {
        job->seen[i]++;
        sim_spend(i == job->long_index ? job->long_ns : job->index_ns);
    }
    sim_yield();
    job->inside--;
}

static void
end_job(struct weft_range *range)
{
    struct job *job = (struct job *)(void *)range;

    if (job->has_ended)
        fault = "a range that ended twice";
    job->has_ended = true;
    job->ended_at = sim_now();
}

static bool
has_ended(void *job)
{
    return ((struct job *)job)->has_ended;
}

// Returns whether others go on with it.
static bool
start_job(struct weft_worker_pool *pool, struct job *job, void (*end)(struct weft_range *range))
{
    job->range.run = run_job;
    job->range.end = end;
    job->range.owner = job;
    job->seen = calloc(job->range.count ? job->range.count : 1, 1);
    switch (weft_range_start(pool, &job->range)) {
    case CL_SUCCESS:
        end(&job->range);
        return false;
    case WEFT_LEFT:
        return true;
    default:
        fault = "a range that failed";
        return false;
    }
}

static void
check_job(struct job *job)
{
    for (uint64_t i = 0; i < job->range.count; i++)
        if (job->seen[i] != 1)
            fault = "an index that did not run once";
    if (job->range.most_threads && job->most_inside > job->range.most_threads)
        fault = "more threads at a range than it may have";
    free(job->seen);
}

static void
run_to_the_end(struct weft_worker_pool *pool, struct job *job, bool helps)
{
    if (start_job(pool, job, end_job))
        while (!job->has_ended) {
            if (!helps || !weft_ranges_help(pool, job, has_ended, job))
                sim_spend(500);
            sim_yield();
        }
    check_job(job);
}

// The table.

enum { WARM_UPS = 10, LAUNCHES = 20, INDICES_PER_CPU = 16, INDEX_NS = 5000 };

struct launches {
    struct weft_worker_pool *pool;
    unsigned cpus;
    uint64_t pause_ns;
    uint64_t ns; // what all launches took beyond their share of the work
    struct sim_counts counts;
};

static void
launch_repeatedly(void *data)
{
    struct launches *launches = data;

    for (int i = -WARM_UPS; i < LAUNCHES; i++) {
        struct job job = {.range.count = (uint64_t)launches->cpus * INDICES_PER_CPU, .index_ns = INDEX_NS};
        struct sim_counts before = sim_counts(), after;
        uint64_t start;

        job.long_index = UINT64_MAX;
        job.range.cost = (uint64_t)INDEX_NS * WEFT_COST_PER_TICK;
        sim_spend(launches->pause_ns);
        sim_yield();
        start = sim_now();
        run_to_the_end(launches->pool, &job, true);
        if (i < 0)
            continue; // threads are created, and find into step
        after = sim_counts();
        launches->ns += job.ended_at - start - (uint64_t)INDICES_PER_CPU * INDEX_NS;
        launches->counts.transfers += after.transfers - before.transfers;
        launches->counts.remote += after.remote - before.remote;
        launches->counts.wakes += after.wakes - before.wakes;
    }
}

static struct launches
measure(const struct machine *machine, uint64_t pause_ns)
{
    struct launches launches = {.cpus = machine->cpus, .pause_ns = pause_ns};

    sim_begin(machine->text, machine->cpus, 1, false);
    launches.pool = make_pool(machine->cpus);
    sim_start(launch_repeatedly, &launches, 0, true);
    if (!sim_run())
        fault = "a launch that does not end";
    weft_worker_pool_destroy(launches.pool);
    sim_end();
    return launches;
}

static int
print_table(void)
{
    static const struct machine machines[] = {
        {"node:1 core:2 pu:1", 2, 1},        {"node:2 core:1 pu:1", 2, 2},        {"node:1 l3:2 core:8 pu:1", 16, 1},
        {"node:2 l3:1 core:8 pu:1", 16, 2},  {"node:8 l3:1 core:2 pu:1", 16, 8},  {"node:1 l3:8 core:8 pu:1", 64, 1},
        {"node:2 l3:4 core:8 pu:1", 64, 2},  {"node:8 l3:1 core:8 pu:1", 64, 8},  {"node:1 l3:16 core:8 pu:2", 256, 1},
        {"node:2 l3:8 core:8 pu:2", 256, 2}, {"node:8 l3:2 core:8 pu:2", 256, 8},
    };

    printf("| CPUs | nodes | awake: us | lines a CPU | far a CPU | asleep: us | lines a CPU | far a CPU | wake-ups a "
           "CPU |\n"
           "|-----:|------:|----------:|------------:|----------:|-----------:|------------:|----------:|--------------"
           "-:|\n");
    for (unsigned i = 0; i < sizeof(machines) / sizeof(*machines); i++) {
        double launches = LAUNCHES, all = (double)LAUNCHES * machines[i].cpus;
        struct launches warm = measure(&machines[i], 2000);
        struct launches cold = measure(&machines[i], 1000000);

        printf("| %4u | %5u | %9.1f | %11.1f | %9.1f | %10.0f | %11.1f | %9.1f | %14.2f |\n", machines[i].cpus,
               machines[i].nodes, (double)warm.ns / launches / 1e3, (double)warm.counts.transfers / all,
               (double)warm.counts.remote / all, (double)cold.ns / launches / 1e3, (double)cold.counts.transfers / all,
               (double)cold.counts.remote / all, (double)cold.counts.wakes / all);
    }
    return fault ? (fprintf(stderr, "%s\n", fault), 1) : 0;
}

// Random programs.

enum { PROGRAMS_MAX = 6, LOOK_NS = 50000, LOOKS_MAX = 6 };

struct program {
    struct weft_worker_pool *pool;
    unsigned running; // application threads
    unsigned tasks;   // submitted and not run
    bool delays;
};

struct application {
    struct program *program;
    unsigned actions;
};

struct timed_task {
    struct weft_task task;
    struct program *program;
    struct job job;
    bool has_job;
};

static uint64_t
up_to(uint64_t most)
{
    return sim_random() % (most + 1);
}

static uint64_t
some_power(unsigned most)
{
    return up_to(UINT64_C(1) << up_to(most));
}

static void
draw_job(struct job *job)
{
    static const unsigned weights[] = {0, WEFT_WEIGHT_LOW, WEFT_WEIGHT_MEDIUM, WEFT_WEIGHT_HIGH};

    *job = (struct job){.range.count = some_power(11), .index_ns = 10 + some_power(14), .long_index = UINT64_MAX};
    if (up_to(3) == 0) {
        job->long_index = up_to(20);
        job->long_ns = some_power(20);
    }
    if (up_to(3) == 0)
        job->range.grain = 1 + some_power(6);
    if (up_to(3) == 0)
        job->range.unit = 1 + some_power(5);
    if (up_to(2) == 0)
        job->range.most_threads = 1 + (unsigned)up_to(5);
    if (up_to(2) > 0) // as it was, or wrong
        job->range.cost = up_to(3) ? job->index_ns * WEFT_COST_PER_TICK : 1 + some_power(24);
    job->range.is_sample = up_to(1);
    job->range.weight = weights[up_to(3)];
}

static void
end_timed_task(struct timed_task *timed)
{
    timed->program->tasks--;
    free(timed);
}

static void
end_job_of_task(struct weft_range *range)
{
    struct timed_task *timed = (struct timed_task *)(void *)((char *)range - offsetof(struct timed_task, job.range));

    end_job(range);
    check_job(&timed->job);
    end_timed_task(timed);
}

// Waits for nothing, as tasks do: whoever ends its range ends it.
static void
run_timed_task(struct weft_task *task)
{
    struct timed_task *timed = (struct timed_task *)(void *)task;

    if (timed->has_job) {
        start_job(timed->program->pool, &timed->job, end_job_of_task);
        return;
    }
    sim_spend(some_power(16));
    sim_yield();
    end_timed_task(timed);
}

static void
submit_some(struct program *program)
{
    for (uint64_t i = up_to(20); i > 0; i--) {
        struct timed_task *timed = calloc(1, sizeof(*timed));

        timed->task.run = run_timed_task;
        timed->program = program;
        timed->has_job = up_to(7) == 0;
        draw_job(&timed->job);
        program->tasks++;
        weft_worker_pool_submit(program->pool, &timed->task);
    }
}

static void
act(void *data)
{
    struct application *application = data;
    struct program *program = application->program;
    struct job job;

    for (; application->actions > 0; application->actions--) {
        switch (up_to(3)) {
        case 0:
            submit_some(program);
            break;
        case 1:
            sim_spend(some_power(17));
            sim_yield();
            break;
        default:
            draw_job(&job);
            run_to_the_end(program->pool, &job, up_to(1));
        }
    }
    while (program->tasks > 0) {
        sim_spend(10000);
        sim_yield();
    }
    program->running--;
}

// Nobody is idle for long while something waits that has not begun.
static void
watch(void *data)
{
    struct program *program = data;
    unsigned looks = 0;

    while (program->running > 0) {
        bool is_missed = weft_worker_pool_tasks_wait(program->pool) && weft_worker_pool_has_idle(program->pool);

        looks = is_missed ? looks + 1 : 0;
        if (looks > LOOKS_MAX && !program->delays)
            fault = "a task that waits while a worker is idle";
        sim_spend(LOOK_NS);
        sim_yield();
    }
}

static bool
run_program(uint64_t seed)
{
    static const struct machine machines[] = {
        {"node:1 core:1 pu:1", 1, 1},       {"node:1 core:2 pu:1", 2, 1},       {"node:1 core:2 pu:2", 4, 1},
        {"node:2 core:3 pu:1", 6, 2},       {"node:1 l3:2 core:4 pu:2", 16, 1}, {"node:8 core:2 pu:1", 16, 8},
        {"node:2 l3:2 core:4 pu:2", 32, 2}, {"node:4 l3:2 core:8 pu:1", 64, 4},
    };
    const struct machine *machine = &machines[seed % (sizeof(machines) / sizeof(*machines))];
    struct program program = {.delays = seed / 8 % 2};
    struct application applications[PROGRAMS_MAX];

    fault = NULL;
    sim_begin(machine->text, machine->cpus, seed, program.delays);
    program.pool = make_pool(machine->cpus);
    program.running = 1 + (unsigned)up_to(PROGRAMS_MAX - 1);
    for (unsigned i = 0; i < program.running; i++) {
        applications[i] = (struct application){&program, 1 + (unsigned)up_to(20)};
        sim_start(act, &applications[i], (unsigned)up_to(machine->cpus - 1), true);
    }
    sim_start(watch, &program, 0, false);
    if (!sim_run() && !fault)
        fault = "a thread that waits for ever";
    if (fault)
        printf("seed %llu, %s: %s\n", (unsigned long long)seed, machine->text, fault);
    else
        weft_worker_pool_destroy(program.pool);
    sim_end();
    return !fault;
}

int
main(int count, char **arguments)
{
    uint64_t seeds = count > 1 ? strtoull(arguments[1], NULL, 10) : 1000;
    uint64_t first = count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    uint64_t failed = 0;

    setenv("HWLOC_THISSYSTEM", "0", 1);
    if (count > 1 && strcmp(arguments[1], "--table") == 0)
        return print_table();
    for (uint64_t seed = first; seed < first + seeds && failed < 10; seed++)
        failed += !run_program(seed);
    printf("%llu programs, %llu failed\n", (unsigned long long)seeds, (unsigned long long)failed);
    return failed > 0;
}
