// SPDX-License-Identifier: Apache-2.0
// What OpenCL's address spaces and kernels' arguments say of accesses that may meet.
#include "compiler/analysis/address_space_aliases.h"

#include "compiler/analysis/address_spaces.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

AnalysisKey AddressSpaceAliasAnalysis::Key;

static unsigned
spaceOf(const MemoryLocation &Location)
{
    return Location.Ptr->getType()->getPointerAddressSpace();
}

static bool
isBufferSpace(unsigned Space)
{
    return Space == GlobalSpace || Space == ConstantSpace;
}

// Which of the arguments that are apart it is made of; null: of none, for all that is known.
static const MDNode *
argumentOf(const MemoryLocation &Location)
{
    const auto *Load = dyn_cast<LoadInst>(getUnderlyingObject(Location.Ptr));

    return Load ? Load->getMetadata(ApartMetadata) : nullptr;
}

AliasResult
AddressSpaceAliases::alias(const MemoryLocation &A, const MemoryLocation &B, AAQueryInfo &, const Instruction *)
{
    const unsigned First = spaceOf(A), Second = spaceOf(B);

    if ((First == LocalSpace && isBufferSpace(Second)) || (Second == LocalSpace && isBufferSpace(First)))
        return AliasResult::NoAlias;
    const MDNode *Its = argumentOf(A), *Others = Its ? argumentOf(B) : nullptr;
    return Others && Its != Others ? AliasResult::NoAlias : AliasResult::MayAlias;
}

ModRefInfo
AddressSpaceAliases::getModRefInfoMask(const MemoryLocation &Location, AAQueryInfo &, bool)
{
    return spaceOf(Location) == ConstantSpace && !ConstantsChange ? ModRefInfo::NoModRef : ModRefInfo::ModRef;
}

void
registerAddressSpaceAliases(FunctionAnalysisManager &Manager, AAManager Others)
{
    Manager.registerPass([] { return AddressSpaceAliasAnalysis(); });
    Others.registerFunctionAnalysis<AddressSpaceAliasAnalysis>();
    Manager.registerPass([&] { return std::move(Others); });
}

} // namespace weft
