// SPDX-License-Identifier: Apache-2.0
// Pass component-stores: what stores components of a vector stores nothing else.
//
// Clang, and who makes SPIR-V, load the vector, insert the components and store all of it. The others may meanwhile be
// written by another work-item, whose value is lost: each of them is an object of its own for whoever writes `a[i].x`
// here and `a[i].y` there, as it is on GPUs.
//
// Requires: runs before LLVM simplifies anything, so that variables that copies of whole vectors go through are still in
// memory: a copy that is changed and stored is a store of all components.
// Guarantees: a vector that is loaded, and stored with other components to the same place outside of private memory,
// with nothing written in between, is stored in as many runs of components as have changed; so it is in `a[i][k] = x`.
// Metadata: none.
#ifndef WEFT_PASSES_COMPONENT_STORES_H
#define WEFT_PASSES_COMPONENT_STORES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ComponentStoresPass : public llvm::PassInfoMixin<ComponentStoresPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
