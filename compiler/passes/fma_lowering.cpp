// SPDX-License-Identifier: Apache-2.0
// Pass fma-lowering: fused multiply-adds on CPUs that have none.
#include "compiler/passes/fma_lowering.h"

#include "compiler/passes/round_to_odd.h"
#include "llvm/IR/Analysis.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// A double as a sum of two of 26 digits.
static std::pair<Value *, Value *>
halves(IRBuilderBase &B, Value *V)
{
    Value *Scaled = B.CreateFMul(V, ConstantFP::get(V->getType(), 0x1p27 + 1));
    Value *Upper = B.CreateFSub(Scaled, B.CreateFSub(Scaled, V));

    return {Upper, B.CreateFSub(V, Upper)};
}

// The product of the parts is exact; what it lacks, and what the sum does, is added at the end.
static Value *
nearlyFused(IRBuilderBase &B, Value *First, Value *Second, Value *Addend)
{
    const auto [FirstUpper, FirstLower] = halves(B, First);
    const auto [SecondUpper, SecondLower] = halves(B, Second);
    Value *Product = B.CreateFMul(First, Second);
    Value *Lacks = B.CreateFSub(B.CreateFMul(FirstUpper, SecondUpper), Product);
    Lacks = B.CreateFAdd(Lacks, B.CreateFMul(FirstUpper, SecondLower));
    Lacks = B.CreateFAdd(Lacks, B.CreateFMul(FirstLower, SecondUpper));
    Lacks = B.CreateFAdd(Lacks, B.CreateFMul(FirstLower, SecondLower));

    Value *Sum = B.CreateFAdd(Product, Addend);
    Value *OfAddend = B.CreateFSub(Sum, Product);
    Value *OfProduct = B.CreateFSub(Sum, OfAddend);
    Value *SumLacks = B.CreateFAdd(B.CreateFSub(Product, OfProduct), B.CreateFSub(Addend, OfAddend));
    Value *Better = B.CreateFAdd(Sum, B.CreateFAdd(SumLacks, Lacks));

    return B.CreateSelect(B.CreateFCmpORD(Better, Better), Better, Sum); // no number: a part was too large
}

// What is computed instead; null where nothing is.
static Value *
replacement(const IntrinsicInst &Call)
{
    IRBuilder<> B(const_cast<IntrinsicInst *>(&Call));
    Type *T = Call.getType();
    const bool IsFloat = T->getScalarType()->isFloatTy();
    Type *Double = T->getWithNewType(B.getDoubleTy());
    Value *Operands[] = {Call.getArgOperand(0), Call.getArgOperand(1), Call.getArgOperand(2)};

    if (Call.hasAllowContract())
        return B.CreateFAdd(B.CreateFMul(Operands[0], Operands[1]), Operands[2]);
    if (!Call.hasAllowReciprocal())
        return IsFloat ? fusedInWider(B, Call, Double) : nullptr;
    if (!IsFloat)
        return nearlyFused(B, Operands[0], Operands[1], Operands[2]);
    for (Value *&V : Operands)
        V = B.CreateFPExt(V, Double);
    return B.CreateFPTrunc(B.CreateFAdd(B.CreateFMul(Operands[0], Operands[1]), Operands[2]), T);
}

static bool
lower(Instruction &I)
{
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    Type *Element = I.getType()->getScalarType();

    if (!Call || Call->getIntrinsicID() != Intrinsic::fma || !(Element->isFloatTy() || Element->isDoubleTy()))
        return false;
    Value *Result = replacement(*Call);
    if (!Result)
        return false;
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    return true;
}

PreservedAnalyses
FmaLoweringPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M)
        for (Instruction &I : make_early_inc_range(instructions(F)))
            Changed |= lower(I);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
