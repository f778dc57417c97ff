// SPDX-License-Identifier: Apache-2.0
// Clamping of what addresses are computed from.
#include "compiler/packing/analysis/address_clamps.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/switched.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Code with more is not to be there twice.
static constexpr unsigned MostInstructions = 1200;

// Whether the value, or what it is but for a constant, goes round in a loop and is counted there.
static bool
isCounter(const Value &V)
{
    const Value *Before = &V;

    match(&V, m_Add(m_Value(Before), m_ConstantInt()));
    const auto *Phi = dyn_cast<PHINode>(Before);
    return Phi && Phi->getType()->isIntegerTy() && Phi->getNumIncomingValues() == 2 &&
           any_of(Phi->incoming_values(),
                  [Phi](const Value *Next) { return match(Next, m_Add(m_Specific(Phi), m_ConstantInt())); });
}

SmallVector<const MinMaxIntrinsic *, 16>
addressClamps(const Function &F)
{
    SmallPtrSet<const Value *, 32> Parts; // of addresses
    SmallVector<const Value *, 32> Left;
    SmallVector<const MinMaxIntrinsic *, 16> Found;

    for (const Instruction &I : instructions(F))
        if (isa<GetElementPtrInst>(I))
            append_range(Left, drop_begin(I.operands()));
        else if (isa<ICmpInst>(I) && (isCounter(*I.getOperand(0)) || isCounter(*I.getOperand(1))))
            append_range(Left, I.operands());
    while (!Left.empty()) {
        const Value *V = Left.pop_back_val();
        if (!(isa<BinaryOperator, CastInst, FreezeInst, MinMaxIntrinsic>(V) || isCounter(*V)) ||
            !Parts.insert(V).second)
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
