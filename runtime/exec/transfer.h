// SPDX-License-Identifier: Apache-2.0
// Large copies and fills, shared among the device's threads. weft_command_parallel stands in core/command.h.
#ifndef WEFT_EXEC_TRANSFER_H
#define WEFT_EXEC_TRANSFER_H

#include "runtime/core/command.h"
#include "runtime/exec/worker_pool.h"

// weft_command_parallel for those who have a pool and no command.
void weft_parallel(struct weft_worker_pool *pool, size_t count, size_t grain,
                   void (*fn)(void *data, size_t begin, size_t end), void *data);

#endif
