// SPDX-License-Identifier: Apache-2.0
// What it costs that lanes may be off.
#include "compiler/packing/mask_cost.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

// Where LLVM's model says nothing, and the most that it is believed.
static constexpr unsigned Unknown = 16, Most = 32;

unsigned
costOfMasked(const Instruction &Access, const TargetTransformInfo &Target)
{
    Type *Scalar = getLoadStoreType(&Access)->getScalarType();
    const uint64_t Bits = Access.getDataLayout().getTypeSizeInBits(Scalar).getFixedValue();
    const uint64_t Register = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();

    if (!VectorType::isValidElementType(Scalar))
        return Unknown;
    auto *T = FixedVectorType::get(Scalar, std::max<uint64_t>(2, Register / Bits));
    const Align Alignment = getLoadStoreAlignment(&Access);
    const unsigned Space = getLoadStoreAddressSpace(&Access);
    const MemIntrinsicCostAttributes Masked(isa<LoadInst>(Access) ? Intrinsic::masked_load : Intrinsic::masked_store, T,
                                            Alignment, Space);
    const InstructionCost Cost = Target.getMemIntrinsicInstrCost(Masked, TargetTransformInfo::TCK_RecipThroughput);
    return Cost.isValid() ? std::clamp<int64_t>(Cost.getValue(), 1, Most) : Unknown;
}

} // namespace weft
