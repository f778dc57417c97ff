// SPDX-License-Identifier: Apache-2.0
// Arrays of structures in memory, structures of arrays in registers: wide loads and stores with shuffles.
#ifndef WEFT_PACKING_ANALYSIS_INTERLEAVE_H
#define WEFT_PACKING_ANALYSIS_INTERLEAVE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Support/Alignment.h"

namespace llvm {
class DataLayout;
class IRBuilderBase;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace weft {

// A scalar inside a type, in the order of the components of packed values.
struct Leaf {
    llvm::Type *Element;
    uint64_t Offset; // in bytes, as in memory
};

// Appends the leaves of T. False when T is not made of whole bytes alone (i1, i24, vectors of i1), is scalable, or has
// more leaves than is sensible.
bool leavesOf(llvm::Type *T, const llvm::DataLayout &Layout, llvm::SmallVectorImpl<Leaf> &Leaves);

// What the parts of a packed access are told about memory: what held for all of the original accesses.
class AccessMarks {
public:
    explicit AccessMarks(const llvm::Instruction &I);
    void add(const llvm::Instruction &Other);
    void put(llvm::Instruction *I) const;

private:
    llvm::AAMDNodes Aliasing;
    llvm::MDNode *Invariant;
    llvm::MDNode *Nontemporal;
    bool IsOfSlot;
};

// Elements of one type: lane l has element e at Base + (l * Stride + e) * the element's size.
struct LaneElements {
    llvm::Type *Element;
    llvm::Value *Base;
    unsigned Stride;       // in elements, at least 1
    unsigned Width;        // lanes
    llvm::Align Alignment; // of each lane's element 0
    llvm::Value *Mask;     // <W x i1>, or null when all lanes are on
    const AccessMarks &Marks;
};

// Whether wide loads of these many of the elements beat one gather for each.
bool isWideLoadWorthwhile(unsigned Elements, unsigned Stride, unsigned Width);

// Of what masked loads and stores of all of a lane's elements are vectors: of the elements, or of integers of several.
llvm::Type *maskedUnit(llvm::Type *Element, unsigned Stride, const llvm::DataLayout &Layout);

// One <W x Element> for each of `Elements`, which ascend and are less than Stride. Touches only what lies between the
// first and last lane's elements, and under a mask only between the elements of one lane that is on.
llvm::SmallVector<llvm::Value *, 16> loadInterleaved(llvm::IRBuilderBase &B, const LaneElements &From,
                                                     llvm::ArrayRef<unsigned> Elements);

// Values has Stride entries; elements whose entry is null stay as they are.
void storeInterleaved(llvm::IRBuilderBase &B, const LaneElements &To, llvm::ArrayRef<llvm::Value *> Values);

// All elements as they lie there: Stride vectors of W elements, one after the other.
llvm::SmallVector<llvm::Value *, 16> loadRows(llvm::IRBuilderBase &B, const LaneElements &From);

void storeRows(llvm::IRBuilderBase &B, const LaneElements &To, llvm::ArrayRef<llvm::Value *> Rows);

// The components of vectors of as many elements as there are rows, and the reverse.
llvm::SmallVector<llvm::Value *, 16> componentsOfRows(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Rows);

llvm::SmallVector<llvm::Value *, 16> rowsOfComponents(llvm::IRBuilderBase &B, llvm::ArrayRef<llvm::Value *> Components);

// The rows of vectors of Count elements, all of which are the lane's in V.
llvm::SmallVector<llvm::Value *, 16> rowsOfScalars(llvm::IRBuilderBase &B, llvm::Value *V, unsigned Count);

// The rows of Width copies of a vector.
llvm::SmallVector<llvm::Value *, 16> rowsOfCopies(llvm::IRBuilderBase &B, llvm::Value *Each, unsigned Width);

} // namespace weft

#endif
