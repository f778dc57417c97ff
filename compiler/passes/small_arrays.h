// SPDX-License-Identifier: Apache-2.0
// Pass small-arrays: private arrays of up to four elements are values, whatever their indexes are.
//
// An element is chosen from all of them by comparing the index. In memory, a work-item that counts in an array waits for
// its last store at each load, and the lanes of a pack, whose indexes differ, are gathered and scattered one by one.
//
// Requires: arrays that have constant indexes alone, once loops are unrolled, are values by now.
// Guarantees: no static alloca is left that is only loaded from, stored to, filled and copied to, in elements of one
//   size of at most sixteen bytes, of which it has two to four, at few places.
#ifndef WEFT_PASSES_SMALL_ARRAYS_H
#define WEFT_PASSES_SMALL_ARRAYS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class SmallArraysPass : public llvm::PassInfoMixin<SmallArraysPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
