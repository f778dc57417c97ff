// SPDX-License-Identifier: Apache-2.0
// Rounds of loops without masks, as long as all work-items of a pack are in them.
#ifndef WEFT_PACKING_LINEARIZE_WHOLE_ROUNDS_H
#define WEFT_PACKING_LINEARIZE_WHOLE_ROUNDS_H

#include "compiler/packing/analysis/shapes.h"

namespace llvm {
class TargetTransformInfo;
}

namespace weft {

class Uniformity;

// `for (i = id; i < n; i += size)` is how kernels go through more elements than they have work-items. All of a pack
// stay to the last round or the one before it, so that masks are asked for in each round and needed in one.
//
// Gives such a loop, whose end compares what is counted from ids with what is the same for all, rounds that run while
// nobody leaves: `do code; while (c)` becomes `do code; while (!__weft_any(!c)); if (c) do code; while (c)`. Where the
// way into the loop is guarded, `if (!__weft_any(!guard))` stands before it. Acts where accesses to memory cost more
// with masks than the question does, in loops of few instructions without calls.
//
// Requires: F is SPMD code in the form that prepareForPacking() guarantees, and begins with all work-items of the pack.
//   Known is of F, and so are Arguments, by number.
// Guarantees: true if F changed; its form holds, Known does not.
bool addWholeRounds(llvm::Function &F, const Uniformity &Known, llvm::ArrayRef<Shape> Arguments,
                    const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
