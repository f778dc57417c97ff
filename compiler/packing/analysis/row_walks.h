// SPDX-License-Identifier: Apache-2.0
// Accesses of a loop that walk along rows, and what they have to do with each other.
#ifndef WEFT_PACKING_ANALYSIS_ROW_WALKS_H
#define WEFT_PACKING_ANALYSIS_ROW_WALKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace llvm {
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace weft {

// Rounds after which a loop comes back to an element that it has in a register until then.
inline constexpr unsigned MostCarriedRounds = 4;

// An access of a loop's memory, of one work-item or of a pack.
struct RowAccess {
    llvm::Instruction *I;
    // Of those that run in each round, and go on by their size, forward or backward; Step is 0 else.
    int64_t Step = 0;                  // bytes
    const llvm::Value *Root = nullptr; // the address less
    int64_t Offset = 0;                // so many bytes
    const llvm::Type *Element = nullptr;
    const llvm::Value *Mask = nullptr; // of the lanes that are on in all rounds

    enum Kinds {
        Other,
        Tiled,  // several rounds may be loaded before the first one of them, or stored behind the last
        Carried // a load of what another access of that row has loaded or stored before
    };
    Kinds Kind = Other;
    unsigned Source = 0, Rounds = 0; // the number of that access, and how many rounds before

    bool writes() const;
};

// Says what each access is; all accesses of the loop are there. A row's elements may be loaded ahead where the loop
// stores to them behind, not before. Precedes(A, B): of two that run in each round, A comes first. MayMeet(A, B), of
// their numbers: whether one writes, for all that is known of their buffers, what the other one accesses.
void relateRows(llvm::MutableArrayRef<RowAccess> Accesses,
                llvm::function_ref<bool(const RowAccess &, const RowAccess &)> Precedes,
                llvm::function_ref<bool(const RowAccess &, const RowAccess &)> MayMeet);

} // namespace weft

#endif
