// SPDX-License-Identifier: Apache-2.0
// Alias scopes that say what a flat machine cannot see: which memory each address space and context slot is.
#ifndef WEFT_WORKGROUP_MEMORY_SCOPES_H
#define WEFT_WORKGROUP_MEMORY_SCOPES_H

#include "compiler/workgroup/context_layout.h"

namespace llvm {
class MDNode;
class Metadata;
} // namespace llvm

namespace weft {

// One of these serves one kernel.
//
// - A slot that holds values is touched by the loads and stores made for it only.
// - Pointers to __local never point into what pointers to __global, __constant or private memory point into, and
//   nothing is stored to __constant memory while a kernel runs.
// Generic pointers, and calls, may touch anything but slots.
class MemoryScopes {
public:
    MemoryScopes(llvm::Function &Kernel, const ContextLayout &Layout);

    // Marks a load or store of a slot, also by SlotMetadata.
    void markSlot(llvm::Instruction &Access, unsigned Slot) const;
    // Marks an instruction of the kernel, when it is an access of memory.
    void markAccess(llvm::Instruction &Access) const;

private:
    llvm::SmallVector<llvm::Metadata *, 8> Slots; // null for those that hold variables
    llvm::MDNode *AllSlots = nullptr;
    llvm::MDNode *Local = nullptr, *Constant = nullptr; // lists of one scope; null when there is no such access
};

} // namespace weft

#endif
