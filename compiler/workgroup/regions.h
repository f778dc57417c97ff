// SPDX-License-Identifier: Apache-2.0
// The regions of a kernel: the code between one barrier and the next (continuation-based barriers after Meyer et al.,
// IWOCL'23), and the values that live across each barrier.
#ifndef WEFT_WORKGROUP_REGIONS_H
#define WEFT_WORKGROUP_REGIONS_H

#include "compiler/analysis/once_loops.h"
#include "llvm/ADT/ArrayRef.h"
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

// Moves all variables of fixed size to the start of the entry block, where Clang and the inliner put them.
void hoistVariables(llvm::Function &Kernel);

struct Region {
    llvm::BasicBlock *Start;                         // the kernel's entry, or what follows a barrier
    llvm::SmallVector<llvm::BasicBlock *, 8> Blocks; // Start first; in reverse post-order
    llvm::SmallVector<unsigned, 2> Next;             // regions that may come after it, in order of their blocks
    bool Returns = false;                            // whether the kernel may end in it
    bool InSubGroup = false;                         // whether it follows a sub-group's barrier
    bool RunsOnce = false;                           // one work-item runs it for all: a loop of analysis/once_loops.h
    unsigned Line = 0;                               // of its barrier, 0 where that is not known
    llvm::SetVector<llvm::Instruction *> LiveIn;     // values, without allocas, that live across its barrier
    llvm::SetVector<llvm::AllocaInst *> LiveAllocas; // variables whose contents live across its barrier
};

class RegionGraph {
public:
    // Splits blocks of the kernel after each barrier and erases the barriers; the block before each branches to the
    // region's start. Where the loops begin and end is like a barrier. Unreachable blocks are erased.
    RegionGraph(llvm::Function &Kernel, llvm::ArrayRef<OnceLoop> Once);

    // Regions[0] starts the kernel; all are reachable from it.
    std::vector<Region> Regions;
    // Whether work-items meet anywhere; there are several regions without that where loops run once.
    bool HasBarriers = false;
    // Whether one sub-group runs after the other from barrier to barrier of the group.
    bool HasSubGroups = false;

    // The region that follows when this block ends with a barrier, or 0.
    unsigned regionAfter(const llvm::BasicBlock *BB) const { return After.lookup(BB); }

private:
    void findRegions();
    void findLiveValues();
    void findLiveAllocas();

    llvm::Function &Kernel;
    llvm::DenseMap<const llvm::BasicBlock *, unsigned> After;
    struct Barrier {
        llvm::BasicBlock *Following;
        bool OfSubGroup, BeforeOnce;
        unsigned Line;
    };
    llvm::DenseMap<const llvm::BasicBlock *, Barrier> Barriers; // by the block that ends with it
};

} // namespace weft

#endif
