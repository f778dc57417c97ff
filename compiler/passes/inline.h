// SPDX-License-Identifier: Apache-2.0
// Pass inline: brings everything that belongs to one work-item or one work-group into the kernels.
//
// Requires: kernel-entries ran.
// Guarantees: barriers, work-item primitives and __local variables are used by kernels only. Functions that have
//   them, directly or through calls, are inlined and gone; others are left to LLVM. Recursion is reported as an error.
//   Primitives are declared pure, with the ranges of their results. Nothing in kernels with barriers is restrict.
// Metadata: none.
#ifndef WEFT_PASSES_INLINE_H
#define WEFT_PASSES_INLINE_H

#include "llvm/IR/PassManager.h"

namespace weft {

class InlinePass : public llvm::PassInfoMixin<InlinePass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
