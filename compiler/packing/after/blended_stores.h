// SPDX-License-Identifier: Apache-2.0
// Pass blended-stores: masked stores as whole ones.
//
// Without mask registers a masked store takes ten times as long as a whole one on some CPUs, there is none for small
// elements, and loads that follow get what whole stores wrote without waiting for the cache. A load of all elements, a
// selection and a store of them all are right where nobody writes those of lanes that are off meanwhile:
//   - of local memory, which is the memory of the thread that runs the group. Where no lane is on, the address may be
//     any, and nothing is accessed;
//   - of what all lanes have stored to before, with nothing in between that others could wait for: whoever writes there
//     as well had a race with that store.
// Where stores are such already, LLVM 22's code generator would make masked ones of them: what is loaded is frozen.
//
// Requires: runs after all passes of the middle end, which would take the accesses for a proof that the elements of the
//   other lanes exist.
// Guarantees: no masked store is left that isBlended() names (mask_cost.h), but for those with constant masks.
#ifndef WEFT_PACKING_AFTER_BLENDED_STORES_H
#define WEFT_PACKING_AFTER_BLENDED_STORES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class BlendedStoresPass : public llvm::PassInfoMixin<BlendedStoresPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
