// SPDX-License-Identifier: Apache-2.0
// How often loops run.
#include "compiler/packing/cost/loop_turns.h"

#include "compiler/analysis/cost_table.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Whether the loop repeats what it has tried until nobody came in between: until what it stored is what it loads, or an
// exchange found what it expected. The place, or NULL.
static const Value *
placeOfAttempts(const Loop &L)
{
    const BasicBlock *Exiting = L.getExitingBlock();
    const auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    const Value *Loaded, *Stored;

    if (!Branch || !Branch->isConditional())
        return nullptr;
    if (match(Branch->getCondition(), m_ExtractValue<1>(m_Value(Loaded)))) {
        const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(Loaded);
        return Exchange ? Exchange->getPointerOperand() : nullptr;
    }
    if (!match(Branch->getCondition(), m_ICmp(m_Value(Loaded), m_Value(Stored))))
        return nullptr;
    for (const Value *V : {Loaded, Stored}) {
        const Value *Other = V == Loaded ? Stored : Loaded, *Exchange;
        if (match(V, m_ExtractValue<0>(m_Value(Exchange))) && isa<AtomicCmpXchgInst>(Exchange) &&
            cast<AtomicCmpXchgInst>(Exchange)->getCompareOperand() == Other)
            return cast<AtomicCmpXchgInst>(Exchange)->getPointerOperand();
        const auto *Load = dyn_cast<LoadInst>(V);
        if (Load && any_of(Load->getPointerOperand()->users(), [&](const User *U) {
                const auto *Store = dyn_cast<StoreInst>(U);
                return Store && L.contains(Store) && Store->getValueOperand() == Other &&
                       Store->getPointerOperand() == Load->getPointerOperand();
            }))
            return Load->getPointerOperand();
    }
    return nullptr;
}

// About how large a value is that is made of the kernel's integers, such as the lengths of rows and columns; ids are a
// small part of it. 0: it is not made of them, but of what is loaded, or of numbers alone.
static double
sizeByArguments(const Value &V, unsigned Depth = 6)
{
    const auto *I = dyn_cast<Instruction>(&V);
    const APInt *C;

    if (isa<Argument>(V))
        return V.getType()->isIntegerTy() ? usual::ArgumentTurns : 0;
    if (!I || Depth == 0 || !isa<BinaryOperator, CastInst, MinMaxIntrinsic, FreezeInst, SelectInst>(I))
        return 0;
    double Size = 0;
    for (const Value *Operand : I->operand_values())
        Size = std::max(Size, sizeByArguments(*Operand, Depth - 1));
    if (!I->isShift() && !isa<MulOperator, PossiblyExactOperator>(I))
        return Size;
    if (!match(I->getOperand(1), m_APInt(C)) || C->getActiveBits() > 16)
        return Size;
    const double Number = C->getZExtValue();
    switch (I->getOpcode()) {
    case Instruction::Mul:
        return Size * Number;
    case Instruction::Shl:
        return std::ldexp(Size, Number);
    case Instruction::LShr:
    case Instruction::AShr:
        return std::ldexp(Size, -Number);
    default:
        return Size / std::max(1.0, Number);
    }
}

// Of a loop whose counter goes to a bound that the code does not say, or comes from one.
static double
turnsByArguments(const Value &Begin, const Value &End, const APInt &Step)
{
    const double Last = sizeByArguments(End), First = sizeByArguments(Begin);

    if (Last == 0 && First == 0)
        return usual::LoopTurns;
    return std::clamp((Last > 0 ? Last : First) / std::abs(double(Step.getSExtValue())), 1.0, usual::MostTurns);
}

namespace {
// A value as another one and a number more.
struct Shifted {
    const Value *Base;
    int64_t By;
};
} // namespace

// What a value is where nothing clamps it: all that minima and maxima may be.
static void
collectUnclamped(const Value &V, int64_t By, unsigned Depth, SmallVectorImpl<Shifted> &Its)
{
    const Value *A, *B;
    const APInt *C;

    if (Depth > 0 && match(&V, m_MaxOrMin(m_Value(A), m_Value(B)))) {
        collectUnclamped(*A, By, Depth - 1, Its);
        collectUnclamped(*B, By, Depth - 1, Its);
        return;
    }
    if (Depth > 0 && match(&V, m_Add(m_Value(A), m_APInt(C))) && C->getSignificantBits() <= 32)
        return collectUnclamped(*A, By + C->getSExtValue(), Depth - 1, Its);
    if (!isa<Constant>(V))
        Its.push_back({&V, By});
}

// How far the end is from the beginning where neither is clamped, as from max(x - 1, 0) to min(x + 1, n); 0 where the
// code does not say.
static int64_t
spanOf(const Value &Begin, const Value &End)
{
    SmallVector<Shifted, 8> Begins, Ends;
    int64_t Span = 0;

    collectUnclamped(Begin, 0, 6, Begins);
    collectUnclamped(End, 0, 6, Ends);
    for (const Shifted &From : Begins)
        for (const Shifted &To : Ends)
            if (From.Base == To.Base && To.By > From.By)
                Span = Span ? std::min(Span, To.By - From.By) : To.By - From.By;
    return Span;
}

