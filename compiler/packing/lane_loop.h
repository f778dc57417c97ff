// SPDX-License-Identifier: Apache-2.0
// A loop over the lanes that are on, for what packs of many work-items do for one after the other.
#ifndef WEFT_PACKING_LANE_LOOP_H
#define WEFT_PACKING_LANE_LOOP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace llvm {
class Loop;
}

namespace weft {

// Code between the constructor and finish() runs for each lane. Vectors lie in memory meanwhile, so that the lane is an
// index; written out, the same for each lane is a chain of blocks whose length LLVM's time grows with the square of.
class LaneLoop {
public:
    // Memory for a function's loops, none of which is in another.
    using Memory = llvm::SmallVector<llvm::AllocaInst *, 4>;

    // Mask: <Width x i1>. TheBuilder stands in the loop afterwards.
    LaneLoop(llvm::IRBuilder<> &TheBuilder, llvm::Value *Mask, unsigned TheWidth, Memory &TheMemory);

    llvm::Value *lane() const { return Lane; } // an i64

    // The lane's element of Packed, a vector that is there before the loop.
    llvm::Value *element(llvm::Value *Packed, llvm::IRBuilderBase &At);

    // Ends the loop, behind which the builder stands, and returns vectors of what Elements are for each lane that is
    // on.
    llvm::SmallVector<llvm::Value *, 8> finish(llvm::ArrayRef<llvm::Value *> Elements);

private:
    llvm::AllocaInst *array(llvm::Type *Element);

    llvm::IRBuilder<> &B;
    Memory &Arrays;
    const unsigned Width;
    unsigned Used = 0; // of Arrays, the first ones
    llvm::BasicBlock *Before, *Body, *After;
    llvm::PHINode *Rest; // a bit for each lane that is still to run
    llvm::Value *Lane;
    llvm::SmallDenseMap<llvm::Value *, llvm::AllocaInst *, 4> Stored;
};

// Whether L was made by LaneLoop.
bool isLaneLoop(const llvm::Loop &L);

} // namespace weft

#endif
