// SPDX-License-Identifier: Apache-2.0
// How each value and variable that lives across a barrier gets to the other side.
#ifndef WEFT_WORKGROUP_CONTEXT_LAYOUT_H
#define WEFT_WORKGROUP_CONTEXT_LAYOUT_H

#include "compiler/workgroup/regions.h"
#include "llvm/ADT/MapVector.h"

#include <optional>

namespace llvm {
class Type;
} // namespace llvm

namespace weft {

class Uniformity;

enum class Storage {
    Recompute, // cheap and pure: computed again in each region, from arguments, ids and uniform values that live as
               // well
    Uniform,   // the same for all work-items: one variable of the entry, or of each sub-group
    Context,   // a slot of weft_worker_memory.context
};

struct ContextSlot {
    uint64_t Size = 0;   // bytes per work-item
    uint64_t Offset = 0; // times the padded number of work-items: where the slot's array starts
    uint64_t Align = 1;
};

struct ValuePlace {
    Storage Kind = Storage::Context;
    // Of Recompute: not from arguments and ids alone, so that it differs from round to round of a loop around a
    // barrier.
    bool Changes = false;
    // Of Context: one, or one for each component of a vector. Of Uniform where there are sub-groups: one, of which the
    // place of the sub-group's first work-item is used.
    llvm::SmallVector<unsigned, 1> Slots;
};

// Structure of arrays: slot s of work-item i is at context + Offset(s) * N + i * Size(s), where N is the number of
// enqueued work-items of a group and WEFT_CONTEXT_SLACK, rounded up to WEFT_CONTEXT_PADDING. Slots of values are sorted
// by falling alignment, and values that never live across the same barrier share one.
class ContextLayout {
public:
    // ForPacks: neighbouring work-items' values lie side by side in types that vector registers hold.
    // The graph learns which values live longer, so that others can be recomputed.
    ContextLayout(llvm::Function &Kernel, RegionGraph &Graph, bool UseUniformity, bool ForPacks);

    // How a value of type T lies in each of its slots.
    llvm::Type *slotType(llvm::Type *T) const;

    llvm::MapVector<llvm::Instruction *, ValuePlace> Values;
    llvm::MapVector<llvm::AllocaInst *, unsigned> Variables; // slots
    llvm::SmallVector<ContextSlot, 8> Slots;
    // Slots that the kernel asks for itself.
    std::optional<unsigned> Scratch, SubGroupScratch, SubGroupTray, SubGroupStates;
    std::optional<unsigned> NextRegions; // what is checked at barriers: an i32 for each work-item
    uint64_t BytesPerItem = 0;
    uint64_t Alignment = 1; // of the slots; there is room to round the context's start up to one above WEFT_ARENA_ALIGN

private:
    void placeValues(RegionGraph &Graph, const Uniformity *Uniform);
    void assignSlots(const RegionGraph &Graph);
    unsigned addSlot(uint64_t Bytes);
    unsigned slotCount(llvm::Type *T) const;

    bool ForPacks;
};

} // namespace weft

#endif
