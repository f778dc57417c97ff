// SPDX-License-Identifier: Apache-2.0
// Pass cleanup: leaves in the module what the shared object needs.
//
// Requires: work-group ran.
// Guarantees: entries and __weft_services have external linkage and default visibility and are dso_local; all other
//   definitions are internal; unused functions and variables and llvm.used lists are gone.
// Metadata: none.
#ifndef WEFT_WORKGROUP_CLEANUP_H
#define WEFT_WORKGROUP_CLEANUP_H

#include "llvm/IR/PassManager.h"

namespace weft {

class CleanupPass : public llvm::PassInfoMixin<CleanupPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
