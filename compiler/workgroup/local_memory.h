// SPDX-License-Identifier: Apache-2.0
// Pass local-memory: static __local variables become offsets into the worker's local memory.
//
// Requires: inline ran, so that only kernels use variables of address space 3.
// Guarantees: the module has no global variable in address space 3. Each kernel's variables lie at fixed offsets
//   from __weft_local_base(), each aligned as it asks, arrays to 64 bytes.
// Metadata: writes "weft.local_bytes" on the kernels.
#ifndef WEFT_WORKGROUP_LOCAL_MEMORY_H
#define WEFT_WORKGROUP_LOCAL_MEMORY_H

#include "llvm/IR/PassManager.h"

namespace weft {

class LocalMemoryPass : public llvm::PassInfoMixin<LocalMemoryPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
