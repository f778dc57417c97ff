// SPDX-License-Identifier: Apache-2.0
// What OpenCL's address spaces say of accesses that may meet.
#include "compiler/analysis/address_space_aliases.h"

#include "compiler/analysis/address_spaces.h"

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

AliasResult
AddressSpaceAliases::alias(const MemoryLocation &A, const MemoryLocation &B, AAQueryInfo &, const Instruction *)
{
    const unsigned First = spaceOf(A), Second = spaceOf(B);

    if ((First == LocalSpace && isBufferSpace(Second)) || (Second == LocalSpace && isBufferSpace(First)))
        return AliasResult::NoAlias;
    return AliasResult::MayAlias;
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
