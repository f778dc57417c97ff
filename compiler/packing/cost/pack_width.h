// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel run in the lanes of vectors.
#ifndef WEFT_PACKING_COST_PACK_WIDTH_H
#define WEFT_PACKING_COST_PACK_WIDTH_H

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class BasicBlock;
class Function;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

class FormCosts;

inline constexpr unsigned MaxPackWidth = 256;

// Powers of two, 1 when packing does not pay.
struct PackWidths {
    unsigned Full = 1; // lanes of the packs that all work-items of a row but the last few run in
    unsigned Rest = 1; // of the packs for those; at most Full
};

// The blocks that are reached by rare branches alone.
llvm::SmallPtrSet<const llvm::BasicBlock *, 8> rareBlocks(const llvm::Function &Kernel);

// Those that the kernel takes the fewest cycles in, as packs of neighbours in the dimension.
// Requires: the kernel's barriers are still calls.
PackWidths choosePackWidths(const llvm::Function &Kernel, const llvm::TargetTransformInfo &Target, FormCosts &Costs,
                            unsigned Dimension);

// The same, where it is said how wide the packs are.
PackWidths packWidthsOf(unsigned Full, const llvm::Function &Kernel, const llvm::TargetTransformInfo &Target,
                        FormCosts &Costs, unsigned Dimension);

} // namespace weft

#endif
