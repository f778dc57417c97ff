// SPDX-License-Identifier: Apache-2.0
// Whether groups that are neighbours in a dimension can run as one.
#include "compiler/analysis/group_merging.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

bool
canMergeGroups(const Function &Kernel, unsigned Dimension)
{
    if (!isOn(Kernel, WEFT_SWITCH_GROUP_MERGING) || Kernel.hasFnAttribute(WEFT_ATTRIBUTE_KEEPS_GROUPS))
        return false;
    for (const Instruction &I : instructions(Kernel)) {
        PrimitiveCall Call = classifyPrimitive(&I);
        if (asksForSubGroup(Call))
            return false;
        switch (Call.Kind) {
        case Primitive::Barrier:
        case Primitive::LinearId:
        case Primitive::LocalBase:
        case Primitive::Scratch:
            return false;
        case Primitive::LocalId:
        case Primitive::LocalId32:
        case Primitive::LocalSize:
        case Primitive::GroupId:
            if (Call.Dimension == Dimension)
                return false;
            break;
        default:
            break;
        }
    }
    for (const Argument &Arg : Kernel.args())
        if (Arg.getType()->isPointerTy() && Arg.getType()->getPointerAddressSpace() == LocalSpace)
            return false;
    return true;
}

} // namespace weft
