// SPDX-License-Identifier: Apache-2.0
// Which values are computed again rather than kept.
#include "compiler/analysis/recompute.h"

#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// A load and a store of the context cost about as much as this many simple operations. And what is recomputed is known
// to be addresses next to each other, where it is.
static constexpr unsigned RecomputeBudget = 8;
// What is the same for all work-items is computed once for them: operations beside those.
static constexpr unsigned UniformBudget = 32;

namespace {
struct RecomputeCost {
    const Uniformity *Uniform; // or null
    SmallPtrSet<const Value *, 16> Seen;
    unsigned Own = 0, Shared = 0; // operations

    bool add(const Value *V);
};
} // namespace

// Adds the cost of computing V; false when it cannot be computed from what every region has, or is too much.
bool
RecomputeCost::add(const Value *V)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || isa<AllocaInst>(I) || !Seen.insert(V).second)
        return true; // constants, arguments, addresses of variables
    unsigned &Cost = Uniform && Uniform->isUniform(V) ? Shared : Own;
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
    return Own <= RecomputeBudget && Shared <= UniformBudget &&
           all_of(I->operands(), [this](const Use &Operand) { return add(Operand); });
}

bool
isCheapToRecompute(const Instruction &I, const Uniformity *Uniform)
{
    return RecomputeCost{Uniform, {}}.add(&I);
}

} // namespace weft
