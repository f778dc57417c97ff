// SPDX-License-Identifier: Apache-2.0
// Pass whole-stores: stores of all elements of a structure stay stores of all of them.
//
// Kernels often copy a structure, change some of its elements and store all of it. LLVM leaves the others' stores out,
// which saves nothing in code for one work-item, and makes many small accesses of the few wide ones that all lanes of a
// pack need together.
//
// Requires: structures are elements in registers by now, and stores of what lies there already are still there.
// Guarantees: a store of what was loaded from the same address, beside another that changes what lies next to it, has a
//   value of which that can no longer be told (`freeze` of the load).
#ifndef WEFT_PASSES_WHOLE_STORES_H
#define WEFT_PASSES_WHOLE_STORES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class WholeStoresPass : public llvm::PassInfoMixin<WholeStoresPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
