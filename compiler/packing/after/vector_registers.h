// SPDX-License-Identifier: Apache-2.0
#ifndef WEFT_PACKING_AFTER_VECTOR_REGISTERS_H
#define WEFT_PACKING_AFTER_VECTOR_REGISTERS_H

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"

namespace weft {

// The vector registers of the CPU, and how many of them a value takes; none of either where it has no vectors.
class VectorRegisters {
public:
    explicit VectorRegisters(const llvm::TargetTransformInfo &Target)
        : Count(Target.getNumberOfRegisters(Target.getRegisterClassForType(/*Vector=*/true))),
          Bits(Target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue())
    {
    }

    unsigned count() const { return Bits ? Count : 0; }

    unsigned operator()(const llvm::Value &V) const
    {
        auto *T = llvm::dyn_cast<llvm::FixedVectorType>(V.getType());
        if (!Bits || !T || T->getScalarSizeInBits() < 8 || llvm::isa<llvm::Constant>(V))
            return 0;
        return llvm::divideCeil(T->getPrimitiveSizeInBits().getFixedValue(), Bits);
    }

private:
    unsigned Count;
    unsigned Bits;
};

} // namespace weft

#endif
