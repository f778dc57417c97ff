// SPDX-License-Identifier: Apache-2.0
// Takes the regions of an entry that has very many of them out of it again.
#ifndef WEFT_WORKGROUP_REGION_OUTLINING_H
#define WEFT_WORKGROUP_REGION_OUTLINING_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class BasicBlock;
class Function;
} // namespace llvm

namespace weft {

// A region with its loop over work-items, from the block that runs first to the one that runs after it.
struct RegionBlocks {
    llvm::BasicBlock *Preheader, *Exit;
};

// Where there are so many regions that LLVM, whose analyses walk from a loop back over all that come before, would take
// the square of their number, each becomes a function, called once for a group. Requires: the entry is complete, and
// does not ask where its frame is.
void outlineRegions(llvm::Function &Entry, llvm::ArrayRef<RegionBlocks> Regions);

} // namespace weft

#endif
