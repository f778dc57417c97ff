// SPDX-License-Identifier: Apache-2.0
// What it costs that lanes may be off.
#include "compiler/analysis/mask_cost.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/cost_table.h"
#include "compiler/kernel_abi.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// Below, accesses of the lanes by themselves are as short.
static constexpr unsigned FewestLanes = 4;

MaskedAccess::MaskedAccess(const IntrinsicInst &Access) : IsLoad(Access.getIntrinsicID() == Intrinsic::masked_load)
{
    const unsigned AddressOperand = IsLoad ? 0 : 1;

    T = cast<FixedVectorType>(IsLoad ? Access.getType() : Access.getArgOperand(0)->getType());
    Alignment = Access.getParamAlign(AddressOperand).valueOrOne();
    Space = Access.getArgOperand(AddressOperand)->getType()->getPointerAddressSpace();
}

bool
isLegal(const MaskedAccess &Access, const TargetTransformInfo &Target)
{
    return Access.IsLoad ? Target.isLegalMaskedLoad(Access.T, Access.Alignment, Access.Space)
                         : Target.isLegalMaskedStore(Access.T, Access.Alignment, Access.Space);
}

bool
isChecked(const MaskedAccess &Access, const TargetTransformInfo &Target)
{
    const Type *Element = Access.T->getElementType();
    const unsigned Bits = Element->isPointerTy() ? 64 : Element->getScalarSizeInBits();
    const unsigned Lanes = Access.T->getNumElements();

    return Access.IsLoad && Lanes >= FewestLanes && Bits >= 8 && isPowerOf2_32(Bits) &&
           uint64_t{Lanes} * Bits / 8 < LeastPage && !isLegal(Access, Target);
}

// Those of x86 expand loads by masks in registers, and where vectors are scalable masks have registers as well.
bool
hasMaskRegisters(LLVMContext &Context, const TargetTransformInfo &Target)
{
    Type *Vector = FixedVectorType::get(Type::getInt32Ty(Context), 16);

    return Target.supportsScalableVectors() || Target.isLegalMaskedExpandLoad(Vector, Align(4));
}

bool
isBlended(const MaskedAccess &Access, const TargetTransformInfo &Target)
{
    const Type *Element = Access.T->getElementType();
    const unsigned Bits = Element->isPointerTy() ? 64 : Element->getScalarSizeInBits();
    const unsigned Lanes = Access.T->getNumElements();

    return !Access.IsLoad && Access.Space == LocalSpace && Lanes >= FewestLanes && Bits >= 8 && isPowerOf2_32(Bits) &&
           uint64_t{Lanes} * Bits / 8 <= WEFT_LOCAL_MARGIN && !hasMaskRegisters(Access.T->getContext(), Target);
}

bool
isWide(const MaskedAccess &Access, const TargetTransformInfo &Target)
{
    return isLegal(Access, Target) || isChecked(Access, Target) || isBlended(Access, Target);
}

unsigned
costOf(const MaskedAccess &Access, const TargetTransformInfo &Target)
{
    const MemIntrinsicCostAttributes Attributes(Access.IsLoad ? Intrinsic::masked_load : Intrinsic::masked_store,
                                                Access.T, Access.Alignment, Access.Space);
    const InstructionCost Cost = Target.getMemIntrinsicInstrCost(Attributes, TargetTransformInfo::TCK_RecipThroughput);
    const unsigned Registers = Target.getNumberOfParts(Access.T);
    const unsigned Known =
        Cost.isValid() ? std::clamp<int64_t>(Cost.getValue(), 1, simple::MostMasked * Registers) : simple::Unknown;

    if (isBlended(Access, Target) && !isLegal(Access, Target))
        return simple::BlendedStore + 2 * Registers;
    return isChecked(Access, Target) ? std::min(Known, simple::CheckedLoad + Registers) : Known;
}

unsigned
costOfMasked(const Instruction &Access, const TargetTransformInfo &Target)
{
    Type *Scalar = getLoadStoreType(&Access)->getScalarType();
    const uint64_t Bits = Access.getDataLayout().getTypeSizeInBits(Scalar).getFixedValue();
    const uint64_t Register = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();

    if (!VectorType::isValidElementType(Scalar))
        return simple::Unknown;
    return costOf({isa<LoadInst>(Access), FixedVectorType::get(Scalar, std::max<uint64_t>(2, Register / Bits)),
                   getLoadStoreAlignment(&Access), getLoadStoreAddressSpace(&Access)},
                  Target);
}

} // namespace weft
