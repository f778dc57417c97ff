// SPDX-License-Identifier: Apache-2.0
// Which private arrays of SPMD code are laid out with the lanes' elements side by side.
#include "compiler/packing/analysis/private_arrays.h"

#include "compiler/analysis/switched.h"
#include "compiler/packing/analysis/interleave.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <utility>

using namespace llvm;

namespace weft {

namespace {

// The pointers made from one alloca and what is done with them.
class Uses {
public:
    explicit Uses(const AllocaInst &TheArray) : Array(TheArray), Layout(TheArray.getDataLayout()) {}

    // The size of the elements that all accesses are made of; 0 when there is none, or a pointer gets away.
    uint64_t elementSize();
    ArrayRef<const Value *> pointers() const { return Pointers.getArrayRef(); }

private:
    bool collect();
    bool accesses(Type *Accessed, bool IsSimple, Align Alignment);
    bool offsetsAreWhole(const GEPOperator &Address) const;
    bool lengthIsWhole(const MemIntrinsic &I) const;

    const AllocaInst &Array;
    const DataLayout &Layout;
    SetVector<const Value *> Pointers;
    SmallVector<const GEPOperator *, 8> Addresses;
    SmallVector<const MemIntrinsic *, 2> Intrinsics;
    uint64_t Size = 0;
};

bool
Uses::accesses(Type *Accessed, bool IsSimple, Align Alignment)
{
    SmallVector<Leaf, 8> Leaves;
    if (!leavesOf(Accessed, Layout, Leaves))
        return false;
    // Volatile accesses that name the variable are made by lane, as they are: each to one element, which may lie
    // anywhere.
    if (!IsSimple && (Leaves.size() > 1 || Alignment.value() > Layout.getTypeStoreSize(Accessed)))
        return false;
    for (const Leaf &L : Leaves) {
        const uint64_t Bytes = Layout.getTypeStoreSize(L.Element);
        if (Size && Bytes != Size)
            return false;
        Size = Bytes;
        if (L.Offset % Size)
            return false;
    }
    return true;
}

// Also sees to it that a phi or select has no pointer to anything else; collect() has gone through all by then.
bool
Uses::collect()
{
    Pointers.insert(&Array);
    SmallVector<const User *, 4> Joins;
    for (unsigned I = 0; I < Pointers.size(); ++I) {
        const Value *Pointer = Pointers[I];
        for (const Use &U : Pointer->uses()) {
            const User *By = U.getUser();
            if (const auto *Address = dyn_cast<GEPOperator>(By)) {
                if (Address->getType()->isVectorTy())
                    return false;
                Addresses.push_back(Address);
                Pointers.insert(By);
            } else if (isa<PHINode>(By) || isa<SelectInst>(By)) {
                Joins.push_back(By);
                Pointers.insert(By);
            } else if (isa<BitCastInst>(By) || isa<AddrSpaceCastInst>(By) || isa<FreezeInst>(By)) {
                Pointers.insert(By);
            } else if (const auto *Load = dyn_cast<LoadInst>(By)) {
                if (!accesses(Load->getType(), Load->isSimple(), Load->getAlign()))
                    return false;
            } else if (const auto *Store = dyn_cast<StoreInst>(By)) {
                if (Store->getValueOperand() == Pointer ||
                    !accesses(Store->getValueOperand()->getType(), Store->isSimple(), Store->getAlign()))
                    return false;
            } else if (const auto *Memory = dyn_cast<MemIntrinsic>(By)) {
                Intrinsics.push_back(Memory);
            } else if (!isa<LifetimeIntrinsic>(By)) {
                return false;
            }
        }
    }
    for (const User *Join : Joins)
        for (const Value *Operand : Join->operands())
            if (Operand->getType()->isPointerTy() && !Pointers.count(Operand) && !isa<UndefValue>(Operand))
                return false;
    return true;
}

bool
Uses::offsetsAreWhole(const GEPOperator &Address) const
{
    SmallMapVector<Value *, APInt, 4> Variable;
    const unsigned Bits = Layout.getIndexSizeInBits(Address.getPointerAddressSpace());
    APInt Constant(Bits, 0);
    if (!Address.collectOffset(Layout, Bits, Variable, Constant) || Constant.srem(Size) != 0)
        return false;
    return all_of(Variable, [&](const auto &Term) { return Term.second.srem(Size) == 0; });
}

bool
Uses::lengthIsWhole(const MemIntrinsic &I) const
{
    const auto *Length = dyn_cast<ConstantInt>(I.getLength());
    if (!Length || I.isVolatile() || Length->getZExtValue() % Size)
        return false;
    // Word by word, which a move inside of one array may not be.
    const auto *Move = dyn_cast<MemMoveInst>(&I);
    return !Move || !Pointers.count(Move->getRawSource()) || !Pointers.count(Move->getRawDest());
}

uint64_t
Uses::elementSize()
{
    if (!isa<ConstantInt>(Array.getArraySize()) || !collect() || !Size ||
        Array.getAllocationSize(Layout)->getFixedValue() % Size)
        return 0;
    const bool Whole = all_of(Addresses, [&](const GEPOperator *A) { return offsetsAreWhole(*A); }) &&
                       all_of(Intrinsics, [&](const MemIntrinsic *I) { return lengthIsWhole(*I); });
    return Whole ? Size : 0;
}

} // namespace

PrivateArrays::PrivateArrays(const Function &F, unsigned TheWidth) : Width(TheWidth)
{
    if (!isOn(F, WEFT_SWITCH_PRIVATE_ARRAYS))
        return;
    for (const Instruction &I : instructions(F)) {
        const auto *Array = dyn_cast<AllocaInst>(&I);
        if (!Array)
            continue;
        Uses U(*Array);
        if (uint64_t Size = U.elementSize()) {
            Interleaved[Array] = Size;
            for (const Value *Pointer : U.pointers())
                Arrays[Pointer] = Array;
        }
    }
    // Copies between arrays of different elements have no common word.
    for (bool Changed = true; std::exchange(Changed, false);)
        for (const Instruction &I : instructions(F)) {
            const auto *Transfer = dyn_cast<MemTransferInst>(&I);
            const AllocaInst *To = Transfer ? arrayOf(Transfer->getRawDest()) : nullptr;
            const AllocaInst *From = Transfer ? arrayOf(Transfer->getRawSource()) : nullptr;
            if (To && From && elementSize(To) != elementSize(From)) {
                forget(To);
                forget(From);
                Changed = true;
            }
        }
}

void
PrivateArrays::forget(const AllocaInst *Array)
{
    Interleaved.erase(Array);
    for (auto &[Pointer, Its] : Arrays)
        if (Its == Array)
            Its = nullptr;
}

int64_t
PrivateArrays::packedStride(const Value *Pointer, int64_t Stride) const
{
    const AllocaInst *Array = arrayOf(Pointer);
    if (!Array)
        return Stride;
    const int64_t Size = Array->getAllocationSize(Array->getDataLayout())->getFixedValue();
    return (Stride - Size) * Width + static_cast<int64_t>(elementSize(Array));
}

bool
isVolatileOfLane(const Instruction &I)
{
    const Value *Pointer = I.isVolatile() ? getLoadStorePointerOperand(&I) : nullptr;
    return Pointer && isa<AllocaInst>(getUnderlyingObject(Pointer));
}

bool
padPrivateArrays(Function &F)
{
    const DataLayout &Layout = F.getDataLayout();
    bool Changed = false;
    for (Instruction &I : instructions(F)) {
        auto *Array = dyn_cast<AllocaInst>(&I);
        const std::optional<TypeSize> Size = Array ? Array->getAllocationSize(Layout) : std::nullopt;
        if (!Size || isAligned(Array->getAlign(), Size->getFixedValue()))
            continue;
        const uint64_t Padded = alignTo(Size->getFixedValue(), Array->getAlign());
        Array->setAllocatedType(ArrayType::get(Type::getInt8Ty(F.getContext()), Padded));
        Array->setOperand(0, ConstantInt::get(Array->getArraySize()->getType(), 1));
        Changed = true;
    }
    return Changed;
}

} // namespace weft
