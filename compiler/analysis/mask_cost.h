// SPDX-License-Identifier: Apache-2.0
// What it costs that lanes may be off.
#ifndef WEFT_ANALYSIS_MASK_COST_H
#define WEFT_ANALYSIS_MASK_COST_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class FixedVectorType;
class Instruction;
class IntrinsicInst;
class LLVMContext;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

// Bytes, the fewest that pages of a CPU have; larger ones consist of such.
inline constexpr uint64_t LeastPage = 4096;

// On a masked store of which a lane is on for certain.
inline constexpr llvm::StringLiteral SomeOnMetadata = "weft.some_on";

// A masked load or store, there or imagined.
struct MaskedAccess {
    llvm::FixedVectorType *T = nullptr;
    llvm::Align Alignment;
    unsigned Space = 0;
    bool IsLoad = false;

    MaskedAccess(bool TheIsLoad, llvm::FixedVectorType *TheT, llvm::Align TheAlignment, unsigned TheSpace)
        : T(TheT), Alignment(TheAlignment), Space(TheSpace), IsLoad(TheIsLoad)
    {
    }
    // Requires: an intrinsic masked_load or masked_store.
    explicit MaskedAccess(const llvm::IntrinsicInst &Access);
};

// Whether the CPU has an instruction for it.
bool isLegal(const MaskedAccess &Access, const llvm::TargetTransformInfo &Target);

// Whether it is a load that becomes a whole one within a page, as packing/masked_loads.h says, for want of that.
bool isChecked(const MaskedAccess &Access, const llvm::TargetTransformInfo &Target);

// Whether it is a store of local memory that becomes a whole one, as packing/after/blended_stores.h says.
bool isBlended(const MaskedAccess &Access, const llvm::TargetTransformInfo &Target);

// Whether it becomes code for all lanes together, in one of these ways.
bool isWide(const MaskedAccess &Access, const llvm::TargetTransformInfo &Target);

// Whether masks have registers of their own, as with AVX-512, SVE and RVV; else they are vectors like others.
bool hasMaskRegisters(llvm::LLVMContext &Context, const llvm::TargetTransformInfo &Target);

// In simple operations, at least 1.
unsigned costOf(const MaskedAccess &Access, const llvm::TargetTransformInfo &Target);

// What a load or store of a vector register of its scalars costs with a mask: 1 on CPUs with mask registers, 2 for a
// load and 8 for a store with AVX2, and as much as lanes by themselves where there are no masked stores of the type.
unsigned costOfMasked(const llvm::Instruction &Access, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
