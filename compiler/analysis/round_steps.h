// SPDX-License-Identifier: Apache-2.0
// How far lanes' addresses move from one round of a loop to the next.
#ifndef WEFT_ANALYSIS_ROUND_STEPS_H
#define WEFT_ANALYSIS_ROUND_STEPS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace llvm {
class GetElementPtrInst;
class Loop;
class ScalarEvolution;
class Value;
} // namespace llvm

namespace weft {

// How many bytes it adds to a pointer, the same for all lanes; none where that is no constant.
std::optional<int64_t> bytesOfAllLanes(const llvm::GetElementPtrInst &Address);

// An index of each lane that grows from round to round, and may wrap before it is extended to 64 bits.
struct WrappingIndex {
    const llvm::Value *V;
    bool IsSigned;
    int64_t Step; // a round
};

// How far a value grows from round to round of a loop, the same for all lanes; none where that is not certain. If
// there is a list, also where it is certain but for indexes that may wrap, which are appended to it.
class RoundSteps {
public:
    RoundSteps(const llvm::Loop &TheLoop, llvm::ScalarEvolution &TheEvolution,
               llvm::SmallVectorImpl<WrappingIndex> *TheWrapping = nullptr)
        : L(TheLoop), SE(TheEvolution), Wrapping(TheWrapping)
    {
    }

    // Of a pointer, or a vector of pointers; in bytes.
    std::optional<int64_t> ofAddress(const llvm::Value *V, unsigned Depth = 0) const;

private:
    // Extended: from its width to 64 bits; then it must not wrap.
    enum Extension { Signed, Unsigned };
    std::optional<int64_t> ofIndex(const llvm::Value *V, std::optional<Extension> Extended, unsigned Depth) const;
    std::optional<int64_t> ofScalar(const llvm::Value *V, std::optional<Extension> Extended) const;

    const llvm::Loop &L;
    llvm::ScalarEvolution &SE;
    llvm::SmallVectorImpl<WrappingIndex> *Wrapping;
};

} // namespace weft

#endif
