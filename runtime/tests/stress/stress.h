// SPDX-License-Identifier: Apache-2.0
// A stress of threads that use one another's objects: what all of them share, and what each thread has.
//
// What a thread does follows from the seed and its number; when, from the machine. All waiting has an end: a command
// only waits for what was enqueued before it, in queues that are flushed, and for user events, which a clock of their
// own sets, or a callback of an event that came before them.
#ifndef WEFT_TESTS_STRESS_H
#define WEFT_TESTS_STRESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/base/opencl.h"

enum {
    DEVICES = 3, // the root device and two of its parts, where it has parts
    SHARED_QUEUES = 6,
    SHARED_COUNTERS = 4,
    COUNTER_WORDS = 64,
    BOARD_PLACES = 64, // events that anybody may take
    OWN_QUEUES = 3,
    OWN_BUFFERS = 3,
    KERNELS = 3,
    PENDING = 24, // operations on a thread's own buffers, until it looks at what became of them
    TICKETS = 512,
    LOANS = 16,
    DUE = 8, // user events that the clock is to set
    STEPS = 16,
};

struct options {
    unsigned threads;
    uint64_t operations; // of each thread; 0: as long as the time lasts
    double seconds;
    uint64_t seed;
    unsigned patience_s;
};

enum object_kind {
    OBJECT_DEVICE,
    OBJECT_CONTEXT,
    OBJECT_QUEUE,
    OBJECT_BUFFER,
    OBJECT_PROGRAM,
    OBJECT_KERNEL,
    OBJECT_EVENT,
};

struct object {
    enum object_kind kind;
    void *handle;
};

// What is to be called back exactly once.
enum ticket_kind { TICKET_EVENT, TICKET_BUFFER, TICKET_CONTEXT, TICKET_BUILD, TICKET_KINDS };

// What an event's callback does beside being counted.
enum ticket_action { ACT_NONE, ACT_QUERY, ACT_RETAIN, ACT_COUNT, ACT_ENQUEUE, ACT_SET };

struct ticket {
    _Atomic uint32_t calls; // 1: free. Release by the callback, acquire by the owner
    enum ticket_kind kind;
    enum ticket_action action;
    cl_int type;              // of an event's callback
    unsigned counter;         // ACT_COUNT, ACT_ENQUEUE
    uint32_t items;           // likewise
    cl_command_queue queue;   // borrowed from the world: ACT_ENQUEUE
    cl_event user;            // retained: ACT_SET
    struct ticket *following; // of the command that is enqueued, or NULL
};

enum pending_kind { DID_ADD, DID_REVERSE, DID_FILL, DID_WRITE, DID_READ, DID_COPY };

// An operation on own buffers whose end has not been looked at.
struct pending {
    enum pending_kind kind;
    unsigned buffer, source;
    uint32_t first, count, value, group, from;
    uint32_t *data; // owned
    cl_event event; // retained
    bool may_fail;  // it waits for what others may let fail
};

struct own_buffer {
    cl_mem buffer;
    uint32_t *model; // owned; what it holds after all but the pending operations
    uint32_t words;
    cl_event last;               // borrowed from the pending operation; NULL: none
    cl_command_queue last_queue; // borrowed; NULL: flushed, and gone
    bool may_fail;
};

struct own_kernel {
    cl_kernel kernel;
    uint32_t step; // what its program adds
};

struct due {
    _Atomic(cl_event) event; // retained. Release by the thread, acquire by the clock
    uint64_t at_ns;
    cl_int status;
};

struct stress_thread {
    unsigned number;
    pthread_t thread;
    uint64_t random;
    uint64_t done;
    _Atomic(const char *) doing; // for the watchdog, as what follows
    _Atomic uint64_t since_ns;
    cl_command_queue queues[OWN_QUEUES];
    bool in_order[OWN_QUEUES];
    struct own_buffer buffers[OWN_BUFFERS];
    struct own_kernel kernels[KERNELS];
    cl_program program; // of the kernels
    uint32_t step;
    struct pending pending[PENDING];
    unsigned pending_count;
    struct object loans[LOANS];
    unsigned loan_count;
    struct due due[DUE];
    struct ticket tickets[TICKETS];
    unsigned next_ticket;
};

