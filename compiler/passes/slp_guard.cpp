// SPDX-License-Identifier: Apache-2.0
// Keeps LLVM's SLPVectorizer from mistakes with scalars of several operations.
#include "compiler/passes/slp_guard.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Analysis.h"
#include "llvm/IR/ConstantFold.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

#include <memory>

using namespace llvm;

namespace weft {

// Whether the instruction promises something of integers, which is poison when it does not hold.
static bool
promises(const Instruction &I)
{
    return I.hasPoisonGeneratingFlags() && !isa<FPMathOperator, GetElementPtrInst>(I);
}

// The operation that an operand of an operation is part of one sum, product and so on with, or null.
static BinaryOperator *
partOf(Value *Operand, Instruction::BinaryOps Opcode)
{
    auto *Part = dyn_cast<BinaryOperator>(Operand);
    return Part && Part->getOpcode() == Opcode && Part->hasOneUse() ? Part : nullptr;
}

// The operations of the sum, product and so on whose result the given one has, or none: another has it.
static SmallVector<BinaryOperator *, 8>
partsOf(BinaryOperator &Whole)
{
    const Instruction::BinaryOps Opcode = Whole.getOpcode();
    if (!Whole.isAssociative() || !Whole.isCommutative() || !Whole.getType()->isIntegerTy())
        return {};
    if (auto *User = Whole.hasOneUse() ? dyn_cast<BinaryOperator>(*Whole.user_begin()) : nullptr)
        if (User->getOpcode() == Opcode)
            return {};
    SmallVector<BinaryOperator *, 8> Parts = {&Whole};
    for (size_t I = 0; I < Parts.size(); ++I)
        for (Value *Operand : Parts[I]->operands())
            if (BinaryOperator *Part = partOf(Operand, Opcode))
                Parts.push_back(Part);
    return Parts;
}

// One constant for those of one sum, product and so on. x | 0 and the like remain.
static void
mergeConstants(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Whole = dyn_cast<BinaryOperator>(&I);
        SmallVector<BinaryOperator *, 8> Parts = Whole ? partsOf(*Whole) : SmallVector<BinaryOperator *, 8>();
        if (count_if(Parts, [](BinaryOperator *Part) { return isa<ConstantInt>(Part->getOperand(1)); }) < 2)
            continue;
        const Instruction::BinaryOps Opcode = Whole->getOpcode();
        Constant *const Identity = ConstantExpr::getBinOpIdentity(Opcode, Whole->getType());
        Constant *Merged = Identity;
        for (BinaryOperator *Part : Parts) {
            Part->dropPoisonGeneratingFlags();
            if (auto *C = dyn_cast<ConstantInt>(Part->getOperand(1))) {
                Merged = ConstantFoldBinaryInstruction(Opcode, Merged, C);
                Part->setOperand(1, Identity);
            }
        }
        auto *Result = BinaryOperator::Create(Opcode, Whole, Merged);
        Result->setDebugLoc(Whole->getDebugLoc());
        Result->insertAfter(Whole->getIterator());
        Whole->replaceUsesWithIf(Result, [Result](const Use &U) { return U.getUser() != Result; });
    }
}

// x for x | 0, x & -1, x * 1 and the like.
static void
simplifyIdentities(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        auto *Operation = dyn_cast<BinaryOperator>(&I);
        if (!Operation || !Operation->getType()->isIntegerTy() || !isa<Constant>(Operation->getOperand(1)))
            continue;
        Constant *Identity =
            ConstantExpr::getBinOpIdentity(Operation->getOpcode(), Operation->getType(), /*AllowRHSConstant=*/true);
        // Of itself only where nothing comes to.
        if (Operation->getOperand(1) != Identity || Operation->getOperand(0) == Operation)
            continue;
        Operation->replaceAllUsesWith(Operation->getOperand(0));
        Operation->eraseFromParent();
    }
}

// The function that is about to go through SLPVectorizer, or has been.
static Function *
vectorized(StringRef Pass, const Any &Unit)
{
    const auto *F = any_cast<const Function *>(&Unit);
    return F && Pass == SLPVectorizerPass::name() ? const_cast<Function *>(*F) : nullptr;
}

void
guardSlp(PassInstrumentationCallbacks &Callbacks)
{
    auto Before = std::make_shared<SmallVector<WeakVH>>(); // handles: a new instruction may be where a deleted one was

    Callbacks.registerBeforeNonSkippedPassCallback([Before](StringRef Pass, Any Unit) {
        Function *F = vectorized(Pass, Unit);
        if (!F)
            return;
        simplifyIdentities(*F);
        mergeConstants(*F);
        simplifyIdentities(*F);
        for (Instruction &I : instructions(*F))
            if (promises(I))
                Before->push_back(&I);
    });
    Callbacks.registerAfterPassCallback([Before](StringRef Pass, Any Unit, const PreservedAnalyses &Preserved) {
        Function *F = vectorized(Pass, Unit);
        SmallPtrSet<const Value *, 32> Known;
        if (!F)
            return;
        for (const WeakVH &Handle : *Before)
            Known.insert(Handle);
        Before->clear();
        if (Preserved.areAllPreserved())
            return;
        for (Instruction &I : instructions(*F))
            if (promises(I) && !Known.contains(&I))
                I.dropPoisonGeneratingFlags();
    });
}

} // namespace weft
