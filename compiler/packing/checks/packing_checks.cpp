// SPDX-License-Identifier: Apache-2.0
// What of packing is checked in a module's functions.
#include "compiler/packing/checks/packing_checks.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static constexpr const char *ChecksFlag = "weft.packing_checks";

void
setPackingChecks(Module &M, uint32_t Checks)
{
    M.setModuleFlag(Module::Max, ChecksFlag, Checks);
}

uint32_t
packingChecks(const Module &M)
{
    auto *Flag = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(ChecksFlag));

    return Flag ? Flag->getZExtValue() : 0;
}

} // namespace weft
