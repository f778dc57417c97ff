// SPDX-License-Identifier: Apache-2.0
// Kernels whose groups are tiles of a matrix that is read one way and written the other.
#ifndef WEFT_PACKING_COST_TILES_H
#define WEFT_PACKING_COST_TILES_H

namespace llvm {
class Function;
} // namespace llvm

namespace weft {

// True when neighbours in dimension 0 access neighbouring elements of one array and neighbours in dimension 1 those of
// another, as where a matrix is transposed: a group that is wide in both has each cache line it touches whole, a row of
// groups loses the lines of the second array before the next row comes to them.
bool walksTiles(const llvm::Function &Kernel);

// Work-items of a group in both dimensions, from which on it is a tile: it has most of each cache line that it touches.
inline constexpr unsigned LeastTile = 8;

} // namespace weft

#endif
