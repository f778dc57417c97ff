// SPDX-License-Identifier: Apache-2.0
// Rounds of loops without masks, as long as all work-items of a pack are in them.
#ifndef WEFT_PACKING_LINEARIZE_WHOLE_ROUNDS_H
#define WEFT_PACKING_LINEARIZE_WHOLE_ROUNDS_H

namespace llvm {
class TargetTransformInfo;
}

namespace weft {

class IdBounds;

// `for (i = id; i < n; i += size)` is how kernels go through more elements than they have work-items. All of a pack
// stay to the last round or the one before it, so that masks are asked for in each round and needed in one.
//
// Gives such a loop, whose end compares what is counted from ids with what is the same for all, rounds that run while
// nobody leaves: `do code; while (c)` becomes `do code; while (!__weft_any(!c)); if (c) do code; while (c)`. Where the
// way into the loop is guarded, `if (!__weft_any(!guard))` stands before it. Acts where accesses to memory cost more
// with masks than the question does, in loops of few instructions without calls.
//
// Requires: Ids are of SPMD code in the form that prepareForPacking() guarantees.
// Guarantees: true if the function changed; its form holds, what is known of it does not.
bool addWholeRounds(const IdBounds &Ids, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
