// SPDX-License-Identifier: Apache-2.0
// Divergent control flow becomes masks: partial control-flow linearization.
#ifndef WEFT_PACKING_LINEARIZE_LINEARIZE_H
#define WEFT_PACKING_LINEARIZE_LINEARIZE_H

#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace llvm {
class BasicBlock;
class Function;
class TargetTransformInfo;
class Value;
} // namespace llvm

namespace weft {

class PackBudget;
class Uniformity;

// Which work-items execute each block: an i1 of SPMD code. A block that is not here runs with the function's own mask.
using BlockMasks = llvm::DenseMap<const llvm::BasicBlock *, llvm::Value *>;

// Rewrites F, SPMD code, so that each branch is uniform. Work-items that would have gone another way run along with
// their bit of the block's mask off.
//
// Requires: `EntryMask` is an i1 argument of F or null (all on). Divergent says what `Uniformity` says. No barriers.
//   One return at most, no switch with a divergent condition, reducible loops in simplified form, LCSSA:
//   prepareForPacking.
// Guarantees: phis of joins of work-items are selects; a value that leaves a divergent loop is the one that the
//   work-item had when it left. An instruction that is uniform and not safe to execute with no work-item at all (load,
//   store, division, call, atomic; a uniform conditional branch; a loop's entry) lies in a block that
//   runs only when its mask has a bit set, so that it can run as a scalar. Dominance holds everywhere.
//   Still right when run for one work-item with __weft_any(x) = x.
// Nothing, and F is of no use any more, when it becomes hopelessly large for the budget; null: whatever it takes.
std::optional<BlockMasks> linearize(llvm::Function &F, llvm::Value *EntryMask, const Uniformity &Divergence,
                                    const llvm::TargetTransformInfo &Costs, const PackBudget *Budget = nullptr);

// Brings F into the form that linearize wants: one return, loops simplified (irreducible ones made reducible, single
// latch, dedicated exits), LCSSA, switches lowered, rotated loops kept. Returns false, F unchanged in meaning, when
// that cannot be done.
bool prepareForPacking(llvm::Function &F);

} // namespace weft

#endif
