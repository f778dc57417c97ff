// SPDX-License-Identifier: Apache-2.0
// Which private arrays of SPMD code are laid out with the lanes' elements side by side.
#ifndef WEFT_PACKING_ANALYSIS_PRIVATE_ARRAYS_H
#define WEFT_PACKING_ANALYSIS_PRIVATE_ARRAYS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>

namespace llvm {
class AllocaInst;
class Function;
class Instruction;
class Value;
} // namespace llvm

namespace weft {

// Each alloca of SPMD code becomes one alloca with room for W lanes. There are two layouts:
//
//   copies       lane l's array starts at base + l * size, and is laid out as in the source.
//   interleaved  element i of lane l lies at base + (i * W + l) * elementSize: the same element of all lanes is one
//                vector. Possible when all accesses are made of elements of one size, aligned to it, and the pointers
//                stay in the function (GEPs, casts, phis and selects among pointers to the same array).
//
// Shapes speaks of copies in both cases. The packed form of a pointer is always the real address, so lane l of a linear
// pointer is its scalar plus l * packedStride(pointer, shape.stride()); only GEPs must know of the layout otherwise.
class PrivateArrays {
public:
    // Requires: padPrivateArrays(F).
    PrivateArrays(const llvm::Function &F, unsigned Width);

    bool isInterleaved(const llvm::AllocaInst *Array) const { return Interleaved.count(Array) != 0; }

    // In bytes; 0 when Array is not interleaved.
    uint64_t elementSize(const llvm::AllocaInst *Array) const { return Interleaved.lookup(Array); }

    // The interleaved array that Pointer (the alloca, or a GEP, cast, phi or select of it) points into; null when none.
    const llvm::AllocaInst *arrayOf(const llvm::Value *Pointer) const { return Arrays.lookup(Pointer); }

    // How many packed bytes one byte of an offset on Pointer is: W in interleaved arrays, else 1.
    int64_t offsetFactor(const llvm::Value *Pointer) const { return arrayOf(Pointer) ? Width : 1; }

    // How far lane l + 1's real address is from lane l's, in bytes, where Shapes says that Pointer has this stride.
    int64_t packedStride(const llvm::Value *Pointer, int64_t Stride) const;

private:
    void forget(const llvm::AllocaInst *Array);

    unsigned Width;
    llvm::DenseMap<const llvm::AllocaInst *, uint64_t> Interleaved; // the element's size
    llvm::DenseMap<const llvm::Value *, const llvm::AllocaInst *> Arrays;
};

// Whether it is a volatile access of a lane's own variable, which is made by lane whatever the layout.
bool isVolatileOfLane(const llvm::Instruction &I);

// Makes the size of each alloca in F a multiple of its alignment, so that copies one after another are aligned as well.
// To be done before Shapes looks at F. Returns whether anything changed.
bool padPrivateArrays(llvm::Function &F);

} // namespace weft

#endif
