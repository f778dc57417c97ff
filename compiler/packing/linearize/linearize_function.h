// SPDX-License-Identifier: Apache-2.0
// What the steps of linearize() tell each other about the function.
#ifndef WEFT_PACKING_LINEARIZE_LINEARIZE_FUNCTION_H
#define WEFT_PACKING_LINEARIZE_LINEARIZE_FUNCTION_H

#include "compiler/packing/linearize/linearize.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace llvm {
class AllocaInst;
class CallInst;
class IRBuilderBase;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
} // namespace llvm

namespace weft {

struct LinearizedFunction {
    LinearizedFunction(llvm::Function &F, llvm::Value *EntryMask, const Uniformity &Divergence);

    bool isDivergentBranch(const llvm::BasicBlock *BB) const { return DivergentBranches.contains(BB); }

    // The instruction is made by this step, and may be simplified away.
    bool isNew(const llvm::Instruction *I) const { return !Original.contains(I); }

    void erase(llvm::Instruction *I);

    // B's block ends with going to Body, a part of BB, if there is anyone in the mask, and to Next otherwise.
    void guard(llvm::IRBuilderBase &B, const llvm::BasicBlock &BB, llvm::Value *Mask, llvm::BasicBlock *Body,
               llvm::BasicBlock *Next) const;

    // Notes the mask of the block that B stands in.
    void note(llvm::IRBuilderBase &B, llvm::Value *Mask, bool IsOccupied);

    // The mask that has been noted for the block, or null.
    llvm::Value *maskOf(const llvm::BasicBlock *BB) const;

    llvm::Function &F;
    llvm::Value *EntryMask; // never null
    const Uniformity &Divergence;

    llvm::DenseSet<const llvm::BasicBlock *> DivergentBranches;
    llvm::DenseSet<const llvm::PHINode *> UniformPhis;
    // By header, for loops that work-items leave at different times: who is still in it.
    llvm::DenseMap<const llvm::BasicBlock *, llvm::PHINode *> Active;
    // Blocks whose phis become selects by the masks of the edges in any case.
    llvm::DenseSet<const llvm::BasicBlock *> Blended;
    // What such a phi is for work-items that come along none of its edges; incoming values equal to it say the same.
    llvm::DenseMap<const llvm::PHINode *, llvm::Value *> Otherwise;
    // The mask of each block, as the argument of a call in it: whoever moves values about keeps it up to date.
    std::vector<llvm::CallInst *> Masks;
    // What differs by itself, and not because an operand does.
    llvm::SmallVector<const llvm::Value *, 16> Sources;
    // Blocks whose mask is never empty when they run.
    llvm::DenseSet<const llvm::BasicBlock *> Occupied;
    // Blocks that were reached by rare branches alone.
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> Rare;
    // The headers and latches of what keepLoopsTogether has made.
    std::vector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> Latches;
    // Phis that have been replaced; they go at the end, so that no other phi gets their address.
    std::vector<llvm::PHINode *> Replaced;
    // Variables of the rewritten function, to become SSA values at the end.
    std::vector<llvm::AllocaInst *> Variables;

private:
    llvm::DenseSet<const llvm::Instruction *> Original;
};

// What notes masks; gone when linearize() returns.
inline constexpr const char *MaskName = "__weft_mask";

// A branch to one of two ways, IfAny where Mask is true for any work-item of the pack, which is seldom so.
void createRareBranch(llvm::IRBuilderBase &B, llvm::Value *Mask, llvm::BasicBlock *IfAny, llvm::BasicBlock *IfNone);

// linearize_loops.cpp. Makes the loops that work-items leave at different times run until the last one has left: one
// latch, which alone leaves; behind the loop, divergent branches lead each to where it wanted to go.
void keepLoopsTogether(LinearizedFunction &L);

// masks.cpp. Rewrites the acyclic rest: masks, guards, and blocks one after the other.
void rewriteBlocks(LinearizedFunction &L, const llvm::TargetTransformInfo &Costs);

// masks_guards.cpp. Branches around what must not run with an empty mask and was not known to be uniform before.
void guardBlocks(LinearizedFunction &L);

// linearize_latches.cpp. Edges to the latches of keepLoopsTogether's loops from where it is known whether anyone stays
// lead on to there.
void threadLatches(LinearizedFunction &L);

} // namespace weft

#endif
