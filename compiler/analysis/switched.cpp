// SPDX-License-Identifier: Apache-2.0
// Which optimizations a module is built without.
#include "compiler/analysis/switched.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static constexpr const char *WithoutFlag = "weft.without";

void
setWithout(Module &M, uint64_t Without)
{
    if (Without)
        M.setModuleFlag(Module::Max, WithoutFlag, ConstantInt::get(Type::getInt64Ty(M.getContext()), Without));
}

bool
isOn(const Module &M, weft_switch Switch)
{
    const auto *Flag = mdconst::extract_or_null<ConstantInt>(M.getModuleFlag(WithoutFlag));

    return !Flag || !(Flag->getZExtValue() >> Switch & 1);
}

bool
isOn(const Function &F, weft_switch Switch)
{
    return isOn(*F.getParent(), Switch);
}

} // namespace weft
