// SPDX-License-Identifier: Apache-2.0
// Loops that try by compare and exchange until nobody came in between.
#include "compiler/analysis/attempts.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

Value *
withoutCast(Value *V)
{
    Value *Cast;

    return match(V, m_BitCast(m_Value(Cast))) ? Cast : V;
}

Instruction *
expectedBy(const AtomicCmpXchgInst &Attempt)
{
    return dyn_cast<Instruction>(withoutCast(const_cast<AtomicCmpXchgInst &>(Attempt).getCompareOperand()));
}

// Whether it is what stands at the exchange's place, as a round finds it.
static bool
isFound(const Instruction &Expected, const AtomicCmpXchgInst &Exchange)
{
    const BasicBlock *Loop = Exchange.getParent();

    if (const auto *Load = dyn_cast<LoadInst>(&Expected))
        return Load->getParent() == Loop && Load->getPointerOperand() == Exchange.getPointerOperand() &&
               Load->comesBefore(&Exchange);
    const auto *Phi = dyn_cast<PHINode>(&Expected);
    // Whatever the first round expects: if it is wrong the next one expects what is there.
    return Phi && Phi->getParent() == Loop &&
           match(Phi->getIncomingValueForBlock(Loop), m_ExtractValue<0>(m_Specific(&Exchange)));
}

AtomicCmpXchgInst *
attemptIn(BasicBlock &Loop)
{
    const auto *Branch = dyn_cast<BranchInst>(Loop.getTerminator());
    Value *Exchanged;

    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(1) != &Loop || Branch->getSuccessor(0) == &Loop ||
        !match(Branch->getCondition(), m_ExtractValue<1>(m_Value(Exchanged))))
        return nullptr;
    auto *Exchange = dyn_cast<AtomicCmpXchgInst>(Exchanged);
    if (!Exchange || Exchange->getParent() != &Loop)
        return nullptr;
    const Instruction *Expected = expectedBy(*Exchange);
    return Expected && isFound(*Expected, *Exchange) ? Exchange : nullptr;
}

} // namespace weft
