// SPDX-License-Identifier: Apache-2.0
// How long a processor waits for results, whatever it could do at once.
#include "compiler/analysis/recurrence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

static constexpr unsigned ArithmeticLatency = 4, LoadLatency = 5, OtherLatency = 1;

unsigned
latencyOf(const Instruction &I)
{
    if (isa<PHINode>(I) || I.isTerminator())
        return 0;
    if (isa<LoadInst>(I))
        return LoadLatency;
    return I.getType()->isFPOrFPVectorTy() || I.getOpcode() == Instruction::Mul ? ArithmeticLatency : OtherLatency;
}

unsigned
recurrenceLatency(const Loop &L, function_ref<bool(const Instruction &)> Counts)
{
    DenseMap<const Value *, unsigned> Ready; // what depends on a value that goes round
    unsigned Longest = 0;

    if (!L.getLoopLatch())
        return 0;
    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            bool GoesRound = isa<PHINode>(I) && BB == L.getHeader();
            bool Depends = GoesRound;
            unsigned Start = 0;
            for (const Value *Operand : I.operands()) {
                auto Found = Ready.find(Operand);
                if (GoesRound || Found == Ready.end())
                    continue;
                Depends = true;
                Start = std::max(Start, Found->second);
            }
            if (Depends && Counts(I))
                Ready[&I] = Start + latencyOf(I);
        }
    }
    for (const PHINode &Phi : L.getHeader()->phis())
        Longest = std::max(Longest, Ready.lookup(Phi.getIncomingValueForBlock(L.getLoopLatch())));
    return Longest;
}

} // namespace weft
