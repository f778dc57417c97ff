// SPDX-License-Identifier: Apache-2.0
// Asks whether any lane leaves a loop before what those take along is chosen.
#ifndef WEFT_PACKING_AFTER_RARE_LEAVES_H
#define WEFT_PACKING_AFTER_RARE_LEAVES_H

#include "llvm/IR/PassManager.h"

namespace weft {

// `for (i = 0; i < n; i++) if (table[i] >= x) { found = i; break; }`: where lanes leave a loop at different times, each
// round takes those that leave out of the mask of those that stay, chooses for them what they have found, and asks
// whether anyone is left. Loops that search mostly go on for many rounds in which nobody leaves. So the question is
// whether anyone leaves; the rest is done where somebody does:
//
//   B: stay = active & goes.on                 B: leaves = active & ~goes.on
//      found = select(active & ~goes.on,          br any(leaves), Update, Go
//                     i, found.before)         Update: stay, found as before; br any(stay), Go, Done
//      br any(stay), Body, Done                Go: active or stay, found.before or found; br Body
//
// Requires: packed code as the packer makes it.
// Guarantees: innermost loops with such a way out have the form on the right where they are searches: lanes compare
// what
//   stays with what is the same for all, those that leave take along what the loop computes, and all leave at a bound,
//   as a counter's end, that is not near. Lanes of other loops mostly leave in the first rounds, which are foreseen
//   wrongly then.
class RareLeavesPass : public llvm::PassInfoMixin<RareLeavesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
