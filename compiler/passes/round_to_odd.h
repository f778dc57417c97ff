// SPDX-License-Identifier: Apache-2.0
// Rounding twice as if once: the first time to odd (S. Boldo, G. Melquiond, "Emulation of FMA and correctly rounded
// sums: proved algorithms using rounding to odd", 2008).
#ifndef WEFT_PASSES_ROUND_TO_ODD_H
#define WEFT_PASSES_ROUND_TO_ODD_H

#include "llvm/IR/IRBuilder.h"

namespace weft {

// Of floating-point numbers, or vectors of them: the nearest one or, where digits are lost, the one towards zero with
// its last bit set: with two digits more than a narrower type, and as large a range, it rounds there as what it is the
// nearest of does. Integers of its size, -1 or 0: its magnitude is the larger one; it is not exact.
llvm::Value *toOdd(llvm::IRBuilderBase &B, llvm::Value *Nearest, llvm::Value *Beyond, llvm::Value *Inexact);

// What an llvm.fma gives, by way of a type with twice its digits and two: its product is exact there, and what the sum
// with the third lacks is known (Knuth's TwoSum).
llvm::Value *fusedInWider(llvm::IRBuilderBase &B, const llvm::CallBase &Call, llvm::Type *Wide);

} // namespace weft

#endif
