// SPDX-License-Identifier: Apache-2.0
// Code that few work-items of a pack may come to, which one of them can run alone.
#ifndef WEFT_PACKING_COST_RARE_CODE_H
#define WEFT_PACKING_COST_RARE_CODE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace llvm {
class AllocaInst;
class BasicBlock;
class BranchInst;
class Function;
class Value;
} // namespace llvm

namespace weft {

struct Flow;

// What a branch guards, beginning at First; all ways out of it lead to Behind.
struct RareCode {
    llvm::BranchInst *Branch = nullptr;
    llvm::BasicBlock *First = nullptr, *Behind = nullptr;
    llvm::SmallSetVector<llvm::BasicBlock *, 16> Blocks;
    llvm::SmallSetVector<llvm::Value *, 16> Inputs;        // values from outside, and ids that it asks for
    llvm::SmallSetVector<llvm::AllocaInst *, 4> Variables; // whose lives begin in it
    size_t Count = 0;                                      // its instructions
};

// Code with loops of its own, whose branch is not what most work-items pass by what it looks like, which is not too
// long, and has nothing in memory that lies as packs have it. What is inside comes before what it is in. MayPart: where
// neighbours may go different ways, and not by bounds of ids.
std::vector<RareCode> rareCode(llvm::Function &F, const Flow &Control,
                               llvm::function_ref<bool(const llvm::BranchInst &)> MayPart);

// At most so many lanes of a pack are few: an eighth, none of fewer.
unsigned fewLanes(unsigned Width);

} // namespace weft

#endif
