// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel run in the lanes of vectors.
#include "compiler/packing/cost/pack_width.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernels.h"
#include "compiler/packing/cost/form_cost.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

// Several vectors of a pack side by side grow the code, and the time of its build.
static constexpr unsigned MaxSideBySide = 8;
// Operations, each for as many vectors as it has, that a pack of several vectors may have, and that it may have where
// it is faster than whatever is best without it.
static constexpr unsigned MaxOperations = 500, MaxOperationsNeeded = 3500;
// Twice a vector of the widest numbers is always affordable if that is less than so many times as many.
static constexpr double Mixed = 1.5;
static constexpr unsigned FewRegisters = 16;
static constexpr unsigned ShortestVector = 128; // bits
// Where packs are expected to be a little faster than one work-item at a time they are mostly slower if work-items
// part: branches go other ways, and loops end sooner, than is usual.
static constexpr double Faster = 0.93, ClearlyFaster = 0.9;
// The packs for the rest of a row are the narrowest that are not much slower.
static constexpr double RestSlower = 2.5;
// A branch taken less often than once in so many times does not decide.
static constexpr unsigned RareBranch = 16;

static unsigned
bitsOf(const Type *T)
{
    const Type *Scalar = T->getScalarType();

    return Scalar->isFloatingPointTy() || Scalar->isIntegerTy() ? Scalar->getPrimitiveSizeInBits().getFixedValue() : 0;
}

// Whether the branch says that it hardly ever goes this way.
static bool
isRare(const BasicBlock &From, const BasicBlock &To)
{
    const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
    uint64_t Taken, NotTaken;

    if (!Branch || !Branch->isConditional() || !extractBranchWeights(*Branch, Taken, NotTaken))
        return false;
    return (Branch->getSuccessor(0) == &To ? Taken : NotTaken) < (Taken + NotTaken) / RareBranch;
}

SmallPtrSet<const BasicBlock *, 8>
rareBlocks(const Function &Kernel)
{
    SmallPtrSet<const BasicBlock *, 8> Rare;

    for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&Kernel))
        if (!pred_empty(BB) &&
            all_of(predecessors(BB), [&](const BasicBlock *From) { return Rare.contains(From) || isRare(*From, *BB); }))
            Rare.insert(BB);
    return Rare;
}

// The widest type among what is stored, what that is computed from, and all floating-point numbers, where the kernel is
// most of the time. Indices do not count: they are the same for a pack but for the lane's number.
static unsigned
widestElement(const Function &Kernel)
{
    const SmallPtrSet<const BasicBlock *, 8> Rare = rareBlocks(Kernel);
    SmallVector<const Value *, 32> Work;
    SmallPtrSet<const Value *, 32> Seen;
    unsigned Widest = 0;
    auto Count = [&](const Type *T) { Widest = std::max(Widest, bitsOf(T)); };

    for (const Instruction &I : instructions(Kernel)) {
        if (Rare.contains(I.getParent()))
            continue;
        if (I.getType()->isFPOrFPVectorTy())
            Count(I.getType());
        if (const auto *Store = dyn_cast<StoreInst>(&I))
            Work.push_back(Store->getValueOperand());
        else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
            Work.push_back(Update->getValOperand());
    }
    while (!Work.empty()) {
        const Value *V = Work.pop_back_val();
        const auto *I = dyn_cast<Instruction>(V);
        if (isa<Constant>(V) || !Seen.insert(V).second || V->getType()->isPtrOrPtrVectorTy())
            continue;
        if (I && Rare.contains(I->getParent()))
            continue;
        Count(V->getType());
        // A conversion says nothing of what it converts: often an id or an argument, which is not data.
        if (!I ||
            isa<LoadInst, CallInst, TruncInst, FPTruncInst, SIToFPInst, UIToFPInst, AtomicRMWInst, AtomicCmpXchgInst>(
                I))
            continue;
        append_range(Work, I->operands());
    }
    return std::max(8u, static_cast<unsigned>(PowerOf2Ceil(Widest ? Widest : 32)));
}

static unsigned
vectorBits(const TargetTransformInfo &Target)
{
    return Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
}

