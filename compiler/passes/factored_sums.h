// SPDX-License-Identifier: Apache-2.0
// Pass factored-sums: a sum of multiples that does not wrap is a multiple of a sum that does not.
//
// InstCombine makes 3 * (a + b) of 3 * a + 3 * b, which saves a multiplication, and keeps none of the flags that say
// that no int wraps: an index of such a product is then one that work-items may not be side by side at.
//
// Requires: runs before InstCombine.
// Guarantees: a sum or difference of two products with the same constant, of which one has no other use and which all
//   have nuw, or all have nsw where the constant is at least 2, is a product of a sum or difference, both with that
//   flag.
#ifndef WEFT_PASSES_FACTORED_SUMS_H
#define WEFT_PASSES_FACTORED_SUMS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class FactoredSumsPass : public llvm::PassInfoMixin<FactoredSumsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
