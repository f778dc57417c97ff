// SPDX-License-Identifier: Apache-2.0
// Squares of values in registers, rows for columns; vectors put together and taken apart.
#include "compiler/packing/analysis/transpose.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace weft {

// Elements that shuffles move within a register as they like.
static constexpr unsigned PartBytes = 16;

// The first halves of all parts of A and B, their elements by turns; or the second halves.
static Value *
interleave(Value *A, Value *B, unsigned Part, bool Second, IRBuilderBase &Builder)
{
    const unsigned Count = cast<FixedVectorType>(A->getType())->getNumElements();
    SmallVector<int, 64> Mask;

    for (unsigned First = Second ? Part / 2 : 0; First < Count; First += Part)
        for (unsigned I = 0; I < Part / 2; ++I)
            for (const unsigned From : {0u, Count})
                Mask.push_back(int(From + First + I));
    return Builder.CreateShuffleVector(A, B, Mask);
}

// Every second of the parts of A and B one after the other, from the first or from the second on.
static Value *
everySecond(Value *A, Value *B, unsigned Count, unsigned Part, bool Odd, IRBuilderBase &Builder)
{
    SmallVector<int, 64> Mask;

    for (unsigned First = Odd ? Part : 0; First < 2 * Count; First += 2 * Part)
        for (unsigned I = 0; I < Part; ++I)
            Mask.push_back(int(First + I));
    return Builder.CreateShuffleVector(A, B, Mask);
}

void
transposeParts(MutableArrayRef<Value *> Rows, IRBuilderBase &B)
{
    const unsigned Part = unsigned(Rows.size());
    SmallVector<Value *, 16> Next(Part);

    for (unsigned Count = 1; Count < Part; Count *= 2) {
        // Rows I and I + Part / 2 become 2 I and 2 I + 1: each time one more bit of the row's number is in the place,
        // and one of the column's in the number.
        for (unsigned I = 0; I < Part / 2; ++I) {
            Next[2 * I] = interleave(Rows[I], Rows[I + Part / 2], Part, false, B);
            Next[2 * I + 1] = interleave(Rows[I], Rows[I + Part / 2], Part, true, B);
        }
        copy(Next, Rows.begin());
    }
}

void
transpose(SmallVectorImpl<Value *> &Square, unsigned ElementBytes, IRBuilderBase &B)
{
    const unsigned N = unsigned(Square.size());
    const unsigned Part = std::min(N, std::max(1u, PartBytes / ElementBytes));
    SmallVector<Value *, 64> Next(N);

    assert(isPowerOf2_32(N) && isPowerOf2_32(Part));
    // In blocks of Part rows: vector c of a block gets column c of each of its parts.
    for (unsigned Block = 0; Block < N; Block += Part)
        transposeParts(MutableArrayRef(Square).slice(Block, Part), B);
    // The same of parts: those of all blocks with one number in it.
    for (unsigned Count = Part; Count < N; Count *= 2) {
        for (unsigned C = 0; C < Part; ++C)
            for (unsigned I = 0; I < N / Part / 2; ++I) {
                Value *Low = Square[2 * I * Part + C], *High = Square[(2 * I + 1) * Part + C];
                Next[I * Part + C] = everySecond(Low, High, N, Part, false, B);
                Next[(I + N / Part / 2) * Part + C] = everySecond(Low, High, N, Part, true, B);
            }
        Square.assign(Next.begin(), Next.end());
    }
}

Value *
joined(ArrayRef<Value *> Parts, IRBuilderBase &B)
{
    return Parts.size() == 1 ? Parts[0] : concatenateVectors(B, Parts);
}

Value *
slice(Value *V, unsigned First, unsigned Count, IRBuilderBase &B)
{
    const unsigned Its = cast<FixedVectorType>(V->getType())->getNumElements(), Taken = std::min(Count, Its - First);

    return Count == Its ? V : B.CreateShuffleVector(V, createSequentialMask(First, Taken, Count - Taken));
}

} // namespace weft
