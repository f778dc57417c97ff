// SPDX-License-Identifier: Apache-2.0
// Pass component-stores: what stores components of a vector stores nothing else.
#include "compiler/passes/component_stores.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Components are inserted one after the other.
static constexpr unsigned MaxDepth = 32;

// Which components of a vector are those of the loaded one, or nothing.
static SmallBitVector
keptOf(const Value *V, const LoadInst &Load, unsigned Depth = MaxDepth)
{
    const unsigned Count = cast<FixedVectorType>(Load.getType())->getNumElements();
    SmallBitVector Kept(Count);
    const Value *Whole;
    uint64_t Place;

    if (V == &Load)
        return Kept.flip();
    if (V->getType() != Load.getType() || Depth == 0)
        return Kept;
    if (match(V, m_InsertElt(m_Value(Whole), m_Value(), m_ConstantInt(Place)))) {
        Kept = keptOf(Whole, Load, Depth - 1);
        if (Place < Count)
            Kept.reset(unsigned(Place));
    } else if (const auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) {
        const Value *First = Shuffle->getOperand(0), *Second = Shuffle->getOperand(1);
        if (First->getType() != V->getType())
            return Kept;
        // The second operand is not followed, or a chain would be twice as often with each step.
        const SmallBitVector OfFirst = keptOf(First, Load, Depth - 1);
        const SmallBitVector OfSecond = Second == First ? OfFirst : SmallBitVector(Count, Second == &Load);
        for (auto [I, From] : enumerate(Shuffle->getShuffleMask()))
            if (From < 0 || (unsigned(From) % Count == I && (unsigned(From) < Count ? OfFirst : OfSecond)[unsigned(I)]))
                Kept.set(unsigned(I));
    }
    return Kept;
}

// What the vector that is stored was before; null where it is another, or may have changed in memory.
static const LoadInst *
loadedFrom(const StoreInst &Store)
{
    for (const Instruction *I = Store.getPrevNode(); I; I = I->getPrevNode()) {
        const auto *Load = dyn_cast<LoadInst>(I);

        if (I->mayWriteToMemory() && !(Load && Load->isVolatile() && !Load->isAtomic()))
            return nullptr;
        if (Load && Load->getPointerOperand() == Store.getPointerOperand() &&
            Load->getType() == Store.getValueOperand()->getType() && !Load->isAtomic())
            return Load;
    }
    return nullptr;
}

// A store like the whole one.
static void
storeAt(IRBuilderBase &B, const StoreInst &Whole, Value *Stored, Value *Place, Align Alignment)
{
    StoreInst *Its = B.CreateAlignedStore(Stored, Place, Alignment, Whole.isVolatile());

    Its->setAAMetadata(Whole.getAAMetadata());
    if (MDNode *Temporal = Whole.getMetadata(LLVMContext::MD_nontemporal))
        Its->setMetadata(LLVMContext::MD_nontemporal, Temporal);
}

static void
storeRuns(StoreInst &Store, const SmallBitVector &Kept)
{
    IRBuilder<> B(&Store);
    Value *Whole = Store.getValueOperand();
    Type *T = Whole->getType()->getScalarType();
    const uint64_t Bytes = Store.getDataLayout().getTypeAllocSize(T);

    for (int First = Kept.find_first_unset(), End; First >= 0; First = End < 0 ? End : Kept.find_next_unset(End)) {
        End = Kept.find_next(unsigned(First));
        const unsigned Count = (End < 0 ? Kept.size() : unsigned(End)) - unsigned(First);
        SmallVector<int, 16> Run(Count);
        std::iota(Run.begin(), Run.end(), First);
        Value *Its = Count == 1 ? B.CreateExtractElement(Whole, uint64_t(First)) : B.CreateShuffleVector(Whole, Run);
        storeAt(B, Store, Its, B.CreateConstInBoundsGEP1_64(T, Store.getPointerOperand(), unsigned(First)),
                commonAlignment(Store.getAlign(), unsigned(First) * Bytes));
    }
}

// a[i][k] = x. Where k is beyond the vector the result is undefined, but within it.
static bool
storeOne(StoreInst &Store, const LoadInst &Load)
{
    Value *One, *Place;
    const unsigned Count = cast<FixedVectorType>(Load.getType())->getNumElements();

    if (!match(Store.getValueOperand(), m_InsertElt(m_Specific(&Load), m_Value(One), m_Value(Place))) ||
        isa<Constant>(Place))
        return false;
    IRBuilder<> B(&Store);
    Place = B.CreateZExt(Place, B.getInt64Ty());
    Place = isPowerOf2_32(Count) ? B.CreateAnd(Place, Count - 1)
                                 : B.CreateBinaryIntrinsic(Intrinsic::umin, Place, B.getInt64(Count - 1));
    storeAt(B, Store, One, B.CreateInBoundsGEP(One->getType(), Store.getPointerOperand(), Place),
            commonAlignment(Store.getAlign(), Store.getDataLayout().getTypeAllocSize(One->getType())));
    return true;
}

static bool
storeComponents(StoreInst &Store)
{
    const auto *T = dyn_cast<FixedVectorType>(Store.getValueOperand()->getType());
    const DataLayout &Layout = Store.getDataLayout();

    if (!T || Store.isAtomic() || Store.getPointerAddressSpace() == PrivateSpace ||
        Layout.getTypeSizeInBits(T->getElementType()) != 8 * Layout.getTypeAllocSize(T->getElementType()))
        return false;
    const LoadInst *Load = loadedFrom(Store);
    if (!Load)
        return false;
    const SmallBitVector Kept = keptOf(Store.getValueOperand(), *Load);
    if (Kept.all() || (Kept.none() && !storeOne(Store, *Load)))
        return false;
    if (Kept.any())
        storeRuns(Store, Kept);
    Store.eraseFromParent();
    return true;
}

PreservedAnalyses
ComponentStoresPass::run(Function &F, FunctionAnalysisManager &)
{
    bool Changed = false;

    for (Instruction &I : make_early_inc_range(instructions(F)))
        if (auto *Store = dyn_cast<StoreInst>(&I))
            Changed |= storeComponents(*Store);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
