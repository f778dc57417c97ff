// SPDX-License-Identifier: Apache-2.0
// Pass half-bits: no half is cast from an integer that is 0 or 1.
//
// With AVX-512, LLVM 22 compares floats and halves into mask registers. It takes such an integer, the result of a
// comparison with zeros above it, for a cast of 16 mask bits, joins that with the cast to half, and has no instruction
// for both ("Cannot select: f16 = bitcast").
//
// Requires: runs last, when no other pass makes casts of selects.
// Guarantees: the half that has such an integer's bits is selected: 0x0001 (2^-24) or 0.
#ifndef WEFT_PASSES_HALF_BITS_H
#define WEFT_PASSES_HALF_BITS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class HalfBitsPass : public llvm::PassInfoMixin<HalfBitsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
