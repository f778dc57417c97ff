// SPDX-License-Identifier: Apache-2.0
// Pass short-copies: copies of structures are loads and stores.
#include "compiler/passes/short_copies.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// Bytes. Processors with vectors access words wherever they are; others are given smaller ones by LLVM.
static constexpr uint64_t Word = 8;
// Of a copy: each is a value that lives until all are loaded.
static constexpr uint64_t MostBytes = 16 * Word;

static bool
isCopiedWhole(const AllocaInst &Variable)
{
    const std::optional<TypeSize> Size = Variable.getAllocationSize(Variable.getDataLayout());

    return Size && all_of(Variable.users(), [&](const User *U) {
               const auto *Copy = dyn_cast<MemTransferInst>(U);
               const auto *Length = Copy ? dyn_cast<ConstantInt>(Copy->getLength()) : nullptr;
               return isa<LifetimeIntrinsic>(U) ||
                      (Length && !Copy->isVolatile() && Length->getZExtValue() == Size->getFixedValue());
           });
}

// What a constant array is copied to is better read from there.
static bool
isPlace(const Value &Pointer)
{
    const auto *Constants = dyn_cast<GlobalVariable>(getUnderlyingObject(&Pointer));

    if (const auto *Variable = dyn_cast<AllocaInst>(&Pointer))
        return isCopiedWhole(*Variable);
    return Pointer.getType()->getPointerAddressSpace() != PrivateSpace && !(Constants && Constants->isConstant());
}

static bool
isShort(const MemTransferInst &Copy)
{
    const auto *Length = dyn_cast<ConstantInt>(Copy.getLength());

    return Length && !Copy.isVolatile() && !Length->isZero() && Length->getZExtValue() <= MostBytes &&
           isPlace(*Copy.getRawSource()) && isPlace(*Copy.getRawDest());
}

static void
expand(MemTransferInst &Copy)
{
    const uint64_t Length = cast<ConstantInt>(Copy.getLength())->getZExtValue();
    const Align From = Copy.getSourceAlign().valueOrOne(), To = Copy.getDestAlign().valueOrOne();
    IRBuilder<> B(&Copy);
    AAMDNodes Aliasing = Copy.getAAMetadata();
    SmallVector<std::pair<Value *, uint64_t>, MostBytes / Word> Words;
    auto Place = [&](Value *Base, uint64_t Offset) {
        return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset);
    };

    Aliasing.TBAA = Aliasing.TBAAStruct = nullptr;
    for (uint64_t Offset = 0, Bytes; Offset < Length; Offset += Bytes) {
        Bytes = std::min(Word, bit_floor(Length - Offset));
        LoadInst *Its = B.CreateAlignedLoad(B.getIntNTy(unsigned(8 * Bytes)), Place(Copy.getRawSource(), Offset),
                                            commonAlignment(From, Offset));
        Its->setAAMetadata(Aliasing);
        Words.emplace_back(Its, Offset);
    }
    for (const auto &[Its, Offset] : Words)
        B.CreateAlignedStore(Its, Place(Copy.getRawDest(), Offset), commonAlignment(To, Offset))
            ->setAAMetadata(Aliasing);
    Copy.eraseFromParent();
}

PreservedAnalyses
ShortCopiesPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<MemTransferInst *, 8> Copies;

    for (Instruction &I : instructions(F))
        if (auto *Copy = dyn_cast<MemTransferInst>(&I); Copy && isShort(*Copy))
            Copies.push_back(Copy);
    for (MemTransferInst *Copy : Copies)
        expand(*Copy);
    if (Copies.empty())
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
