// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=order: proof that packing left no variable used where LLVM may take it for dead.
#include "compiler/packing/checks/lifetime_check.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/StackLifetime.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft {

// Whether the address is what is written there: that is no access to what it points to.
static bool
isWritten(const Use &Address)
{
    if (isa<StoreInst>(Address.getUser()))
        return Address.getOperandNo() != StoreInst::getPointerOperandIndex();
    const auto *Call = dyn_cast<IntrinsicInst>(Address.getUser());
    return Call && Address.getOperandNo() == 0 &&
           is_contained({Intrinsic::masked_store, Intrinsic::masked_scatter, Intrinsic::masked_compressstore},
                        Call->getIntrinsicID());
}

// What accesses the variable by an address that can be followed to it.
static SmallVector<const Instruction *, 16>
accessesOf(const AllocaInst &Variable)
{
    SmallVector<const Instruction *, 16> Accesses;
    SmallSetVector<const Value *, 16> Addresses;

    Addresses.insert(&Variable);
    for (unsigned N = 0; N < Addresses.size(); ++N) // grows as it runs
        for (const Use &U : Addresses[N]->uses()) {
            const auto *I = cast<Instruction>(U.getUser());
            if (I->isLifetimeStartOrEnd() || isWritten(U))
                continue;
            if (I->mayReadOrWriteMemory())
                Accesses.push_back(I);
            else if (!isa<CmpInst, PtrToIntInst>(I))
                Addresses.insert(I);
        }
    return Accesses;
}

void
checkLifetimes(const Function &Packed)
{
    SmallVector<const AllocaInst *, 16> Variables;

    for (const Instruction &I : instructions(Packed))
        if (const auto *Variable = dyn_cast<AllocaInst>(&I))
            if (any_of(Variable->users(), [](const User *U) { return isa<LifetimeIntrinsic>(U); }))
                Variables.push_back(Variable);
    StackLifetime Lives(Packed, Variables, StackLifetime::LivenessType::Must);
    Lives.run();
    for (const AllocaInst *Variable : Variables)
        for (const Instruction *Access : accessesOf(*Variable))
            if (Lives.isReachable(Access) && !Lives.isAliveAfter(Variable, Access)) {
                std::string Text;
                raw_string_ostream Stream(Text);
                Stream << "packing of " << Packed.getName() << " accesses a variable that may be dead:" << *Access
                       << " and" << *Variable;
                report_fatal_error(StringRef(Text));
            }
}

} // namespace weft
