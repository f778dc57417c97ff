// SPDX-License-Identifier: Apache-2.0
// Pass local-atomics: atomic operations on local memory without locks.
#include "compiler/workgroup/local_atomics.h"

#include "compiler/analysis/address_spaces.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft {

static bool
isLocal(const Value *Pointer)
{
    return Pointer->getType()->getPointerAddressSpace() == LocalSpace;
}

static void
addFence(IRBuilderBase &B, AtomicOrdering Ordering)
{
    if (isAcquireOrStronger(Ordering) || isReleaseOrStronger(Ordering))
        B.CreateFence(AtomicOrdering::SequentiallyConsistent, SyncScope::SingleThread);
}

// The two accesses that an operation becomes: the load before, the store of what becomes of it.
class PlainUpdate {
public:
    PlainUpdate(Instruction &Operation, Value *ItsPointer, Align ItsAlignment, AtomicOrdering ItsOrdering)
        : I(Operation), B(&Operation), Pointer(ItsPointer), Alignment(ItsAlignment), Ordering(ItsOrdering)
    {
        addFence(B, Ordering);
    }

    IRBuilder<> &builder() { return B; }

    Value *load(Type *T)
    {
        LoadInst *Old = B.CreateAlignedLoad(T, Pointer, Alignment, I.isVolatile());
        Old->setAAMetadata(I.getAAMetadata());
        return Old;
    }

    void store(Value *New)
    {
        StoreInst *Store = B.CreateAlignedStore(New, Pointer, Alignment, I.isVolatile());
        Store->setAAMetadata(I.getAAMetadata());
    }

    void finish(Value *Result)
    {
        addFence(B, Ordering);
        I.replaceAllUsesWith(Result);
        I.eraseFromParent();
    }

private:
    Instruction &I;
    IRBuilder<> B;
    Value *Pointer;
    Align Alignment;
    AtomicOrdering Ordering;
};

static void
lower(AtomicRMWInst &I)
{
    PlainUpdate Update(I, I.getPointerOperand(), I.getAlign(), I.getOrdering());
    Value *Old = Update.load(I.getType());

    Update.store(buildAtomicRMWValue(I.getOperation(), Update.builder(), Old, I.getValOperand()));
    Update.finish(Old);
}

static void
lower(AtomicCmpXchgInst &I)
{
    PlainUpdate Update(I, I.getPointerOperand(), I.getAlign(),
                       getMergedAtomicOrdering(I.getSuccessOrdering(), I.getFailureOrdering()));
    IRBuilder<> &B = Update.builder();
    Value *Old = Update.load(I.getNewValOperand()->getType());
    Value *Equal = B.CreateICmpEQ(Old, I.getCompareOperand());

    Update.store(B.CreateSelect(Equal, I.getNewValOperand(), Old));
    Value *Result = B.CreateInsertValue(PoisonValue::get(I.getType()), Old, 0);
    Update.finish(B.CreateInsertValue(Result, Equal, 1));
}

template <class Access>
static void
makePlain(Access &I)
{
    IRBuilder<> B(&I);

    addFence(B, I.getOrdering());
    B.SetInsertPoint(I.getNextNode());
    addFence(B, I.getOrdering());
    I.setAtomic(AtomicOrdering::NotAtomic);
}

static bool
lowerIfLocal(Instruction &I)
{
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I); Update && isLocal(Update->getPointerOperand()))
        lower(*Update);
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I); Exchange && isLocal(Exchange->getPointerOperand()))
        lower(*Exchange);
    else if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isAtomic() && isLocal(Load->getPointerOperand()))
        makePlain(*Load);
    else if (auto *Store = dyn_cast<StoreInst>(&I); Store && Store->isAtomic() && isLocal(Store->getPointerOperand()))
        makePlain(*Store);
    else
        return false;
    return true;
}

PreservedAnalyses
LocalAtomicsPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M)
        for (Instruction &I : make_early_inc_range(instructions(F)))
            Changed |= lowerIfLocal(I);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
