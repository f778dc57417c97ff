// SPDX-License-Identifier: Apache-2.0
// Pass inline: brings everything that belongs to one work-item or one work-group into the kernels.
//
// Requires: kernel-entries ran; program-check found nothing: functions do not call themselves, and can be inlined.
// Guarantees: barriers, work-item primitives and __local variables are used by kernels only. Functions that have
//   them, directly or through calls, are inlined and gone; others are left to LLVM.
//   Primitives are declared pure, with the ranges of their results. Nothing in kernels with barriers is restrict.
// Metadata: none.
#ifndef WEFT_PASSES_INLINE_H
#define WEFT_PASSES_INLINE_H

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Function;
}

namespace weft {

// Those that must not stay functions: the users of primitives and __local variables, directly or through calls.
// Kernels among them stay.
llvm::SetVector<llvm::Function *> functionsToInline(llvm::Module &M);

class InlinePass : public llvm::PassInfoMixin<InlinePass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
