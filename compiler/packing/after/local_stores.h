// SPDX-License-Identifier: Apache-2.0
// Pass local-stores: masked stores of local memory as whole ones.
//
// Local memory is the memory of the thread that runs the group: nobody writes the elements of lanes that are off
// between a load of all and a store of all. Without mask registers that is faster than a masked store, which takes ten
// times as long on some CPUs and is none at all for small elements, and loads that follow get what whole stores wrote
// without waiting for the cache. Where no lane is on, the address may be any, and nothing is accessed.
//
// Where stores are such already, LLVM 22's code generator would make masked ones of them: what is loaded is frozen.
//
// Requires: runs after all passes of the middle end, which would take the accesses for a proof that the elements of the
//   other lanes exist.
// Guarantees: no masked store is left that isBlended() names (mask_cost.h), but for those with constant masks.
#ifndef WEFT_PACKING_AFTER_LOCAL_STORES_H
#define WEFT_PACKING_AFTER_LOCAL_STORES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class LocalStoresPass : public llvm::PassInfoMixin<LocalStoresPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
