// SPDX-License-Identifier: Apache-2.0
// What happens when the library is loaded and unloaded.
#include "icd/dispatch.h"
#include "runtime/base/background.h"
#include "runtime/base/exit_watch.h"
#include "runtime/base/thread.h"
#include "runtime/build/compiler_client.h"
#include "runtime/commands/child.h"
#include "runtime/commands/device_enqueue.h"
#include "runtime/commands/device_event.h"
#include "runtime/core/object.h"
#include "runtime/core/platform.h"
#include "runtime/core/svm_heap.h"
#include "runtime/exec/arena.h"
#include "runtime/exec/topology.h"
#include "runtime/exec/worker_pool.h"
#include "runtime/program/profile.h"
#include "runtime/program/public.h"
#include "runtime/queue/callbacks.h"

__attribute__((constructor)) static void
library_load(void)
{
    weft_thread_startup();
    weft_object_startup();
    weft_services_add(weft_device_enqueue_services);
    weft_platform_startup(weft_icd_dispatch());
}

// By dlclose and at the process's end. Builds end first, for threads wait for them; then workers, whose last commands
// may have callbacks; then the threads that call these and hear of builds, for all of them use the rest; then the
// compiler's process; mappings last. At the process's end other libraries' destructors may still call in: what they
// hold stays readable (weft_object_shutdown), and the code is still mapped then.
__attribute__((destructor)) static void
library_unload(void)
{
    weft_compiler_close();
    weft_worker_pool_shutdown_all();
    weft_callbacks_shutdown();
    weft_profile_print();
    if (!weft_exit_begun()) {
        weft_children_shutdown();
        weft_device_events_shutdown();
    }
    weft_background_shutdown();
    if (!weft_exit_begun())
        weft_arena_shutdown(); // at the process's end a thread of the application's may still run a kernel
    weft_compiler_shutdown();
    weft_topology_shutdown();
    if (weft_object_live_count() == 0) {
        weft_platform_shutdown();
        weft_svm_heap_shutdown(); // allocations keep their contexts: there is none
    }
    weft_object_shutdown();
}
