// SPDX-License-Identifier: Apache-2.0
// What a kernel, or a part of it, takes in each form that it may have.
#include "compiler/packing/cost/form_cost.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/once_loops.h"
#include "compiler/analysis/switched.h"
#include "compiler/packing/analysis/short_rows.h"
#include "compiler/packing/cost/form_walk.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Both limits at once: where they are near to each other, either is reached some of the time; less often where it
// always takes as long.
static double
together(double Busy, double Waiting, bool IsSteady)
{
    return IsSteady ? std::cbrt(Busy * Busy * Busy + Waiting * Waiting * Waiting)
                    : std::sqrt(Busy * Busy + Waiting * Waiting);
}

// Whether each round takes as long as any other: all work-items leave at once, and nothing is read.
static bool
isSteady(const Loop &L, const LaneSteps &Lanes)
{
    return !Lanes.isUneven(L) && none_of(L.blocks(), [](const BasicBlock *BB) {
        return any_of(*BB, [](const Instruction &I) { return I.mayReadFromMemory(); });
    });
}

static bool
isPrimitive(const Value *V, Primitive Kind, unsigned Dimension)
{
    const PrimitiveCall Call = classifyPrimitive(V);

    return Call.Kind == Kind && Call.Dimension == Dimension;
}

// Whether the id, of dimension 1 or 2, is a part of get_local_linear_id() alone, (z * Y + y) * X + x. Work-group
// functions ask for that in groups of one dimension as well.
static bool
isForLinearId(const Instruction &Id, unsigned Dimension)
{
    const Value *Low, *High;

    if (!Id.hasOneUse())
        return false;
    const Value *User = *Id.user_begin();
    if (Dimension == 2)
        return match(User, m_c_Mul(m_Specific(&Id), m_Value(Low))) && isPrimitive(Low, Primitive::LocalSize, 1);
    return match(User, m_c_Add(m_Specific(&Id), m_c_Mul(m_Value(High), m_Value(Low)))) &&
           ((isPrimitive(High, Primitive::LocalId, 2) && isPrimitive(Low, Primitive::LocalSize, 1)) ||
            (isPrimitive(Low, Primitive::LocalId, 2) && isPrimitive(High, Primitive::LocalSize, 1)));
}

// The dimensions of whose ids the function asks for one, a bit each.
static unsigned
dimensionsAsked(const Function &F)
{
    unsigned Asked = 0;

    for (const Instruction &I : instructions(F)) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        if (Call.Kind == Primitive::LocalId && Call.Dimension > 0 && isForLinearId(I, Call.Dimension))
            continue;
        if (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32 || Call.Kind == Primitive::LocalId ||
            Call.Kind == Primitive::LocalId32 || Call.Kind == Primitive::GroupId)
            Asked |= 1u << Call.Dimension;
        else if (countsWorkItems(Call))
            Asked |= 1;
    }
    return Asked;
}

// The dimensions along which its groups seem to be one work-item wide, a bit each: what work-items of a group share has
// places for those that its local ids tell apart, or, where it asks for none, its global ids.
static unsigned
thinDimensions(const Function &F)
{
    unsigned Local = 0, Global = 0, Sizes = 0;

    for (const Instruction &I : instructions(F)) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        if (Call.Kind == Primitive::LinearId || Call.Kind == Primitive::SubGroupLocalId)
            return 0;
        if (Call.Kind == Primitive::LocalId || Call.Kind == Primitive::LocalId32)
            Local |= 1u << Call.Dimension;
        else if (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32)
            Global |= 1u << Call.Dimension;
        else if (Call.Kind == Primitive::LocalSize)
            Sizes |= 1u << Call.Dimension;
    }
    const unsigned Told = Local ? Local : Global;
    return Told ? ~(Told | Sizes) : 0;
}

FormCosts::FormCosts(const Function &TheF, const TargetTransformInfo &TheTarget, bool TheArgumentsVary,
                     std::shared_ptr<Calls> TheCalled)
    : F(TheF), Target(TheTarget), Table(costTable(TheTarget)), Lookup(byteLookup(TheF, TheTarget)),
      HasMaskRegisters(hasMaskRegisters(TheF.getContext(), TheTarget)), ArgumentsVary(TheArgumentsVary), Control(TheF),
      Asked(dimensionsAsked(TheF)), Thin(thinDimensions(TheF)), InRows(accessesOfShortRows(TheF, TheTarget)),
      Rows(Control.Dominators), Kept(TheF), Called(std::move(TheCalled))
{
    if (isKernel(F))
        for (const OnceLoop &L : findOnceLoops(const_cast<Function &>(F)))
            RunOnce.insert(L.Blocks.begin(), L.Blocks.end());
}

FormCosts::FormCosts(const Function &TheF, const TargetTransformInfo &TheTarget)
    : FormCosts(TheF, TheTarget, /*TheArgumentsVary=*/false, std::make_shared<Calls>())
{
}

FormCosts::~FormCosts() = default;

