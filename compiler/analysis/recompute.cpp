// SPDX-License-Identifier: Apache-2.0
// Which values are computed again rather than kept.
#include "compiler/analysis/recompute.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// A load and a store of the context cost about as much as this many simple operations. And what is recomputed is known
// to be addresses next to each other, where it is.
static constexpr unsigned RecomputeBudget = 8;
// What is the same for all work-items is computed once for them, and so is where the first one of a pack is, if the
// others follow at the same distances: operations beside those.
static constexpr unsigned SharedBudget = 32;

namespace {
struct RecomputeCost {
    const Uniformity *Uniform = nullptr; // or null
    SmallPtrSet<const Value *, 16> Seen;
    DenseMap<const Value *, bool> Linear;
    SmallVectorImpl<Instruction *> *Leaves = nullptr; // or null: nothing is known
    bool IsLinear = false;                            // the value asked for
    unsigned Own = 0, Shared = 0;                     // operations

    bool isUniform(const Value *V) const { return !isa<Instruction>(V) || (Uniform && Uniform->isUniform(V)); }
    bool isLinear(const Value *V);
    bool add(const Value *V);
};
} // namespace

// Whether V is a sum of ids, each times what is the same for all work-items.
bool
RecomputeCost::isLinear(const Value *V)
{
    if (isUniform(V))
        return true;
    const auto &I = *cast<Instruction>(V);
    auto [It, IsNew] = Linear.try_emplace(V, false); // on the way round a loop, too
    if (!IsNew)
        return It->second;
    auto AreLinear = [this, &I] { return all_of(I.operands(), [this](const Use &U) { return isLinear(U); }); };
    bool Is = false;
    switch (I.getOpcode()) {
    case Instruction::Call:
        Is = bool(classifyPrimitive(&I));
        break;
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::GetElementPtr:
        Is = AreLinear();
        break;
    case Instruction::Or:
        Is = cast<PossiblyDisjointInst>(I).isDisjoint() && AreLinear();
        break;
    case Instruction::Mul:
        Is = (isUniform(I.getOperand(0)) || isUniform(I.getOperand(1))) && AreLinear();
        break;
    case Instruction::Shl:
        Is = isUniform(I.getOperand(1)) && isLinear(I.getOperand(0));
        break;
    default:
        break;
    }
    return Linear[V] = Is;
}

// Adds the cost of computing V; false when it cannot be computed from what every region has, or is too much.
bool
RecomputeCost::add(const Value *V)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || isa<AllocaInst>(I) || !Seen.insert(V).second)
        return true; // constants, arguments, addresses of variables
    if (Leaves && isUniform(V) && !isCheapToRecompute(*I, Uniform)) {
        Leaves->push_back(const_cast<Instruction *>(I));
        return true;
    }
    unsigned &Cost = IsLinear || isUniform(V) ? Shared : Own;
    if (PrimitiveCall Call = classifyPrimitive(I))
        return !Call.isBarrier();
    if (isa<PHINode>(I) || I->mayReadOrWriteMemory() || !isSafeToSpeculativelyExecute(I))
        return false;
    switch (I->getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::FDiv:
    case Instruction::FRem:
        return false;
    case Instruction::Call:
        if (!isa<IntrinsicInst>(I))
            return false;
        Cost += 2;
        break;
    case Instruction::Freeze: // must give the same answer everywhere
        return false;
    default:
        Cost += 1;
        break;
    }
    return Own <= RecomputeBudget && Shared <= SharedBudget &&
           all_of(I->operands(), [this](const Use &Operand) { return add(Operand); });
}

bool
isCheapToRecompute(const Instruction &I, const Uniformity *Uniform)
{
    RecomputeCost Cost;

    Cost.Uniform = Uniform;
    Cost.IsLinear = Cost.isLinear(&I);
    return Cost.add(&I);
}

bool
isCheapWithLeaves(const Instruction &I, const Uniformity &Uniform, SmallVectorImpl<Instruction *> &Leaves)
{
    RecomputeCost Cost;

    Cost.Uniform = &Uniform;
    Cost.Leaves = &Leaves;
    Cost.IsLinear = true;
    return !Uniform.isUniform(&I) && Cost.isLinear(&I) && Cost.add(&I);
}

} // namespace weft
