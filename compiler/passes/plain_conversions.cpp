// SPDX-License-Identifier: Apache-2.0
// Pass plain-conversions: conversions of floats to integers are the CPU's, where what is known of the float allows it.
#include "compiler/passes/plain_conversions.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cmath>
#include <optional>

using namespace llvm;
using namespace PatternMatch;

namespace weft {

static constexpr unsigned Deepest = 4;
static constexpr double IntEnd = 2147483648.0;

static bool
isMinimum(Value *V, Value *&A, Value *&B)
{
    return match(V, m_OrdFMin(m_Value(A), m_Value(B))) || match(V, m_UnordFMin(m_Value(A), m_Value(B))) ||
           match(V, m_FMinNum(m_Value(A), m_Value(B)));
}

static bool
isRounding(const Value *V)
{
    const auto *Round = dyn_cast<IntrinsicInst>(V);

    switch (Round ? Round->getIntrinsicID() : Intrinsic::not_intrinsic) {
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::roundeven:
    case Intrinsic::round:
    case Intrinsic::trunc:
    case Intrinsic::floor:
    case Intrinsic::ceil:
        return true;
    default:
        return false;
    }
}

// A number that V is not greater than, unless V is a NaN. Of a NaN and another number a minimum may be the other one,
// so that only a number bounds it alone.
static std::optional<double>
upperBound(Value *V, const SimplifyQuery &Query, unsigned Depth = Deepest)
{
    const APFloat *Number;
    Value *A, *B;

    if (match(V, m_APFloat(Number)))
        return Number->isNaN() ? std::nullopt : std::optional(Number->convertToDouble());
    if (match(V, m_UIToFP(m_Value(A))) && A->getType()->getScalarSizeInBits() <= 16)
        return std::ldexp(1.0, static_cast<int>(A->getType()->getScalarSizeInBits()));
    if (Depth == 0)
        return std::nullopt;
    if (isMinimum(V, A, B)) {
        const std::optional<double> First = upperBound(A, Query, Depth - 1);
        const std::optional<double> Second = upperBound(B, Query, Depth - 1);
        const bool IsFirst = First && isKnownNeverNaN(A, Query);
        const bool IsSecond = Second && isKnownNeverNaN(B, Query);
        if (IsFirst != IsSecond)
            return IsFirst ? First : Second;
        if (!First || !Second)
            return std::nullopt;
        return IsFirst ? std::min(*First, *Second) : std::max(*First, *Second);
    }
    if (isRounding(V))
        if (const std::optional<double> Bound = upperBound(cast<IntrinsicInst>(V)->getArgOperand(0), Query, Depth - 1))
            return std::ceil(*Bound);
    return std::nullopt;
}

// What rounds to the even one, of a float.
static Value *
roundedToEven(Value *V)
{
    auto *Round = dyn_cast<IntrinsicInst>(V);

    if (!Round || !V->getType()->getScalarType()->isFloatTy())
        return nullptr;
    switch (Round->getIntrinsicID()) {
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::roundeven:
        return Round->getArgOperand(0);
    default:
        return nullptr;
    }
}

// A minimum with what the number is not greater than anyway. What is no defined value is left to it: it may be an
// index.
static bool
dropMinimum(MinMaxIntrinsic &Minimum, const SimplifyQuery &Query)
{
    auto *Conversion = dyn_cast<CastInst>(Minimum.getLHS());
    const APInt *Limit;

    if ((Minimum.getIntrinsicID() != Intrinsic::umin && Minimum.getIntrinsicID() != Intrinsic::smin) || !Conversion ||
        !isa<FPToUIInst, FPToSIInst>(Conversion) || !match(Minimum.getRHS(), m_APInt(Limit)) || Limit->isNegative() ||
        Limit->getActiveBits() > 31)
        return false;
    Value *Float = Conversion->getOperand(0);
    if (!isKnownNeverNaN(Float, Query) || !cannotBeOrderedLessThanZero(Float, Query))
        return false;
    const std::optional<double> Bound = upperBound(Float, Query);
    if (!Bound || !(*Bound < static_cast<double>(Limit->getZExtValue()) + 1))
        return false;
    Minimum.replaceAllUsesWith(Conversion);
    Minimum.eraseFromParent();
    return true;
}

static bool
simplify(CastInst &Conversion, bool Rounds, const SimplifyQuery &Query)
{
    const unsigned Bits = Conversion.getType()->getScalarSizeInBits();
    Value *V = Conversion.getOperand(0);
    Value *Rounded = Rounds ? roundedToEven(V) : nullptr;
    const bool IsSigned = isa<FPToSIInst>(Conversion);

    // Fewer bits are those of an int, and what fits into neither is no defined value.
    if (Bits > 32 || (Bits == 32 && !IsSigned && !(upperBound(V, Query).value_or(IntEnd) < IntEnd)) ||
        (!Rounded && (IsSigned || Bits < 32)))
        return false;
    IRBuilder<> B(&Conversion);
    Type *Ints = V->getType()->getWithNewType(B.getInt32Ty());
    Value *New =
        Rounded ? B.CreateIntrinsic(Intrinsic::lrint, {Ints, V->getType()}, {Rounded}) : B.CreateFPToSI(V, Ints);
    New = B.CreateTrunc(New, Conversion.getType());
    New->takeName(&Conversion);
    Conversion.replaceAllUsesWith(New);
    return true;
}

PreservedAnalyses
PlainConversionsPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<MinMaxIntrinsic *, 8> Minima;
    SmallVector<CastInst *, 16> Conversions;
    SmallVector<WeakTrackingVH, 16> Dead;
    const SimplifyQuery Query(F.getDataLayout());
    bool Changed = false;

    for (Instruction &I : instructions(F)) {
        if (auto *Minimum = dyn_cast<MinMaxIntrinsic>(&I))
            Minima.push_back(Minimum);
        else if (isa<FPToUIInst, FPToSIInst>(I))
            Conversions.push_back(cast<CastInst>(&I));
    }
    for (MinMaxIntrinsic *Minimum : Minima)
        Changed |= dropMinimum(*Minimum, Query);
    for (CastInst *Conversion : Conversions)
        if (simplify(*Conversion, Rounds, Query))
            Dead.push_back(Conversion);
    Changed |= RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