const LaneSteps &
FormCosts::steps(unsigned Dimension)
{
    if (!Steps[Dimension])
        Steps[Dimension] = std::make_unique<LaneSteps>(F, Control, Dimension, ArgumentsVary);
    return *Steps[Dimension];
}

ArrayRef<RareCode>
FormCosts::rareCode(unsigned Dimension)
{
    const LaneSteps &Lanes = steps(Dimension);

    if (!Rare[Dimension])
        Rare[Dimension] = isOn(F, WEFT_SWITCH_FEW_LANES)
                              ? weft::rareCode(const_cast<Function &>(F), Control,
                                               [&Lanes](const BranchInst &Branch) {
                                                   return Lanes.isDivergent(Branch.getParent()) &&
                                                          !Lanes.isBound(*Branch.getCondition());
                                               })
                              : std::vector<RareCode>();
    return *Rare[Dimension];
}

uint64_t
FormCosts::statedRow(unsigned Dimension) const
{
    if (canMergeGroups(F, Dimension))
        return 0;
    if (const uint64_t Required = requiredLocalSize(F, Dimension))
        return Required;
    const uint64_t Hinted = hintedLocalSize(F, Dimension);
    return Hinted || !(Thin & 1u << Dimension) ? Hinted : 1;
}

// Lanes of a pack that there are work-items for.
double
FormCosts::lanesInUse(Form Its) const
{
    if (ArgumentsVary)
        return Its.Width;
    // All lanes would do the same; what asks for no id is launched for one work-item.
    if (!(Asked & 1u << Its.Dimension))
        return 1;
    if (!canMergeGroups(F, Its.Dimension)) {
        const uint64_t Stated = statedRow(Its.Dimension);
        return std::min<uint64_t>(Its.Width, Stated ? Stated : Asked & ~1u ? usual::Tile : usual::Group);
    }
    return Its.Width / (1 + Its.Width / (2.0 * usual::Row)); // the end of a row is a pack of few
}

bool
FormCosts::isWholeGroup(Form Its) const
{
    for (unsigned Dimension = 0; Dimension < 3; Dimension++)
        if (requiredLocalSize(F, Dimension) != (Dimension == Its.Dimension ? Its.Width : 1))
            return false;
    return Its.Width > 1 && !canMergeGroups(F, Its.Dimension);
}

double
FormCosts::cycles(Form Its)
{
    const auto [Place, IsNew] = Known.try_emplace({Its.Width, Its.Dimension}, 0);

    if (IsNew)
        Place->second = estimate(Its, nullptr);
    return Place->second;
}

bool
FormCosts::mayPart(unsigned Dimension)
{
    const LaneSteps &Lanes = steps(Dimension);

    return any_of(F, [&](const BasicBlock &BB) {
        const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
        return Lanes.isDivergent(&BB) && !(Branch && Branch->isConditional() && Lanes.isBound(*Branch->getCondition()));
    });
}

bool
FormCosts::takesRowsApart(unsigned Dimension)
{
    const LaneSteps &Lanes = steps(Dimension);

    return any_of(instructions(F), [&Lanes](const Instruction &I) {
        const Value *Address = getLoadStorePointerOperand(&I);
        if (!Address)
            return false;
        const Step Its = Lanes.of(Address);
        Type *T = getLoadStoreType(const_cast<Instruction *>(&I));
        const double Apart = std::abs(Its.value()) / double(I.getDataLayout().getTypeStoreSize(T).getFixedValue());
        return Its.isKnown() && !Its.isNone() && (T->isVectorTy() || (Apart > 1 && Apart <= packed::FarthestField));
    });
}

std::vector<Form>
FormCosts::asked() const
{
    std::vector<Form> Forms;

    for (const auto &[Its, Cycles] : Known)
        Forms.push_back({Its.first, Its.second});
    llvm::sort(Forms, [this](Form A, Form B) {
        const double CyclesOfA = Known.lookup({A.Width, A.Dimension}), CyclesOfB = Known.lookup({B.Width, B.Dimension});
        return std::tie(CyclesOfA, A.Width, A.Dimension) < std::tie(CyclesOfB, B.Width, B.Dimension);
    });
    return Forms;
}

FormCost
FormCosts::of(Form Its)
{
    FormCost Result;

    Result.Cycles = estimate(Its, &Result);
    return Result;
}

// How many of a pack's visits to the code are of few lanes, and how many lanes those have, where it is any work-items
// that come there, such as those that find something in their data.
FormCosts::FewLanes
FormCosts::fewLanesAt(const RareCode &Code, unsigned Width) const
{
    const double Chance = Control.Reached.lookup(Code.First), None = std::pow(1 - Chance, Width);
    double Exactly = None, Visits = 0, Lanes = 0;

    if (Chance <= 0 || Chance >= 1 || !fewLanes(Width))
        return {0, 0};
    for (unsigned On = 1; On <= fewLanes(Width); On++) {
        Exactly *= Chance / (1 - Chance) * (Width - On + 1) / On;
        Visits += Exactly;
        Lanes += On * Exactly;
    }
    return {Visits / (1 - None), Lanes / Visits};
}

