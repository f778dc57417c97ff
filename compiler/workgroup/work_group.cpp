// SPDX-License-Identifier: Apache-2.0
// Pass work-group: turns each kernel, code for one work-item, into an entry that runs a range of work-groups.
#include "compiler/workgroup/work_group.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/once_loops.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "compiler/kernel_abi.h"
#include "compiler/kernel_info.h"
#include "compiler/packing/cost/form_cost.h"
#include "compiler/packing/cost/pack_width.h"
#include "compiler/packing/cost/tiles.h"
#include "compiler/packing/emit/packed_functions.h"
#include "compiler/remarks.h"
#include "compiler/workgroup/context_layout.h"
#include "compiler/workgroup/guarded_bodies.h"
#include "compiler/workgroup/lane_dimension.h"
#include "compiler/workgroup/launch_hints.h"
#include "compiler/workgroup/region_builder.h"
#include "compiler/workgroup/region_functions.h"
#include "compiler/workgroup/regions.h"
#include "compiler/workgroup/work_group_loops.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cmath>

using namespace llvm;

namespace weft {

static constexpr StringLiteral ExchangedSuffix = ".exchanged";
// What the private variables of a kernel's packs may take of a thread's stack, which has 64 MiB.
static constexpr uint64_t MostPackedPrivateBytes = UINT64_C(40) << 20;

static bool
asksForSubGroups(const Function &Kernel)
{
    return any_of(instructions(Kernel), [](const Instruction &I) { return asksForSubGroup(classifyPrimitive(&I)); });
}

// Packs that go to another dimension than 0 have a second entry, and launches whose rows are short; so they have to be
// that much better. Tiles are as long in either dimension.
static constexpr double BetterDimension = 2, BetterDimensionOfTiles = 1.5;

// Forms that are tried where a kernel runs often (runtime/program/versions.c): those that are expected to take at most
// so many times as long as the one that is expected to be best, and at most so many, as each is a build; and one more.
static constexpr double MaybeAsFast = 2;
static constexpr unsigned MostNearForms = 2;
// One more of these, where the estimate tells it from the best one even less.
static constexpr double HardlySlower = 1.1;

// Whether it was built with -g; else places in the source are there for remarks at most.
static bool
isDebugged(const Function &Kernel)
{
    const DISubprogram *Its = Kernel.getSubprogram();

    return Its && Its->getUnit() && Its->getUnit()->getEmissionKind() == DICompileUnit::FullDebug;
}

// Work-items that are asked at once whether they have anything to do.
static constexpr unsigned AskedLanes = 32;
static cl::opt<bool> AlwaysAsk("weft-guarded-bodies", cl::Hidden,
                               cl::desc("Bodies behind what is loaded run one at a time, also where packs are faster"));

// Fewer lanes where the private variables of all would not fit. Full packs and those for the rest of a row, in each
// dimension that lanes are taken from, have a frame of their own at worst.
static PackWidths
narrowForPrivateMemory(const Function &Kernel, PackWidths Widths, bool HasExchanged)
{
    const uint64_t Bytes = countPrivateBytes(Kernel) * (HasExchanged ? 2 : 1);
    PackWidths Narrow = Widths;

    while (Narrow.Full > 1 && Bytes * (Narrow.Full + Narrow.Rest) > MostPackedPrivateBytes)
        Narrow = {Narrow.Full / 2, std::min(Narrow.Full / 2, Narrow.Rest)};
    if (Narrow.Full < Widths.Full)
        remark(Kernel, Twine(Narrow.Full) + " instead of " + Twine(Widths.Full) +
                           " work-items side by side: each has " + Twine(Bytes) + " bytes of private variables");
    return Narrow;
}

// Always: as wide as Widths says, also where something else is expected to be faster. Exchanged: the dimension of the
// launch that is 0 for the kernel, see exchangeDimensions. The kernel is gone afterwards.
static Function &
buildEntry(Function &Kernel, bool Optimize, PackWidths Widths, bool Always, PackedFunctions &Packed,
           unsigned Exchanged = 0)
{
    uint64_t PrivateBytes = countPrivateBytes(Kernel);
    bool Merge = Optimize && canMergeGroups(Kernel);
    // Groups that are merged run in long rows, whatever their size.
    const bool HasTiles = Kernel.hasFnAttribute(WEFT_ATTRIBUTE_WALKS_TILES);
    const bool WantsLocalSize = Optimize && (!Merge || HasTiles) && !Kernel.hasMetadata("reqd_work_group_size");
    const uint64_t WantedArguments = Optimize ? wantedArguments(Kernel) : 0;
    RegionGraph Graph(Kernel, Optimize ? findOnceLoops(Kernel) : SmallVector<OnceLoop, 2>());
    if (Graph.HasBarriers)
        dropAliasScopes(Kernel); // of functions that were inlined late: a loop may have barriers between its rounds
    ContextLayout Layout(Kernel, Graph, Optimize, Widths.Full > 1);
    EntryBuilder Entry(Kernel, Merge, Exchanged, /*Scalar=*/Always && Widths.Full == 1);

    RegionBuilder Builder(Kernel, Graph, Layout, Entry);
    PackWidths Done;
    if (Widths.Full > 1) {
        Done = Builder.build(Packed, Widths, Always);
    } else {
        if (Optimize && !Always)
            keepUnevenLoops(Kernel);
        Builder.build();
    }
    // A debugger finds a group's variables in one frame.
    const bool Outline = Optimize && !Entry.asksForFrame() && !Kernel.getSubprogram() &&
                         !Kernel.hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS);
    if (Outline)
        outlineRegions(*Entry.Entry, Builder.blocks());
    removeUnreachableBlocks(*Entry.Entry);

