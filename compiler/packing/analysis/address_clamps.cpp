// SPDX-License-Identifier: Apache-2.0
// Clamping of what addresses are computed from.
#include "compiler/packing/analysis/address_clamps.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/switched.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// Code with more is not to be there twice.
static constexpr unsigned MostInstructions = 1200;

SmallVector<const MinMaxIntrinsic *, 16>
addressClamps(const Function &F)
{
    SmallPtrSet<const Value *, 32> Parts; // of addresses
    SmallVector<const Value *, 32> Left;
    SmallVector<const MinMaxIntrinsic *, 16> Found;

    for (const Instruction &I : instructions(F))
        if (isa<GetElementPtrInst>(I))
            append_range(Left, drop_begin(I.operands()));
    while (!Left.empty()) {
        const Value *V = Left.pop_back_val();
        if (!isa<BinaryOperator, CastInst, FreezeInst, MinMaxIntrinsic>(V) || !Parts.insert(V).second)
            continue;
        append_range(Left, cast<Instruction>(V)->operands());
    }
    for (const Instruction &I : instructions(F))
        if (const auto *Clamp = dyn_cast<MinMaxIntrinsic>(&I);
            Clamp && I.getType()->isIntegerTy() && Parts.contains(&I))
            Found.push_back(Clamp);
    return Found;
}

bool
mayAskClamps(const Function &F)
{
    return isOn(F, WEFT_SWITCH_JOINED_QUESTIONS) && F.getInstructionCount() <= MostInstructions &&
           none_of(instructions(F), [](const Instruction &I) { return isAny(I); }) && // reads of images ask already
           !addressClamps(F).empty();
}

} // namespace weft
