// SPDX-License-Identifier: Apache-2.0
// Pass masked-loads: masked loads of what the CPU has none for.
//
// A load that begins at the first lane's address and has at least one lane that is on reads bytes of the pages of those
// lanes. Where all of it lies in one page, it can be read as a whole, the elements of lanes that are off included,
// which nobody looks at. So a mask that is not empty and an address in the front of a page lead to one plain load; the
// rest, a loop over the lanes that are on (lane_loop.h), seldom runs.
//
// Requires: runs after all passes of the middle end, which would take the load for a proof that the elements of the
//   other lanes exist.
// Guarantees: no masked load is left that isChecked() names (mask_cost.h), but for those with constant masks.
// Metadata: stays on the loads.
#ifndef WEFT_PACKING_AFTER_MASKED_LOADS_H
#define WEFT_PACKING_AFTER_MASKED_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft {

class MaskedLoadsPass : public llvm::PassInfoMixin<MaskedLoadsPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