    setSize(*Entry.Entry, PrivateBytesAttribute, PrivateBytes);
    setSize(*Entry.Entry, ContextBytesAttribute, Layout.BytesPerItem);
    setSize(*Entry.Entry, HasBarrierAttribute, Graph.HasBarriers);
    if (WantsLocalSize)
        setSize(*Entry.Entry, WantsLocalSizeAttribute, 1);
    if (WantedArguments)
        setSize(*Entry.Entry, WantsArgumentsAttribute, WantedArguments);
    const bool IsPacked = Done.Full > 1;
    const std::string Lanes = std::to_string(Done.Full) + " work-items of dimension " + std::to_string(Exchanged);
    StringRef Name = kernelName(Kernel);
    Name.consume_back(ExchangedSuffix);
    remark(Kernel,
           "kernel '" + Name + "': " + (IsPacked ? Lanes + " side by side" : std::string("one work-item at a time")));
    if (IsPacked)
        setSize(*Entry.Entry, PackWidthAttribute, Done.Full);
    if (IsPacked && Merge)
        setSize(*Entry.Entry, MergedItemsAttribute, Done.Full);
    if (Merge && Exchanged)
        setSize(*Entry.Entry, OrdersGroupsAttribute, 1);

    DISubprogram *Subprogram = Kernel.getSubprogram();
    Kernel.eraseFromParent();
    Entry.Entry->setSubprogram(Subprogram);
    return *Entry.Entry;
}

// The entry of a kernel whose lanes are work-items of the dimension, or null when they do not get packed.
static Function *
buildExchanged(Function &Kernel, unsigned Dimension, PackWidths Widths, bool Always, PackedFunctions &Packed)
{
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(&Kernel, Map);

    Copy->setName(Kernel.getName() + ExchangedSuffix);
    Copy->addFnAttr(WEFT_ATTRIBUTE_KERNEL, (kernelName(Kernel) + ExchangedSuffix).str());
    exchangeDimensions(*Copy, Dimension);
    Function &Entry = buildEntry(*Copy, true, Widths, Always, Packed, Dimension);
    if (!Entry.hasFnAttribute(PackWidthAttribute)) {
        Entry.eraseFromParent();
        return nullptr;
    }
    return &Entry;
}

