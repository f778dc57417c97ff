// SPDX-License-Identifier: Apache-2.0
// Loops over a group's work-items, and their packs.
#ifndef WEFT_WORKGROUP_ITEM_LOOPS_H
#define WEFT_WORKGROUP_ITEM_LOOPS_H

#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"

namespace weft {

// A property of these loops, among those of llvm.loop.
inline constexpr const char *ItemLoopProperty = "weft.item_loop";

// What does not differ among the work-items of such a loop, as whether their row is part of an image, is asked before
// it: there are two loops then, one of which mostly does nothing. Loops of the kernel's own stay as they are: what they
// ask is foreseen, and twice their code is more than it saves. So do those of regions that outlineRegions has taken
// out: there are so many that their code counts more.
//
// Requires: packed code, in the form of LoopPassManager's loops, with memory SSA.
// Guarantees: the same.
class ItemLoopUnswitchPass : public llvm::PassInfoMixin<ItemLoopUnswitchPass> {
public:
    llvm::PreservedAnalyses run(llvm::Loop &L, llvm::LoopAnalysisManager &AM, llvm::LoopStandardAnalysisResults &AR,
                                llvm::LPMUpdater &Updater);
};

} // namespace weft

#endif
