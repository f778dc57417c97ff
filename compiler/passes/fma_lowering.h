// SPDX-License-Identifier: Apache-2.0
// Pass fma-lowering: fused multiply-adds on CPUs that have none, where each would be a call of libm.
//
// Requires: half-lowering ran before.
// Guarantees: no llvm.fma of floats is left, and of doubles only those that are to be rounded once. An llvm.fma rounds
//   as its flags say:
//   contract  the product may be rounded first: a product and a sum, as mad's and those of the kernel library's
//             polynomials;
//   arcp      the result may be another neighbour of the true one: what the kernel library's functions compute with,
//             whose products are as if exact. Of doubles (Dekker's product, Knuth's sum) where no part of a product
//             is too large or small for them; the sign of a zero is lost, and where the product is too large, so is
//             the result, whatever the addend;
//   neither   it is rounded once: floats by way of doubles (round_to_odd.h).
// Metadata: none.
#ifndef WEFT_PASSES_FMA_LOWERING_H
#define WEFT_PASSES_FMA_LOWERING_H

#include "llvm/IR/PassManager.h"

namespace weft {

class FmaLoweringPass : public llvm::PassInfoMixin<FmaLoweringPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
