// SPDX-License-Identifier: Apache-2.0
// Writes the packed form of linearized SPMD code: W work-items in the lanes of vectors.
#ifndef WEFT_PACKING_EMIT_PACKER_H
#define WEFT_PACKING_EMIT_PACKER_H

#include "compiler/packing/analysis/lane_loop.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/analysis/shapes.h"
#include "compiler/packing/emit/packed_functions.h"
#include "compiler/packing/linearize/linearize.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Support/Allocator.h"
#include <memory>
#include <optional>

namespace llvm {
class IntrinsicInst;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

class AccessGroups;
class RowValues;

// The types of the parts of T that are packed on their own: itself, or those of its elements.
void leafTypes(llvm::Type *T, llvm::SmallVectorImpl<llvm::Type *> &Leaves);

unsigned leafCount(llvm::Type *T);

// Adds the parts of a value in its original type.
void splitLeaves(llvm::IRBuilderBase &B, llvm::Value *V, llvm::SmallVectorImpl<llvm::Value *> &Leaves);

// A value is kept in up to three forms. Its *scalar* is the base of its shape, in the original type: there is one for
// linear (uniform) values. Its *components* are one <W x T> for each leaf of its type: a float is one component, a
// float4 four (structure of arrays), a struct of a float and a float2 three. Its *rows*, if it is a vector, are the
// same elements in the order of memory (see RowValues). Each is made from the others when it is asked for, at the place
// of the definition.
//
// Scalars of values that are linear but not uniform must have no flags that make poison (nsw, inbounds): the base may
// be a value that no lane uses. copyScalar() sees to that.
class Packer {
public:
    // Writes the code of Source into Target, whose blocks do not exist yet; see PackedFunctions for the signature.
    // Masked: the last argument of Source is its mask.
    Packer(llvm::Function &Source, llvm::Function &Target, const PackRequest &Request, const BlockMasks &Masks,
           const Shapes &Known, PackedFunctions &Functions);
    void run();

    unsigned width() const { return Request.Width; }
    Shape shape(const llvm::Value *V) const { return Known.of(V); }
    llvm::Function &source() const { return Source; }
    llvm::Function &target() const { return Target; }
    PackedFunctions &functions() const { return Functions; }
    const PrivateArrays &arrays() const { return Arrays; }
    const AccessGroups &groups(); // packer_memory.cpp
    const llvm::TargetTransformInfo &costs() const;
    const llvm::DataLayout &layout() const { return Source.getDataLayout(); }

    llvm::Value *scalar(llvm::Value *V);                      // shape(V) must be linear
    llvm::ArrayRef<llvm::Value *> components(llvm::Value *V); // any shape; the array stays valid
    llvm::Value *component(llvm::Value *V) { return components(V)[0]; }
    llvm::Value *lane(llvm::Value *V, unsigned Lane, llvm::IRBuilderBase &At);     // in the original type
    llvm::Value *lane(llvm::Value *V, llvm::Value *Lane, llvm::IRBuilderBase &At); // of a LaneBody
    void setScalar(llvm::Value *V, llvm::Value *Packed);
    void setComponents(llvm::Value *V, llvm::ArrayRef<llvm::Value *> Packed);

    // Whether I, which is varying, is best computed in rows, or a store best takes them.
    bool isInRows(const llvm::Instruction &I) const;
    llvm::ArrayRef<llvm::Value *> rows(llvm::Value *V); // of a vector; the array stays valid
    void setRows(llvm::Value *V, llvm::ArrayRef<llvm::Value *> Packed);
    // For what does the same to each element: I's operand, and its result, in the form that I is computed in.
    llvm::ArrayRef<llvm::Value *> elements(llvm::Value *Operand, const llvm::Instruction &I);
    void setElements(llvm::Instruction &I, llvm::ArrayRef<llvm::Value *> Packed);

    // How far the packed pointer or integer of one lane is from the next one's; shape(V) must be linear.
    int64_t stride(const llvm::Value *V) const;

    // Whether no lane of the integer wraps against another; see Shapes::isExact.
    bool isExact(const llvm::Value *V, bool Signed) const { return Known.isExact(V, Signed); }

    // The shape of Pointer among the lanes that are on in I, which accesses it in each of them (see Shapes::atAccess),
    // and the base of a linear one.
    Shape accessShape(const llvm::Value *Pointer) const { return Known.atAccess(Pointer); }
    llvm::Value *accessBase(llvm::Value *Pointer, const llvm::Instruction &I);

    // V of a lane that is on in I's block, in the original type: for what is the same in all of them.
    llvm::Value *uniformScalar(llvm::Value *V, const llvm::Instruction &I);

    // I with the scalars of its operands, inserted.
    llvm::Instruction *copyScalar(llvm::Instruction &I);

    llvm::FixedVectorType *packed(llvm::Type *Leaf) const { return llvm::FixedVectorType::get(Leaf, width()); }

    // Where the packed form of a block ends; null when nothing leads to it. Once all is packed.
    llvm::BasicBlock *lastBlock(const llvm::BasicBlock &BB) const { return Last.lookup(&BB); }

    // Whether lanes may be off in the block.
    bool isMasked(const llvm::BasicBlock &BB) const { return Request.Masked || Masks.lookup(&BB); }

    // The mask of an instruction's block as <W x i1>, null when all lanes are on.
    llvm::Value *mask(const llvm::Instruction &I) { return mask(*I.getParent()); }
    llvm::Value *mask(const llvm::BasicBlock &BB);

