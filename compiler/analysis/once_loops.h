// SPDX-License-Identifier: Apache-2.0
// Loops that do the same for all work-items of a group, so that one of them may run them for all.
#ifndef WEFT_ANALYSIS_ONCE_LOOPS_H
#define WEFT_ANALYSIS_ONCE_LOOPS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft {

struct OnceLoop {
    llvm::SmallVector<llvm::BasicBlock *, 8> Blocks; // the first is the only one that is entered from elsewhere
    llvm::BasicBlock *Exit;                          // where all work-items go on behind it
    llvm::BasicBlock *Guard; // ends with the choice between the first block and the exit; or null
};

// Outermost loops that all work-items of a group come to, in which none computes, stores or decides anything that the
// others do not, and past which no value of each work-item's own lives on but such as are computed again. Work-items
// that have no barrier between them may do their part in any order, so that the loop can come before what they do
// behind it. None in kernels with sub-groups.
// Requires: all primitives are calls in the kernel itself.
llvm::SmallVector<OnceLoop, 2> findOnceLoops(llvm::Function &Kernel);

} // namespace weft

#endif
