// SPDX-License-Identifier: Apache-2.0
// Building and running the fuzzer's kernels on the first OpenCL device.
#ifndef WEFT_FUZZ_DEVICE_H
#define WEFT_FUZZ_DEVICE_H

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>

#include "conformance/fuzz/ast.h"

// To be called once per process, after any fork. The programs are for `cpu`, NULL: the host's.
bool fuzz_device_open(const char *cpu);
#define REFERENCE (-1) // as a width: one work-item at a time, without optimization

// For the builds to come. 0 leaves WEFT_WIDTH unset.
void fuzz_set_width(int width);
// Kernels can hold halves.
bool fuzz_has_halves(void);
// NULL when the build fails; then *log is its log (freed by the caller).
cl_program fuzz_build(const struct text *source, uint64_t seed, char **log);
// Options of the program that holds this seed, for the width that was set; the same for all seeds of a batch.
const char *fuzz_build_options(uint64_t seed);
// False: the range needs non-uniform work-groups, which the device does not have.
bool fuzz_can_run(const struct kernel *kernel);
// Runs the kernel over `memory`, which holds the results afterwards. False: an API call failed, `text` says which.
bool fuzz_run(const struct kernel *kernel, cl_program program, struct memory *memory, char *text, size_t size);

#endif
