// SPDX-License-Identifier: Apache-2.0
// Pass narrow-compares: integers of 64 bits that are known to be less than 2^31 are compared as ints.
#include "compiler/passes/narrow_compares.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/Local.h"

#include <optional>

using namespace llvm;

namespace weft {

static constexpr unsigned DeepestOperation = 4;

static bool
isInt(const Value &V, const DataLayout &Layout)
{
    const auto *I = dyn_cast<Instruction>(&V);

    return V.getType()->isIntegerTy(64) && (isa<ConstantInt>(V) || (I && !isa<PHINode>(I) && !I->isTerminator())) &&
           computeKnownBits(&V, Layout).countMinLeadingZeros() >= 33;
}

// The operation on numbers less than 2^31 gives the same in 32 bits.
static bool
isSameInInts(const BinaryOperator &I)
{
    switch (I.getOpcode()) {
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::UDiv:
    case Instruction::URem:
        return true;
    case Instruction::LShr:
        return isa<ConstantInt>(I.getOperand(1)) && cast<ConstantInt>(I.getOperand(1))->getValue().ult(32);
    default:
        return false;
    }
}

// V, which is less than 2^31, as an int; made where V is, which may be before a loop.
static Value *
asInt(Value *V, const DataLayout &Layout, unsigned Depth = DeepestOperation)
{
    if (auto *Number = dyn_cast<ConstantInt>(V))
        return ConstantInt::get(Type::getInt32Ty(V->getContext()), Number->getZExtValue());
    if ((isa<ZExtInst, SExtInst>(V)) && cast<CastInst>(V)->getSrcTy()->isIntegerTy(32))
        return cast<CastInst>(V)->getOperand(0);

    auto *Operation = dyn_cast<BinaryOperator>(V);
    if (Depth > 0 && Operation && Operation->hasOneUse() && isSameInInts(*Operation) &&
        isInt(*Operation->getOperand(0), Layout) && isInt(*Operation->getOperand(1), Layout)) {
        Value *A = asInt(Operation->getOperand(0), Layout, Depth - 1);
        Value *C = asInt(Operation->getOperand(1), Layout, Depth - 1);
        return IRBuilder<>(Operation).CreateBinOp(Operation->getOpcode(), A, C, Operation->getName());
    }
    const std::optional<BasicBlock::iterator> Behind = cast<Instruction>(V)->getInsertionPointAfterDef();
    IRBuilder<> B((*Behind)->getParent(), *Behind);
    return B.CreateTrunc(V, B.getInt32Ty(), "", /*IsNUW=*/true, /*IsNSW=*/true);
}

PreservedAnalyses
NarrowComparesPass::run(Function &F, FunctionAnalysisManager &)
{
    const DataLayout &Layout = F.getDataLayout();
    SmallVector<ICmpInst *, 16> Comparisons;
    SmallVector<WeakTrackingVH, 16> Replaced;

    for (Instruction &I : instructions(F)) {
        auto *Comparison = dyn_cast<ICmpInst>(&I);
        if (Comparison && isInt(*Comparison->getOperand(0), Layout) && isInt(*Comparison->getOperand(1), Layout))
            Comparisons.push_back(Comparison);
    }
    for (ICmpInst *Comparison : Comparisons) {
        Value *Before[] = {Comparison->getOperand(0), Comparison->getOperand(1)};
        for (unsigned I = 0; I < 2; I++)
            Comparison->setOperand(I, asInt(Before[I], Layout));
        Replaced.append(std::begin(Before), std::end(Before));
    }
    if (Comparisons.empty())
        return PreservedAnalyses::all();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Replaced);
    PreservedAnalyses Preserved;
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
