// SPDX-License-Identifier: Apache-2.0
// Which values and branches of a kernel are the same for all work-items.
#ifndef WEFT_ANALYSIS_UNIFORMITY_H
#define WEFT_ANALYSIS_UNIFORMITY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseSet.h"

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace weft {

// Divergence of data, of joins under divergent branches, and of what leaves loops at different times. A value may be
// called uniform when all work-items that compute it at the same time agree on it.
class Uniformity {
public:
    // For all work-items of a group: local ids differ, and so may whatever is loaded from memory other than __constant.
    explicit Uniformity(llvm::Function &Kernel);

    // For work-items that differ in dimension 0 only and run together, as the lanes of a pack do: a load from one
    // address gives all of them the same. Divergent: the arguments that differ.
    // Requires: what prepareForPacking() guarantees.
    Uniformity(llvm::Function &F, llvm::ArrayRef<const llvm::Value *> Divergent);

    bool isUniform(const llvm::Value *V) const { return !Values.contains(V); }

    // Whether work-items may take different successors of the block.
    bool isDivergentBranch(const llvm::BasicBlock *BB) const { return Branches.contains(BB); }

    // Whether work-items may leave the loop of this header at different times or different ways; then whatever of the
    // loop is used behind it is divergent. Only known to the second constructor.
    bool hasDivergentExit(const llvm::BasicBlock *Header) const { return Loops.contains(Header); }

private:
    llvm::DenseSet<const llvm::Value *> Values;
    llvm::DenseSet<const llvm::BasicBlock *> Branches;
    llvm::DenseSet<const llvm::BasicBlock *> Loops;
};

} // namespace weft

#endif
