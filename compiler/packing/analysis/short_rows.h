// SPDX-License-Identifier: Apache-2.0
// Lanes that have rows of 16 bytes each: one access for each lane, and shuffles within 128 bits.
#ifndef WEFT_PACKING_ANALYSIS_SHORT_ROWS_H
#define WEFT_PACKING_ANALYSIS_SHORT_ROWS_H

#include "compiler/packing/analysis/interleave.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

inline constexpr uint64_t ShortRowBytes = 16;

// Whether they pay: wider registers have shuffles that take structures apart as well.
bool usesShortRows(const llvm::TargetTransformInfo &Target);

// Whether elements of Size bytes, numbers that ascend, are rows of 16 bytes and nothing besides, and Width lanes fill
// registers of such.
bool areShortRows(llvm::ArrayRef<unsigned> Elements, uint64_t Size, unsigned Width);

// The simple loads, and stores, of scalars in F that make up such rows with others of their blocks, at constant
// distances from an address, if they pay.
llvm::SmallPtrSet<const llvm::Instruction *, 16> accessesOfShortRows(const llvm::Function &F,
                                                                     const llvm::TargetTransformInfo &Target);

// As loadInterleaved, for such elements and lanes that are all on. It touches these alone.
llvm::SmallVector<llvm::Value *, 16> loadShortRows(llvm::IRBuilderBase &B, const LaneElements &From,
                                                   llvm::ArrayRef<unsigned> Elements);

// Likewise stored: a <Width x Element> for each of Elements.
void storeShortRows(llvm::IRBuilderBase &B, const LaneElements &To, llvm::ArrayRef<unsigned> Elements,
                    llvm::ArrayRef<llvm::Value *> Values, const llvm::TargetTransformInfo &Target);

} // namespace weft

#endif
