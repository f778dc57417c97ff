// SPDX-License-Identifier: Apache-2.0
// How far the addresses of a loop move from one of its rounds to the next.
#ifndef WEFT_PACKING_COST_LOOP_STEPS_H
#define WEFT_PACKING_COST_LOOP_STEPS_H

#include "llvm/ADT/DenseMap.h"
#include <cstdint>
#include <optional>

namespace llvm {
class LoadInst;
class Loop;
class StoreInst;
class Value;
} // namespace llvm

namespace weft {

struct LoopStep {
    std::optional<int64_t> Value; // per round; none where it is anyone's guess
    bool IsLoaded = false;        // because it is made of what the loop loads
    bool IsEven = false;          // it is not known, but the same in each round

    bool isEven() const { return Value || IsEven; }
};

class LoopSteps {
public:
    LoopStep of(const llvm::Value &V, const llvm::Loop &L);
    // Whether the value takes the same way in the inner loop each time that a round of the outer one comes to it.
    bool isSameWay(const llvm::Value &V, const llvm::Loop &Inner, const llvm::Loop &Outer) const;
    // Whether each round loads what the one before has stored.
    bool isLeft(const llvm::StoreInst &By, const llvm::LoadInst &Load, const llvm::Loop &L);

private:
    LoopStep compute(const llvm::Value *V, const llvm::Loop &L, unsigned Depth) const;

    llvm::DenseMap<std::pair<const llvm::Loop *, const llvm::Value *>, LoopStep> Known;
};

} // namespace weft

#endif
