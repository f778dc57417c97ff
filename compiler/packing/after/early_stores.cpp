// SPDX-License-Identifier: Apache-2.0
// What is kept across a barrier is stored where it is computed.
#include "compiler/packing/after/early_stores.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

// Instructions, in order.
using Sequence = SmallVector<Instruction *, 6>;

// The store, and what nobody else needs before it: its address, and where lanes are off what was there and the choice.
// None where others need that as well.
Sequence
partsOf(StoreInst &Store)
{
    const BasicBlock *Block = Store.getParent();
    auto *Choice = dyn_cast<SelectInst>(Store.getValueOperand());
    auto *Old = Choice ? dyn_cast<LoadInst>(Choice->getFalseValue()) : nullptr;
    Sequence Parts;

    if (Old && !(Old->hasOneUse() && Choice->hasOneUse()))
        return {};

    for (Value *Its = Store.getPointerOperand(); auto *Step = dyn_cast<GetElementPtrInst>(Its);
         Its = Step->getPointerOperand())
        if (Step->getParent() == Block)
            Parts.insert(Parts.begin(), Step);
    if (Old && Old->isSimple() && Old->hasMetadata(SlotMetadata) &&
        Old->getPointerOperand() == Store.getPointerOperand() && Old->getParent() == Block &&
        Choice->getParent() == Block) {
        Parts.push_back(Old);
        Parts.push_back(Choice);
    }
    Parts.push_back(&Store);
    return Parts;
}

// Behind what they may be: the last one of what they use, or of what may access the memory. Null: nothing.
Instruction *
lastBefore(StoreInst &Store, const Sequence &Parts, AAResults &Aliasing)
{
    const MemoryLocation Slot = MemoryLocation::get(&Store);
    Instruction *Last = nullptr;

    for (const Instruction *Part : Parts)
        for (Value *Operand : Part->operands())
            if (auto *I = dyn_cast<Instruction>(Operand);
                I && I->getParent() == Store.getParent() && !is_contained(Parts, I) && (!Last || Last->comesBefore(I)))
                Last = I;
    for (Instruction *I = Store.getPrevNode(); I && I != Last; I = I->getPrevNode())
        if (I->mayReadOrWriteMemory() && !is_contained(Parts, I) && isModOrRefSet(Aliasing.getModRefInfo(I, Slot)))
            return I;
    return Last;
}

} // namespace

bool
storeEarly(BasicBlock &Block, AAResults &Aliasing)
{
    bool Changed = false;
    SmallVector<StoreInst *, 32> Stores;

    for (Instruction &I : Block)
        if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isSimple() && Store->hasMetadata(SlotMetadata) &&
                                                   isa<FixedVectorType>(Store->getValueOperand()->getType()))
            Stores.push_back(Store);
    for (StoreInst *Store : Stores) {
        const Sequence Parts = partsOf(*Store);
        Instruction *Last = Parts.empty() ? nullptr : lastBefore(*Store, Parts, Aliasing);
        if (!Last || isa<PHINode>(Last))
            continue;
        for (Instruction *Part : Parts) {
            if (Part->comesBefore(Last))
                continue;
            Changed |= Part != Last->getNextNode();
            Part->moveAfter(Last);
            Last = Part;
        }
    }
    return Changed;
}

} // namespace weft
