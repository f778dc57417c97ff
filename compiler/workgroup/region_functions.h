// SPDX-License-Identifier: Apache-2.0
// Regions as functions of their own, for one work-item or packed, and how the entry calls them.
#ifndef WEFT_WORKGROUP_REGION_FUNCTIONS_H
#define WEFT_WORKGROUP_REGION_FUNCTIONS_H

#include "compiler/workgroup/row_bounds.h"
#include "compiler/workgroup/work_group_loops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/PassManager.h"

namespace weft {

class PackedFunctions;

// The forms of one region, all with the same arguments, and the loops that call them. Either Single is called, or the
// others are; Full is null where Masked runs all packs, and Masked where Single runs what full ones leave.
struct RegionCalls {
    PackWidths Widths;
    llvm::Function *Single = nullptr;
    llvm::Function *Full = nullptr, *Masked = nullptr; // Masked: the last argument is the mask
    std::unique_ptr<RowBound> Bound;                   // of the rows of packs, or null
    llvm::Function *Inner = nullptr;                   // what Full is made of, where that is not Single
    bool IsAligned = false;                            // RowExtent.IsAligned
    PackLoops Packs;
    ItemLoop Items;
    llvm::BasicBlock *Preheader = nullptr, *Exit = nullptr;
};

// For code that one work-item runs after the other: loops that work-items may leave after different numbers of
// iterations are not unrolled. They would be left at two places, the second where the rest of the iterations runs, and
// no processor foresees either.
void keepUnevenLoops(llvm::Function &Single);

// A region's function takes the kernel's arguments as the entry has them, then the addresses of uniform values,
// the starts of the context's slots, and what the uniform values were before the region's loop. All are the same for
// all work-items of the loop. It returns the region that follows, an i32, or nothing when there is no choice.
class RegionFunctions {
public:
    RegionFunctions(llvm::Function &Kernel, EntryBuilder &Entry);

    // All of these before the first create().
    void addUniform(llvm::Instruction *I, llvm::Value *Address);
    void addSlot(llvm::Value *Base);

    // Without blocks.
    llvm::Function *create(unsigned Number, bool Choice);
    llvm::Value *createLinearId(llvm::IRBuilderBase &B) const;
    // Where the entry keeps a value that is the same for all work-items, and what it was before the region.
    llvm::Value *uniformAddress(llvm::Function &F, llvm::Instruction *I) const;
    llvm::Value *uniformValue(llvm::Function &F, llvm::Instruction *I) const;
    llvm::Value *slot(llvm::Function &F, unsigned Slot) const;

    // Single stays what is called when it cannot be packed, and unless Always when that is not expected to pay.
    RegionCalls pack(llvm::Function &Single, PackedFunctions &Packed, PackWidths Widths, bool Always);
    // What pack() made is not wanted.
    void dropPacked(RegionCalls &Calls, PackedFunctions &Packed);
    // Once: the first work-item runs the region for all; it is not packed.
    void createLoops(RegionCalls &Calls, const llvm::Twine &Name, bool Once);
    // Inlines the forms into their loops. The region that follows, known at the exit, or null.
    llvm::Value *call(RegionCalls &Calls);
    void erase(RegionCalls &Calls, PackedFunctions &Packed);

private:
    void findBound(RegionCalls &Calls);
    void emitBound(RegionCalls &Calls, llvm::ArrayRef<llvm::Value *> Operands);
    llvm::SmallVector<llvm::Value *, 16> operandsOf(const RegionCalls &Calls) const;
    void inlineCall(llvm::Function &F, const ItemLoop &Loop, llvm::ArrayRef<llvm::Value *> Operands,
                    llvm::AllocaInst *Next);
    void replacePrimitives(llvm::ArrayRef<llvm::CallBase *> Calls, const ItemLoop &Loop);

    llvm::Function &Kernel;
    EntryBuilder &Entry;
    llvm::SmallVector<llvm::Value *, 16> Arguments;                  // of each call but for uniform values and the mask
    llvm::MapVector<llvm::Instruction *, unsigned> UniformAddresses; // where it is among them
    unsigned FirstSlot = 0, SlotCount = 0;
};

} // namespace weft

#endif
