// SPDX-License-Identifier: Apache-2.0
// Pass prefix-stores: masked stores, where the CPU's take long.
//
// AMD's CPUs before AVX-512 (Zen 1 to 3) have AVX's masked stores in microcode: one takes some 25 cycles, as long as a
// row of eight packs may. The masks that ends of rows and questions about ids give are mostly of a vector's first
// lanes: powers of two of them are stored at a time, as the number of lanes says. Whether it is so is asked, and any
// other mask is stored as before. Of what else is on nobody knows: where the store takes several registers, whether all
// lanes are is asked once.
//
// Requires: runs last, when masks are what they will be.
// Guarantees: where the CPU is such a one, no masked store of 32 or 64 bits runs with all lanes on if it takes several
//   registers, nor with a mask of the first lanes if that is made of lanes' numbers.
// Metadata: stays.
#ifndef WEFT_PACKING_AFTER_PREFIX_STORES_H
#define WEFT_PACKING_AFTER_PREFIX_STORES_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft {

class PrefixStoresPass : public llvm::PassInfoMixin<PrefixStoresPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

// Whether the CPU's masked stores take that long: by its features, as the running CPU has no name.
bool hasSlowMaskedStores(const llvm::TargetMachine &Machine);

} // namespace weft

#endif
