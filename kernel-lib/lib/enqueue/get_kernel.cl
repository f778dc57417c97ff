// SPDX-License-Identifier: Apache-2.0
// get_kernel_work_group_size(block) and so on, for which Clang calls these.
#include "weft_enqueue.h"

__attribute__((always_inline)) uint
__get_kernel_work_group_size_impl(const WEFT_GENERIC void *block, const WEFT_GENERIC void *literal)
{
    return __weft_service_query_block((ulong)block, WEFT_QUERY_WORK_GROUP_SIZE, 0);
}

__attribute__((always_inline)) uint
__get_kernel_preferred_work_group_size_multiple_impl(const WEFT_GENERIC void *block, const WEFT_GENERIC void *literal)
{
    return __weft_service_query_block((ulong)block, WEFT_QUERY_PREFERRED_MULTIPLE, 0);
}

__attribute__((always_inline)) uint
__get_kernel_sub_group_count_for_ndrange_impl(const __weft_ndrange *range, const WEFT_GENERIC void *block,
                                              const WEFT_GENERIC void *literal)
{
    return __weft_service_query_block((ulong)block, WEFT_QUERY_SUB_GROUP_COUNT, range);
}

__attribute__((always_inline)) uint
__get_kernel_max_sub_group_size_for_ndrange_impl(const __weft_ndrange *range, const WEFT_GENERIC void *block,
                                                 const WEFT_GENERIC void *literal)
{
    return __weft_service_query_block((ulong)block, WEFT_QUERY_SUB_GROUP_SIZE, range);
}
