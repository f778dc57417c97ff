# SPDX-License-Identifier: Apache-2.0
# Enqueuing Kernels
weft_kernel_sources(enqueue
    capture_event_profiling_info.cl
    create_user_event.cl
    enqueue_kernel.cl
    enqueue_marker.cl
    get_default_queue.cl
    get_kernel.cl
    is_valid_event.cl
    ndrange.cl
    null_event.cl
    release_event.cl
    retain_event.cl
    set_user_event_status.cl
    words.cl)
