// SPDX-License-Identifier: Apache-2.0
// Pass short-products: the upper part of a product of 16-bit numbers is taken from a product of 32 bits.
//
// LLVM 22's x86 backend has an instruction for the upper halves of products of vectors of 16 bits, and takes one that
// is shifted down in 64 bits (`lshr (mul (sext a), (sext b)), 16`) for that half, extended by zeros: the sign's 32 bits
// above are lost (SSE2 to AVX-512). InstCombine makes such code of mul_hi of short whose result goes on as long.
//
// Requires: runs last, as InstCombine would make it what it was.
// Guarantees: no vector product of 64 bits of two sign-extended 16-bit values is shifted right by 16.
// Metadata: none.
#ifndef WEFT_PASSES_SHORT_PRODUCTS_H
#define WEFT_PASSES_SHORT_PRODUCTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ShortProductsPass : public llvm::PassInfoMixin<ShortProductsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
