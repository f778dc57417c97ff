// SPDX-License-Identifier: Apache-2.0
// How often loops run.
#include "compiler/packing/cost/loop_turns.h"

#include "compiler/analysis/cost_table.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Whether the loop repeats what it has tried until nobody came in between: until what it stored is what it loads, or an
// exchange found what it expected.
static bool
isAttempt(const Loop &L)
{
    const BasicBlock *Exiting = L.getExitingBlock();
    const auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    const Value *Loaded, *Stored;

    if (!Branch || !Branch->isConditional())
        return false;
    if (match(Branch->getCondition(), m_ExtractValue<1>(m_Value(Loaded))))
        return isa<AtomicCmpXchgInst>(Loaded);
    if (!match(Branch->getCondition(), m_ICmp(m_Value(Loaded), m_Value(Stored))))
        return false;
    for (const Value *V : {Loaded, Stored}) {
        const Value *Other = V == Loaded ? Stored : Loaded, *Exchange;
        if (match(V, m_ExtractValue<0>(m_Value(Exchange))) && isa<AtomicCmpXchgInst>(Exchange) &&
            cast<AtomicCmpXchgInst>(Exchange)->getCompareOperand() == Other)
            return true;
        const auto *Load = dyn_cast<LoadInst>(V);
        if (Load && any_of(Load->getPointerOperand()->users(), [&](const User *U) {
                const auto *Store = dyn_cast<StoreInst>(U);
                return Store && L.contains(Store) && Store->getValueOperand() == Other &&
                       Store->getPointerOperand() == Load->getPointerOperand();
            }))
            return true;
    }
    return false;
}

double
turnsOf(const Loop &L)
{
    if (isAttempt(L))
        return usual::Attempts;
    const BasicBlock *Latch = L.getLoopLatch();
    const auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    const auto *Compare = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    const APInt *End, *Step, *Begin;
    const Value *Counter = Compare ? Compare->getOperand(0) : nullptr;
    const Value *Before;

    if (!Compare || !match(Compare->getOperand(1), m_APInt(End)) || End->getSignificantBits() > 32)
        return usual::LoopTurns;
    const bool IsNext = match(Counter, m_Add(m_Value(Before), m_APInt(Step)));
    const auto *Phi = dyn_cast<PHINode>(IsNext ? Before : Counter);
    if (!Phi || Phi->getParent() != L.getHeader() || !L.getLoopPreheader() ||
        !match(Phi->getIncomingValueForBlock(Latch), m_Add(m_Specific(Phi), m_APInt(Step))) || Step->isZero() ||
        Step->getSignificantBits() > 32)
        return usual::LoopTurns;
    const bool IsKnown =
        match(Phi->getIncomingValueForBlock(L.getLoopPreheader()), m_APInt(Begin)) && Begin->getSignificantBits() <= 32;
    if (!IsKnown && Step->isNegative())
        return usual::LoopTurns;
    const double Turns =
        double(End->getSExtValue() - (IsKnown ? Begin->getSExtValue() : 0)) / Step->getSExtValue() + !IsNext;
    return std::clamp(std::ceil(Turns), 1.0, usual::MostTurns);
}

} // namespace weft
