// SPDX-License-Identifier: Apache-2.0
// Pass half-softening: halves on CPUs that do not even convert them.
#include "compiler/passes/half_softening.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned ExtraDigits = 23 - 10; // of a float's mantissa

bool
isHalf(const Type *T)
{
    return T->getScalarType()->isHalfTy();
}

// Conversions and operations at one place in the code.
class Softener {
public:
    explicit Softener(Instruction &I) : B(&I) {}

    Value *toFloat(Value *Half);
    Value *toHalf(Value *Float);
    Value *replacement(Instruction &I);

private:
    Value *ofCall(IntrinsicInst &Call);
    Type *floats(const Type *T) { return T->getWithNewType(B.getFloatTy()); }
    Type *integers(const Type *T) { return T->getWithNewType(B.getInt32Ty()); }
    Value *bits(Value *Float) { return B.CreateBitCast(Float, integers(Float->getType())); }
    Value *asFloat(Value *Bits) { return B.CreateBitCast(Bits, floats(Bits->getType())); }
    // Operand, extended where it is a half.
    Value *widened(Value *Operand) { return isHalf(Operand->getType()) ? toFloat(Operand) : Operand; }

    IRBuilder<> B;
};

// The half's exponent and digits at their places in a float are a number 2^112 times too small, a denormal one for
// denormal halves. What has the greatest exponent is infinite or not a number.
Value *
Softener::toFloat(Value *Half)
{
    if (isa<Constant>(Half))
        return B.CreateFPExt(Half, floats(Half->getType()));
    IRBuilderBase::FastMathFlagGuard Exact(B);
    B.clearFastMathFlags();
    Type *T = integers(Half->getType());
    Value *Bits = B.CreateZExt(B.CreateBitCast(Half, Half->getType()->getWithNewType(B.getInt16Ty())), T);
    Value *Sign = B.CreateShl(B.CreateAnd(Bits, 0x8000), 16);
    Value *Magnitude = B.CreateShl(B.CreateAnd(Bits, 0x7fff), ExtraDigits);
    Value *Scaled = bits(B.CreateFMul(asFloat(Magnitude), ConstantFP::get(floats(T), 0x1p112)));
    Value *IsSpecial = B.CreateICmpUGE(Magnitude, ConstantInt::get(T, 0x7c00u << ExtraDigits));
    Value *Exponent = B.CreateSelect(IsSpecial, ConstantInt::get(T, 0x7f800000), ConstantInt::get(T, 0));

    return asFloat(B.CreateOr(B.CreateOr(Scaled, Sign), Exponent));
}

Value *
Softener::toHalf(Value *Float)
{
    if (isa<Constant>(Float))
        return B.CreateFPTrunc(Float, Float->getType()->getWithNewType(B.getHalfTy()));
    IRBuilderBase::FastMathFlagGuard Exact(B);
    B.clearFastMathFlags();
    Type *T = integers(Float->getType());
    auto Number = [&](uint32_t N) { return ConstantInt::get(T, N); };
    Value *Bits = bits(Float);
    Value *Sign = B.CreateLShr(B.CreateAnd(Bits, Number(0x80000000)), 16);
    Value *Magnitude = B.CreateAnd(Bits, Number(0x7fffffff));
    Value *Shifted = B.CreateLShr(Magnitude, ExtraDigits);
    // From 2^16 on: infinite, or not a number, which stays one.
    Value *IsNumber = B.CreateICmpULE(Magnitude, Number(0x7f800000));
    Value *NoNumber = B.CreateOr(B.CreateAnd(Shifted, 0x3ff), Number(0x7e00));
    Value *Large = B.CreateSelect(IsNumber, Number(0x7c00), NoNumber);
    // Below 2^-14 the sum with 1/2 is rounded to multiples of 2^-24, which denormal halves are.
    Value *Sum = B.CreateFAdd(asFloat(Magnitude), ConstantFP::get(Float->getType(), 0.5));
    Value *Small = B.CreateSub(bits(Sum), Number(0x3f000000));
    // Otherwise the exponent is 112 less, and a carry out of the digits is right in it.
    Value *Even = B.CreateAnd(Shifted, 1);
    Value *Rounded = B.CreateAdd(B.CreateAdd(Magnitude, Number(0u - (112u << 23) + 0xfff)), Even);
    Value *Normal = B.CreateLShr(Rounded, ExtraDigits);
    Value *IsSmall = B.CreateICmpULT(Magnitude, Number(0x38800000));
    Value *IsLarge = B.CreateICmpUGE(Magnitude, Number(0x47800000));
    Value *Result = B.CreateSelect(IsLarge, Large, B.CreateSelect(IsSmall, Small, Normal));
    Value *Halves = B.CreateTrunc(B.CreateOr(Result, Sign), T->getWithNewType(B.getInt16Ty()));

    return B.CreateBitCast(Halves, T->getWithNewType(B.getHalfTy()));
}