// Whether all work-items have the same: arguments, their elements, and what is computed from these alone.
static bool
isOfArguments(const Value &V, unsigned Depth = 6)
{
    const auto *I = dyn_cast<Instruction>(&V);

    if (isa<Argument, Constant>(V))
        return true;
    return I && Depth > 0 && isa<BinaryOperator, CastInst, MinMaxIntrinsic, FreezeInst, ExtractElementInst>(I) &&
           all_of(I->operands(), [&](const Use &U) { return isOfArguments(*U, Depth - 1); });
}

// Whether the value is loaded, in the loop if there is one, but for a few operations on it.
static bool
isLoaded(const Value &V, const Loop *L, unsigned Depth = 4)
{
    const auto *I = dyn_cast<Instruction>(&V);

    if (!I || I->getNumOperands() > 3) // phis of more are not followed
        return false;
    if (isa<LoadInst>(I))
        return !L || L->contains(I);
    return Depth > 0 && isa<CastInst, BinaryOperator, SelectInst, PHINode>(I) &&
           any_of(I->operands(), [&](const Use &U) { return isLoaded(*U, L, Depth - 1); });
}

bool
comparesData(const Value &Condition, bool &AsksEqual, const Loop *L)
{
    const auto *Compare = dyn_cast<CmpInst>(&Condition);

    if (!Compare || !Compare->isEquality() ||
        any_of(Compare->operands(), [](const Use &U) { return isa<Constant>(U); }))
        return false;
    AsksEqual = Compare->getPredicate() == CmpInst::ICMP_EQ || Compare->getPredicate() == CmpInst::FCMP_OEQ ||
                Compare->getPredicate() == CmpInst::FCMP_UEQ;
    return isLoaded(*Compare->getOperand(0), L) || isLoaded(*Compare->getOperand(1), L);
}

// Whether the loop ends where what is loaded equals something else, or where it differs from that.
static bool
endsByData(const Loop &L, bool WhereEqual)
{
    return any_of(L.blocks(), [&](const BasicBlock *BB) {
        const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        bool AsksEqual;
        if (!Branch || !Branch->isConditional() || !comparesData(*Branch->getCondition(), AsksEqual, &L))
            return false;
        const unsigned End = WhereEqual != AsksEqual;
        return !L.contains(Branch->getSuccessor(End)) && L.contains(Branch->getSuccessor(1 - End));
    });
}

static LoopTurns
turnsByCounter(const Loop &L)
{
    const BasicBlock *Latch = L.getLoopLatch();
    const auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    const auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    const BasicBlock *Before = L.getLoopPredecessor();
    const APInt *Last, *Step, *First;
    const Value *Counter = Compare ? Compare->getOperand(0) : nullptr;
    const Value *Previous;

    if (!Compare || !Before)
        return {usual::LoopTurns};
    const bool IsNext = match(Counter, m_Add(m_Value(Previous), m_APInt(Step)));
    const auto *Phi = dyn_cast<PHINode>(IsNext ? Previous : Counter);
    if (!Phi || Phi->getParent() != L.getHeader() ||
        !match(Phi->getIncomingValueForBlock(Latch), m_Add(m_Specific(Phi), m_APInt(Step))) || Step->isZero() ||
        Step->getSignificantBits() > 32)
        return {usual::LoopTurns};
    const Value *Begin = Phi->getIncomingValueForBlock(Before), *End = Compare->getOperand(1);
    const bool IsKnown = match(Begin, m_APInt(First)) && First->getSignificantBits() <= 32;
    const auto Span = double(spanOf(Step->isNegative() ? *End : *Begin, Step->isNegative() ? *Begin : *End));
    if (Span > 0) // the last one, too, mostly: such bounds are of what is around a place
        return {std::clamp(1 + Span / std::abs(double(Step->getSExtValue())), 1.0, usual::MostTurns), true};
    const Value *Count;
    if (match(End, m_c_Add(m_Specific(Begin), m_Value(Count))) && !isa<Constant>(Begin) && isOfArguments(*Count))
        return {turnsByArguments(*Count, *Count, *Step), true};
    if (!match(End, m_APInt(Last)) || Last->getSignificantBits() > 32 || (!IsKnown && Step->isNegative()))
        return {turnsByArguments(*Begin, *End, *Step)};
    const double Turns =
        double(Last->getSExtValue() - (IsKnown ? First->getSExtValue() : 0)) / Step->getSExtValue() + !IsNext;
    return {std::clamp(std::ceil(Turns), 1.0, usual::MostTurns)};
}

LoopTurns
turnsOf(const Loop &L)
{
    if (const Value *Place = placeOfAttempts(L))
        return {usual::Attempts, false, Place};
    LoopTurns Its = turnsByCounter(L);
    if (endsByData(L, /*WhereEqual=*/false))
        Its.Count = std::min(Its.Count, usual::EqualTurns);
    else
        Its.AreOfSearch = endsByData(L, /*WhereEqual=*/true);
    return Its;
}

} // namespace weft
