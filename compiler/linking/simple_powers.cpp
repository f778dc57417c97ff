// SPDX-License-Identifier: Apache-2.0
// Powers that are a product or two.
#include "compiler/linking/simple_powers.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

#include <optional>

using namespace llvm;

// The whole number that the constant is in all its elements.
static std::optional<int64_t>
wholeNumber(const Value &V)
{
    const auto *C = dyn_cast<Constant>(&V);

    if (C && C->getType()->isVectorTy())
        C = C->getSplatValue();
    if (const auto *Number = dyn_cast_or_null<ConstantInt>(C))
        return Number->getSExtValue();
    if (const auto *Number = dyn_cast_or_null<ConstantFP>(C))
        for (const int64_t Its : {-1, 0, 1, 2, 3, 4})
            if (Number->isExactlyValue(double(Its)))
                return Its;
    return std::nullopt;
}

// The power, in front of the call; null when it takes more.
static Value *
createPower(CallInst &Call)
{
    IRBuilder<> B(&Call);
    Value *X = Call.getArgOperand(0);
    const std::optional<int64_t> Exponent = wholeNumber(*Call.getArgOperand(1));

    if (!Exponent || *Exponent < -1 || *Exponent > 4)
        return nullptr;
    if (isa<FPMathOperator>(Call))
        B.setFastMathFlags(Call.getFastMathFlags());
    if (*Exponent == -1)
        return B.CreateFDiv(ConstantFP::get(X->getType(), 1), X);
    if (*Exponent == 0)
        return ConstantFP::get(X->getType(), 1); // also of a NaN
    if (*Exponent == 1)
        return X;
    Value *Square = B.CreateFMul(X, X);
    return *Exponent == 2 ? Square : B.CreateFMul(Square, *Exponent == 3 ? X : Square);
}

// By the name that Clang gives the function: the types are those of its arguments.
static bool
isPower(const Function &F)
{
    StringRef Name = F.getName();

    return F.isDeclaration() && F.arg_size() == 2 && F.getReturnType() == F.getArg(0)->getType() &&
           F.getReturnType()->isFPOrFPVectorTy() &&
           ((Name.consume_front("_Z3pow") && F.getArg(1)->getType() == F.getReturnType()) ||
            (Name.consume_front("_Z4pown") && F.getArg(1)->getType()->isIntOrIntVectorTy()));
}

void
weft::foldSimplePowers(Module &M)
{
    for (Function &F : M)
        for (User *U : make_early_inc_range(F.users())) {
            auto *Call = isPower(F) ? dyn_cast<CallInst>(U) : nullptr;
            if (!Call || Call->getCalledFunction() != &F)
                continue;
            if (Value *Power = createPower(*Call)) {
                Call->replaceAllUsesWith(Power);
                Call->eraseFromParent();
            }
        }
}
