// SPDX-License-Identifier: Apache-2.0
// Loads and stores of all lanes of a pack at once, for addresses of every shape.
#ifndef WEFT_PACKING_EMIT_LANE_MEMORY_H
#define WEFT_PACKING_EMIT_LANE_MEMORY_H

#include "compiler/packing/analysis/interleave.h"
#include "compiler/packing/emit/packer.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include <optional>

namespace weft {

// Where the lanes access memory. Linear addresses have lane 0's, which may be one that no lane has when lane 0 is off.
struct LaneAddress {
    llvm::Value *Scalar = nullptr; // null when the address is varying
    llvm::Value *Vector = nullptr; // <W x ptr>; made on demand for linear addresses
    int64_t Stride = 0;            // of linear ones, in bytes
    int64_t Factor = 1;            // how many bytes of memory a byte of the source's offsets is
    bool isLinear() const { return Scalar != nullptr; }
};

// The memory side of one access: where, which lanes, and what else is known of it.
struct LaneAccess {
    LaneAddress Address;
    llvm::Align Alignment;
    llvm::Value *Mask; // null when all lanes are on
    AccessMarks Marks;
    const llvm::Instruction *Source; // whom remarks are about

    // Alignment is what lanes that are on have: lane 0's address need not be aligned to more than their distance.
    void admitLanesOff();
};

class LaneMemory {
public:
    explicit LaneMemory(Packer &ThePacker);

    // Of the lanes that are on in I, which accesses Pointer.
    LaneAddress addressOf(llvm::Value *Pointer, const llvm::Instruction &I);
    LaneAccess accessOf(llvm::Instruction &I, llvm::Value *Pointer, llvm::Align Alignment);
    LaneAddress advanced(const LaneAddress &Address, int64_t Bytes);
    llvm::Value *addressVector(LaneAddress &Address);

    // One <W x T> for each leaf; lanes that are off get anything. Values are in the order of Leaves.
    llvm::SmallVector<llvm::Value *, 16> load(LaneAccess Access, llvm::ArrayRef<Leaf> Leaves);
    void store(LaneAccess Access, llvm::ArrayRef<Leaf> Leaves, llvm::ArrayRef<llvm::Value *> Values);

    // The same of vectors that lie one after the other, by rows (see RowValues). False, and nothing done, when these
    // cannot be accessed so.
    bool loadRows(const LaneAccess &Access, const llvm::FixedVectorType *T, llvm::SmallVector<llvm::Value *, 16> &Rows);
    bool storeRows(const LaneAccess &Access, const llvm::FixedVectorType *T, llvm::ArrayRef<llvm::Value *> Rows);

    // A place in the stack frame for accesses of lanes that are off, of at least this size, as a pointer of type T.
    llvm::Value *nowhere(llvm::Type *T, uint64_t Bytes, llvm::Align Alignment);
    // An alloca in the target's entry block.
    llvm::AllocaInst *allocate(llvm::Type *T, llvm::Align Alignment, unsigned AddressSpace);
    // 0, Step, 2 * Step ...
    llvm::Constant *steps(llvm::Type *Integer, int64_t Step) const;
    // The last lane that is on, -1 when there is none.
    llvm::Value *lastLane(llvm::Value *Mask, llvm::Type *Integer);

private:
    using Values = llvm::SmallVector<llvm::Value *, 16>;

    bool loadGroup(const LaneAccess &Access, llvm::ArrayRef<Leaf> Leaves, Values &Result);
    bool storeGroup(const LaneAccess &Access, llvm::ArrayRef<Leaf> Leaves, llvm::ArrayRef<llvm::Value *> V);
    bool storeApart(const LaneAccess &Access, llvm::Value *V);
    Values loadWords(const LaneAccess &Access, llvm::ArrayRef<Leaf> Leaves);
    void storeWords(const LaneAccess &Access, llvm::ArrayRef<Leaf> Leaves, llvm::ArrayRef<llvm::Value *> V);
    llvm::Value *loadElement(const LaneAccess &Access, llvm::Type *Element);
    void storeElement(const LaneAccess &Access, llvm::Value *V);
    llvm::Value *gather(const LaneAccess &Access, llvm::Type *Element);
    void scatter(const LaneAccess &Access, llvm::Value *V);
    std::optional<LaneElements> rowsAt(const LaneAccess &Access, const llvm::FixedVectorType *T, bool IsLoad);
    bool canMask(const LaneElements &Memory, unsigned Elements, bool IsLoad);
    bool isOwnMemory(const llvm::Instruction &Source, llvm::Value *Pointer, uint64_t Bytes) const;
    llvm::Value *reverse(llvm::Value *V);
    LaneAccess reversed(const LaneAccess &Access);
    LaneAccess at(const LaneAccess &Access, uint64_t Offset);

    Packer &P;
    llvm::IRBuilder<> &B;
    const llvm::DataLayout &Layout;
    const llvm::TargetTransformInfo &Costs;
    const unsigned W;
};

} // namespace weft

#endif
