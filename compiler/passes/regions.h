// SPDX-License-Identifier: Apache-2.0
// The regions of a kernel: the code between one barrier and the next (continuation-based barriers after Meyer et al.,
// IWOCL'23), and the values that live across each barrier.
#ifndef WEFT_PASSES_REGIONS_H
#define WEFT_PASSES_REGIONS_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class AllocaInst;
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace weft {

struct Region {
    llvm::BasicBlock *Start;                          // the kernel's entry, or what follows a barrier
    llvm::SmallVector<llvm::BasicBlock *, 8> Blocks;  // Start first; in reverse post-order
    llvm::SmallVector<unsigned, 2> Next;              // regions that may come after it, in order of their blocks
    bool Returns = false;                             // whether the kernel may end in it
    llvm::SetVector<llvm::Instruction *> LiveIn;      // values, without allocas, that live across its barrier
    llvm::SetVector<llvm::AllocaInst *> LiveAllocas;  // variables whose contents live across its barrier
};

class RegionGraph {
public:
    // Splits blocks of the kernel after each barrier and erases the barriers; the block before each branches to the
    // region's start. Unreachable blocks are erased.
    explicit RegionGraph(llvm::Function &Kernel);

    // Regions[0] starts the kernel; all are reachable from it.
    std::vector<Region> Regions;

    // The region that follows when this block ends with a barrier, or 0.
    unsigned regionAfter(const llvm::BasicBlock *BB) const { return After.lookup(BB); }

private:
    void findRegions();
    void findLiveValues();
    void findLiveAllocas();

    llvm::Function &Kernel;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> After;
    llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Barriers; // block ended by a barrier -> what follows
};

} // namespace weft

#endif