// Lanes of the kernel's data in a vector register, at least 1; 0: there are no vectors.
static unsigned
lanesOf(const Function &Kernel, const TargetTransformInfo &Target)
{
    const unsigned Bits = vectorBits(Target);

    return Bits < ShortestVector ? 0 : Bits / std::min(Bits, widestElement(Kernel));
}

// Operations of packs so wide, each for as many vectors as it has: what is no number, as an address, for as many as the
// widest numbers, of which Lanes are a vector.
static double
operationsOf(const Function &Kernel, unsigned Width, unsigned Lanes, const TargetTransformInfo &Target)
{
    const double Bits = vectorBits(Target);
    double Operations = 0;

    for (const Instruction &I : instructions(Kernel)) {
        unsigned Its = bitsOf(I.getType());
        if (Its <= 1 && I.getNumOperands() > 0)
            Its = bitsOf(I.getOperand(0)->getType());
        Operations += std::max(1.0, Its <= 1 ? double(Width) / Lanes : Its * Width / Bits);
    }
    return Operations;
}

PackWidths
packWidthsOf(unsigned Full, const Function &Kernel, const TargetTransformInfo &Target, FormCosts &Costs,
             unsigned Dimension)
{
    const double Least = Costs.cycles({Full, Dimension});
    unsigned Rest = std::max(2u, std::min(Full, lanesOf(Kernel, Target)));

    if (Full == 1)
        return {};
    while (Rest < Full && Costs.cycles({Rest, Dimension}) >= RestSlower * Least)
        Rest *= 2;
    return {Full, Rest};
}

PackWidths
choosePackWidths(const Function &Kernel, const TargetTransformInfo &Target, FormCosts &Costs, unsigned Dimension)
{
    const uint64_t Required = requiredLocalSize(Kernel, Dimension);
    const unsigned Count = Kernel.getInstructionCount();
    const unsigned Lanes = lanesOf(Kernel, Target);
    const CostTable &Table = costTable(Target);
    // Shuffles need registers besides those of the values.
    const bool HasRows = Target.getNumberOfRegisters(Target.getRegisterClassForType(/*Vector=*/true)) <= FewRegisters &&
                         Costs.takesRowsApart(Dimension);
    unsigned Most = MaxPackWidth, Best = 1;

    // Groups that run as one are as wide as their row.
    if (Required && !canMergeGroups(Kernel, Dimension))
        Most = std::min<uint64_t>(llvm::bit_floor(Required), Most);
    if (Lanes == 0 || Most == 1)
        return {};
    double Least = Costs.cycles({1, Dimension});
    double Wanted = Least * (Costs.mayPart(Dimension) ? ClearlyFaster : Faster);
    // Of large kernels there is one width that they can afford, or twice that where few of their numbers are the
    // widest.
    const bool IsLarge = Count > MaxOperationsNeeded;
    const unsigned Affordable = Lanes * (operationsOf(Kernel, 2 * Lanes, Lanes, Target) < Mixed * Count ? 2 : 1);
    // Rows that lanes walk along share the sets of caches: with few lanes their lines stay there.
    const unsigned Fewest = std::max(2u, std::min(Lanes / 2, Lanes * ShortestVector / vectorBits(Target)));
    const unsigned Widest = std::min(Most, IsLarge ? Affordable : Lanes * MaxSideBySide);
    for (unsigned Width = IsLarge ? Lanes : Fewest; Width <= Widest; Width *= 2) {
        const double Cycles = Costs.cycles({Width, Dimension});
        if (Width > Affordable && operationsOf(Kernel, Width, Lanes, Target) >
                                      (Cycles < Faster * Least ? MaxOperationsNeeded : MaxOperations)) {
            if (!Costs.isWholeGroup({Most, Dimension}))
                break;
            continue; // a pack that is the whole group may be much faster than any that is narrower
        }
        Wanted *= Best > 1 && Width > Lanes && HasRows ? Table.MoreRows : Table.MoreLanes;
        if (Cycles < Wanted) {
            Best = Width;
            Least = Wanted = Cycles;
        }
    }
    if (IsLarge && 2 * Lanes <= Most)
        (void)Costs.cycles({2 * Lanes, Dimension}); // is among those that were asked for: versions may be so wide
    return packWidthsOf(Best, Kernel, Target, Costs, Dimension);
}

} // namespace weft
