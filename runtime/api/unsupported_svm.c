// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory: CL_DEVICE_SVM_CAPABILITIES is 0.
#include <string.h>

#include "runtime/api/unsupported.h"
#include "runtime/program/public.h"

// CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue.
// CL_INVALID_OPERATION if the device associated with command-queue does not support SVM.
static cl_int
svm_command(const char *call, cl_command_queue queue)
{
    return weft_unsupported(call, WEFT_IS(queue, QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE);
}

// CL_INVALID_KERNEL if kernel is not a valid kernel object.
// CL_INVALID_OPERATION if no devices in the context associated with kernel support SVM.
static cl_int
svm_kernel(const char *call, cl_kernel kernel)
{
    return weft_unsupported(call, WEFT_IS(kernel, KERNEL) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL);
}

CL_API_ENTRY void *CL_API_CALL
clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment)
{
    (void)context, (void)flags, (void)size, (void)alignment;
    // Returns NULL if no devices in context support Shared Virtual Memory.
    return weft_unsupported_object(__func__, CL_INVALID_OPERATION, NULL);
}

CL_API_ENTRY void CL_API_CALL
clSVMFree(cl_context context, void *svm_pointer)
{
    (void)context;
    // Is a NOP if no devices in context support Shared Virtual Memory.
    if (svm_pointer)
        weft_unsupported(__func__, CL_INVALID_OPERATION);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMFree(cl_command_queue command_queue, cl_uint num_svm_pointers, void *svm_pointers[],
                 void(CL_CALLBACK *pfn_free_func)(cl_command_queue queue, cl_uint num_svm_pointers,
                                                  void *svm_pointers[], void *user_data),
                 void *user_data, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)num_svm_pointers, (void)svm_pointers, (void)pfn_free_func, (void)user_data;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMemcpy(cl_command_queue command_queue, cl_bool blocking_copy, void *dst_ptr, const void *src_ptr,
                   size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)blocking_copy, (void)dst_ptr, (void)src_ptr, (void)size;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMemFill(cl_command_queue command_queue, void *svm_ptr, const void *pattern, size_t pattern_size,
                    size_t size, cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)svm_ptr, (void)pattern, (void)pattern_size, (void)size;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMap(cl_command_queue command_queue, cl_bool blocking_map, cl_map_flags flags, void *svm_ptr, size_t size,
                cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event)
{
    (void)blocking_map, (void)flags, (void)svm_ptr, (void)size;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMUnmap(cl_command_queue command_queue, void *svm_ptr, cl_uint num_events_in_wait_list,
                  const cl_event *event_wait_list, cl_event *event)
{
    (void)svm_ptr, (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clEnqueueSVMMigrateMem(cl_command_queue command_queue, cl_uint num_svm_pointers, const void **svm_pointers,
                       const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_events_in_wait_list,
                       const cl_event *event_wait_list, cl_event *event)
{
    (void)num_svm_pointers, (void)svm_pointers, (void)sizes, (void)flags;
    (void)num_events_in_wait_list, (void)event_wait_list, (void)event;
    return svm_command(__func__, command_queue);
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArgSVMPointer(cl_kernel kernel, cl_uint arg_index, const void *arg_value)
{
    (void)arg_index, (void)arg_value;
    return svm_kernel(__func__, kernel);
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelExecInfo(cl_kernel kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value)
{
    cl_context context;
    cl_bool wanted;

    // CL_INVALID_KERNEL "if kernel is a not a valid kernel object"
    // CL_INVALID_OPERATION "if param_name is CL_KERNEL_EXEC_INFO_SVM_PTRS and no devices in the context associated with
    // kernel support SVM"
    if (!WEFT_IS(kernel, KERNEL) || param_name == CL_KERNEL_EXEC_INFO_SVM_PTRS)
        return svm_kernel(__func__, kernel);
    context = kernel->program->context;
    // CL_INVALID_VALUE "if param_name is not valid, if param_value is NULL [...] or if the size specified by
    // param_value_size is not valid"
    if (param_name != CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM)
        return weft_error(context, CL_INVALID_VALUE, "0x%x is not an information about a kernel's execution",
                          param_name);
    if (!param_value || param_value_size != sizeof(wanted))
        return weft_error(context, CL_INVALID_VALUE, "CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM is not %zu bytes",
                          param_value ? param_value_size : 0);
    // CL_INVALID_OPERATION "if param_name is CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM and param_value is CL_TRUE and
    // no devices in the context associated with kernel support fine-grain system SVM allocations"
    memcpy(&wanted, param_value, sizeof(wanted));
    return wanted ? svm_kernel(__func__, kernel) : CL_SUCCESS;
}
