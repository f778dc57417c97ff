// SPDX-License-Identifier: Apache-2.0
// Pass plain-conversions: conversions of floats to integers are the CPU's, where what is known of the float allows it.
//
// CPUs without AVX-512 convert to signed integers only: one to an unsigned int takes two conversions and four other
// operations, unless the float is known to be less than 2^31, as a clamped one is. x86 rounds as it converts, to the
// even one, too; and a float that is at most 255 needs no minimum with 255 behind it.
//
// Requires: runs last, as InstCombine would not know these again. The mode of rounding is the default one.
// Guarantees: no fptoui to 32 bits of a float that has a constant below 2^31 as its bound; with Rounds, no fptoui or
//   fptosi of a float rounded by rint, nearbyint or roundeven that is known to fit into an int, or must; no umin or
//   smin of a conversion with a constant that the float's bound makes needless.
// Metadata: none.
#ifndef WEFT_PASSES_PLAIN_CONVERSIONS_H
#define WEFT_PASSES_PLAIN_CONVERSIONS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class PlainConversionsPass : public llvm::PassInfoMixin<PlainConversionsPass> {
public:
    // Rounds: the CPU rounds to the even one as it converts to an int.
    explicit PlainConversionsPass(bool TheRounds = true) : Rounds(TheRounds) {}
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);

private:
    bool Rounds;
};

} // namespace weft

#endif
