// SPDX-License-Identifier: Apache-2.0
// Pass plain-debug-info: removes address spaces from debug information.
//
// Requires: nothing; run it before variables are promoted to registers.
// Guarantees: no location uses DW_OP_xderef, which Clang writes for every variable of spir64 and which debuggers of a
//   flat machine cannot evaluate.
// Metadata: rewrites location expressions of variables.
#ifndef WEFT_PASSES_PLAIN_DEBUG_INFO_H
#define WEFT_PASSES_PLAIN_DEBUG_INFO_H

#include "llvm/IR/PassManager.h"

namespace weft {

class PlainDebugInfoPass : public llvm::PassInfoMixin<PlainDebugInfoPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
