// SPDX-License-Identifier: Apache-2.0
// Memory for what a loop's strands carry from round to round while others run.
#include "compiler/packing/after/waiting_strands.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

namespace {

// What a strand carries: Phi becomes Next in its bundle.
struct Carried {
    PHINode *Phi;
    Instruction *Next;
    unsigned Bundle;
    bool IsStored = false;
};

class WaitingStrands {
public:
    WaitingStrands(ArrayRef<ArrayRef<Instruction *>> TheBundles, const VectorRegisters &TheRegisters)
        : Bundles(TheBundles), Registers(TheRegisters), Loop(*Bundles.front().front()->getParent())
    {
    }

    void run()
    {
        auto *Latch = dyn_cast<BranchInst>(Loop.getTerminator());
        if (!Latch || !Latch->isConditional() || Latch->getSuccessor(0) == Latch->getSuccessor(1) ||
            !is_contained(successors(&Loop), &Loop))
            return;
        number();
        collect();
        for (unsigned Bundle = 0; Bundle < Bundles.size(); ++Bundle)
            makeRoom(Bundle);
        if (none_of(Strands, [](const Carried &Each) { return Each.IsStored; }))
            return;
        Exit = Latch->getSuccessor(Latch->getSuccessor(0) == &Loop);
        if (Exit->getSinglePredecessor())
            FoldSingleEntryPHINodes(Exit);
        else
            Exit = SplitEdge(&Loop, Exit);
        for (ArrayRef<Instruction *> Bundle : drop_begin(Bundles))
            keepBehind(*Bundle.front());
        for (const Carried &Each : Strands) {
            if (Each.IsStored)
                store(Each);
        }
    }

private:
    const ArrayRef<ArrayRef<Instruction *>> Bundles;
    const VectorRegisters &Registers;
    BasicBlock &Loop;
    BasicBlock *Exit = nullptr;
    DenseMap<const Instruction *, unsigned> BundleOf;
    SmallPtrSet<const Value *, 16> Invariants; // that the bundles use
    SmallVector<Carried> Strands;

    bool isInvariant(const Value &V) const
    {
        auto *I = dyn_cast<Instruction>(&V);
        return !I || I->getParent() != &Loop;
    }

    void number()
    {
        for (unsigned Bundle = 0; Bundle < Bundles.size(); ++Bundle) {
            for (const Instruction *I : Bundles[Bundle]) {
                BundleOf[I] = Bundle;
                for (const Use &Operand : I->operands()) {
                    if (Registers(*Operand) && isInvariant(*Operand))
                        Invariants.insert(Operand);
                }
            }
        }
    }

    bool isOf(const User *U, unsigned Bundle) const
    {
        auto It = BundleOf.find(cast<Instruction>(U));
        return It != BundleOf.end() && It->second == Bundle;
    }

    // Those whose value nothing in the loop needs but their own bundle.
    void collect()
    {
        for (PHINode &Phi : Loop.phis()) {
            auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(&Loop));
            auto It = BundleOf.find(Next);
            if (!Registers(Phi) || !Next || It == BundleOf.end())
                continue;
            const unsigned Bundle = It->second;
            if (all_of(Phi.users(), [&](const User *U) { return isOf(U, Bundle); }) &&
                all_of(Next->users(), [&](const User *U) {
                    return U == &Phi || isOf(U, Bundle) || cast<Instruction>(U)->getParent() != &Loop;
                }))
                Strands.push_back({&Phi, Next, Bundle});
        }
    }

    // The most registers that the bundle's own values, and what it uses, take at once.
    unsigned own(unsigned Bundle) const
    {
        SmallPtrSet<const Value *, 32> Alive;
        DenseMap<const Value *, const Instruction *> LastUse;
        unsigned Full = 0;

        for (const Instruction *I : Bundles[Bundle]) {
            for (const Use &Operand : I->operands()) {
                LastUse[Operand] = I;
                if (Registers(*Operand) && !BundleOf.contains(dyn_cast<Instruction>(Operand)) &&
                    Alive.insert(Operand).second)
                    Full += Registers(*Operand);
            }
        }
        unsigned Most = Full;
        for (const Instruction *I : Bundles[Bundle]) {
            for (const Use &Operand : I->operands()) {
                if (LastUse.lookup(Operand) == I && !isInvariant(*Operand) && Alive.erase(Operand))
                    Full -= Registers(*Operand);
            }
            if (Registers(*I) && !I->use_empty() && Alive.insert(I).second)
                Full += Registers(*I);
            Most = std::max(Most, Full);
        }
        return Most;
    }

    void makeRoom(unsigned Bundle)
    {
        unsigned Full = own(Bundle);
        for (const Value *V : Invariants) {
            if (none_of(V->users(), [&](const User *U) { return isa<Instruction>(U) && isOf(U, Bundle); }))
                Full += Registers(*V);
        }
        for (const Carried &Each : Strands)
            Full += Each.Bundle != Bundle && !Each.IsStored ? Registers(*Each.Phi) : 0;
        for (Carried &Each : reverse(Strands)) {
            if (Full <= Registers.count())
                break;
            if (Each.Bundle == Bundle || Each.IsStored)
                continue;
            Each.IsStored = true;
            Full -= Registers(*Each.Phi);
        }
    }

    // LLVM's scheduler of machine instructions would mix the bundles again, until the registers are full, and leave the
    // strands that find none for the end, one after the other. It passes no label, and this one is no code.
    static void keepBehind(Instruction &Begin)
    {
        LLVMContext &Context = Begin.getContext();

        IRBuilder<>(&Begin).CreateIntrinsic(
            Intrinsic::codeview_annotation,
            MetadataAsValue::get(Context, MDNode::get(Context, MDString::get(Context, "bundle"))));
    }

    void store(const Carried &Its)
    {
        Type *const T = Its.Phi->getType();
        BasicBlock &Entry = Loop.getParent()->getEntryBlock();
        AllocaInst *Slot = IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(T);
        Value *Loaded = IRBuilder<>(Bundles[Its.Bundle].front()).CreateLoad(T, Slot);
        Value *After = IRBuilder<>(Exit, Exit->getFirstInsertionPt()).CreateLoad(T, Slot);

        for (unsigned I = 0; I < Its.Phi->getNumIncomingValues(); ++I) {
            if (Its.Phi->getIncomingBlock(I) != &Loop)
                IRBuilder<>(Its.Phi->getIncomingBlock(I)->getTerminator())
                    .CreateStore(Its.Phi->getIncomingValue(I), Slot);
        }
        IRBuilder<>(Bundles[Its.Bundle].back()->getNextNode()).CreateStore(Its.Next, Slot);
        Its.Phi->replaceAllUsesWith(Loaded);
        Its.Phi->eraseFromParent();
        Its.Next->replaceUsesWithIf(After,
                                    [&](const Use &U) { return cast<Instruction>(U.getUser())->getParent() != &Loop; });
    }
};

} // namespace

void
storeWaitingStrands(ArrayRef<ArrayRef<Instruction *>> Bundles, const VectorRegisters &Registers)
{
    WaitingStrands(Bundles, Registers).run();
}

} // namespace weft
