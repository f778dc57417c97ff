// SPDX-License-Identifier: Apache-2.0
// The one dependence check of packing: in which order a block's accesses of memory may be done.
#include "compiler/packing/analysis/access_order.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include <algorithm>

using namespace llvm;

namespace weft {

// So that tests of what finds such faults have one.
static cl::opt<bool> IgnoreOrder("weft-ignore-order", cl::Hidden, cl::desc("Let packing change the order of accesses"));

namespace {

bool
takesPart(const Instruction &I)
{
    return I.mayReadOrWriteMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I);
}

} // namespace

bool
ordersOthers(const Instruction &I)
{
    AtomicOrdering Its = AtomicOrdering::NotAtomic;

    if (const auto *Load = dyn_cast<LoadInst>(&I))
        Its = Load->getOrdering();
    else if (const auto *Store = dyn_cast<StoreInst>(&I))
        Its = Store->getOrdering();
    else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
        Its = Update->getOrdering();
    else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
        Its = Exchange->getMergedOrdering();
    return isa<FenceInst>(I) || isStrongerThanMonotonic(Its);
}

bool
areOrdered(Instruction &One, Instruction &Other, BatchAAResults &Alias)
{
    auto HasOrder = [](const Instruction &I) { return I.isAtomic() || I.isVolatile(); };

    if (!isGuaranteedToTransferExecutionToSuccessor(&One) || !isGuaranteedToTransferExecutionToSuccessor(&Other))
        return true;
    if (ordersOthers(One) || ordersOthers(Other) || (HasOrder(One) && HasOrder(Other)))
        return true;
    if (!One.mayWriteToMemory() && !Other.mayWriteToMemory())
        return HasOrder(One) || HasOrder(Other);
    bool IsKnown = false;
    for (auto [I, J] : {std::pair(&One, &Other), std::pair(&Other, &One)}) {
        const std::optional<MemoryLocation> Its = MemoryLocation::getOrNone(J);
        if (!Its)
            continue;
        const ModRefInfo Does = Alias.getModRefInfo(I, Its);
        if (J->mayWriteToMemory() ? isModOrRefSet(Does) : isModSet(Does))
            return true;
        IsKnown = true;
    }
    return !IsKnown;
}

AccessOrder::AccessOrder(BasicBlock &BB, BatchAAResults &Aliases) : Alias(Aliases)
{
    for (Instruction &I : BB) {
        if (!takesPart(I))
            continue;
        Numbers[&I] = Accesses.size();
        Places.push_back(Accesses.size());
        Accesses.push_back(&I);
    }
}

bool
AccessOrder::keepsOrder(unsigned Moved, unsigned To, unsigned Other)
{
    const unsigned Its = Places[Other];
    return To == Its || (Moved < Other) == (To < Its) || !areOrdered(*Accesses[Moved], *Accesses[Other], Alias);
}

bool
AccessOrder::allows(ArrayRef<Instruction *> Group, const Instruction *Place)
{
    if (IgnoreOrder)
        return true;
    const unsigned To = number(Place);
    for (const Instruction *Access : Group) {
        const unsigned Moved = number(Access);
        const auto [Low, High] = std::minmax(Moved, To);
        if (High - Low > MaxReach)
            return false;
        // No other access is done farther than MaxReach from where it stands.
        const unsigned Begin = Low > MaxReach ? Low - MaxReach : 0;
        const unsigned End = std::min<unsigned>(High + MaxReach + 1, Accesses.size());
        for (unsigned Other = Begin; Other < End; ++Other)
            if (!keepsOrder(Moved, To, Other) && !is_contained(Group, Accesses[Other]))
                return false;
    }
    return true;
}

void
AccessOrder::move(ArrayRef<Instruction *> Group, const Instruction *Place)
{
    for (const Instruction *Access : Group)
        Places[number(Access)] = number(Place);
}

} // namespace weft
