// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=order: proof that packing kept the order of each work-item's accesses of memory.
#include "compiler/packing/checks/order_check.h"

#include "compiler/packing/analysis/access_order.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

namespace {

bool
accessesMemory(const Instruction &I)
{
    const auto *Call = dyn_cast<CallBase>(&I);
    if (Call && Call->onlyAccessesInaccessibleMemory()) // of ValueChecks
        return false;
    return I.mayReadOrWriteMemory() && !I.isDebugOrPseudoInst() && !I.isLifetimeStartOrEnd() && !isa<AssumeInst>(I);
}

[[noreturn]] void
fail(const Function &F, const char *What, const Instruction &One, const Instruction *Other = nullptr)
{
    std::string Text;
    raw_string_ostream Stream(Text);

    Stream << "packing of " << F.getName() << " " << What << ":" << One;
    if (Other)
        Stream << " and" << *Other;
    report_fatal_error(StringRef(Text));
}

} // namespace

void
OrderCheck::begin(BasicBlock &At)
{
    Block = &At;
    Before = At.empty() ? nullptr : &At.back();
    LastBlock = &Target.back();
}

void
OrderCheck::end(const Instruction &I)
{
    bool WritesAny = false;
    auto Note = [&](const Instruction &Each) {
        if (accessesMemory(Each) && Written.insert(&Each).second)
            WritesAny |= isa<FenceInst>(I) || !isa<FenceInst>(Each); // volatile accesses have fences around them
    };
    for (auto Next = Before ? std::next(Before->getIterator()) : Block->begin(); Next != Block->end(); ++Next)
        Note(*Next);
    for (auto Next = std::next(LastBlock->getIterator()); Next != Target.end(); ++Next)
        for (const Instruction &Each : *Next)
            Note(Each);
    ++Now;
    if (WritesAny)
        Times[&I] = Now;
}

void
OrderCheck::finish(AAResults &Aliases, function_ref<const Instruction *(const Instruction &)> PlaceOf) const
{
    BatchAAResults Alias(Aliases);
    for (const Instruction &I : instructions(Target))
        if (accessesMemory(I) && !Written.contains(&I))
            fail(Source, "accesses memory that nobody asked for", I);
    for (BasicBlock &BB : Source) {
        SmallVector<std::pair<Instruction *, unsigned>, 32> Done; // in the order of the source
        bool InOrder = true;
        for (Instruction &I : BB) {
            const Instruction *Place = PlaceOf(I);
            auto Time = Times.find(Place);
            if (Place != &I && Times.contains(&I))
                fail(Source, "did an access twice", I);
            if (Time == Times.end()) {
                if (isa<LoadInst, StoreInst>(I))
                    fail(Source, "lost an access", I);
                continue;
            }
            InOrder &= Done.empty() || Done.back().second < Time->second;
            Done.push_back({&I, Time->second});
        }
        for (unsigned Late = 0; !InOrder && Late < Done.size(); ++Late)
            for (unsigned Early = 0; Early < Late; ++Early)
                if (Done[Early].second >= Done[Late].second && areOrdered(*Done[Early].first, *Done[Late].first, Alias))
                    fail(Source, "changed the order of", *Done[Early].first, Done[Late].first);
    }
}

} // namespace weft
