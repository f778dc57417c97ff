// SPDX-License-Identifier: Apache-2.0
// Empty initializers of the targets that lld asks for and kernels never need; see llvm_libraries.cmake.

#define WEFT_ABSENT_TARGET(name)                                                                                       \
    extern "C" void LLVMInitialize##name##Target();                                                                    \
    extern "C" void LLVMInitialize##name##TargetInfo();                                                                \
    extern "C" void LLVMInitialize##name##TargetMC();                                                                  \
    extern "C" void LLVMInitialize##name##AsmPrinter();                                                                \
    extern "C" void LLVMInitialize##name##AsmParser();                                                                 \
    extern "C" void LLVMInitialize##name##Target() {}                                                                  \
    extern "C" void LLVMInitialize##name##TargetInfo() {}                                                              \
    extern "C" void LLVMInitialize##name##TargetMC() {}                                                                \
    extern "C" void LLVMInitialize##name##AsmPrinter() {}                                                              \
    extern "C" void LLVMInitialize##name##AsmParser() {}
#include WEFT_ABSENT_TARGETS
