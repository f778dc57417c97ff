// SPDX-License-Identifier: Apache-2.0
// How packs of one form run a function: what FormCosts is made of.
#ifndef WEFT_PACKING_COST_FORM_WALK_H
#define WEFT_PACKING_COST_FORM_WALK_H

#include "compiler/packing/cost/form_cost.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/InstructionCost.h"

namespace llvm {
class CallBase;
} // namespace llvm

namespace weft {

// Of instructions: form_walk.cpp; of accesses: form_accesses.cpp; of registers: form_registers.cpp.
class FormCosts::Walk {
public:
    Walk(FormCosts &TheOwner, const LaneSteps &TheLanes, unsigned TheWidth)
        : Owner(TheOwner), Lanes(TheLanes), Target(TheOwner.Target), Table(TheOwner.Table), Width(TheWidth),
          IsWholeGroup(TheOwner.isWholeGroup({TheWidth, TheLanes.dimension()}))
    {
        countStreams();
    }

    double ofBlock(const llvm::BasicBlock &BB, FormCost *Details);
    double reachedFrom(const llvm::BasicBlock *Top, const llvm::BasicBlock &BB) const;
    double unevenness(const llvm::Loop &L) const;
    double meeting(const llvm::Loop &L) const;
    double reached(const llvm::BasicBlock &BB) const;
    double timesOf(const llvm::BasicBlock &BB) const;
    double waiting(const llvm::Loop &L) const;
    double stalled(const llvm::Loop &L) const;
    double roundsAtOnce(const llvm::Loop &L) const;
    double waiting(llvm::ArrayRef<const llvm::BasicBlock *> Blocks) const;
    double movedInLoop(const llvm::Loop &L, const llvm::BasicBlock &BB, double Missing, double Wanted,
                       double Used) const;
    double spilled(const llvm::BasicBlock &BB) const;
    double acrossBarriers(const llvm::BasicBlock &BB) const;

private:
    double rowAt(const llvm::BasicBlock &BB) const;
    double ofAnyLane(double Share) const;
    double ofAnyNeighbour(double Share, const llvm::BasicBlock &BB) const;
    double lanesOn(const llvm::BasicBlock &BB) const;
    unsigned registers(const llvm::Type *T) const;
    double vectorRegisters(const llvm::Value *V) const;
    double kept(const llvm::Loop &L) const;
    void countStreams();
    llvm::Type *widened(llvm::Type *T, unsigned Count) const;
    unsigned partsOf(const llvm::CallBase &Call) const;
    bool isCopyOfEachLane(const llvm::CallBase &Call) const;
    unsigned components(const llvm::Type *T) const;
    double maskRegisters() const;
    double unit(const llvm::Type *T) const;
    double believed(llvm::InstructionCost Cost) const;
    bool isData(const llvm::Value *V) const;
    bool isForRow(const llvm::Value *V);
    bool isConstantInGroup(const llvm::Value *V);
    bool isGather(const llvm::Instruction &I) const;
    double ofInstruction(const llvm::Instruction &I);
    double ofOperation(const llvm::Instruction &I, bool IsData);
    double ofCall(const llvm::CallBase &Call);
    double ofBranch(const llvm::Instruction &Branch);
    double maskedShare(const llvm::BasicBlock &BB) const;
    double ofByteTable(const llvm::Instruction &I) const;
    bool isOfSmallTable(const llvm::Value &Address, double Bytes, const llvm::Loop *L) const;
    double ofEachLane(const llvm::Instruction &I, Step Apart) const;
    RowAccess::Kinds inRow(const llvm::Instruction &I) const;
    double ofAccess(const llvm::Instruction &I);
    bool isKept(const llvm::Value &Address, double Lines, const llvm::Loop &L, double Bytes) const;
    bool isFar(const llvm::Value &Address, double Lines, const llvm::Loop &L) const;
    bool waitsForFarLoads(const llvm::Loop &L) const;
    double ofLines(const llvm::Instruction &Access, double Bytes, const llvm::Loop *L, bool IsTiled);
    double ofStraightLines(const llvm::Value &Address, double Lines, bool IsLoad);
    double ofAtomic(const llvm::Instruction &I);

    FormCosts &Owner;
    const LaneSteps &Lanes;
    const llvm::TargetTransformInfo &Target;
    const CostTable &Table;
    const unsigned Width;
    const bool IsWholeGroup;
    llvm::DenseMap<const llvm::Loop *, double>
        Streams; // addresses of a loop with which each work-item walks through its own lines
    using Behind = std::pair<const llvm::Value *, const llvm::Value *>; // an address, and an index of it
    // What is done with a line outside of loops, and of that what was asked for already.
    struct StraightLine {
        bool IsLoaded = false, IsStored = false;
        bool HasLoad = false, HasStore = false;
    };
    llvm::DenseMap<std::pair<Behind, uint64_t>, StraightLine> Straight;
    llvm::DenseMap<std::pair<Behind, uint64_t>, unsigned> InSet; // how many of them are in a set of the first cache,
    llvm::DenseMap<std::pair<Behind, uint64_t>, unsigned> InSecondSet; // or of the second
    llvm::DenseSet<std::pair<Behind, uint64_t>> Pages;                 // with such lines, likewise
    double SideBySide = 0;                                             // instructions that access these lines
    bool HasFarPages = false;
    llvm::DenseMap<const llvm::Instruction *, bool> ForRow, ConstantInGroup;
    // What neighbours of are in the same lines: what is not constant in an address, and where they begin behind it.
    llvm::DenseSet<std::pair<const llvm::Loop *, std::pair<Behind, uint64_t>>> Seen;
};

} // namespace weft

#endif
