// SPDX-License-Identifier: Apache-2.0
// The frame of an entry: arguments, the loop over work-groups, and loops over the work-items of a group.
#ifndef WEFT_WORKGROUP_WORK_GROUP_LOOPS_H
#define WEFT_WORKGROUP_WORK_GROUP_LOOPS_H

#include "compiler/analysis/kernels.h"
#include "compiler/packing/cost/pack_width.h"
#include "llvm/IR/IRBuilder.h"
#include <array>

namespace weft {

// A loop over all work-items of the group, or of the sub-group where groups are divided. Body has no terminator yet;
// whoever fills it ends in Latch.
struct ItemLoop {
    llvm::BasicBlock *Preheader; // runs once; branches to the loop
    llvm::BasicBlock *Body;      // runs once per work-item
    llvm::BasicBlock *Latch;     // end of a work-item
    llvm::BasicBlock *Exit;      // after the last work-item; has no terminator yet
    std::array<llvm::Value *, 3> LocalId;
    llvm::Value *LinearId; // row of the loop + LocalId[0]
};

// Places in a row, as distances from its first work-item, i64; all ones is behind all of them.
struct RowPlaces {
    llvm::Value *Begin = nullptr, *End = nullptr;           // of those who have something to do
    llvm::Value *WholeBegin = nullptr, *WholeEnd = nullptr; // of those of whom is known what they are asked
    llvm::Value *Runs = nullptr; // an i1: whether anybody has something to do, as far as all of the row say so

    std::array<llvm::Value **, 5> all() { return {&Begin, &End, &WholeBegin, &WholeEnd, &Runs}; }
};

// The same in packs: first packs of work-items side by side in dimension 0, all of them on, then narrower ones for the
// others. The values of a pack are those of its first work-item. Where global ids of dimension 0 are asked for, no pack
// crosses a multiple of 2^31 in them: a group that does has a pack for each work-item, with the other lanes off.
struct PackLoops {
    ItemLoop Full, Rest; // both have the Preheader and Exit of the whole
    llvm::Value *Mask;   // of Rest, valid in its body: a vector of i1; the first lane is always on
    // Of rows that are bounded or split: what runs before a row, whose ids are those of its first work-item; and there
    // the work-items of the row, and its places, instructions that are to be replaced.
    ItemLoop Row = {};
    llvm::Value *RowItems = nullptr;
    RowPlaces Places;
};

// Which work-items of rows run, and in which packs.
struct RowExtent {
    bool IsBounded = false;   // those that have something to do
    bool IsAllOrNone = false; // of each row all have, or none
    bool WithFirst = false;   // the group's first runs in any case
    bool IsSplit = false;     // Full packs are of whole work-items, which may begin later and end earlier
    bool IsAligned = false;   // these begin after a multiple of Rest packs' work-items, where lines of the cache do
    bool AsksGlobalId = true; // in dimension 0
    bool hasPlaces() const { return IsBounded || IsSplit; }
};

// The sub-groups of a group: work-items with linear ids from a multiple of WEFT_SUB_GROUP_SIZE on. Each runs alone from
// one barrier of the group to the next, a phase.
struct SubGroupLoop {
    llvm::BasicBlock *Body = nullptr; // start of a sub-group's phase; whoever builds the regions ends it
    llvm::BasicBlock *Latch = nullptr;
    llvm::PHINode *Phase = nullptr; // the region it starts with, an i32: 0, or what follows the group's barrier
    llvm::PHINode *After =
        nullptr; // in Latch: the next phase, 0 at the kernel's end; for whoever branches there to fill
    llvm::Value *Id = nullptr;
    llvm::Value *First = nullptr; // the linear id of the sub-group's first work-item
    llvm::Value *Items = nullptr; // how many it has
    // The values of these primitives, where the kernel asks for them.
    llvm::Value *Scratch = nullptr, *Tray = nullptr, *States = nullptr;
};

class EntryBuilder {
public:
    // Declares `__weft_kernel_<name>` and builds the loop over groups; Merge: over runs of groups that are neighbours
    // in dimension 0, see canMergeGroups. Exchanged: what the launch says of this dimension is for the kernel's
    // dimension 0, and the other way round. Scalar: LLVM must not put the iterations of loops over work-items into
    // vectors, either.
    EntryBuilder(llvm::Function &Kernel, bool Merge, unsigned Exchanged, bool Scalar);

