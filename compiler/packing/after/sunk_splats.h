// SPDX-License-Identifier: Apache-2.0
// Pass sunk-splats: scalars that all lanes load alike are loaded where they are used, when registers are short.
//
// A tile of a matrix in local memory is the same for all packs of a group, so that each of its elements is loaded and
// repeated in all lanes once, before the loop over the packs. Where there are more of them than registers, LLVM stores
// the vectors and loads them in each round; to load a scalar into all lanes takes no longer, and is part of an
// operation on x86 with AVX-512.
//
// Requires: runs last, when vectors are what they will be.
// Guarantees: a loop in which what comes from before it takes more vector registers than the CPU has, beside a few for
//   what it computes, loads as many scalars itself as are too many, unless something in it writes to them. Loads are
//   simple ones, in the block before the outermost loop that they were taken out of.
#ifndef WEFT_PACKING_AFTER_SUNK_SPLATS_H
#define WEFT_PACKING_AFTER_SUNK_SPLATS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class SunkSplatsPass : public llvm::PassInfoMixin<SunkSplatsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
