// SPDX-License-Identifier: Apache-2.0
// Clamping of what addresses are computed from, and loops are counted from and to.
#ifndef WEFT_PACKING_ANALYSIS_ADDRESS_CLAMPS_H
#define WEFT_PACKING_ANALYSIS_ADDRESS_CLAMPS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm {
class Function;
class MinMaxIntrinsic;
} // namespace llvm

namespace weft {

// The lesser or greater of two integers wherever that is part of an address, or of the begin or the end of a loop that
// counts, in the order of the function.
llvm::SmallVector<const llvm::MinMaxIntrinsic *, 16> addressClamps(const llvm::Function &F);

// Whether packs that clamp nothing may have code of their own (linearize/clamped_ids.h), as far as can be said before
// it is known which values are the same for all work-items.
bool mayAskClamps(const llvm::Function &F);

} // namespace weft

#endif
