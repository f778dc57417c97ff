// SPDX-License-Identifier: Apache-2.0
// Rules that several calls share.
#ifndef WEFT_API_VALIDATE_H
#define WEFT_API_VALIDATE_H

#include "runtime/core/object.h"

// CL_INVALID_EVENT_WAIT_LIST (NULL list with a count, list with count 0, an event that is none),
// CL_INVALID_CONTEXT if an event is of another context.
WEFT_MUST_CHECK cl_int weft_validate_wait_list(cl_context context, cl_uint count, const cl_event *list);
// CL_INVALID_CONTEXT, CL_INVALID_MEM_OBJECT, CL_INVALID_PROGRAM, CL_INVALID_KERNEL
WEFT_MUST_CHECK cl_int weft_validate_context(cl_context context);
WEFT_MUST_CHECK cl_int weft_validate_memory(cl_mem memory);
WEFT_MUST_CHECK cl_int weft_validate_program(cl_program program);
WEFT_MUST_CHECK cl_int weft_validate_kernel(cl_kernel kernel);
// CL_INVALID_COMMAND_QUEUE: of a queue of the host's, and of one of either kind
WEFT_MUST_CHECK cl_int weft_validate_queue(cl_command_queue queue);
WEFT_MUST_CHECK cl_int weft_validate_any_queue(cl_command_queue queue);
// CL_INVALID_PROPERTY with a sentence if a name in the list (NULL: none) is not one of `names`, or is given twice.
// `what` has the properties.
WEFT_MUST_CHECK cl_int weft_validate_property_names(cl_context context, const char *what,
                                                    const cl_properties *properties, const cl_properties *names,
                                                    size_t count);
// CL_INVALID_MEM_OBJECT, CL_INVALID_CONTEXT if not of the queue's context, CL_MISALIGNED_SUB_BUFFER_OFFSET.
WEFT_MUST_CHECK cl_int weft_validate_buffer(cl_command_queue queue, cl_mem buffer);

#endif