// Launches whose field at the offset is at least Least go to Other, which is called by Entry alone.
static void
dispatch(Function &Entry, Function &Other, uint64_t Offset, uint64_t Least)
{
    BasicBlock &Start = Entry.getEntryBlock();
    BasicBlock *Rest = Start.splitBasicBlock(Start.getFirstNonPHIOrDbgOrAlloca(), "own");
    BasicBlock *Call = BasicBlock::Create(Entry.getContext(), "other", &Entry, Rest);
    IRBuilder<> B(Start.getTerminator());

    B.CreateCondBr(B.CreateICmpUGE(loadLaunchField(B, Entry.getArg(0), Offset, "field"), B.getInt64(Least)), Call,
                   Rest);
    Start.getTerminator()->eraseFromParent();
    B.SetInsertPoint(Call);
    if (DISubprogram *Subprogram = Entry.getSubprogram())
        B.SetCurrentDebugLocation(DILocation::get(Entry.getContext(), Subprogram->getLine(), 0, Subprogram));
    B.CreateCall(&Other, {Entry.getArg(0), Entry.getArg(1), Entry.getArg(2), Entry.getArg(3)});
    B.CreateRetVoid();
    for (StringRef Attribute :
         {PrivateBytesAttribute, ContextBytesAttribute, LocalBytesAttribute, OrdersGroupsAttribute})
        setSize(Entry, Attribute, std::max(getSize(Entry, Attribute), getSize(Other, Attribute)));
    Other.removeFnAttr(WEFT_ATTRIBUTE_ENTRY);
    Other.setLinkage(GlobalValue::InternalLinkage);
    Other.addFnAttr(Attribute::NoInline);
}

// Launches whose buffers do not overlap have an entry of their own; they are what is usual.
static void
dispatchApart(Function &Entry, Function &Apart)
{
    dispatch(Entry, Apart, offsetof(struct weft_launch, apart), 1);
    setSize(Entry, AsksApartAttribute, 1);
    for (StringRef Attribute : {FormAttribute, OtherFormsAttribute, MergedItemsAttribute}) {
        Entry.removeFnAttr(Attribute);
        if (const uint64_t Its = getSize(Apart, Attribute))
            setSize(Entry, Attribute, Its);
    }
}

WorkGroupPass::PackPlan
WorkGroupPass::narrowed(const Function &Kernel, PackPlan Plan) const
{
    Plan.Widths = narrowForPrivateMemory(Kernel, Plan.Widths, Plan.Dimension != 0);
    Plan.Exchanged = narrowForPrivateMemory(Kernel, Plan.Exchanged, true);
    if (Plan.Exchanged.Full == 1)
        Plan.Dimension = 0;
    Plan.Least = Plan.Exchanged.Rest;
    return Plan;
}

// The widths of packs along the dimension.
PackWidths
WorkGroupPass::widths(const Function &Kernel, FormCosts &Costs, const TargetTransformInfo &Target,
                      unsigned Dimension) const
{
    PackWidths Widths; // one work-item at a time

    if (Kernel.hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS) || !isOn(*Kernel.getParent(), WEFT_SWITCH_PACKING))
        return Widths;
    Widths = FixedWidth ? PackWidths{FixedWidth, FixedWidth} : choosePackWidths(Kernel, Target, Costs, Dimension);
    if (!FixedWidth && asksForSubGroups(Kernel))
        Widths = {std::min(Widths.Full, unsigned{WEFT_SUB_GROUP_SIZE}),
                  std::min(Widths.Rest, unsigned{WEFT_SUB_GROUP_SIZE})};
    return Widths;
}

// The form that the kernel is to have, whatever it is expected to take.
WorkGroupPass::PackPlan
WorkGroupPass::wanted(const Function &Kernel, FormCosts &Costs, const TargetTransformInfo &Target) const
{
    const unsigned Wanted = getSize(Kernel, WantedFormAttribute);
    const unsigned Width = weft_form_width(Wanted), Dimension = weft_form_dimension(Wanted);
    PackWidths Its = packWidthsOf(Width, Kernel, Target, Costs, Dimension);
    // Where no row has as many work-items the rest is all there is: else it were another form's code.
    if (const uint64_t Row = Costs.statedRow(Dimension); Row && Row < Width)
        Its.Rest = Its.Full;
    PackPlan Plan = Dimension ? PackPlan{Dimension, {}, Its, true} : PackPlan{0, Its, {}, Width > 1};

    Plan = narrowed(Kernel, Plan);
    PackWidths &Packs = Plan.Dimension ? Plan.Exchanged : Plan.Widths;
    Plan.WideRest = (Wanted & WEFT_FORM_WIDE_REST) && Packs.Rest < Packs.Full;
    if (Plan.WideRest)
        Packs.Rest = Packs.Full;
    return Plan;
}

