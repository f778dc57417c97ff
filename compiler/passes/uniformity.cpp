// SPDX-License-Identifier: Apache-2.0
// Which values of a kernel are the same for all work-items of a group.
#include "compiler/passes/uniformity.h"

#include "compiler/passes/kernels.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Whether work-items may see different results although they have the same operands.
static bool
isSource(const Instruction &I)
{
    PrimitiveCall Call = classifyPrimitive(&I);

    if (Call)
        return Call.Kind == Primitive::LocalId;
    if (const auto *Load = dyn_cast<LoadInst>(&I)) {
        if (!Load->isSimple())
            return true;
        const auto *Arg = dyn_cast<Argument>(Load->getPointerOperand()->stripInBoundsOffsets());
        return Load->getPointerAddressSpace() != 2 && !(Arg && Arg->hasByValAttr());
    }
    if (const auto *Other = dyn_cast<CallBase>(&I))
        return !Other->doesNotAccessMemory();
    // A freeze is as uniform as its operand: work-items would differ for poison only, where any value will do.
    return isa<AllocaInst>(I) || I.mayReadOrWriteMemory();
}

Uniformity::Uniformity(Function &Kernel)
{
    PostDominatorTree Tree(Kernel);
    SmallVector<const Value *, 32> Work;
    auto Mark = [&](const Value *V) {
        if (Divergent.insert(V).second)
            Work.push_back(V);
    };

    for (const Instruction &I : instructions(Kernel))
        if (isSource(I))
            Mark(&I);
    while (!Work.empty()) {
        for (const User *U : Work.pop_back_val()->users()) {
            const auto *I = dyn_cast<Instruction>(U);
            if (!I)
                continue;
            Mark(I);
            if (!I->isTerminator() || I->getNumSuccessors() < 2)
                continue;
            // Where work-items that went different ways may meet: every block on the way to where all of them meet.
            // When the branch leaves a loop for some, that includes the loop's header, so that whatever changes from
            // one round to the next is divergent.
            const BasicBlock *BB = I->getParent();
            const DomTreeNode *Node = Tree.getNode(BB);
            const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
            SmallPtrSet<const BasicBlock *, 16> Seen;
            SmallVector<const BasicBlock *, 16> Blocks(successors(BB));
            while (!Blocks.empty()) {
                const BasicBlock *At = Blocks.pop_back_val();
                if (!Seen.insert(At).second)
                    continue;
                for (const PHINode &Phi : At->phis())
                    Mark(&Phi);
                if (At != Join)
                    append_range(Blocks, successors(At));
            }
        }
    }
}

} // namespace weft
