// SPDX-License-Identifier: Apache-2.0
// Making and releasing kernels, and clSetKernelArg.
#include "runtime/program/public.h"

#include <string.h>

#include "runtime/api/validate.h"
#include "runtime/core/error.h"
#include "runtime/core/image.h"
#include "runtime/core/sampler.h"
#include "runtime/queue/public.h"

CL_API_ENTRY cl_kernel CL_API_CALL
clCreateKernel(cl_program program, const char *kernel_name, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    // CL_INVALID_PROGRAM "if program is not a valid program object"
    cl_int err = weft_validate_program(program);

    // CL_INVALID_VALUE "if kernel_name is NULL"
    if (err == CL_SUCCESS && !kernel_name)
        err = weft_error(program->context, CL_INVALID_VALUE, "kernel_name is NULL");
    // CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME, CL_INVALID_KERNEL_DEFINITION
    if (err == CL_SUCCESS)
        err = weft_kernel_create(program, kernel_name, &kernel);
    weft_set_errcode(errcode_ret, err);
    return kernel;
}

CL_API_ENTRY cl_int CL_API_CALL
clCreateKernelsInProgram(cl_program program, cl_uint num_kernels, cl_kernel *kernels, cl_uint *num_kernels_ret)
{
    cl_uint count = 0;
    cl_int err;

    // CL_INVALID_PROGRAM "if program is not a valid program object"
    if (weft_validate_program(program) != CL_SUCCESS)
        return CL_INVALID_PROGRAM;
    // CL_INVALID_PROGRAM_EXECUTABLE
    // CL_INVALID_VALUE "if kernels is not NULL and num_kernels is less than the number of kernels in program"
    err = weft_kernel_create_all(program, num_kernels, kernels, &count);
    if (err == CL_SUCCESS && num_kernels_ret)
        *num_kernels_ret = count;
    return err;
}

CL_API_ENTRY cl_kernel CL_API_CALL
clCloneKernel(cl_kernel source_kernel, cl_int *errcode_ret)
{
    cl_kernel kernel = NULL;
    // CL_INVALID_KERNEL "if kernel is not a valid kernel object"
    cl_int err = weft_validate_kernel(source_kernel);

    if (err == CL_SUCCESS)
        err = weft_kernel_clone(source_kernel, &kernel);
    weft_set_errcode(errcode_ret, err);
    return kernel;
}

CL_API_ENTRY cl_int CL_API_CALL
clRetainKernel(cl_kernel kernel)
{
    // CL_INVALID_KERNEL "if kernel is not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    weft_object_api_retain(kernel);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clReleaseKernel(cl_kernel kernel)
{
    // CL_INVALID_KERNEL "if kernel is not a valid kernel object"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    weft_object_api_release(kernel);
    return CL_SUCCESS;
}

static cl_int
refuse(cl_kernel kernel, cl_uint index, cl_int err, const char *what)
{
    return weft_error(kernel->program->context, err, "argument %u (%s %s) of kernel %s %s", index,
                      kernel->info->args[index].type_name, kernel->info->args[index].name, kernel->info->name, what);
}

static cl_int
validate_memory(cl_kernel kernel, cl_uint index, cl_mem memory, cl_mem_object_type type)
{
    const bool is_pipe = type == CL_MEM_OBJECT_PIPE;

    // CL_INVALID_MEM_OBJECT "if arg_value is not NULL, and does not point to NULL, and does not point to a valid memory
    // object", "[...] but the memory object is not valid for the kernel argument"
    if (!WEFT_IS(memory, MEMORY) || memory->type != type)
        return refuse(kernel, index, CL_INVALID_MEM_OBJECT, is_pipe ? "takes a pipe" : "takes a buffer");
    // CL_INVALID_CONTEXT "if the context associated with kernel and an OpenCL object pointed to by arg_value are not
    // the same"
    if (memory->context != kernel->program->context)
        return refuse(kernel, index, CL_INVALID_CONTEXT,
                      is_pipe ? "takes a pipe of the kernel's context" : "takes a buffer of the kernel's context");
    return CL_SUCCESS;
}

static cl_int
set_memory(cl_kernel kernel, cl_uint index, size_t size, const void *value, cl_mem_object_type type)
{
    cl_mem memory = NULL;
    cl_int err = CL_SUCCESS;

    if (value) {
        // CL_INVALID_ARG_SIZE "if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem)"
        if (size != sizeof(memory))
            return refuse(kernel, index, CL_INVALID_ARG_SIZE, "takes a cl_mem");
        memcpy(&memory, value, sizeof(memory));
    }
    // "If arg_value is NULL or points to NULL, then the kernel argument will be set to NULL": of pointers that is said
    if (memory || type == CL_MEM_OBJECT_PIPE)
        err = validate_memory(kernel, index, memory, type);
    // "contents of the memory object cannot be altered": CL_INVALID_ARG_VALUE, as for images, of what a kernel may
    // write
    if (err == CL_SUCCESS && memory && (memory->flags & CL_MEM_IMMUTABLE_EXT) &&
        kernel->info->args[index].kind == WEFT_ARG_GLOBAL &&
        !(kernel->info->args[index].type_qualifier & CL_KERNEL_ARG_TYPE_CONST))
        err = refuse(kernel, index, CL_INVALID_ARG_VALUE, "takes a buffer that is not CL_MEM_IMMUTABLE_EXT");
    if (err == CL_SUCCESS)
        weft_kernel_set_memory(kernel, index, memory);
    return err;
}

static cl_int
set_local(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    // CL_INVALID_ARG_VALUE: "If the kernel argument being set is a pointer to the local address space, then arg_value
    // must be NULL"
    if (value)
        return refuse(kernel, index, CL_INVALID_ARG_VALUE, "takes NULL and a size");
    // CL_INVALID_ARG_SIZE "if the kernel argument is a pointer to the local address space and arg_size is zero"
    if (size == 0)
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, "takes a size that is not 0");
    weft_kernel_set_local(kernel, index, size);
    return CL_SUCCESS;
}

