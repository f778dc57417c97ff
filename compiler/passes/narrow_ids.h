// SPDX-License-Identifier: Apache-2.0
// Pass narrow-ids: global and local ids that a kernel keeps in an int are asked for as such.
//
// Requires: inline ran; variables are in registers.
// Guarantees: a truncation of __weft_global_id_* to 32 bits is a call of __weft_global_id32_*, and likewise of
//   __weft_local_id_*. What InstCombine makes of a truncation that is extended again (shifts of 64 bits, or sums whose
//   upper bits it clears) hides that a pack's addresses are consecutive; through the call it does not see.
#ifndef WEFT_PASSES_NARROW_IDS_H
#define WEFT_PASSES_NARROW_IDS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class NarrowIdsPass : public llvm::PassInfoMixin<NarrowIdsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
};

} // namespace weft

#endif