    // Whether a lane is on in I's block for certain: it is reached only after the question.
    bool isSomeOn(const llvm::Instruction &I) const;
    // Whether one is, as an i1; null where isSomeOn().
    llvm::Value *anyOn(const llvm::Instruction &I);

    // Whether the mask of I's block is there at I: a block may begin with computing its own.
    bool hasMask(const llvm::Instruction &I) const;

    // The first lane that is on in an instruction's block, an i32 (W when there is none), null when that is lane 0.
    llvm::Value *firstLane(const llvm::Instruction &I);

    // Where a pack's lanes would access memory as the first one that is on says (firstLane(), or null), an address in
    // what Pointer leads to if none is on: CPUs take long to find that a masked access beyond all pages accesses
    // nothing.
    llvm::Value *somewhere(llvm::Value *Address, llvm::Value *Pointer, llvm::Value *FirstOn,
                           const llvm::Instruction &I);

    // Runs `Body` for each lane of I's mask that is on and gathers its results (of I's type) as I's components: all
    // lanes one behind the other, with branches around those that are off, or a loop where these would be many. Lane is
    // an i64, a constant or the loop's. B stands behind all of it afterwards.
    using LaneBody = llvm::function_ref<llvm::Value *(llvm::Value *Lane, llvm::IRBuilderBase &B)>;
    void forEachLane(llvm::Instruction &I, LaneBody Body); // packer_lanes.cpp

    llvm::IRBuilder<> B; // where the packed form of the current instruction goes

private:
    void createBlocks();
    void setArguments();
    void pack(llvm::Instruction &I);
    void packPhi(llvm::PHINode &Phi);
    void packExtension(llvm::Instruction &I);
    void packLooselyLinear(llvm::Instruction &I);
    void packTerminator(llvm::Instruction &I);
    void packReturn(llvm::ReturnInst &Return);
    void completePhis();
    void removeDeadCode();
    void standBehind(llvm::IRBuilderBase &At, llvm::Value *Packed) const;
    void standBehind(llvm::IRBuilderBase &At, llvm::ArrayRef<llvm::Value *> Packed) const;
    llvm::Value *wide(llvm::Value *V, bool Signed);
    llvm::Value *computeWide(llvm::Value *V, bool Signed, llvm::IRBuilderBase &At);
    llvm::Value *advanced(llvm::Value *V, llvm::Value *Lane, llvm::IRBuilderBase &At);
    llvm::Value *atLane(llvm::Value *V, llvm::Value *Lane);
    using LeafValues = llvm::SmallVector<llvm::Value *, 8>; // a value's leaves
    LeafValues writeOutLanes(llvm::Instruction &I, llvm::Value *Mask, LaneBody Body);
    LeafValues loopOverLanes(llvm::Instruction &I, llvm::Value *Mask, LaneBody Body);
    llvm::Value *either(llvm::Value *One, llvm::BasicBlock *FromOne, llvm::Value *Other, llvm::BasicBlock *FromOther);
    llvm::Value *ownMask();

    llvm::Function &Source;
    llvm::Function &Target;
    const PackRequest &Request;
    const BlockMasks &Masks;
    const Shapes &Known;
    PackedFunctions &Functions;
    PrivateArrays Arrays;
    std::shared_ptr<AccessGroups> Groups; // made when asked for
    std::shared_ptr<RowValues> InRows;
    std::optional<LaneLoop> Loop; // that the code is in
    LaneLoop::Memory LoopMemory;

    llvm::DenseMap<const llvm::Value *, llvm::Value *> Scalars;
    llvm::DenseMap<const llvm::Value *, llvm::ArrayRef<llvm::Value *>> Components;
    llvm::DenseMap<const llvm::Value *, llvm::ArrayRef<llvm::Value *>> Rows;
    llvm::BumpPtrAllocator Storage;                                               // of Components' and Rows' arrays
    llvm::DenseMap<std::pair<const llvm::Value *, unsigned>, llvm::Value *> Wide; // see wide()
    llvm::DenseMap<const llvm::Value *, llvm::Value *> FirstLanes;                // by the mask's packed form
    llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> First;           // packed blocks: where one starts
    llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Last;            // and ends
    // Packed phis without their incoming values, and which form of the source's phi they are: a component or row (0
    // ...), the scalar, or one of the wide forms.
    enum : int { ScalarForm = -1, UnsignedForm = -2, SignedForm = -3 };
    llvm::SmallVector<std::tuple<llvm::PHINode *, llvm::PHINode *, int>, 16> OpenPhis;
};

// packer_arithmetic.cpp. Whatever works on each lane and has no effects.
void packArithmetic(Packer &P, llvm::Instruction &I);

// packer_memory.cpp. Loads, stores, allocas, memory intrinsics and atomics of every address shape.
void packLoad(Packer &P, llvm::LoadInst &Load);
void packStore(Packer &P, llvm::StoreInst &Store);
void packAlloca(Packer &P, llvm::AllocaInst &Alloca);
void packAddress(Packer &P, llvm::GetElementPtrInst &Address);
void packAtomic(Packer &P, llvm::Instruction &I); // what pack() gives to none of the others
void packMemoryIntrinsic(Packer &P, llvm::IntrinsicInst &I); // memcpy, memmove, memset, lifetime markers

// packer_calls.cpp. Everything else that is a call.
void packCall(Packer &P, llvm::CallInst &Call);

} // namespace weft

#endif
