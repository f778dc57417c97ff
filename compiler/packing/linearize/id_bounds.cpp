// SPDX-License-Identifier: Apache-2.0
// Conditions that compare ids with bounds, and where all work-items of a pack are.
#include "compiler/packing/linearize/id_bounds.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

IdBounds::IdBounds(Function &TheFunction, const Uniformity &TheKnown, ArrayRef<Shape> TheArguments)
    : F(TheFunction), Known(TheKnown), Tree(F), PostTree(F), Loops(Tree), Arguments(TheArguments)
{
    findPartial();
}

// Between a divergent branch and where all its ways meet.
void
IdBounds::findPartial()
{
    SmallVector<BasicBlock *, 16> Work;

    for (BasicBlock &BB : F) {
        if (!Known.isDivergentBranch(&BB))
            continue;
        const BasicBlock *Meeting = meetingOf(BB);
        SmallPtrSet<BasicBlock *, 16> Seen;
        Work.assign(succ_begin(&BB), succ_end(&BB));
        while (!Work.empty()) {
            BasicBlock *Next = Work.pop_back_val();
            if (Next == Meeting || !Seen.insert(Next).second)
                continue;
            append_range(Work, successors(Next));
        }
        Partial.insert(Seen.begin(), Seen.end());
    }
}

// Whether the value is an id, or is counted from one. What goes round in a loop counts as what comes in.
bool
IdBounds::isCount(const Value *V, unsigned Depth, Rounds &Seen) const
{
    const auto *I = dyn_cast<Instruction>(V);

    if (const auto *Arg = dyn_cast<Argument>(V))
        return Arguments[Arg->getArgNo()].isLinear();
    if (!I || Known.isUniform(I) || countsWorkItems(classifyPrimitive(I)))
        return true;
    switch (I->getOpcode()) {
    case Instruction::PHI:
        if (!Loops.isLoopHeader(I->getParent()))
            return false;
        if (!Seen.insert(I).second)
            return true;
        [[fallthrough]];
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::Trunc:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Freeze:
        return Depth > 0 &&
               all_of(I->operands(), [&](const Use &Operand) { return isCount(Operand, Depth - 1, Seen); });
    default:
        return false;
    }
}

bool
IdBounds::isBound(const Value *Condition, unsigned Depth) const
{
    const auto *I = dyn_cast<Instruction>(Condition);

    if (!I || Known.isUniform(I))
        return true;
    if (const auto *Compare = dyn_cast<ICmpInst>(I)) {
        SmallPtrSet<const Value *, 4> Seen;
        return isCount(Compare->getOperand(0), Depth, Seen) && isCount(Compare->getOperand(1), Depth, Seen);
    }
    return Depth > 0 && I->getType()->isIntegerTy(1) && isa<BinaryOperator, SelectInst, FreezeInst>(I) &&
           all_of(I->operands(), [&](const Use &Operand) { return isBound(Operand, Depth - 1); });
}

bool
IdBounds::isCopyable(const Instruction &I)
{
    return !isa<ReturnInst>(I) && (!isa<CallBase>(I) || isa<IntrinsicInst>(I) || classifyPrimitive(&I));
}

BasicBlock *
IdBounds::meetingOf(BasicBlock &BB) const
{
    const auto *Node = PostTree.getNode(&BB);

    return Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
}

} // namespace weft
