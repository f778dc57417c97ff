// SPDX-License-Identifier: Apache-2.0
// What a version of a kernel would gain from, if it were known at compile time.
#include "compiler/workgroup/launch_hints.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// A bound, or a choice, is some arithmetic away from an argument at most.
static constexpr unsigned MaxSteps = 4;

static uint64_t
argumentsOf(const Value *V, unsigned Steps)
{
    if (const auto *Arg = dyn_cast<Argument>(V)) {
        const auto *T = dyn_cast<IntegerType>(Arg->getType());
        return T && T->getBitWidth() <= 64 && Arg->getArgNo() < 64 ? UINT64_C(1) << Arg->getArgNo() : 0;
    }
    const auto *I = dyn_cast<Instruction>(V);
    uint64_t Arguments = 0;
    if (I && Steps > 0 && isa<CastInst, BinaryOperator, FreezeInst>(I))
        for (const Use &Operand : I->operands())
            Arguments |= argumentsOf(Operand, Steps - 1);
    return Arguments;
}

// Whether nothing else decides V, some integer arguments and constants, and nothing that loops carry on.
static bool
isOfArguments(const Value *V, unsigned Steps, uint64_t &Arguments)
{
    if (isa<Constant>(V))
        return true;
    if (const uint64_t Own = argumentsOf(V, 0)) {
        Arguments |= Own;
        return true;
    }
    const auto *I = dyn_cast<Instruction>(V);
    return I && Steps > 0 && isa<CastInst, BinaryOperator, FreezeInst, ICmpInst, SelectInst>(I) &&
           all_of(I->operands(), [&](const Use &Operand) { return isOfArguments(Operand, Steps - 1, Arguments); });
}

// What chooses one of several ways, or values, or NULL.
static const Value *
choiceOf(const Instruction &I)
{
    if (const auto *Branch = dyn_cast<BranchInst>(&I))
        return Branch->isConditional() ? Branch->getCondition() : nullptr;
    if (const auto *Switch = dyn_cast<SwitchInst>(&I))
        return Switch->getCondition();
    const auto *Select = dyn_cast<SelectInst>(&I);
    return Select ? Select->getCondition() : nullptr;
}

// All that choose for the whole launch: each way may want another form.
static uint64_t
choosingArguments(const Function &Kernel)
{
    uint64_t Chosen = 0;

    for (const Instruction &I : instructions(Kernel)) {
        const Value *Choice = choiceOf(I);
        uint64_t Arguments = 0;
        if (Choice && isOfArguments(Choice, MaxSteps, Arguments))
            Chosen |= Arguments;
    }
    return Chosen;
}

uint64_t
wantedArguments(const Function &Kernel)
{
    DominatorTree Tree(const_cast<Function &>(Kernel));
    const LoopInfo Loops(Tree);
    uint64_t Arguments = choosingArguments(Kernel);

    for (const Loop *L : Loops.getLoopsInPreorder()) {
        SmallVector<BasicBlock *, 4> Exiting;
        L->getExitingBlocks(Exiting);
        for (const BasicBlock *Block : Exiting) {
            const auto *Branch = dyn_cast<BranchInst>(Block->getTerminator());
            const auto *Bound =
                Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
            if (Bound)
                Arguments |= argumentsOf(Bound->getOperand(0), MaxSteps) | argumentsOf(Bound->getOperand(1), MaxSteps);
        }
    }
    return Arguments;
}

} // namespace weft
