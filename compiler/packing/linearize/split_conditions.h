// SPDX-License-Identifier: Apache-2.0
// What all work-items of a pack agree on is a branch of its own.
#ifndef WEFT_PACKING_LINEARIZE_SPLIT_CONDITIONS_H
#define WEFT_PACKING_LINEARIZE_SPLIT_CONDITIONS_H

namespace llvm {
class Function;
}

namespace weft {

class Uniformity;

// `if (row < height && column < width)` is one branch by now, and where packs lie along columns all of it would be
// asked of each lane: a pack of a row that is out of the image is to find that out by one comparison. Branches that
// belong to loops stay as they are, and those with code on either side.
//
// Requires: what prepareForPacking guarantees. Known is F's.
// Guarantees: the same. True if F changed; then Known is no longer.
bool splitConditions(llvm::Function &F, const Uniformity &Known);

} // namespace weft

#endif
