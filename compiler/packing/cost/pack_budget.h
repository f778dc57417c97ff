// SPDX-License-Identifier: Apache-2.0
// How much code packing may make of a function.
#ifndef WEFT_PACKING_COST_PACK_BUDGET_H
#define WEFT_PACKING_COST_PACK_BUDGET_H

#include "compiler/packing/analysis/byte_table.h"
#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class TargetTransformInfo;
} // namespace llvm

namespace weft {

// Masks can multiply what a function is, and lanes its registers. LLVM needs more than twice the time for code that is
// twice as long, so a build that is to end soon must not go further than a small multiple of what it would take for one
// work-item.
class PackBudget {
public:
    // What packed forms of F may be. HasValueChecks: they check their values, which may make them larger by a factor.
    PackBudget(const llvm::Function &F, const llvm::TargetTransformInfo &Target, bool HasValueChecks);

    // About how much work LLVM has with the function: its instructions, each for every vector register of its widest
    // value, and its blocks. As if all vectors had only one of `Divisor` lanes.
    uint64_t sizeOf(const llvm::Function &F, unsigned Divisor = 1) const;

    // And with the lanes that the CPU accesses by themselves.
    uint64_t sizeWithLanes(const llvm::Function &F, unsigned Divisor) const;

    uint64_t single() const { return Single; }
    uint64_t most() const { return ChecksTimes * Most; }

    // Whether a step on the way is so far beyond the budget that the end cannot be within. Variables: what still has to
    // become values, which takes time for each of the blocks.
    bool isHopeless(const llvm::Function &Step, uint64_t Variables = 0) const;

    // Whether the packed form is not too large. As if all vectors had only one of `Divisor` lanes.
    bool isAffordable(const llvm::Function &Packed, unsigned Divisor) const;

    // Whether packed forms of several functions are not too large together; the first is a sum of sizeWithLanes(), the
    // second of sizeOf().
    bool isAffordableTogether(uint64_t Packed, uint64_t Singles) const;

private:
    uint64_t sizeOf(const llvm::Instruction &I, unsigned Divisor) const;
    uint64_t lanesOf(const llvm::Instruction &I, unsigned Divisor) const;

    const llvm::TargetTransformInfo &Target;
    const ByteLookup Lookup;
    unsigned RegisterBits;
    uint64_t ChecksTimes, Single, Most;
};

} // namespace weft

#endif