Value *
Softener::ofCall(IntrinsicInst &Call)
{
    SmallVector<Value *, 4> Operands;
    SmallVector<Type *, 2> Types;

    switch (Call.getIntrinsicID()) {
    case Intrinsic::canonicalize:
        return toHalf(toFloat(Call.getArgOperand(0)));
    case Intrinsic::fmuladd: // rounded twice, as it may be; a float's sum would be rounded a third time
        return toHalf(
            B.CreateFAdd(toFloat(toHalf(B.CreateFMul(widened(Call.getArgOperand(0)), widened(Call.getArgOperand(1))))),
                         widened(Call.getArgOperand(2))));
    case Intrinsic::sqrt:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::round:
    case Intrinsic::roundeven:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::minimumnum:
    case Intrinsic::maximumnum:
        Types = {floats(Call.getType())};
        break;
    case Intrinsic::ldexp:
        Types = {floats(Call.getType()), Call.getArgOperand(1)->getType()};
        break;
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
        Types = {Call.getType(), floats(Call.getArgOperand(0)->getType())};
        break;
    default:
        return nullptr; // of their bits, or of memory
    }
    for (Value *Operand : Call.args())
        Operands.push_back(widened(Operand));
    if (none_of(Call.args(), [](const Use &U) { return isHalf(U->getType()); }))
        return nullptr;
    CallInst *Result = B.CreateIntrinsic(Call.getIntrinsicID(), Types, Operands);
    if (isa<FPMathOperator>(Call) && isa<FPMathOperator>(Result))
        Result->copyFastMathFlags(&Call);
    return isHalf(Call.getType()) ? toHalf(Result) : Result;
}

// What an operation on halves becomes; null when it may stay, or is not on halves.
Value *
Softener::replacement(Instruction &I)
{
    Type *T = I.getType();

    if (isa<FPMathOperator>(I))
        B.setFastMathFlags(I.getFastMathFlags());
    if (none_of(I.operands(), [](const Use &U) { return isHalf(U->getType()); }) && !isHalf(T))
        return nullptr;
    switch (I.getOpcode()) {
    case Instruction::FPExt:
        return B.CreateFPExt(toFloat(I.getOperand(0)), T);
    case Instruction::FPTrunc:
        return toHalf(I.getOperand(0));
    case Instruction::SIToFP: // integers that a float rounds are infinite as halves
        return toHalf(B.CreateSIToFP(I.getOperand(0), floats(T)));
    case Instruction::UIToFP:
        return toHalf(B.CreateUIToFP(I.getOperand(0), floats(T)));
    case Instruction::FPToSI:
        return B.CreateFPToSI(toFloat(I.getOperand(0)), T);
    case Instruction::FPToUI:
        return B.CreateFPToUI(toFloat(I.getOperand(0)), T);
    case Instruction::FCmp:
        return B.CreateFCmp(cast<FCmpInst>(I).getPredicate(), toFloat(I.getOperand(0)), toFloat(I.getOperand(1)));
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FRem:
        return toHalf(
            B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), toFloat(I.getOperand(0)), toFloat(I.getOperand(1))));
    case Instruction::Call:
        return isa<IntrinsicInst>(I) ? ofCall(cast<IntrinsicInst>(I)) : nullptr;
    default:
        return nullptr;
    }
}

bool
soften(Instruction &I)
{
    Value *Result = Softener(I).replacement(I);

    if (!Result)
        return false;
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    return true;
}

} // namespace

PreservedAnalyses
HalfSofteningPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M)
        for (Instruction &I : make_early_inc_range(instructions(F)))
            Changed |= soften(I);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
