// SPDX-License-Identifier: Apache-2.0
// Pass local-atomics: atomic operations on local memory without locks.
//
// One thread runs all work-items of a group, and nobody else sees the group's local memory: an operation on it is
// atomic when the code of one work-item for it is not mixed with another's. What such an operation orders it orders
// among the work-items of the group (OpenCL C, 6.15.12: a fence or atomic on local memory orders local memory), for
// which the program's own order is enough; the compiler is kept from changing that.
//
// Requires: runs after work-group: packed work-items do their atomic operations one after the other.
// Guarantees: no atomic instruction is left whose address is in local address space; before and after one that was an
// acquire or release is a fence of the thread with itself, which costs nothing.
// Metadata: the accesses keep what the operation had.
#ifndef WEFT_WORKGROUP_LOCAL_ATOMICS_H
#define WEFT_WORKGROUP_LOCAL_ATOMICS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class LocalAtomicsPass : public llvm::PassInfoMixin<LocalAtomicsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