double
FormCosts::estimate(Form Its, FormCost *Details)
{
    const LaneSteps &Lanes = steps(Its.Dimension);
    Walk Pack(*this, Lanes, Its.Width);
    SmallPtrSet<const BasicBlock *, 32> Rest;

    for (const BasicBlock &BB : F)
        if (!RunOnce.contains(&BB))
            Rest.insert(&BB);
    struct Part {
        const RareCode &Code;
        FewLanes Few;
        SmallPtrSet<const BasicBlock *, 16> Blocks;
    };
    std::vector<Part> Parts;
    for (const RareCode &Code : Its.Width > 1 ? rareCode(Its.Dimension) : ArrayRef<RareCode>()) {
        Part P = {Code, fewLanesAt(Code, Its.Width), {}};
        if (P.Few.Share < usual::FewShare)
            continue;
        for (const BasicBlock *BB : Code.Blocks)
            if (Rest.erase(BB)) // others are of code inside
                P.Blocks.insert(BB);
        Parts.push_back(std::move(P));
    }
    double Sum = cycles(Pack, Its, Rest, Details);
    for (const auto &[Code, Few, Blocks] : Parts) {
        Walk Single(*this, Lanes, 1);
        const double Once = cycles(Single, {1, Its.Dimension}, Blocks, nullptr) / Control.Reached.lookup(Code.First);
        Sum += (1 - Few.Share) * cycles(Pack, Its, Blocks, Details) +
               Few.Share * Pack.reached(*Code.First) * Few.Count * (Once + packed::ForeignCall);
    }
    // Loops from one clamped value to another go lane by lane, and have masks, in packs at both ends of a row.
    if (Its.Width > 1 && Lanes.asksClamps() &&
        any_of(Control.Loops.getLoopsInPreorder(), [&Lanes](const Loop *L) { return Lanes.isWindow(*L); }))
        Sum +=
            Its.Width * std::min(1.0, 2 * Its.Width / usual::Edges) * usual::WindowAtEdge * cycles({1, Its.Dimension});
    return (Sum + Table.Pack) / lanesInUse(Its);
}

// What a pack takes in some of the blocks.
double
FormCosts::cycles(Walk &Pack, Form Its, const SmallPtrSetImpl<const BasicBlock *> &Of, FormCost *Details)
{
    const LaneSteps &Lanes = steps(Its.Dimension);
    double Sum = 0;
    MapVector<const Loop *, double> Innermost;
    DenseMap<const Loop *, double> Instructions; // of each loop's own blocks
    MapVector<const Loop *, double> Straight;    // likewise, of loops that have others inside, and of none
    DenseMap<const Loop *, SmallVector<const BasicBlock *, 16>> Blocks;

    for (const BasicBlock &BB : F) {
        if (!Of.contains(&BB))
            continue;
        const Loop *L = Control.Loops.getLoopFor(&BB);
        const double Once = Pack.ofBlock(BB, Details) + Pack.spilled(BB) + Pack.acrossBarriers(BB);
        Instructions[L] += BB.size();
        (L && L->isInnermost() ? Innermost : Straight)[L] += Once * Pack.timesOf(BB) / (L ? Pack.roundsAtOnce(*L) : 1);
        Blocks[L].push_back(&BB);
    }
    // What waits in one pack, or in a round, is hidden by the next, as far as the processor looks ahead.
    for (const auto &[L, Cycles] : Straight) {
        const double Times = Pack.timesOf(L ? *L->getHeader() : *Blocks[L].front());
        const double Beside = std::max(1.0, usual::Window / std::max(1.0, Instructions[L]));
        Sum += together(Cycles, Times * Pack.waiting(Blocks[L]) / Beside, /*IsSteady=*/false);
    }
    // A round waits for the one before, however little it does: more lanes wait no longer. Where all work-items make
    // few rounds of few instructions the next ones are under way meanwhile.
    for (const auto &[L, Cycles] : Innermost) {
        const double Turns = 4 * Control.Turns.lookup(L);
        const double Beside = Lanes.isUneven(*L) ? 1 : std::max(1.0, usual::Window / (Turns * Instructions[L]));
        // Rounds that are not there yet do not hide what waits in one, where it has many instructions.
        const double Ahead = std::max(1.0, usual::Window / Instructions[L]);
        const bool IsWhole = L->getNumBlocks() == 1;
        double InRound = 0;
        for (const BasicBlock *BB : Blocks[L])
            if (IsWhole ? Its.Width > 1 : BB->size() >= usual::Window)
                InRound = std::max(InRound, Pack.waiting(BB) / Ahead);
        const double Waiting = std::max(Pack.waiting(*L) / Beside, InRound) / Pack.roundsAtOnce(*L);
        const double Times = Pack.timesOf(*L->getHeader());
        Sum += together(Cycles, Times * Waiting, isSteady(*L, Lanes)) + Times * Pack.stalled(*L);
    }
    return Sum;
}

} // namespace weft
