// SPDX-License-Identifier: Apache-2.0
// Pass byte-divisions: vectors of bytes are divided by constants as vectors of 16 bits.
//
// LLVM 22's x86 backend makes such a division a multiplication of twice the bits and packs the halves. When the
// quotients are reordered, widened and shifted left by eight bits or more, it then takes them for zeros (AVX2 and
// AVX-512). Of divisions of 16 bits, whose high half CPUs have an instruction for, it makes nothing of the kind.
//
// Requires: runs last, as InstCombine makes divisions narrow again. No divisor is 0, and no quotient overflows.
// Guarantees: no vector of integers of eight bits is divided by a constant that is not a power of two.
// Metadata: none.
#ifndef WEFT_PASSES_BYTE_DIVISIONS_H
#define WEFT_PASSES_BYTE_DIVISIONS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ByteDivisionsPass : public llvm::PassInfoMixin<ByteDivisionsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
