// SPDX-License-Identifier: Apache-2.0
// The one dependence check of packing: in which order a block's accesses of memory may be done.
#ifndef WEFT_PACKING_ANALYSIS_ACCESS_ORDER_H
#define WEFT_PACKING_ANALYSIS_ACCESS_ORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"

namespace llvm {
class BasicBlock;
class Instruction;
} // namespace llvm

namespace weft {

// Whether it is an atomic access that others may not be moved across, wherever in memory they are, or a fence.
bool ordersOthers(const llvm::Instruction &I);

// Whether the order of two instructions of one work-item matters: one of them writes what the other may access, or may
// not return, or is a fence or an atomic access that others may not be moved across.
bool areOrdered(llvm::Instruction &One, llvm::Instruction &Other, llvm::BatchAAResults &Alias);

// The accesses of a block, and where each is to be done: at first where it stands. Whoever delays an access, does it
// early or does several at once asks here. An answer regards all accesses as they will stand after what was moved
// before, so of two moves that are each right alone and wrong together the second is refused.
//
// What different work-items do is not ordered here, and neither is it anywhere between barriers and atomics.
class AccessOrder {
public:
    // The farthest that an access may be moved, in accesses of memory.
    static constexpr unsigned MaxReach = 64;

    AccessOrder(llvm::BasicBlock &BB, llvm::BatchAAResults &Aliases);

    // Whether all of Accesses, which are not ordered among themselves, can be done at the one of them that is Place.
    bool allows(llvm::ArrayRef<llvm::Instruction *> Accesses, const llvm::Instruction *Place);

    // Requires: allows().
    void move(llvm::ArrayRef<llvm::Instruction *> Accesses, const llvm::Instruction *Place);

    // How many accesses stand in the block before this one.
    unsigned number(const llvm::Instruction *Access) const { return Numbers.lookup(Access); }

private:
    bool keepsOrder(unsigned Moved, unsigned To, unsigned Other);

    llvm::BatchAAResults &Alias;
    llvm::SmallVector<llvm::Instruction *, 32> Accesses; // by number
    llvm::SmallVector<unsigned, 32> Places;              // by number: the number of where it is done
    llvm::DenseMap<const llvm::Instruction *, unsigned> Numbers;
};

} // namespace weft

#endif
