// SPDX-License-Identifier: Apache-2.0
// Tiles of rows that lanes walk along, loaded and stored by squares.
#ifndef WEFT_PACKING_AFTER_ROW_SQUARES_H
#define WEFT_PACKING_AFTER_ROW_SQUARES_H

#include "compiler/packing/analysis/indexed_access.h"

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace weft {

// Of a lane's row in a tile: a cache line.
inline constexpr unsigned RowBytes = 64;

// What all lanes access by a gather or a scatter in some rounds of a loop, in which each lane goes on by an element.
struct RowTile {
    LanesAccess Access;           // its mask is the same in all rounds
    int64_t Step;                 // bytes a round; negative: rows are walked backward
    llvm::Value *Filled;          // what a scatter stores in all rounds; null: it is not the same
    llvm::Value *Tile = nullptr;  // on the stack, aligned as a cache line: a vector for each round; null where Filled
    llvm::Value *Spare = nullptr; // as many elements as there are rounds: where lanes that are off store
    llvm::Value *Addresses = nullptr; // of the first of these rounds
};

// Loads what the rounds of the gather load, by registers of so many bytes: squares of as many lanes as a register has
// elements. Rounds is a power of two; at least one lane is on.
void fillTile(const RowTile &Its, unsigned Rounds, unsigned RegisterBytes, llvm::IRBuilderBase &B);

// Stores what the rounds of the scatter store.
void emptyTile(const RowTile &Its, unsigned Rounds, unsigned RegisterBytes, llvm::IRBuilderBase &B);

} // namespace weft

#endif
