// SPDX-License-Identifier: Apache-2.0
// How much code packing may make of a function.
#include "compiler/packing/pack_budget.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// A block costs what its branch does, and its part in every value that lives through it.
static constexpr unsigned OfBlock = 4;
// What is always affordable: a tenth of a second.
static constexpr uint64_t Floor = 1500;
// Twice and a half as much code, for vectors, takes three to four times as long where it has as many more blocks.
static constexpr uint64_t TimesNumerator = 5, TimesDenominator = 2;
// Steps have variables and single-entry phis that the end has not.
static constexpr uint64_t StepsTimes = 2;
// Variables times blocks for each unit of the budget: a microsecond or so.
static constexpr uint64_t VariablesTimesBlocks = 500;

static uint64_t
registersOf(const Type *T, unsigned RegisterBits, unsigned Divisor)
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    if (!Vector)
        return 1;
    const unsigned Bits = Vector->getScalarType()->isPointerTy() ? 64 : std::max(8u, Vector->getScalarSizeInBits());
    return std::max<uint64_t>(1, uint64_t{Vector->getNumElements()} * Bits / Divisor / RegisterBits);
}

PackBudget::PackBudget(const Function &F, const TargetTransformInfo &Target)
    : RegisterBits(std::max<uint64_t>(
          128, Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue())),
      Single(sizeOf(F)), Most(Floor + Single * TimesNumerator / TimesDenominator)
{
}

uint64_t
PackBudget::sizeOf(const Function &F, unsigned Divisor) const
{
    uint64_t Size = 0;

    for (const BasicBlock &BB : F) {
        Size += OfBlock;
        for (const Instruction &I : BB) {
            uint64_t Registers = registersOf(I.getType(), RegisterBits, Divisor);
            for (const Value *Operand : I.operands())
                Registers = std::max(Registers, registersOf(Operand->getType(), RegisterBits, Divisor));
            Size += Registers;
        }
    }
    return Size;
}

bool
PackBudget::isHopeless(const Function &Step, uint64_t Variables) const
{
    return sizeOf(Step) > StepsTimes * Most || Variables * Step.size() > VariablesTimesBlocks * Most;
}

} // namespace weft
