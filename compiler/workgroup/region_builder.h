// SPDX-License-Identifier: Apache-2.0
// Fills an entry with the kernel's regions, each in its own loop over the work-items of a group or packs of them.
#ifndef WEFT_WORKGROUP_REGION_BUILDER_H
#define WEFT_WORKGROUP_REGION_BUILDER_H

#include "compiler/workgroup/context_layout.h"
#include "compiler/workgroup/memory_scopes.h"
#include "compiler/workgroup/region_functions.h"
#include "compiler/workgroup/region_outlining.h"
#include "compiler/workgroup/regions.h"
#include "compiler/workgroup/work_group_loops.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft {

class PackedFunctions;

class RegionBuilder {
public:
    RegionBuilder(llvm::Function &Kernel, const RegionGraph &Graph, const ContextLayout &Layout, EntryBuilder &Entry);
    // One work-item at a time.
    void build();
    // Regions that cannot be packed, or (unless Always) should not, run one work-item at a time. Requires: Layout is
    // for packs. Returns how wide packs have become; at most Widths, fewer lanes where those make too much code.
    PackWidths build(PackedFunctions &Packed, PackWidths Widths, bool Always);
    // What build() has put into the entry.
    llvm::ArrayRef<RegionBlocks> blocks() const { return Blocks; }

private:
    // A region on its way into the entry, or into a function of its own.
    struct Clone {
        Clone(const Region &Source, const ItemLoop &Target, llvm::Function *Goal,
              const RegionFunctions *Signature = nullptr)
            : R(Source), Loop(Target), Into(Goal), Outlined(Signature)
        {
        }

        const Region &R;
        const ItemLoop &Loop; // of a function of its own: what runs once, and the block that returns
        llvm::Function *Into;
        const RegionFunctions *Outlined; // null in the entry
        llvm::ValueToValueMapTy Map;
        llvm::MapVector<llvm::Instruction *, llvm::Value *>
            Reloaded;                                     // kernel's value -> its value at the start of the region
        llvm::SmallVector<llvm::BasicBlock *, 16> Blocks; // the copies, as R.Blocks
        llvm::PHINode *Next = nullptr;                    // which region follows, where there is a choice
    };
    void packRegions(RegionFunctions &Functions, std::vector<RegionCalls> &Calls, PackedFunctions &Packed,
                     PackWidths &Widths, bool Always);
    llvm::Function *outlineRegion(unsigned Number, RegionFunctions &Functions);
    void cloneRegion(Clone &C);
    void mapVariables(Clone &C);
    void mapLiveValues(Clone &C);
    void cloneBlocks(Clone &C);
    void endBlocks(Clone &C);
    void saveLiveValues(Clone &C);
    void repairRedefined(Clone &C);
    void replacePrimitives(Clone &C);
    void markMemory(Clone &C);
    void markLifetimes(Clone &C);
    void describeToDebugger(Clone &C);
    void describeVariable(Clone &C, llvm::AllocaInst &Alloca, llvm::Value &Address);
    void describeValue(Clone &C, llvm::Instruction &I, llvm::Value &Start);
    unsigned affordableTogether(llvm::ArrayRef<RegionCalls> Calls, llvm::ArrayRef<llvm::Function *> Singles,
                                PackedFunctions &Packed, unsigned Width) const;
    void enterGroup();
    llvm::Constant *describeBarriers() const;
    llvm::BasicBlock *checkBarrier(Clone &C, llvm::Constant *Places);
    void leaveRegion(const Region &R, llvm::BasicBlock *Exit, llvm::Value *Next);
    void leaveRegionOfSubGroup(const Region &R, llvm::BasicBlock *Exit, llvm::Value *Next);
    llvm::Value *loadSlots(const ValuePlace &Place, llvm::Type *T, Clone &C, llvm::IRBuilderBase &B,
                           const llvm::Twine &Name);
    void storeSlots(const ValuePlace &Place, llvm::Value *V, Clone &C, llvm::IRBuilderBase &B, const llvm::Twine &Name);
    llvm::Value *uniformAddress(llvm::Instruction *I, const Clone &C);
    llvm::Value *createUniform(llvm::Instruction *I);
    llvm::Value *recompute(llvm::Value *V, Clone &C, llvm::IRBuilderBase &B);
    llvm::Value *slotBase(unsigned Slot);
    llvm::Value *slotOfSubGroup(unsigned Slot);
    llvm::Value *slotAddress(unsigned Slot, const Clone &C, llvm::IRBuilderBase &B, const llvm::Twine &Name);

    llvm::Function &Kernel;
    const RegionGraph &Graph;
    const ContextLayout &Layout;
    EntryBuilder &Entry;
    std::vector<RegionBlocks> Blocks;                                 // by region
    llvm::DenseMap<llvm::Instruction *, llvm::Value *> Uniforms;      // where the entry keeps them
    llvm::DenseMap<llvm::Instruction *, llvm::AllocaInst *> Shared;   // region-local variables
    llvm::DenseMap<llvm::AllocaInst *, llvm::AllocaInst *> Addresses; // where the debugger finds context variables
    llvm::DenseMap<llvm::DebugVariable, unsigned> RecordCounts;       // in the kernel, by variable
    llvm::SmallVector<llvm::Value *, 8> SlotBases;
    MemoryScopes Scopes;
};

} // namespace weft

#endif