    // The value of a primitive for the work-items of a loop; valid wherever the loop's body dominates.
    llvm::Value *primitive(PrimitiveCall Call, const ItemLoop &Loop) const;
    ItemLoop createItemLoop(const llvm::Twine &Name);
    // No loop: what the group's first work-item does for all.
    ItemLoop createFirstItem(const llvm::Twine &Name);
    // Widths: the same in all calls. OnlyRest: all packs have a mask, and there is no Full. Extent: of groups that are
    // not divided.
    PackLoops createPackLoops(const llvm::Twine &Name, PackWidths Widths, bool OnlyRest, RowExtent Extent);
    // Before loops are created: they are over the work-items of a sub-group.
    void divideGroups();
    // Before the group goes on from the block, which has no terminator: whether the work-items First <= i < First +
    // Count are all at one barrier, by Next, an array of what the runtime calls regions. Returns the block that goes
    // on.
    llvm::BasicBlock *checkBarrier(llvm::BasicBlock *BB, llvm::Constant *Barriers, llvm::Value *First,
                                   llvm::Value *Count, llvm::Value *Next);
    // The same of all work-items of a divided group, at the end of each phase.
    void checkPhases(llvm::Constant *Barriers, llvm::Value *Next);
    // How many work-items the group has.
    llvm::Value *groupItems();
    // A variable in the entry's frame.
    llvm::AllocaInst *createVariable(llvm::Type *T, llvm::Align Alignment, const llvm::Twine &Name);
    // The context, and the number of work-items that its arrays are made for; emitted on first use.
    llvm::Value *context();
    llvm::Value *paddedItems();
    // Before primitives are asked for that say where private memory is.
    void locatePrivateMemory(uint64_t ContextBytesPerItem);
    bool asksForFrame() const { return Places.StackTop != nullptr; }

    llvm::Function *Entry;
    llvm::Value *Scratch = nullptr;                // the value of that primitive, where the kernel asks for it
    llvm::SmallVector<llvm::Value *, 8> Arguments; // values for the kernel's arguments
    llvm::BasicBlock *GroupBody;                   // start of a group; has no terminator yet
    llvm::BasicBlock *GroupLatch;                  // end of a group
    SubGroupLoop SubGroups;

private:
    void loadLaunch(llvm::Function &Kernel, unsigned Exchanged);
    void loadArguments(llvm::Function &Kernel);
    void createGroupLoop(bool Merge, unsigned Exchanged, bool HasTiles);
    void describeLoop(llvm::BranchInst *Latch, bool IsItemLoop) const;
    // Rows of work-items: whole ones of the group, or what of them is in the sub-group. Header runs once for each and
    // has no terminator yet; whoever fills it ends in Latch.
    struct Rows {
        llvm::BasicBlock *Preheader, *Header, *Latch, *Exit;
        llvm::Value *Y, *Z, *Linear; // Linear: the linear id of local id (0, Y, Z)
        llvm::Value *Begin, *End;    // local ids of dimension 0
        llvm::Value *Crosses;        // whether a pack would cross a multiple of 2^31 that it must not cross
    };
    // How a row is cut into packs: where the full packs end; how far the others are apart, and their mask, when there
    // is one of them.
    struct RowSplit {
        llvm::Value *FullEnd = nullptr, *RestStep = nullptr, *RestMask = nullptr;
    };
    Rows createRows(const llvm::Twine &Name);
    Rows createRowsOfSubGroup(const llvm::Twine &Name);
    void findCrossing();
    llvm::BasicBlock *boundRow(Rows &R, PackLoops &Loops, RowExtent Extent) const;
    // Of a row: where its full packs begin and end; without any: where it ends.
    struct WholePart {
        llvm::Value *FullBegin, *FullEnd;
    };
    WholePart findWhole(llvm::IRBuilderBase &B, const Rows &R, const RowPlaces &Its, PackWidths Widths, bool OnlyRest,
                        bool IsAligned) const;
    // In the loop's body: the first work-item of a pack, at Start where the loop is entered from Before.
    llvm::PHINode *beginPack(ItemLoop &Loop, const Rows &R, llvm::BasicBlock *Before, llvm::Value *Start) const;
    void fillSplitRow(PackLoops &Loops, const Rows &R, llvm::BasicBlock *Row, PackWidths Widths, bool OnlyRest,
                      bool IsAligned) const;
    RowSplit splitRow(llvm::IRBuilderBase &B, const Rows &R, unsigned Width) const;
    llvm::Value *callCheck(llvm::IRBuilderBase &B, llvm::Constant *Barriers, llvm::Value *FirstItem, llvm::Value *Count,
                           llvm::Value *Next);
    llvm::Value *firstLanes(llvm::IRBuilderBase &B, llvm::Value *Count, unsigned Width) const;

    bool Debug;                            // the kernel has debug information
    bool Scalar;                           // see the constructor
    bool IsEven;                           // no group is smaller than others
    llvm::Instruction *Prologue = nullptr; // the entry block's terminator; what is invariant goes before it
    llvm::Value *Launch, *Memory, *First, *End;
    llvm::Value *WorkDim, *DefaultQueue, *LocalBase, *Context = nullptr, *Padded = nullptr;
    llvm::Value *Crosses = nullptr; // whether a pack of the group would cross a multiple of 2^31
    llvm::Value *GroupItems = nullptr;
    llvm::Value *GroupPlace = nullptr; // ids and sizes for weft_services.check_barrier
    llvm::BranchInst *PhaseEnd = nullptr;
    std::array<llvm::Value *, 3> SubGroupStart; // the local id of its first work-item
    std::array<llvm::Value *, 3> GlobalSize, GlobalOffset, EnqueuedSize, NumGroups, GroupId, LocalSize;
    struct {
        llvm::Value *ContextBase, *ContextEnd, *StackBottom, *StackTop;
    } Places = {};
    std::array<llvm::Value *, 3> GroupStart; // the global id of the group's first work-item
};

} // namespace weft

#endif
