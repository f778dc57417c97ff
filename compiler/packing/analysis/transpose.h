// SPDX-License-Identifier: Apache-2.0
// Squares of values in registers, rows for columns; vectors put together and taken apart.
#ifndef WEFT_PACKING_ANALYSIS_TRANSPOSE_H
#define WEFT_PACKING_ANALYSIS_TRANSPOSE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class IRBuilderBase;
class Value;
} // namespace llvm

namespace weft {

// Vectors, a power of two, of as many elements of ElementBytes each. Afterwards vector i has element i of each of them.
// By shuffles that CPUs have: interleavings within 128 bits, then even and odd parts of 128 bits.
void transpose(llvm::SmallVectorImpl<llvm::Value *> &Square, unsigned ElementBytes, llvm::IRBuilderBase &B);

// Vectors, as many as 128 bits have of their elements. Afterwards each 128 bits of vector i have element i of the same
// 128 bits of each of them; also the way back.
void transposeParts(llvm::MutableArrayRef<llvm::Value *> Rows, llvm::IRBuilderBase &B);

// Vectors one after the other in one.
llvm::Value *joined(llvm::ArrayRef<llvm::Value *> Parts, llvm::IRBuilderBase &B);

// So many elements from number First on; what is not there is poison.
llvm::Value *slice(llvm::Value *V, unsigned First, unsigned Count, llvm::IRBuilderBase &B);

} // namespace weft

#endif
