// SPDX-License-Identifier: Apache-2.0
// How far a kernel's values are apart from one work-item to the next, taken for granted where a proof would be needed.
#ifndef WEFT_PACKING_COST_LANE_STEPS_H
#define WEFT_PACKING_COST_LANE_STEPS_H

#include "compiler/packing/cost/flow.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <cstdint>
#include <optional>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class GetElementPtrInst;
class PHINode;
class Value;
} // namespace llvm

namespace weft {

// How far a value grows from one work-item to its neighbour: not at all, by a number, or unknown. Pointers in bytes.
class Step {
public:
    static Step none() { return Step(0); }
    static Step unknown() { return Step(); }
    static Step of(int64_t Value) { return Step(Value); }

    bool isNone() const { return Known && Value == 0; }
    bool isKnown() const { return Known; }
    int64_t value() const { return Value; }

    Step operator+(Step Other) const;
    Step operator*(int64_t Factor) const;
    bool operator==(Step Other) const { return Known == Other.Known && Value == Other.Value; }

private:
    Step() = default;
    explicit Step(int64_t TheValue) : Known(true), Value(TheValue) {}

    bool Known = false;
    int64_t Value = 0;
};

// For work-items that are neighbours in a dimension. An estimate: nothing wraps around, and nobody has written for
// another what all load from one address.
class LaneSteps {
public:
    // ArgumentsVary: each work-item has its own, but for pointers to constant memory.
    LaneSteps(const llvm::Function &F, const Flow &TheFlow, unsigned TheDimension, bool ArgumentsVary = false);

    unsigned dimension() const { return Dimension; }
    // Whether packs at edges, where something is clamped, have code of their own.
    bool asksClamps() const { return AsksClamps; }
    Step of(const llvm::Value *V) const;
    // Whether that holds in most packs only: at edges it does not.
    bool isGuessed(const llvm::Value *V) const { return Guessed.contains(V); }
    // Whether it is so for what the code's flags say of it: where packs are not side by side unless that is proven.
    bool isProven(const llvm::Value *V) const { return !Unproven.contains(V); }
    // How often it fails for packs of that width, where what it is made of starts anew; 0: for all packs or none.
    double wrapChance(const llvm::Value *V, unsigned Width) const;
    // Whether work-items may take different ways behind the block.
    bool isDivergent(const llvm::BasicBlock *BB) const { return Branches.contains(BB); }
    // Whether only some work-items may come to the block when others do.
    bool isPartial(const llvm::BasicBlock *BB) const { return Partial.contains(BB); }
    // Whether those that come to such a block are neighbours: work-items on one side of a bound.
    bool isWithinBounds(const llvm::BasicBlock *BB) const { return WithinBounds.contains(BB); }
    // And whether such a place is one in each group.
    bool isWithinGroup(const llvm::BasicBlock *BB) const { return WithinGroup.contains(BB); }
    // Whether the condition, or each part of it, is the same for all lanes or for all on one side of a place.
    bool isBound(const llvm::Value &Condition, unsigned Depth = 8) const;
    // Whether some work-items may leave the loop before others.
    bool isUneven(const llvm::Loop &L) const;
    // Whether they do so where a bound ends it, which neighbours reach in the same round or the next.
    bool endsAtBounds(const llvm::Loop &L) const;
    // Whether they go through it in as many rounds, from one place to another next to their neighbours', if nothing is
    // clamped.
    bool isWindow(const llvm::Loop &L) const;

private:
    Step compute(const llvm::Instruction &I) const;
    Step ofAddress(const llvm::GetElementPtrInst &Address) const;
    Step ofPhi(const llvm::PHINode &Phi) const;
    Step ofEither(const llvm::Value *A, const llvm::Value *B) const;
    Step allNone(const llvm::Instruction &I) const;
    Step surelyNone(const llvm::Instruction &I) const;
    std::optional<double> rowOf(const llvm::Instruction &I) const;
    bool asksForPlace(const llvm::Value &Condition, unsigned Depth = 4) const;
    bool isChoiceByPlace(const llvm::Instruction &I) const;
    bool isGuess(const llvm::Instruction &I) const;
    bool isOfNeighbours(const llvm::Instruction &Compare) const;
    bool mayWrap(const llvm::Instruction &I) const;
    double periodOf(const llvm::Instruction &I) const;
    bool meetsBefore(const llvm::BasicBlock *BB, const llvm::BasicBlock *Other) const;
    bool joinsDivergent(const llvm::BasicBlock *BB) const;
    bool findBranches(const llvm::Function &F);
    void findPartial(const llvm::Function &F);

    const Flow &Control;
    const unsigned Dimension;
    const bool ArgumentsVary;
    const bool AsksClamps; // once for all: packs at edges have other code
    llvm::DenseMap<const llvm::Value *, Step> Known;
    llvm::DenseSet<const llvm::BasicBlock *> Branches, Partial, WithinBounds, WithinGroup;
    llvm::DenseSet<const llvm::Value *> Guessed, Unproven;
    llvm::DenseMap<const llvm::Value *, double> Periods; // work-items after which a value starts anew
};

} // namespace weft

#endif
