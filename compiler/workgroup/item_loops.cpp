// SPDX-License-Identifier: Apache-2.0
// Loops over a group's work-items, and their packs.
#include "compiler/workgroup/item_loops.h"

#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

using namespace llvm;

namespace weft {

PreservedAnalyses
ItemLoopUnswitchPass::run(Loop &L, LoopAnalysisManager &AM, LoopStandardAnalysisResults &AR, LPMUpdater &Updater)
{
    const Function &F = *L.getHeader()->getParent();

    if (!findOptionMDForLoop(&L, ItemLoopProperty) || !F.hasFnAttribute(WEFT_ATTRIBUTE_ENTRY) ||
        !isOn(F, WEFT_SWITCH_ITEM_LOOP_UNSWITCH))
        return PreservedAnalyses::all();
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true).run(L, AM, AR, Updater);
}

} // namespace weft
