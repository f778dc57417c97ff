// LLVM's options are whoever's the environment is: a process with another user's rights leaves them alone. Only root can
// start one.
// RUN: not env WEFT_LLVM_OPTIONS=-nonsense %weftc --emit=ir -o - %s 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: env WEFT_LLVM_OPTIONS=-nonsense \
// RUN:   sh -c 'if [ $(id -u) = 0 ]; then set -- setpriv --ruid 12345 "$@"; else unset WEFT_LLVM_OPTIONS; fi; exec "$@"' \
// RUN:   sh %weftc --emit=ir -o - %s | FileCheck %s
// OPTION: Unknown command line argument '-nonsense'
// CHECK: define {{.*}}__weft_kernel_k

kernel void
k(global int *a)
{
    *a = 1;
}