struct world {
    struct options options;
    cl_device_id devices[DEVICES];
    cl_uint device_count;
    cl_context context;
    cl_command_queue queues[SHARED_QUEUES];
    bool in_order[SHARED_QUEUES];
    cl_program program;
    cl_kernel count[SHARED_COUNTERS]; // their arguments are set once
    cl_mem counters[SHARED_COUNTERS];
    _Atomic uint32_t expected[SHARED_COUNTERS]; // sums of the counters' words: what has been enqueued or is complete
    _Atomic(cl_event) board[BOARD_PLACES];      // retained; whoever takes one out owns the reference
    _Atomic uint64_t registered[TICKET_KINDS];
    _Atomic uint64_t called[TICKET_KINDS];
    _Atomic uint64_t failed; // operations that others let fail
    _Atomic bool stop;       // the time is over
    _Atomic bool stop_clock;
    struct stress_thread *threads; // owned; the last one is the main thread's
};

extern struct world world;
extern _Thread_local struct stress_thread *me; // NULL in callbacks and the clock

// main.c
uint32_t draw(uint32_t below);
bool one_in(uint32_t n);
uint64_t now_ns(void);
void doing(const char *what);
_Noreturn void fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
void expect(cl_int got, cl_int wanted, const char *what, const char *file, int line);
#define SUCCESS(call) expect((call), CL_SUCCESS, #call, __FILE__, __LINE__)
#define ERROR(call, code) expect((call), (code), #call, __FILE__, __LINE__)
#define CREATED(err, what) expect((err), CL_SUCCESS, what, __FILE__, __LINE__)
#define FAIL(...) fail(__FILE__, __LINE__, __VA_ARGS__)

// tickets.c
struct ticket *take_ticket(enum ticket_kind kind);
void return_ticket(struct ticket *ticket); // it is not to be called
bool is_called(const struct ticket *ticket);
void add_event_callback(cl_event event, cl_int type, struct ticket *ticket);
void add_random_callback(cl_event event);
void CL_CALLBACK buffer_is_gone(cl_mem buffer, void *ticket);
void CL_CALLBACK context_is_gone(cl_context context, void *ticket);
void CL_CALLBACK program_is_built(cl_program program, void *ticket);
uint64_t outstanding_tickets(void);

// watch.c
void start_watch(void);
void start_clock(void);
void stop_clock(void); // when all user events are set
void set_later(cl_event event, cl_int status);

// own.c: buffers whose contents are known
void make_buffers(void);
void release_buffers(void);
void settle(void);
void op_add(void);
void op_reverse(void);
void op_fill(void);
void op_write(void);
void op_read(void);
void op_copy(void);
void op_map(void);
void op_native(void);
void op_sub_buffer(void);
void op_settle(void);

// sync.c: events, and commands on what is shared
cl_command_queue shared_queue(void);
cl_command_queue any_queue(bool *in_order);
cl_event take_event(void);                   // of somebody's, or NULL; the caller releases it
void post_event(cl_event, cl_command_queue); // flushes the queue, which is its own; the caller keeps the event
void put_event_back(cl_event);               // which the caller gives up
void count_on(cl_command_queue queue, unsigned counter, cl_kernel kernel, uint32_t items, cl_uint wait_count,
              const cl_event *wait, cl_event *event);
void op_count(void);
void op_user_event(void);
void op_set_in_callback(void);
void op_marker(void);
void op_barrier(void);
void op_flush(void);
void op_finish(void);
void op_wait(void);
void op_query(void);

// objects.c
void retain(struct object object);
void release(struct object object);
cl_uint references(struct object object);
void make_queue(unsigned which);
cl_command_queue create_queue(cl_context context, cl_device_id device, bool *in_order);
void make_kernels(void);
void release_kernels(void);
void return_loans(void);
void op_queue(void);
void op_kernel(void);
void op_retain(void);
void op_return(void);
void op_temporary(void);
void op_sub_devices(void);

// builds.c
cl_program create_program(cl_context context);
cl_device_id first_device(cl_program program);
void build(cl_program program, uint32_t step); // waits
void op_build(void);
void op_failing_build(void);
void op_link(void);

#endif
