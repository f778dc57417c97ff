// SPDX-License-Identifier: Apache-2.0
// Gathers and scatters, by their parts.
#ifndef WEFT_PACKING_ANALYSIS_INDEXED_ACCESS_H
#define WEFT_PACKING_ANALYSIS_INDEXED_ACCESS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Alignment.h"
#include <optional>

namespace llvm {
class DataLayout;
class FixedVectorType;
class GetElementPtrInst;
class Instruction;
class IntrinsicInst;
class PHINode;
class TargetTransformInfo;
class Value;
} // namespace llvm

namespace weft {

// What is an operand is asked of the call: passes collect accesses and then replace one after the other, and the
// result of one may be the addresses or the mask of another.
struct LanesAccess {
    llvm::IntrinsicInst *Call;
    bool IsLoad;
    unsigned AddressOperand;
    llvm::FixedVectorType *T; // what is loaded or stored
    llvm::Align Alignment;

    llvm::Value *addresses() const;
    llvm::Value *mask() const;
};

// Null when I is neither a gather nor a scatter.
std::optional<LanesAccess> lanesAccess(llvm::Instruction &I);

// Whether the CPU's gathers or scatters are better for it than one access for each lane; MayBeOff: not all lanes are
// known to be on.
bool isOneInstruction(bool IsLoad, llvm::FixedVectorType *T, llvm::Align Alignment, bool MayBeOff,
                      const llvm::TargetTransformInfo &Target);

// How vectors of indexes may step from lane to lane, as far as the operations say that they are made by.
class IndexSteps {
public:
    using Steps = llvm::SmallVector<int64_t, 4>; // empty: unknown, as of what is loaded
    Steps of(const llvm::Value &V);

private:
    Steps compute(const llvm::Value &V);
    Steps ofPhi(const llvm::PHINode &Phi);
    bool isSameMostly(const llvm::Value &V);

    llvm::DenseMap<const llvm::Value *, Steps> Known;
    llvm::SmallVector<const llvm::Value *, 32> Followed; // its keys, the last one last
    llvm::DenseMap<const llvm::Value *, bool> Open;      // phis that are being followed: whether they go round
    unsigned Depth = 0, Operations = 0;
};

// One whose indexes have a chance to step by one element from lane to lane, or to be one for all.
struct IndexedAccess : LanesAccess {
    int64_t Step = 0; // of the indexes of consecutive elements; negative: they go backwards; 0: they are not
    bool MayBeOnePlace = false;

    llvm::GetElementPtrInst *address() const; // a scalar base and one vector of indexes
    // What is added to that for all lanes, the last first.
    llvm::SmallVector<llvm::GetElementPtrInst *, 2> offsets() const;
    llvm::Value *index() const; // before its extension to 64 bits
};

// Null as well for indexes that are loaded, are multiples of something, or step otherwise.
std::optional<IndexedAccess> maybeOneAccess(llvm::Instruction &I, const llvm::DataLayout &Layout, IndexSteps &Known);

} // namespace weft

#endif
