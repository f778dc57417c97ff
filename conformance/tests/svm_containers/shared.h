// SPDX-License-Identifier: Apache-2.0
// What the tests of containers in shared virtual memory have in common: each case builds one on the host, has a kernel
// compute with it, and compares with the host.
#ifndef WEFT_TESTS_SVM_CONTAINERS_SHARED_H
#define WEFT_TESTS_SVM_CONTAINERS_SHARED_H

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "conformance/tests/support.h"
}

// What containers of the standard library take memory from.
template <typename T> struct Shared {
    using value_type = T;

    Shared() = default;
    template <typename U> Shared(const Shared<U> &) {}
    T *allocate(std::size_t count)
    {
        auto p = static_cast<T *>(clSVMAlloc(
            test_context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, count * sizeof(T), 0));

        if (!p)
            std::abort();
        return p;
    }
    void deallocate(T *p, std::size_t) { clSVMFree(test_context, p); }
    friend bool operator==(const Shared &, const Shared &) { return true; }
    friend bool operator!=(const Shared &, const Shared &) { return false; }
};

template <typename T> using Vector = std::vector<T, Shared<T>>;
using String = std::basic_string<char, std::char_traits<char>, Shared<char>>;

// A value in shared memory.
template <typename T> class Box {
public:
    Box() : Values(1, T()) {}
    T &operator*() { return Values[0]; }
    T *operator->() { return &Values[0]; }
    T *get() { return &Values[0]; }

private:
    Vector<T> Values;
};

inline void
set(cl_kernel Kernel, cl_uint Index, const void *Pointer)
{
    CHECK(clSetKernelArgSVMPointer(Kernel, Index, Pointer));
}
inline void
set(cl_kernel Kernel, cl_uint Index, cl_int Value)
{
    CHECK(clSetKernelArg(Kernel, Index, sizeof(Value), &Value));
}

// Runs `void k(...) Body` over so many work-items.
template <typename... Arguments>
void
run(const char *Before, const std::string &Parameters, const std::string &Body, std::size_t Items, Arguments... Values)
{
    const std::string Source =
        std::string(Before) + "\nkernel void k(" + Parameters + ") { const int i = get_global_id(0); " + Body + " }";
    cl_program Program = test_build(Source.c_str(), "-cl-std=CL3.0");
    cl_int Error;
    cl_kernel Kernel = clCreateKernel(Program, "k", &Error);
    cl_uint Index = 0;

    CHECK(Error);
    (set(Kernel, Index++, Values), ...);
    CHECK(clEnqueueNDRangeKernel(test_queue, Kernel, 1, nullptr, &Items, nullptr, 0, nullptr, nullptr));
    CHECK(clFinish(test_queue));
    CHECK(clReleaseKernel(Kernel));
    CHECK(clReleaseProgram(Program));
}

// Numbers that are the same every time.
inline int
number(unsigned I)
{
    return static_cast<int>((I * 2654435761u) >> 12);
}

constexpr int Count = 700;

#endif
