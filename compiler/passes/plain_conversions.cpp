// SPDX-License-Identifier: Apache-2.0
// Pass plain-conversions: conversions of floats to integers are the CPU's, where what is known of the float allows it.
#include "compiler/passes/plain_conversions.h"

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

// A number that V is not greater than, unless V is no number.
static std::optional<double>
upperBound(const Value *V, unsigned Depth = Deepest)
{
    const APFloat *Number;
    Value *A, *B;

    if (match(V, m_APFloat(Number)))
        return Number->isNaN() ? std::nullopt : std::optional(Number->convertToDouble());
    if (Depth == 0)
        return std::nullopt;
    if (match(V, m_OrdFMin(m_Value(A), m_Value(B))) || match(V, m_UnordFMin(m_Value(A), m_Value(B))) ||
        match(V, m_FMinNum(m_Value(A), m_Value(B))) || match(V, m_FMinimum(m_Value(A), m_Value(B)))) {
        const std::optional<double> First = upperBound(A, Depth - 1), Second = upperBound(B, Depth - 1);
        return First && Second ? std::min(*First, *Second) : First ? First : Second;
    }
    if (match(V, m_OrdFMax(m_Value(A), m_Value(B))) || match(V, m_UnordFMax(m_Value(A), m_Value(B))) ||
        match(V, m_FMaxNum(m_Value(A), m_Value(B))) || match(V, m_FMaximum(m_Value(A), m_Value(B)))) {
        const std::optional<double> First = upperBound(A, Depth - 1), Second = upperBound(B, Depth - 1);
        return First && Second ? std::optional(std::max(*First, *Second)) : std::nullopt;
    }
    if (match(V, m_UIToFP(m_Value(A))) && A->getType()->getScalarSizeInBits() <= 16)
        return std::ldexp(1.0, static_cast<int>(A->getType()->getScalarSizeInBits()));
    if (const auto *Round = dyn_cast<IntrinsicInst>(V)) {
        const std::optional<double> Bound = upperBound(Round->getArgOperand(0), Depth - 1);
        switch (Round->getIntrinsicID()) {
        case Intrinsic::rint:
        case Intrinsic::nearbyint:
        case Intrinsic::roundeven:
        case Intrinsic::round:
        case Intrinsic::trunc:
        case Intrinsic::floor:
        case Intrinsic::ceil:
            return Bound ? std::optional(std::ceil(*Bound)) : std::nullopt;
        default:
            break;
        }
    }
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

// A minimum with what the number is not greater than anyway.
static bool
dropMinimum(MinMaxIntrinsic &Minimum)
{
    Value *V = Minimum.getLHS();
    const APInt *Limit;

    if ((Minimum.getIntrinsicID() != Intrinsic::umin && Minimum.getIntrinsicID() != Intrinsic::smin) ||
        !match(Minimum.getRHS(), m_APInt(Limit)) || Limit->getActiveBits() > 31)
        return false;
    const bool IsUnsigned = isa<FPToUIInst>(V);
    if (!IsUnsigned && (!isa<FPToSIInst>(V) || Minimum.getIntrinsicID() != Intrinsic::smin))
        return false;
    const std::optional<double> Bound = upperBound(cast<Instruction>(V)->getOperand(0));
    if (!Bound || !(*Bound < static_cast<double>(Limit->getZExtValue()) + 1))
        return false;
    Minimum.replaceAllUsesWith(V);
    Minimum.eraseFromParent();
    return true;
}

static bool
simplify(CastInst &Conversion, bool Rounds)
{
    const unsigned Bits = Conversion.getType()->getScalarSizeInBits();
    Value *V = Conversion.getOperand(0);
    Value *Rounded = Rounds ? roundedToEven(V) : nullptr;
    const bool IsSigned = isa<FPToSIInst>(Conversion);

    // Fewer bits are those of an int, and what fits into neither is no defined value.
    if (Bits > 32 || (Bits == 32 && !IsSigned && !(upperBound(V).value_or(IntEnd) < IntEnd)) ||
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
    bool Changed = false;

    for (Instruction &I : instructions(F)) {
        if (auto *Minimum = dyn_cast<MinMaxIntrinsic>(&I))
            Minima.push_back(Minimum);
        else if (isa<FPToUIInst, FPToSIInst>(I))
            Conversions.push_back(cast<CastInst>(&I));
    }
    for (MinMaxIntrinsic *Minimum : Minima)
        Changed |= dropMinimum(*Minimum);
    for (CastInst *Conversion : Conversions)
        if (simplify(*Conversion, Rounds))
            Dead.push_back(Conversion);
    Changed |= RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
