// SPDX-License-Identifier: Apache-2.0
// Pass sunk-splats: scalars that all lanes load alike are loaded where they are used, when registers are short.
#include "compiler/packing/after/sunk_splats.h"

#include "compiler/packing/after/vector_registers.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Registers for what a round computes.
constexpr unsigned OwnRegisters = 6;
// So many pairs of a load and something that writes are looked at for a loop at most.
constexpr size_t MostPairs = 20000;

// A scalar that is loaded before a loop and repeated for all lanes.
struct Splat {
    Instruction *Vector; // a shuffle of Insert
    Instruction *Insert;
    LoadInst *Load;
};

class Sinker {
public:
    Sinker(Function &F, FunctionAnalysisManager &AM)
        : Aliases(AM.getResult<AAManager>(F)), Registers(AM.getResult<TargetIRAnalysis>(F))
    {
    }
    bool hasRegisters() const { return Registers.count(); }
    bool run(const Loop &Inner);

private:
    bool isUnchanged(LoadInst &Load, const Loop &Inner);

    AAResults &Aliases;
    VectorRegisters Registers;
    DenseMap<const Loop *, SmallVector<Instruction *, 32>> Writers;
};

// The outermost loop around the inner one that the load is not in.
const Loop &
leftBy(const LoadInst &Load, const Loop &Inner)
{
    const Loop *Its = &Inner;

    while (Its->getParentLoop() && !Its->getParentLoop()->contains(&Load))
        Its = Its->getParentLoop();
    return *Its;
}

// Whether the load could be anywhere in the inner loop as well.
bool
Sinker::isUnchanged(LoadInst &Load, const Loop &Inner)
{
    const Loop &Outer = leftBy(Load, Inner);
    const auto [Place, IsNew] = Writers.try_emplace(&Outer);
    const MemoryLocation Location = MemoryLocation::get(&Load);
    auto writes = [&](Instruction &I) { return isModSet(Aliases.getModRefInfo(&I, Location)); };

    if (IsNew)
        for (BasicBlock *BB : Outer.blocks())
            for (Instruction &I : *BB)
                if (I.mayWriteToMemory())
                    Place->second.push_back(&I);
    if (Outer.getLoopPreheader() != Load.getParent())
        return false;
    for (Instruction &I : make_range(std::next(Load.getIterator()), Load.getParent()->end()))
        if (I.mayWriteToMemory() && writes(I))
            return false;
    return none_of(Place->second, [&](Instruction *I) { return writes(*I); });
}

// Null for another value, and for one that a phi of the loop takes, in front of which there is no room.
std::optional<Splat>
splatOf(Instruction &I, const Loop &Inner)
{
    Instruction *Insert;
    Value *Scalar;

    if (!match(&I, m_Shuffle(m_Instruction(Insert), m_Value(), m_ZeroMask())) ||
        !match(Insert, m_InsertElt(m_Value(), m_Value(Scalar), m_ZeroInt())))
        return std::nullopt;
    auto *Load = dyn_cast<LoadInst>(Scalar);
    if (!Load || !Load->isSimple() || Inner.contains(Load) ||
        any_of(I.users(), [&](const User *U) { return isa<PHINode>(U) && Inner.contains(cast<Instruction>(U)); }))
        return std::nullopt;
    return Splat{&I, Insert, Load};
}

// A load in front of each use in the loop, so that it may be part of it.
void
sink(const Splat &Its, const Loop &Inner)
{
    SmallSetVector<Instruction *, 8> Users;

    for (User *U : Its.Vector->users())
        if (Inner.contains(cast<Instruction>(U)))
            Users.insert(cast<Instruction>(U));
    for (Instruction *User : Users) {
        Instruction *Load = Its.Load->clone(), *Insert = Its.Insert->clone(), *Vector = Its.Vector->clone();
        for (Instruction *Copy : {Load, Insert, Vector})
            Copy->insertBefore(User->getIterator());
        Insert->setOperand(1, Load);
        Vector->setOperand(0, Insert);
        User->replaceUsesOfWith(Its.Vector, Vector);
    }
}

bool
Sinker::run(const Loop &Inner)
{
    SmallSetVector<Instruction *, 32> Outside; // vectors from before the loop
    SmallVector<Splat, 64> Splats;
    unsigned Taken = OwnRegisters;

    for (BasicBlock *BB : Inner.blocks())
        for (Instruction &I : *BB)
            for (Value *Operand : I.operands())
                if (auto *Its = dyn_cast<Instruction>(Operand); Its && !Inner.contains(Its) && Registers(*Its))
                    Outside.insert(Its);
    for (const PHINode &Phi : Inner.getHeader()->phis())
        Taken += Registers(Phi);
    for (Instruction *I : Outside) {
        const std::optional<Splat> Its = splatOf(*I, Inner);
        Taken += Its ? 1 : Registers(*I); // all parts of a splat are one
        if (Its)
            Splats.push_back(*Its);
    }
    if (Taken <= Registers.count() || Splats.empty())
        return false;
    // What has most uses stays.
    stable_sort(Splats, [](const Splat &A, const Splat &B) { return A.Vector->getNumUses() < B.Vector->getNumUses(); });
    bool Changed = false;
    size_t Pairs = 0;
    for (const Splat &Its : Splats) {
        if (Taken <= Registers.count() || Pairs > MostPairs)
            break;
        const bool CanSink = isUnchanged(*Its.Load, Inner);
        Pairs += Writers[&leftBy(*Its.Load, Inner)].size() + 1;
        if (!CanSink)
            continue;
        sink(Its, Inner);
        --Taken;
        Changed = true;
    }
    return Changed;
}

} // namespace

PreservedAnalyses
SunkSplatsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    Sinker Sinks(F, AM);
    bool Changed = false;

    if (!Sinks.hasRegisters())
        return PreservedAnalyses::all();
    for (const Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
        if (L->isInnermost())
            Changed |= Sinks.run(*L);
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
