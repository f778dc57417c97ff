// event_t is a pointer on the host, in signatures, variables and arrays.
// RUN: %weftc --emit=ir %s | FileCheck %s --implicit-check-not=spirv.Event
// CHECK: define {{.*}}@__weft_kernel_k
static event_t
start(local float *l, global const float *g, event_t e)
{
    return async_work_group_copy(l, g, 16, e);
}

kernel void
k(global float *g)
{
    local float l[32];
    event_t events[2];
    events[0] = start(l, g, 0);
    events[1] = start(l + 16, g + 16, events[0]);
    wait_group_events(2, events);
    g[get_local_id(0)] = l[31 - get_local_id(0)];
}
