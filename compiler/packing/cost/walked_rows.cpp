// SPDX-License-Identifier: Apache-2.0
// Rows that work-items walk along in loops, before there are packs.
#include "compiler/packing/cost/walked_rows.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/packing/analysis/access_order.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// Of larger loops there are no tiles.
static constexpr unsigned MostAccesses = 64;
static constexpr uint64_t WidestElement = 8; // bytes

// What addresses are made of that no other address leads to, as far as kernels' arguments and variables go.
static bool
isApart(const Value &A, const Value &B)
{
    auto IsOwn = [](const Value &V) {
        const auto *Arg = dyn_cast<Argument>(&V);
        return Arg ? Arg->hasNoAliasAttr() : isIdentifiedObject(&V);
    };
    return &A != &B &&
           ((IsOwn(A) && IsOwn(B)) || (A.getType()->getPointerAddressSpace() != B.getType()->getPointerAddressSpace() &&
                                       A.getType()->getPointerAddressSpace() != GenericSpace &&
                                       B.getType()->getPointerAddressSpace() != GenericSpace));
}

static bool
mayMeet(const Instruction &A, const Instruction &B)
{
    const Value *Its = getLoadStorePointerOperand(&A), *Others = getLoadStorePointerOperand(&B);

    return !Its || !Others || ordersOthers(A) || ordersOthers(B) ||
           !isApart(*getUnderlyingObject(Its), *getUnderlyingObject(Others));
}

static RowAccess
accessOf(Instruction &I, const Loop &L, LoopSteps &Rounds)
{
    const DataLayout &Layout = I.getDataLayout();
    const Value *Address = getLoadStorePointerOperand(&I);
    Type *T = Address ? getLoadStoreType(&I) : nullptr;
    const uint64_t Bytes = T && !T->isVectorTy() ? Layout.getTypeStoreSize(T).getFixedValue() : 0;
    RowAccess Its{&I};

    if (!Bytes || Bytes > WidestElement || I.isVolatile() || I.isAtomic())
        return Its;
    const int64_t Step = Rounds.of(*Address, L).Value.value_or(0);
    APInt Offset(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
    Its.Root = Address->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    Its.Offset = Offset.getSExtValue();
    Its.Step = uint64_t(std::abs(Step)) == Bytes ? Step : 0;
    Its.Element = T;
    return Its;
}

// Whether a value that goes round the loop can be had for several rounds at once.
static bool
isCountOrSum(const PHINode &Phi, const Loop &L, LoopSteps &Rounds)
{
    const auto *Next = dyn_cast<BinaryOperator>(Phi.getIncomingValueForBlock(L.getLoopLatch()));

    if (Rounds.of(Phi, L).Value)
        return true;
    return Next && Next->isAssociative() && Next->isCommutative() && Phi.hasOneUse() &&
           is_contained(Next->operands(), &Phi);
}

// Whether the loop has nothing but operations of single numbers and accesses of rows, none of which needs what the
// round before has stored. Those of several buffers are compared as the loop begins.
static bool
hasRoundsApart(const Loop &L, MutableArrayRef<RowAccess> Accesses, const DominatorTree &Dominators, LoopSteps &Rounds)
{
    auto IsSimple = [](const Instruction &I) {
        const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
        return !I.getType()->isVectorTy() &&
               (!isa<CallBase>(I) || (Intrinsic && (Intrinsic->isAssumeLikeIntrinsic() ||
                                                    isTriviallyVectorizable(Intrinsic->getIntrinsicID()))));
    };

    if (L.getNumBlocks() != 1 || !all_of(*L.getHeader(), IsSimple) ||
        !all_of(L.getHeader()->phis(), [&](const PHINode &Phi) { return isCountOrSum(Phi, L, Rounds); }))
        return false;
    relateRows(
        Accesses, [&](const RowAccess &A, const RowAccess &B) { return Dominators.dominates(A.I, B.I); },
        [](const RowAccess &A, const RowAccess &B) {
            const Value *Its = getLoadStorePointerOperand(A.I), *Others = getLoadStorePointerOperand(B.I);
            return !Its || !Others || getUnderlyingObject(Its) == getUnderlyingObject(Others);
        });
    return all_of(Accesses, [&](const RowAccess &Its) {
        if (Its.Kind == RowAccess::Carried)
            return !Accesses[Its.Source].writes();
        return Its.Kind == RowAccess::Tiled || (isa<LoadInst>(Its.I) && L.hasLoopInvariantOperands(Its.I));
    });
}

void
WalkedRows::find(const Loop &L, LoopSteps &Rounds)
{
    SmallVector<RowAccess, 16> Accesses;

    if (!L.isInnermost() || !L.getLoopLatch())
        return;
    for (BasicBlock *BB : L.blocks())
        for (Instruction &I : *BB) {
            const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
            if (!I.mayReadOrWriteMemory() || (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()))
                continue;
            Accesses.push_back(accessOf(I, L, Rounds));
            if (!Dominators.dominates(BB, L.getLoopLatch()))
                Accesses.back().Step = 0;
        }
    if (Accesses.size() > MostAccesses)
        return;
    if (hasRoundsApart(L, Accesses, Dominators, Rounds))
        AcrossRounds.insert(&L);
    relateRows(
        Accesses, [this](const RowAccess &A, const RowAccess &B) { return Dominators.dominates(A.I, B.I); },
        [](const RowAccess &A, const RowAccess &B) { return mayMeet(*A.I, *B.I); });
    for (const RowAccess &Its : Accesses)
        Kinds[Its.I] = Its.Kind;
}

RowAccess::Kinds
WalkedRows::of(const Instruction &I, const Loop &L, LoopSteps &Rounds)
{
    if (Known.insert(&L).second)
        find(L, Rounds);
    return Kinds.lookup(&I);
}

bool
WalkedRows::isAcrossRounds(const Loop &L, LoopSteps &Rounds)
{
    if (Known.insert(&L).second)
        find(L, Rounds);
    return AcrossRounds.contains(&L);
}

} // namespace weft
