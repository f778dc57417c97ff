// SPDX-License-Identifier: Apache-2.0
// What a version of a kernel would gain from, if it were known at compile time.
#include "compiler/workgroup/launch_hints.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// A bound is some arithmetic away from an argument at most.
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

uint64_t
wantedArguments(const Function &Kernel)
{
    DominatorTree Tree(const_cast<Function &>(Kernel));
    const LoopInfo Loops(Tree);
    uint64_t Arguments = 0;

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
