// SPDX-License-Identifier: Apache-2.0
// Clamping of what addresses are computed from.
#include "compiler/packing/analysis/address_clamps.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/switched.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

static constexpr unsigned MaxDepth = 10;
// Code with more is not to be there twice.
static constexpr unsigned MostInstructions = 1200;

// Whether it is part of the computation of an address.
static bool
isAddress(const Value &V, unsigned Depth)
{
    return any_of(V.users(), [&](const User *By) {
        return isa<GetElementPtrInst>(By) ||
               (Depth && isa<BinaryOperator, CastInst, FreezeInst, MinMaxIntrinsic>(By) && isAddress(*By, Depth - 1));
    });
}

bool
isAddressClamp(const Instruction &I)
{
    return isa<MinMaxIntrinsic>(I) && I.getType()->isIntegerTy() && isAddress(I, MaxDepth);
}

bool
mayAskClamps(const Function &F)
{
    return isOn(F, WEFT_SWITCH_JOINED_QUESTIONS) && F.getInstructionCount() <= MostInstructions &&
           any_of(instructions(F), isAddressClamp) &&
           none_of(instructions(F), [](const Instruction &I) { return isAny(I); }); // reads of images ask already
}

} // namespace weft