static cl_int
set_sampler(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    cl_sampler sampler = NULL;

    // CL_INVALID_SAMPLER "if the kernel argument is a sampler, but arg_value does not point to a valid sampler object"
    if (!value)
        return refuse(kernel, index, CL_INVALID_SAMPLER, "takes a sampler");
    // CL_INVALID_ARG_SIZE "if arg_value points to a sampler object and arg_size is not equal to sizeof(cl_sampler)"
    if (size != sizeof(sampler))
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, "takes a cl_sampler");
    memcpy(&sampler, value, sizeof(sampler));
    if (!WEFT_IS(sampler, SAMPLER))
        return refuse(kernel, index, CL_INVALID_SAMPLER, "takes a sampler");
    // CL_INVALID_CONTEXT "if the context associated with kernel and an OpenCL object pointed to by arg_value are not
    // the same"
    if (sampler->context != kernel->program->context)
        return refuse(kernel, index, CL_INVALID_CONTEXT, "takes a sampler of the kernel's context");
    weft_kernel_set_sampler(kernel, index, sampler);
    return CL_SUCCESS;
}

static cl_int
set_queue(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    cl_command_queue queue = NULL;

    // CL_INVALID_ARG_SIZE "if arg_value points to a device queue object and arg_size is not equal to
    // sizeof(cl_command_queue)"
    if (value && size != sizeof(queue))
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, "takes a cl_command_queue");
    if (value)
        memcpy(&queue, value, sizeof(queue));
    // CL_INVALID_DEVICE_QUEUE "if the kernel argument is a device queue object, but arg_value does not point to a valid
    // device queue object"
    if (!WEFT_IS(queue, QUEUE) || !queue->on_device)
        return refuse(kernel, index, CL_INVALID_DEVICE_QUEUE, "takes a queue on the device");
    // CL_INVALID_CONTEXT "if the context associated with kernel and an OpenCL object pointed to by arg_value are not
    // the same"
    if (queue->context != kernel->program->context)
        return refuse(kernel, index, CL_INVALID_CONTEXT, "takes a queue of the kernel's context");
    weft_kernel_set_value(kernel, index, &queue);
    return CL_SUCCESS;
}

// Whether an image is one that a kernel declares: "If the kernel argument is a 1D image, then the image memory object
// must be of image type CL_MEM_OBJECT_IMAGE1D", and so on.
static bool
is_of_declared_type(const struct _cl_mem *image, const char *type_name)
{
    static const struct {
        const char *name;
        cl_mem_object_type type;
        bool is_depth;
    } types[] = {
        {"image1d_t", CL_MEM_OBJECT_IMAGE1D, false},
        {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER, false},
        {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY, false},
        {"image2d_t", CL_MEM_OBJECT_IMAGE2D, false},
        {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, false},
        {"image2d_depth_t", CL_MEM_OBJECT_IMAGE2D, true},
        {"image2d_array_depth_t", CL_MEM_OBJECT_IMAGE2D_ARRAY, true},
        {"image3d_t", CL_MEM_OBJECT_IMAGE3D, false},
    };

    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
        if (strcmp(types[i].name, type_name) == 0)
            return image->type == types[i].type &&
                   (!types[i].is_depth || image->image->pixels.format.order == CL_DEPTH);
    return true; // a typedef's name, which does not say
}

