// SPDX-License-Identifier: Apache-2.0
// Pass kernel-entries: makes each kernel a function that nothing calls and whose arguments may be taken from memory.
//
// Requires: kernels have the attribute "weft.kernel".
// Guarantees: a kernel that was called, or whose address was taken, has an ordinary internal twin that is used
//   instead. A struct argument passed by value (byval) that the body may change is copied to an alloca at the
//   start, so that each work-item has its own; the argument itself is only read, and marked so. Functions that kernels
//   call get places, and copy them at their start: none of theirs is byval, unless the function's address is taken.
//   Kernels are external, so that nothing takes them for unused; all other functions are internal.
// Metadata: the attribute is read; twins lose it and the kernel's metadata stays with the kernel.
#ifndef WEFT_WORKGROUP_KERNEL_ENTRIES_H
#define WEFT_WORKGROUP_KERNEL_ENTRIES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class KernelEntriesPass : public llvm::PassInfoMixin<KernelEntriesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
