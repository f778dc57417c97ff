// SPDX-License-Identifier: Apache-2.0
// Pass narrow-compares: integers of 64 bits that are known to be less than 2^31 are compared as ints.
//
// Local ids are, and most kernels keep them in an int; InstCombine makes comparisons of these such of the 64 bits that
// get_local_id gives. In packs, twice as many lanes of ints are compared at once, and their masks are as wide as those
// of the floats and ints that they choose from.
//
// Requires: runs after the last InstCombine before packing, which would make comparisons what they were.
// Guarantees: both operands of a comparison of 64 bits that are known to be less than 2^31, neither of them a loop's
//   counter, are truncations, nuw and nsw, or of 32 bits themselves; so are those of bit operations, shifts and
//   divisions that are made for such a comparison alone. Nothing moves into a loop.
#ifndef WEFT_PASSES_NARROW_COMPARES_H
#define WEFT_PASSES_NARROW_COMPARES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class NarrowComparesPass : public llvm::PassInfoMixin<NarrowComparesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
