// SPDX-License-Identifier: Apache-2.0
// Where each lane of a gather or scatter accesses memory, where lanes do so one after the other.
#ifndef WEFT_PACKING_AFTER_LANE_ADDRESSES_H
#define WEFT_PACKING_AFTER_LANE_ADDRESSES_H

#include "compiler/packing/analysis/indexed_access.h"

#include <cstdint>

namespace llvm {
class IRBuilderBase;
} // namespace llvm

namespace weft {

// Bytes that a lane accesses, seen from its address.
struct LaneBytes {
    int64_t First, End;
};

// One address for each lane; those of lanes that are off lead to a place in the stack frame, which has the bytes.
class LaneAddresses {
public:
    LaneAddresses(llvm::IRBuilderBase &Builder, const LanesAccess &Access, LaneBytes Bytes);

    bool areAllOn() const { return !Nowhere; }

    llvm::Value *operator[](unsigned Lane) const;

private:
    llvm::Value *indexOf(unsigned Lane) const;
    llvm::Value *nowhere(LaneBytes Bytes) const;

    llvm::IRBuilderBase &B;
    const LanesAccess &Access;
    llvm::GetElementPtrInst *Fixed = nullptr;   // a scalar base and known offsets
    llvm::GetElementPtrInst *Indexed = nullptr; // a scalar base and other indexes, of lanes that are all on
    llvm::Value *Nowhere = nullptr;             // null: all lanes are on
    llvm::Value *All = nullptr;
};

} // namespace weft

#endif