static cl_int
set_image(cl_kernel kernel, cl_uint index, size_t size, const void *value)
{
    const struct weft_arg_info *arg = &kernel->info->args[index];
    cl_mem image = NULL;

    // CL_INVALID_ARG_SIZE "if arg_value points to a memory object and arg_size is not equal to sizeof(cl_mem)"
    if (value && size != sizeof(image))
        return refuse(kernel, index, CL_INVALID_ARG_SIZE, "takes a cl_mem");
    // CL_INVALID_MEM_OBJECT "if arg_value is NULL and it must point to a valid memory object", "if arg_value points to
    // NULL and it must point to a valid memory object", "[...] does not point to a valid memory object"
    if (value)
        memcpy(&image, value, sizeof(image));
    if (!WEFT_IS(image, MEMORY) || !image->image)
        return refuse(kernel, index, CL_INVALID_MEM_OBJECT, "takes an image");
    // CL_INVALID_CONTEXT "if the context associated with kernel and an OpenCL object pointed to by arg_value are not
    // the same"
    if (image->context != kernel->program->context)
        return refuse(kernel, index, CL_INVALID_CONTEXT, "takes an image of the kernel's context");
    // CL_INVALID_MEM_OBJECT "if arg_value points to a valid memory object, but the memory object is not valid for the
    // kernel argument specified by arg_index"
    if (!is_of_declared_type(image, arg->type_name))
        return refuse(kernel, index, CL_INVALID_MEM_OBJECT, "takes an image of another type");
    // CL_INVALID_ARG_VALUE "if the argument is an image declared with the read_only qualifier and arg_value points to
    // an image object created with the memory flag CL_MEM_WRITE_ONLY", "[...] write_only [...] CL_MEM_READ_ONLY or
    // CL_MEM_IMMUTABLE_EXT";
    // read_write is both
    if ((arg->access_qualifier != CL_KERNEL_ARG_ACCESS_WRITE_ONLY && (image->flags & CL_MEM_WRITE_ONLY)) ||
        ((arg->access_qualifier == CL_KERNEL_ARG_ACCESS_WRITE_ONLY ||
          arg->access_qualifier == CL_KERNEL_ARG_ACCESS_READ_WRITE) &&
         (image->flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT))))
        return refuse(kernel, index, CL_INVALID_ARG_VALUE, "takes an image that allows the access it declares");
    weft_kernel_set_memory(kernel, index, image);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL
clSetKernelArg(cl_kernel kernel, cl_uint arg_index, size_t arg_size, const void *arg_value)
{
    const struct weft_arg_info *arg;

    // CL_INVALID_KERNEL "if kernel is not a valid kernel"
    if (weft_validate_kernel(kernel) != CL_SUCCESS)
        return CL_INVALID_KERNEL;
    // CL_INVALID_ARG_INDEX "if arg_index is not a valid argument index"
    if (arg_index >= kernel->info->arg_count)
        return weft_error(kernel->program->context, CL_INVALID_ARG_INDEX, "kernel %s has %u arguments, not %u",
                          kernel->info->name, kernel->info->arg_count, arg_index);
    arg = &kernel->info->args[arg_index];
    switch (arg->kind) {
    case WEFT_ARG_GLOBAL:
    case WEFT_ARG_CONSTANT:
        return set_memory(kernel, arg_index, arg_size, arg_value, CL_MEM_OBJECT_BUFFER);
    case WEFT_ARG_LOCAL:
        return set_local(kernel, arg_index, arg_size, arg_value);
    case WEFT_ARG_SAMPLER:
        return set_sampler(kernel, arg_index, arg_size, arg_value);
    case WEFT_ARG_PIPE:
        return set_memory(kernel, arg_index, arg_size, arg_value, CL_MEM_OBJECT_PIPE);
    case WEFT_ARG_IMAGE:
        return set_image(kernel, arg_index, arg_size, arg_value);
    case WEFT_ARG_QUEUE:
        return set_queue(kernel, arg_index, arg_size, arg_value);
    default:
        break;
    }
    // CL_INVALID_ARG_VALUE: "For all other kernel arguments, arg_value points to the data"
    if (!arg_value)
        return refuse(kernel, arg_index, CL_INVALID_ARG_VALUE, "takes a value, not NULL");
    // CL_INVALID_ARG_SIZE "if arg_value points to the data to be used as the kernel argument value and arg_size does
    // not match the size of the data type for the argument"
    if (arg_size != arg->size)
        return weft_error(kernel->program->context, CL_INVALID_ARG_SIZE,
                          "argument %u (%s %s) of kernel %s has %u bytes, not %zu", arg_index, arg->type_name,
                          arg->name, kernel->info->name, arg->size, arg_size);
    weft_kernel_set_value(kernel, arg_index, arg_value);
    return CL_SUCCESS;
}
