// SPDX-License-Identifier: Apache-2.0
// How long a processor waits for results, whatever it could do at once.
#include "compiler/analysis/recurrence.h"

#include "compiler/analysis/cost_table.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Instructions.h"

#include <optional>

using namespace llvm;

namespace weft {

// Loops with more of them are not asked for what goes round in memory.
static constexpr unsigned MostStores = 8;

unsigned
latencyOf(const Instruction &I, bool IsPacked)
{
    // A vector's elements are mostly put together as they were taken apart.
    if (isa<PHINode, ExtractElementInst, InsertElementInst>(I) || I.isTerminator())
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

// The longest way from a value that a round begins with to what the next one begins with; none if there is no way.
static std::optional<unsigned>
latencyOfRound(const Loop &L, const Instruction &First, const Value &Next,
               function_ref<bool(const Instruction &)> Counts, bool IsPacked,
               function_ref<bool(const Instruction &)> IsGather)
{
    DenseMap<const Value *, unsigned> Ready; // what depends on it

    Ready[&First] = 0;
    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            bool Depends = false;
            unsigned Start = 0;
            if ((isa<PHINode>(I) && BB == L.getHeader()) || &I == &First || !Counts(I))
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
    const auto Found = Ready.find(&Next);
    return Found == Ready.end() ? std::nullopt : std::optional(Found->second);
}

unsigned
recurrenceLatency(const Loop &L, function_ref<bool(const Instruction &)> Counts, bool IsPacked,
                  function_ref<bool(const Instruction &)> IsGather,
                  function_ref<bool(const StoreInst &, const LoadInst &)> IsLeft)
{
    SmallVector<const StoreInst *, 8> Stores;
    unsigned Longest = 0;

    if (!L.getLoopLatch())
        return 0;
    for (const PHINode &Phi : L.getHeader()->phis())
        if (Counts(Phi))
            Longest = std::max(Longest, latencyOfRound(L, Phi, *Phi.getIncomingValueForBlock(L.getLoopLatch()), Counts,
                                                       IsPacked, IsGather)
                                            .value_or(0));
    for (const BasicBlock *BB : L.blocks())
        for (const Instruction &I : *BB)
            if (const auto *Store = dyn_cast<StoreInst>(&I))
                Stores.push_back(Store);
    if (Stores.empty() || Stores.size() > MostStores)
        return Longest;
    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            const auto *Load = dyn_cast<LoadInst>(&I);
            if (!Load || !Counts(*Load))
                continue;
            for (const StoreInst *Store : Stores) {
                if (!IsLeft(*Store, *Load))
                    continue;
                if (const auto Round = latencyOfRound(L, *Load, *Store->getValueOperand(), Counts, IsPacked, IsGather))
                    Longest = std::max(Longest, *Round + (IsGather(*Load) ? latency::Gather : latency::Load));
            }
        }
    }
    return Longest;
}

unsigned
exitLatency(const Loop &L, function_ref<bool(const Instruction &)> IsGather)
{
    DenseMap<const Value *, unsigned> Ready;  // what depends on a gather
    DenseMap<const Value *, unsigned> Stored; // by address
    unsigned Longest = 0;

    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            unsigned Start = 0;
            for (const Value *Operand : I.operands())
                Start = std::max(Start, Ready.lookup(Operand));
            if (const auto *Store = dyn_cast<StoreInst>(&I)) {
                if (Start)
                    Stored[Store->getPointerOperand()] = Start;
                continue;
            }
            // What lanes have just stored has to be in the cache for another instruction to gather it.
            if (IsGather(I)) {
                const unsigned There = Stored.lookup(getLoadStorePointerOperand(&I));
                Ready[&I] = std::max(Start, There ? There + latency::Gather : 0) + latency::Load + latency::Gather;
            } else if (Start) {
                Ready[&I] = Start + latencyOf(I, true);
            }
        }
        if (L.isLoopExiting(BB))
            Longest = std::max(Longest, Ready.lookup(BB->getTerminator()));
    }
    return Longest;
}

} // namespace weft
