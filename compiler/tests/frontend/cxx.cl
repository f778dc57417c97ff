// C++ for OpenCL: what the front end makes of a program's objects, and that builtins are those of C.
// RUN: %weftc --emit=frontend %s -cl-std=CLC++ | FileCheck %s --check-prefix=FRONT
// RUN: %weftc --emit=frontend %s -cl-std=clc++2021 | FileCheck %s --check-prefix=FRONT
// RUN: %weftc --emit=info %s -cl-std=CLC++1.0 | FileCheck %s --check-prefix=INFO
// RUN: %weftc --emit=ir -o - %s -cl-std=CLC++ | FileCheck %s --check-prefix=IR
// RUN: not %weftc --emit=frontend %s -cl-std=CLC++ -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
#if defined(__OPENCL_C_VERSION__) || !defined(__OPENCL_CPP_VERSION__) || __CL_CPP_VERSION_1_0__ != 100 || \
    __CL_CPP_VERSION_2021__ != 202100
#error "versions"
#endif
#if !defined(cl_khr_fp64) || !defined(__cpp_threadsafe_static_init) || !defined(__IMAGE_SUPPORT__)
#error "a macro is missing"
#endif
#if __OPENCL_CPP_VERSION__ == 202100 && !defined(__opencl_c_pipes)
#error "a feature is missing"
#endif

struct Object {
    int n;
    Object(int x) : n(x) {}
    ~Object() { n = 0; }
};

// A destructor is given its object, which __cxa_atexit is not.
// FRONT: @first = addrspace(1) global
// FRONT: call spir_func i32 @__cxa_atexit(ptr @[[END:__cxx_global_array_dtor[.0-9]*]], ptr null
// FRONT: define internal spir_func void @[[END]]
// FRONT: @_ZNU3AS46ObjectD1Ev({{.*}}@first
// INFO-DAG: kernel k [] block=8
// INFO-DAG: kernel weft.begin [reqd_work_group_size(1,1,1)] block=0
// INFO-DAG: kernel weft.end [reqd_work_group_size(1,1,1)] block=0
// Nothing is left for the loader.
// IR-NOT: llvm.global_ctors
// IR: define {{.*}} @__weft_kernel_weft.begin(
// IR: store i{{32 7|1 true}}, ptr addrspace(1) @first.program
// IR: define {{.*}} @__weft_kernel_weft.end(
// IR: @first.program
// IR-NOT: declare {{.*}}__cxa
Object first(7);

template <typename T>
T
twice(T x)
{
    return x + x;
}

kernel void
k(global int *o)
{
    static Object once(5);
    size_t i = get_global_id(0);
    o[i] = twice(first.n) + clamp(o[i], 1, once.n);
    printf("%d\n", o[i]);
#ifdef WRONG
    // WRONG: [[@LINE+1]]:5: error: {{.*}}new
    new int;
#endif
}
