// SPDX-License-Identifier: Apache-2.0
// Pass half-guard: integers that are too large for a half stay infinite when the half becomes a float again.
//
// LLVM 22's InstCombine takes an integer that becomes a half and then a float for one that becomes a float, if it has
// no more digits than a half. Of i << 24 it knows that without knowing i, but it does not ask whether the half's
// exponent is large enough: infinity becomes a number. It also takes integers that become floats and then halves for
// such that become halves.
//
// Requires: runs where values are in registers, before InstCombine.
// Guarantees: an integer that becomes a half, or a float or double that does, is between -65535 and 65535; others are
//   replaced by the nearer of the two, whose half is infinite as well.
// Metadata: none.
#ifndef WEFT_PASSES_HALF_GUARD_H
#define WEFT_PASSES_HALF_GUARD_H

#include "llvm/IR/PassManager.h"

namespace weft {

class HalfGuardPass : public llvm::PassInfoMixin<HalfGuardPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
