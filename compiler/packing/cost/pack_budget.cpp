// SPDX-License-Identifier: Apache-2.0
// How much code packing may make of a function.
#include "compiler/packing/cost/pack_budget.h"

#include "compiler/analysis/mask_cost.h"
#include "compiler/packing/analysis/indexed_access.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

// A block costs what its branch does, and its part in every value that lives through it.
static constexpr unsigned OfBlock = 4;
// What is always affordable: a tenth of a second.
static constexpr uint64_t Floor = 1500;
// Twice and a half as much code, for vectors, takes three to four times as long where it has as many more blocks.
static constexpr uint64_t TimesNumerator = 5, TimesDenominator = 2;
// Functions of a kernel are packed with and without masks, and what each of them may always be is too much for
// hundreds: a second for all of them.
static constexpr uint64_t FloorOfAll = 10 * Floor;
static constexpr uint64_t TimesOfAll = 3;
// What checks of values may add to that.
static constexpr uint64_t TimesOfChecks = 3;
// With the lanes that the CPU accesses by themselves a function may be so many times more, and what any may be: half a
// second.
static constexpr uint64_t TimesWithLanes = 2, FloorWithLanes = 5500;
// To take an address out of a vector, to access it, and to put the value into a vector.
static constexpr uint64_t OfLane = 3;
// Where a table crosses a page, a loop looks up one lane after the other.
static constexpr uint64_t TableBlocks = 4;
// LLVM compares the stores of a block with each other: the square of their number counts, divided by this.
static constexpr uint64_t ManyStores = 500;
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

PackBudget::PackBudget(const Function &F, const TargetTransformInfo &TheTarget, bool HasValueChecks)
    : Target(TheTarget), Lookup(byteLookup(F, TheTarget)),
      RegisterBits(std::max<uint64_t>(
          128, Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue())),
      ChecksTimes(HasValueChecks ? TimesOfChecks : 1), Single(sizeOf(F)),
      Most(Floor + Single * TimesNumerator / TimesDenominator)
{
}

// Of gathers, and of accesses with a mask, that become code for one lane after the other.
uint64_t
PackBudget::lanesOf(const Instruction &I, unsigned Divisor) const
{
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    bool IsLegal, IsLoad = true;

    if (!Call)
        return 0;
    switch (Call->getIntrinsicID()) {
    case Intrinsic::masked_store:
    case Intrinsic::masked_scatter:
        IsLoad = false;
        break;
    case Intrinsic::masked_load:
    case Intrinsic::masked_gather:
        break;
    default:
        return 0;
    }
    auto *T = cast<FixedVectorType>(IsLoad ? Call->getType() : Call->getArgOperand(0)->getType());
    const Value *Address = Call->getArgOperand(!IsLoad), *Mask = Call->getArgOperand(IsLoad ? 1 : 2);
    const Align Alignment = Call->getParamAlign(!IsLoad).valueOrOne();
    if (Address->getType()->isVectorTy())
        IsLegal = isOneInstruction(IsLoad, T, Alignment, !isa<Constant>(Mask), Target);
    else
        IsLegal = isWide({IsLoad, T, Alignment, Address->getType()->getPointerAddressSpace()}, Target);
    if (IsLoad && Address->getType()->isVectorTy()) {
        const unsigned Lanes = std::max(1u, T->getNumElements() / Divisor);
        if (const auto Its = byteTableOf(*Address, *T->getElementType(), Lanes, Lookup))
            return Lookup.operations(Its->Bytes, Lanes) + TableBlocks * OfBlock;
    }
    // Gathers of CPUs that have no scatters (AVX2) take registers for masks, too, beside those of addresses.
    if (IsLegal && (!Address->getType()->isVectorTy() || Target.isLegalMaskedScatter(T, Alignment)))
        return 0;
    return (OfLane + (IsLegal || isa<Constant>(Mask) ? 0 : OfBlock)) * std::max(1u, T->getNumElements() / Divisor);
}

// In registers of vectors.
uint64_t
PackBudget::sizeOf(const Instruction &I, unsigned Divisor) const
{
    const uint64_t Result = registersOf(I.getType(), RegisterBits, Divisor);
    uint64_t Widest = Result;

    for (const Value *Operand : I.operands())
        Widest = std::max(Widest, registersOf(Operand->getType(), RegisterBits, Divisor));
    // One of several that take their elements from the same rows and share most steps of that.
    return isa<ShuffleVectorInst>(I) ? std::min(Widest, Result * std::max(1u, Log2_64_Ceil(Widest))) : Widest;
}

uint64_t
PackBudget::sizeOf(const Function &F, unsigned Divisor) const
{
    uint64_t Size = 0;

    for (const BasicBlock &BB : F) {
        Size += OfBlock;
        for (const Instruction &I : BB)
            Size += sizeOf(I, Divisor);
    }
    return Size;
}

// Whether it stores for all lanes, so that those that the CPU stores one after the other are in one block.
static bool
isPlainScatter(const Instruction &I)
{
    const auto *Call = dyn_cast<IntrinsicInst>(&I);

    return Call && Call->getIntrinsicID() == Intrinsic::masked_scatter && isa<Constant>(Call->getArgOperand(2));
}

uint64_t
PackBudget::sizeWithLanes(const Function &F, unsigned Divisor) const
{
    uint64_t Size = sizeOf(F, Divisor);

    for (const BasicBlock &BB : F) {
        uint64_t Stores = 0;
        for (const Instruction &I : BB) {
            const uint64_t Lanes = lanesOf(I, Divisor);
            Size += Lanes;
            Stores += isPlainScatter(I) ? Lanes / OfLane : 0;
        }
        Size += Stores * Stores / ManyStores;
    }
    return Size;
}

bool
PackBudget::isAffordable(const Function &Packed, unsigned Divisor) const
{
    return sizeOf(Packed, Divisor) <= most() &&
           sizeWithLanes(Packed, Divisor) <= FloorWithLanes + TimesWithLanes * most();
}

bool
PackBudget::isAffordableTogether(uint64_t Packed, uint64_t Singles) const
{
    return Packed <= ChecksTimes * (FloorOfAll + TimesOfAll * Singles);
}

bool
PackBudget::isHopeless(const Function &Step, uint64_t Variables) const
{
    return sizeOf(Step) > StepsTimes * Most || Variables * Step.size() > VariablesTimesBlocks * Most;
}

} // namespace weft
