// SPDX-License-Identifier: Apache-2.0
// How deep cycles of a function lie in each other.
#ifndef WEFT_ANALYSIS_CYCLE_NEST_H
#define WEFT_ANALYSIS_CYCLE_NEST_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// Of all cycles, natural loops or not.
struct CycleNest {
    bool Reducible = true;
    unsigned Depth = 0;

    // Deeper than loops of a programmer are: jumps, each label of which is the head of a cycle around the next one. A
    // value then needs a phi for every loop that it leaves, all of them together the nest's depth times as many; and
    // what asks how work-items go through them takes the cube of their number.
    bool isDeep() const { return Depth > 32; }
};

CycleNest cyclesOf(llvm::Function &F);

} // namespace weft

#endif
