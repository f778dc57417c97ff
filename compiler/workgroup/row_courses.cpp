// SPDX-License-Identifier: Apache-2.0
// What values are to the work-items of a row.
#include "compiler/workgroup/row_courses.h"

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace PatternMatch;

namespace weft {

static constexpr unsigned DeepestValue = 12;

// The course of a sum of what is counted with what is the same.
static RowCourse
courseOfSum(const Instruction &Sum, RowCourse Counted)
{
    const bool IsOr = Sum.getOpcode() == Instruction::Or;

    if (IsOr && !cast<PossiblyDisjointInst>(Sum).isDisjoint())
        return {};
    Counted.Signed &= IsOr || Sum.hasNoSignedWrap();
    Counted.Unsigned &= IsOr || Sum.hasNoUnsignedWrap();
    Counted.IsId = false;
    Counted.IsPromised |= IsOr || Counted.Signed || Counted.Unsigned;
    return Counted;
}

static RowCourse
courseOfCast(const CastInst &Cast, RowCourse Counted)
{
    switch (Cast.getOpcode()) {
    case Instruction::Trunc:
        if (Counted.IsId && Cast.getType()->isIntegerTy(32))
            return Counted;
        Counted.Signed &= Cast.hasNoSignedWrap();
        Counted.Unsigned &= Cast.hasNoUnsignedWrap();
        Counted.IsId = false;
        Counted.IsPromised |= Counted.Signed || Counted.Unsigned;
        return Counted;
    case Instruction::SExt:
        if (!Counted.Signed)
            return {}; // it wraps where the wider one does not
        Counted.Unsigned = Counted.Signed && Counted.IsId;
        return Counted;
    case Instruction::ZExt:
        if (!Counted.Unsigned && Cast.hasNonNeg()) {
            Counted.Unsigned = Counted.Signed;
            Counted.IsPromised = true;
        }
        if (!Counted.Unsigned)
            return {};
        Counted.Signed = Counted.Unsigned;
        return Counted;
    default:
        return {};
    }
}

// What a value without operands that matter is, or one whose operands are all the same for a row.
RowCourse
RowCourses::find(Value *V, unsigned Depth)
{
    if (isa<Argument, ConstantData>(V))
        return {RowCourse::Same};
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Depth > DeepestValue || I->getType()->isVectorTy())
        return {};
    if (const PrimitiveCall Call = classifyPrimitive(I)) {
        if (Call.isBarrier())
            return {};
        return countsWorkItems(Call) ? RowCourse{RowCourse::Counted, true, true, true, false}
                                     : RowCourse{RowCourse::Same};
    }
    if (isa<CallBase>(I) && !isa<IntrinsicInst>(I))
        return {};
    SmallVector<RowCourse, 4> Operands;
    for (Value *Operand : I->operands())
        if (!isa<CallBase>(I) || !isa<Function>(Operand))
            Operands.push_back(of(Operand, Depth + 1));
    if (all_of(Operands, [](const RowCourse &C) { return C.Kind == RowCourse::Same; })) {
        if (isa<PHINode>(I) || I->isTerminator() || I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
            return {};
        Evaluated.insert(I);
        return {RowCourse::Same};
    }
    if (auto *Cast = dyn_cast<CastInst>(I); Cast && Operands[0].Kind == RowCourse::Counted)
        return courseOfCast(*Cast, Operands[0]);
    if (Operands.size() == 2 && Operands[0].Kind == RowCourse::Counted && Operands[1].Kind == RowCourse::Same &&
        (I->getOpcode() == Instruction::Add || I->getOpcode() == Instruction::Sub || I->getOpcode() == Instruction::Or))
        return courseOfSum(*I, Operands[0]);
    if (Operands.size() == 2 && Operands[0].Kind == RowCourse::Same && Operands[1].Kind == RowCourse::Counted &&
        (I->getOpcode() == Instruction::Add || I->getOpcode() == Instruction::Or))
        return courseOfSum(*I, Operands[1]);
    return {};
}

RowCourse
RowCourses::of(Value *V, unsigned Depth)
{
    if (auto Position = Known.find(V); Position != Known.end())
        return Position->second;
    return Known[V] = find(V, Depth);
}

} // namespace weft