// Where a form lies beside the chosen one: on which side, or along another dimension. What the estimate does not know,
// as lines that fall into one set of a cache, makes one side slower with each step, so one of each side says more than
// two of one.
static int
sideOf(Form Its, Form Chosen)
{
    return Its.Dimension != Chosen.Dimension ? 2 : Its.Width < Chosen.Width ? 0 : 1;
}

// Of the forms that were thought of, those that may be as fast as the one chosen, as weft_kernel_info has them: the
// estimate is often wrong by as much. And one work-item at a time, or packs, whichever is not chosen, as there it is
// wrong by more now and then.
static uint64_t
otherForms(FormCosts &Costs, Form Chosen)
{
    SmallVector<Form, 8> Near, Others;
    std::optional<Form> OtherKind;
    uint64_t Packed = 0;
    unsigned Sides = 0;

    for (const Form Its : Costs.asked()) {
        if (Its == Chosen || (Its.Width == 1 && Its.Dimension != 0))
            continue;
        if (Costs.cycles(Its) <= MaybeAsFast * Costs.cycles(Chosen))
            Near.push_back(Its);
        if (!OtherKind && (Its.Width == 1) != (Chosen.Width == 1))
            OtherKind = Its;
    }
    for (const Form Its : Near) // the best of each side first
        if (!(Sides >> sideOf(Its, Chosen) & 1)) {
            Sides |= 1u << sideOf(Its, Chosen);
            Others.push_back(Its);
        }
    for (const Form Its : Near)
        if (!is_contained(Others, Its))
            Others.push_back(Its);
    if (Others.size() > MostNearForms) {
        const bool OneMore = Costs.cycles(Others[MostNearForms]) <= HardlySlower * Costs.cycles(Chosen);
        Others.truncate(MostNearForms + OneMore);
    }
    if (OtherKind && !is_contained(Others, *OtherKind))
        Others.push_back(*OtherKind);
    stable_sort(Others, [&](Form A, Form B) { return Costs.cycles(A) < Costs.cycles(B); });
    for (auto [Number, Its] : enumerate(Others)) {
        const double Slower = std::ceil(Costs.cycles(Its) / Costs.cycles(Chosen));
        const uint64_t Expected = std::clamp(Slower, 1.0, 255.0);
        Packed |= (weft_form(Log2_32(Its.Width), Its.Dimension) | Expected << 8) << 16 * Number;
    }
    return Packed;
}

// Whether a group's work-items of the dimension can be lanes, and may well be better ones than those of dimension 0:
// the group has one of these, or it is known how many it has of either.
static bool
hasRowsAlong(const Function &Kernel, const FormCosts &Costs, unsigned Dimension)
{
    const uint64_t Row = Costs.statedRow(0);

    return (Row == 1 || (Row && Costs.statedRow(Dimension))) && canBeLaneDimensionOfGroups(Kernel, Dimension);
}

WorkGroupPass::PackPlan
WorkGroupPass::plan(const Function &Kernel, const TargetTransformInfo &Target) const
{
    if (!Optimize)
        return {}; // one work-item at a time
    FormCosts Costs(Kernel, Target);
    if (Kernel.hasFnAttribute(WantedFormAttribute))
        return wanted(Kernel, Costs, Target);
    PackPlan Best = {0, widths(Kernel, Costs, Target, 0), {}, FixedWidth != 0};
    double Least = Costs.cycles({Best.Widths.Full, 0}) /
                   (Kernel.hasFnAttribute(WEFT_ATTRIBUTE_WALKS_TILES) ? BetterDimensionOfTiles : BetterDimension);

    for (unsigned Dimension : {1u, 2u}) {
        if (!isOn(Kernel, WEFT_SWITCH_LANE_DIMENSION) ||
            (!canBeLaneDimension(Kernel, Dimension) && !hasRowsAlong(Kernel, Costs, Dimension)))
            continue;
        const PackWidths Its = widths(Kernel, Costs, Target, Dimension);
        const double Cycles = Costs.cycles({Its.Full, Dimension});
        if (Its.Full == 1 || Cycles >= Least)
            continue;
        Best.Dimension = Dimension;
        Best.Exchanged = Its;
        Least = Cycles;
    }
    Best = narrowed(Kernel, Best);
    const Form Chosen = Best.Dimension ? Form{Best.Exchanged.Full, Best.Dimension} : Form{Best.Widths.Full, 0};
    // A sub-group's size is what the application sees of the width.
    if (!FixedWidth && !asksForSubGroups(Kernel) && isOn(*Kernel.getParent(), WEFT_SWITCH_PACKING))
        Best.Others = otherForms(Costs, Chosen);
    if (remarksWanted(Kernel)) {
        remark(Kernel, formatv("kernel '{0}': {1:f1} cycles for each work-item are expected, {2:f1} one at a time",
                               kernelName(Kernel), Costs.cycles(Chosen), Costs.cycles({1, 0}))
                           .str());
    }
    return Best;
}

