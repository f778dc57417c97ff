// SPDX-License-Identifier: Apache-2.0
// What every example needs: a device, a built kernel, and an end with a sentence when something fails.
#ifndef WEFT_EXAMPLE_H
#define WEFT_EXAMPLE_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

struct example {
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_program program;
    cl_kernel kernel; // or NULL
};

// Takes the first platform's default device and builds `source`; the kernels are the caller's, `kernel` is NULL.
struct example example_open(const char *source);
// The same, makes `kernel_name` and prints the device.
struct example example_begin(const char *source, const char *kernel_name);
void example_end(struct example *example);
// Ends the program with a message if `err` is an error of the call named `what`.
void example_check(cl_int err, const char *what);

#endif
