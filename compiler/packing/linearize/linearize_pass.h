// SPDX-License-Identifier: Apache-2.0
// Pass linearize: linearize() for weft-opt.
//
// Requires: the attribute "weft.pack" on the function, which names its divergent arguments, separated by commas;
//   "mask:" before a name makes an i1 argument the function's mask. Functions without it stay as they are.
// Guarantees: what linearize() does, and `call void @__weft_mask(i1)` with the mask of each block that has one.
#ifndef WEFT_PACKING_LINEARIZE_LINEARIZE_PASS_H
#define WEFT_PACKING_LINEARIZE_LINEARIZE_PASS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class LinearizePass : public llvm::PassInfoMixin<LinearizePass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
