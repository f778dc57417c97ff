// SPDX-License-Identifier: Apache-2.0
// Divergent control flow becomes masks: partial control-flow linearization.
//
// After Moll and Hack, "Partial control-flow linearization" (PLDI 2018): blocks run in one topological order; where a
// branch is divergent, its successors run one after the other, each under its mask; a uniform branch stays.
#include "compiler/packing/linearize/linearize.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/packing/cost/pack_budget.h"
#include "compiler/packing/cost/pack_width.h"
#include "compiler/packing/linearize/linearize_function.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace weft {

// Code that is rare is off for so many packs against one that runs it. LLVM's own weights for what is unlikely make its
// register allocator keep masks in memory, which costs more where they are wrong than it gains where they are right.
// These are rare enough for rareBlocks still.
static constexpr uint32_t OftenOff = 31;

LinearizedFunction::LinearizedFunction(Function &TheFunction, Value *Mask, const Uniformity &TheDivergence)
    : F(TheFunction), EntryMask(Mask ? Mask : ConstantInt::getTrue(F.getContext())), Divergence(TheDivergence),
      Rare(rareBlocks(F))
{
    for (const BasicBlock &BB : F)
        if (Divergence.isDivergentBranch(&BB))
            DivergentBranches.insert(&BB);
    auto Uniform = [&](const Value *V) { return Divergence.isUniform(V); };
    if (!isa<Constant>(EntryMask))
        Sources.push_back(EntryMask);
    for (const Argument &Arg : F.args())
        if (!Uniform(&Arg))
            Sources.push_back(&Arg);
    for (const Instruction &I : instructions(F)) {
        Original.insert(&I);
        if (!isa<PHINode>(I) && !Uniform(&I) && all_of(I.operand_values(), Uniform))
            Sources.push_back(&I);
        if (const auto *Phi = dyn_cast<PHINode>(&I))
            if (Divergence.isUniform(Phi))
                UniformPhis.insert(Phi);
    }
}

void
LinearizedFunction::erase(Instruction *I)
{
    Original.erase(I); // a new one may get its address
    I->eraseFromParent();
}

void
LinearizedFunction::note(IRBuilderBase &B, Value *Mask, bool IsOccupied)
{
    Module &M = *F.getParent();

    Masks.push_back(B.CreateCall(M.getOrInsertFunction(MaskName, B.getVoidTy(), B.getInt1Ty()), Mask));
    if (IsOccupied)
        Occupied.insert(B.GetInsertBlock());
}

Value *
LinearizedFunction::maskOf(const BasicBlock *BB) const
{
    for (const CallInst *Note : Masks)
        if (Note->getParent() == BB)
            return Note->getArgOperand(0);
    return nullptr;
}

void
createRareBranch(IRBuilderBase &B, Value *Mask, BasicBlock *IfAny, BasicBlock *IfNone)
{
    static constexpr uint32_t Often = 31;

    B.CreateCondBr(askPack(B, AnyName, Mask), IfAny, IfNone, MDBuilder(B.getContext()).createBranchWeights(1, Often));
}

// Folds what the steps have left: selects of one value, phis of one value, masks nobody asks for.
static void
simplifyNew(LinearizedFunction &L)
{
    const SimplifyQuery Query(L.F.getDataLayout());
    SmallSetVector<Instruction *, 32> Dead;
    bool Changed = true;

    while (Changed) {
        Changed = false;
        for (Instruction &I : instructions(L.F)) {
            if (!L.isNew(&I) || I.getType()->isVoidTy() || I.use_empty())
                continue;
            Value *V = simplifyInstruction(&I, Query);
            if (!V || V == &I)
                continue;
            I.replaceAllUsesWith(V);
            Changed = true;
        }
    }
    auto IsDead = [&](Instruction *I) { return L.isNew(I) && isInstructionTriviallyDead(I); };
    for (Instruction &I : instructions(L.F))
        if (IsDead(&I))
            Dead.insert(&I);
    while (!Dead.empty()) {
        Instruction *I = Dead.pop_back_val();
        SmallVector<Value *, 4> Operands(I->operands());
        I->eraseFromParent();
        for (Value *V : Operands)
            if (auto *Operand = dyn_cast<Instruction>(V); Operand && IsDead(Operand))
                Dead.insert(Operand);
    }
}

// Blocks now run in another order, so that a definition may not lie on each way to its use; on the others the
// work-items that use it are off.
static void
repairDominance(Function &F)
{
    DominatorTree Tree(F);
    SmallVector<Use *, 8> Broken;
    BasicBlock *Entry = &F.getEntryBlock();

    for (BasicBlock &BB : F) {
        for (Instruction &I : BB) {
            Broken.clear();
            for (Use &U : I.uses())
                if (!Tree.dominates(&I, U))
                    Broken.push_back(&U);
            if (Broken.empty())
                continue;
            SSAUpdater Updater;
            Updater.Initialize(I.getType(), I.getName());
            Updater.AddAvailableValue(Entry, I.getType()->isIntegerTy(1)
                                                 ? cast<Value>(ConstantInt::getFalse(I.getType()))
                                                 : PoisonValue::get(I.getType()));
            Updater.AddAvailableValue(&BB, &I);
            for (Use *U : Broken)
                Updater.RewriteUse(*U);
        }
    }
}

void
LinearizedFunction::guard(IRBuilderBase &B, const BasicBlock &BB, Value *Mask, BasicBlock *Body, BasicBlock *Next) const
{
    MDNode *Weights = Rare.contains(&BB) ? MDBuilder(F.getContext()).createBranchWeights(1, OftenOff) : nullptr;

    B.CreateCondBr(askPack(B, AnyName, Mask), Body, Next, Weights);
}

std::optional<BlockMasks>
linearize(Function &F, Value *EntryMask, const Uniformity &Divergence, const TargetTransformInfo &Costs,
          const PackBudget *Budget)
{
    LinearizedFunction L(F, EntryMask, Divergence);
    BlockMasks Masks;

    keepLoopsTogether(L);
    if (Budget && Budget->isHopeless(F))
        return std::nullopt;
    rewriteBlocks(L, Costs);
    if (Budget && Budget->isHopeless(F, L.Variables.size()))
        return std::nullopt;
    DominatorTree Tree(F);
    PromoteMemToReg(L.Variables, Tree);
    simplifyNew(L);
    repairDominance(F);
    threadLatches(L);
    guardBlocks(L);
    repairDominance(F);
    for (CallInst *Note : L.Masks) {
        if (Note->getArgOperand(0) != L.EntryMask)
            Masks[Note->getParent()] = Note->getArgOperand(0);
        Note->eraseFromParent();
    }
    if (Function *Noting = F.getParent()->getFunction(MaskName); Noting && Noting->use_empty())
        Noting->eraseFromParent();
    assert(!verifyFunction(F, &errs()));
    return Masks;
}

} // namespace weft
