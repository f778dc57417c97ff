// SPDX-License-Identifier: Apache-2.0
// What a kernel, or a part of it, takes in each form that it may have.
#ifndef WEFT_PACKING_COST_FORM_COST_H
#define WEFT_PACKING_COST_FORM_COST_H

#include "compiler/packing/analysis/byte_table.h"
#include "compiler/packing/cost/kept_values.h"
#include "compiler/packing/cost/lane_steps.h"
#include "compiler/packing/cost/loop_steps.h"
#include "compiler/packing/cost/rare_code.h"
#include "compiler/packing/cost/walked_rows.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <memory>
#include <optional>
#include <vector>

namespace llvm {
class BasicBlock;
class FixedVectorType;
class Function;
class Instruction;
class TargetTransformInfo;
class Type;
class Value;
} // namespace llvm

namespace weft {

struct CostTable;

// Width work-items that are neighbours in the dimension run side by side; 1: one after the other.
struct Form {
    unsigned Width = 1, Dimension = 0;

    bool operator==(Form Other) const { return Width == Other.Width && Dimension == Other.Dimension; }
};

struct FormCost {
    double Cycles = 0; // for each work-item
    // For a pack: of one run of each instruction, and how often those of its block run.
    llvm::DenseMap<const llvm::Instruction *, double> Instructions;
    llvm::DenseMap<const llvm::BasicBlock *, double> Times;
};

// An estimate from the code for one work-item: operations as LLVM's tables and costTable() have them; memory by how far
// the addresses are from lane to lane and from round to round; what waits for results; registers that do not suffice.
class FormCosts {
public:
    FormCosts(const llvm::Function &F, const llvm::TargetTransformInfo &TheTarget);
    ~FormCosts();

    double cycles(Form Its); // for each work-item
    FormCost of(Form Its);   // and what they are made of
    // Whether work-items that are neighbours in the dimension may go different ways, but for those beyond bounds.
    bool mayPart(unsigned Dimension);
    // Whether what neighbours access lies in memory between one another's: vectors, fields of structures.
    bool takesRowsApart(unsigned Dimension);
    // The work-items of a group, where groups do not run as one and the kernel says how many they are, or that there is
    // one: it asks for ids, but of other dimensions. Else 0.
    uint64_t statedRow(unsigned Dimension) const;
    // Whether a group's work-items are one pack, so that barriers part nothing and local ids are constant.
    bool isWholeGroup(Form Its) const;
    // The forms that were asked for, the cheapest first.
    std::vector<Form> asked() const;

private:
    class Walk;
    // What a call of each function costs a pack of each width; those under way cost nothing.
    using Calls = llvm::DenseMap<std::pair<const llvm::Function *, unsigned>, double>;

    FormCosts(const llvm::Function &F, const llvm::TargetTransformInfo &TheTarget, bool TheArgumentsVary,
              std::shared_ptr<Calls> TheCalled);
    const LaneSteps &steps(unsigned Dimension);
    llvm::ArrayRef<RareCode> rareCode(unsigned Dimension); // of packs along it
    double lanesInUse(Form Its) const;
    struct FewLanes {
        double Share, Count;
    };
    FewLanes fewLanesAt(const RareCode &Code, unsigned Width) const;
    double estimate(Form Its, FormCost *Details);
    double cycles(Walk &Pack, Form Its, const llvm::SmallPtrSetImpl<const llvm::BasicBlock *> &Of, FormCost *Details);

    const llvm::Function &F;
    const llvm::TargetTransformInfo &Target;
    const CostTable &Table;
    const ByteLookup Lookup;
    const bool HasMaskRegisters;
    const bool ArgumentsVary; // F is called by work-items with arguments of their own
    Flow Control;
    const unsigned Asked;                                   // dimensions of whose ids it asks for one, a bit each
    const unsigned Thin;                                    // along which groups seem to have one work-item
    llvm::SmallPtrSet<const llvm::BasicBlock *, 8> RunOnce; // by one work-item of a group for all
    const llvm::SmallPtrSet<const llvm::Instruction *, 16>
        InRows; // accesses of rows of 16 bytes (analysis/short_rows.h)
    std::unique_ptr<LaneSteps> Steps[3];
    std::optional<std::vector<RareCode>> Rare[3];
    LoopSteps Rounds;
    WalkedRows Rows;
    const KeptValues Kept;
    std::shared_ptr<Calls> Called;
    llvm::DenseMap<std::pair<unsigned, unsigned>, double> Known; // by width and dimension
};

} // namespace weft

#endif
