// SPDX-License-Identifier: Apache-2.0
// How deep cycles of a function lie in each other.
#include "compiler/analysis/cycle_nest.h"

#include "llvm/Analysis/CycleAnalysis.h"

using namespace llvm;

namespace weft {

CycleNest
cyclesOf(Function &F)
{
    CycleInfo Cycles;
    CycleNest Nest;
    SmallVector<const Cycle *, 8> Work;

    Cycles.compute(F);
    append_range(Work, Cycles.toplevel_cycles());
    while (!Work.empty()) {
        const Cycle *C = Work.pop_back_val();
        Nest.Reducible &= C->isReducible();
        Nest.Depth = std::max(Nest.Depth, C->getDepth());
        append_range(Work, C->children());
    }
    return Nest;
}

} // namespace weft