PreservedAnalyses
WorkGroupPass::run(Module &M, ModuleAnalysisManager &MAM)
{
    FunctionAnalysisManager &AM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    PackedFunctions Packed(M, AM);
    SmallVector<Function *, 4> Kernels = kernelsOf(M);
    StringMap<Function *> Entries; // by the kernels' names

    for (Function *Kernel : Kernels) {
        const std::string Name = kernelName(*Kernel).str();
        if (Optimize && walksTiles(*Kernel)) {
            Kernel->addFnAttr(WEFT_ATTRIBUTE_WALKS_TILES);
            if (requiredLocalSize(*Kernel, 0) >= LeastTile && requiredLocalSize(*Kernel, 1) >= LeastTile)
                Kernel->addFnAttr(WEFT_ATTRIBUTE_KEEPS_GROUPS);
        }
        PackPlan Plan = plan(*Kernel, AM.getResult<TargetIRAnalysis>(*Kernel));
        // One work-item at a time, but for whether there is anything to do.
        const PackWidths Asked = {AskedLanes, AskedLanes};
        const bool AsksPacks = Optimize && !FixedWidth && !Plan.Dimension && (Plan.Widths.Full == 1 || AlwaysAsk) &&
                               countPrivateBytes(*Kernel) * 2 * AskedLanes <= MostPackedPrivateBytes &&
                               !asksForSubGroups(*Kernel) && !hasBarrier(*Kernel) && !isDebugged(*Kernel) &&
                               !Kernel->hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS) && isOn(M, WEFT_SWITCH_PACKING) &&
                               outlineGuardedBody(*Kernel);
        if (AsksPacks) {
            AM.invalidate(*Kernel, PreservedAnalyses::none());
            Plan.Widths = Asked;
            Plan.Always = true;
        }
        const bool InGroups = !canMergeGroups(*Kernel, Plan.Dimension);
        Function *Exchanged =
            Plan.Dimension ? buildExchanged(*Kernel, Plan.Dimension, Plan.Exchanged, Plan.Always, Packed) : nullptr;
        Function &Entry = buildEntry(*Kernel, Optimize, Plan.Widths, Plan.Always, Packed);
        if (Exchanged)
            dispatch(Entry, *Exchanged,
                     8 * Plan.Dimension + (InGroups ? offsetof(struct weft_launch, local_size)
                                                    : offsetof(struct weft_launch, global_size)),
                     Plan.Least);
        const uint64_t Width = AsksPacks ? 1 : getSize(Exchanged ? *Exchanged : Entry, PackWidthAttribute);
        setSize(Entry, FormAttribute,
                weft_form(Log2_64(std::max(Width, UINT64_C(1))), Exchanged ? Plan.Dimension : 0) |
                    (Plan.WideRest && Width > 1 ? WEFT_FORM_WIDE_REST : 0));
        if (Plan.Others)
            setSize(Entry, OtherFormsAttribute, Plan.Others);
        Entries[Name] = &Entry;
    }
    for (const auto &Its : Entries)
        if (Function *Apart = Entries.lookup((Its.first() + ApartSuffix).str()))
            dispatchApart(*Its.second, *Apart);
    for (Function &F : make_early_inc_range(M))
        if (F.isDeclaration() && F.use_empty() && classifyPrimitive(F.getName()))
            F.eraseFromParent();
    return Kernels.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
