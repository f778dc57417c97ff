// SPDX-License-Identifier: Apache-2.0
// How long a processor waits for results, whatever it could do at once.
#include "compiler/analysis/recurrence.h"

#include "compiler/analysis/cost_table.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

unsigned
latencyOf(const Instruction &I, bool IsPacked)
{
    if (isa<PHINode>(I) || I.isTerminator())
        return 0;
    if (isa<LoadInst>(I))
        return latency::Load;
    switch (I.getOpcode()) {
    case Instruction::FDiv:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
        return isa<Constant>(I.getOperand(1))                 ? latency::Arithmetic
               : IsPacked && !I.getType()->isFPOrFPVectorTy() ? latency::LaneDivision
                                                              : latency::Division;
    default:
        break;
    }
    return I.getType()->isFPOrFPVectorTy() || I.getOpcode() == Instruction::Mul ? latency::Arithmetic : latency::Other;
}

// The longest way from the phi to its own next value.
static unsigned
latencyOfRound(const Loop &L, const PHINode &Phi, function_ref<bool(const Instruction &)> Counts, bool IsPacked,
               function_ref<bool(const Instruction &)> IsGather)
{
    DenseMap<const Value *, unsigned> Ready; // what depends on the phi

    Ready[&Phi] = 0;
    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            bool Depends = false;
            unsigned Start = 0;
            if ((isa<PHINode>(I) && BB == L.getHeader()) || !Counts(I))
                continue;
            for (const Value *Operand : I.operands()) {
                auto Found = Ready.find(Operand);
                if (Found == Ready.end())
                    continue;
                Depends = true;
                Start = std::max(Start, Found->second);
            }
            if (Depends)
                Ready[&I] = Start + (isa<LoadInst>(I) ? latency::ChasedLoad : latencyOf(I, IsPacked)) +
                            (IsGather(I) ? latency::Gather : 0);
        }
    }
    return Ready.lookup(Phi.getIncomingValueForBlock(L.getLoopLatch()));
}

unsigned
recurrenceLatency(const Loop &L, function_ref<bool(const Instruction &)> Counts, bool IsPacked,
                  function_ref<bool(const Instruction &)> IsGather)
{
    unsigned Longest = 0;

    if (!L.getLoopLatch())
        return 0;
    for (const PHINode &Phi : L.getHeader()->phis())
        if (Counts(Phi))
            Longest = std::max(Longest, latencyOfRound(L, Phi, Counts, IsPacked, IsGather));
    return Longest;
}

} // namespace weft
