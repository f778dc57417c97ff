// SPDX-License-Identifier: Apache-2.0
// A loop over lanes, for what packs of many work-items do for one after the other.
#ifndef WEFT_PACKING_ANALYSIS_LANE_LOOP_H
#define WEFT_PACKING_ANALYSIS_LANE_LOOP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Loop;
} // namespace llvm

namespace weft {

// Code between the constructor and finish() runs for each lane that is on, or for several of all lanes in each turn.
// Vectors lie in memory meanwhile, so that the lane is an index. Written out, the same for each lane is a chain of
// blocks whose length LLVM's time grows with the square of, or more stores and loads that may meet than a processor
// keeps track of: on Zen 4, increments in memory at more than about ten places of the code take ten times as long, as
// each is started again when it turns out to be of what another is about to write.
class LaneLoop {
public:
    // Memory for a function's loops, none of which is in another.
    using Memory = llvm::SmallVector<llvm::AllocaInst *, 4>;

    // Mask: <Width x i1>, null when all lanes are on. TheBuilder stands in the loop afterwards, and the lane is the
    // first of a turn.
    LaneLoop(llvm::IRBuilder<> &TheBuilder, llvm::Value *Mask, unsigned TheWidth, Memory &TheMemory);

    llvm::Value *lane() const { return Lane; } // an i64

    // Lanes in each turn.
    unsigned lanesInTurn() const { return Rest ? 1 : AtOnce; }

    // Goes on to a turn's next lane. Elements: what there is for the lane until now.
    void next(llvm::ArrayRef<llvm::Value *> Elements);

    // The lane's element of Packed, a vector that is there before the loop. What widens or is an address the lane
    // computes of narrower vectors: a part of its access, where the vectors would be many.
    llvm::Value *element(llvm::Value *Packed, llvm::IRBuilderBase &At);

    // Ends the loop, behind which the builder stands, and returns vectors of what Elements are for each lane that is
    // on. Elements: what there is for the turn's last lane.
    llvm::SmallVector<llvm::Value *, 8> finish(llvm::ArrayRef<llvm::Value *> Elements);

private:
    static constexpr unsigned AtOnce = 4;

    llvm::Value *computed(llvm::Value *Packed, llvm::IRBuilderBase &At);
    llvm::AllocaInst *array(llvm::Type *Element);
    void put(llvm::ArrayRef<llvm::Value *> Elements);

    llvm::IRBuilder<> &B;
    Memory &Arrays;
    const unsigned Width;
    unsigned Used = 0; // of Arrays, the first ones
    llvm::BasicBlock *Before, *Body, *After;
    llvm::PHINode *Rest = nullptr;  // a bit for each lane that is still to run
    llvm::PHINode *First = nullptr; // otherwise: the turn's first lane
    llvm::Value *Lane;
    llvm::SmallVector<llvm::AllocaInst *, 8> Results;
    llvm::SmallDenseMap<llvm::Value *, llvm::AllocaInst *, 4> Stored;
};

// Whether L was made by LaneLoop.
bool isLaneLoop(const llvm::Loop &L);

} // namespace weft

#endif
