// SPDX-License-Identifier: Apache-2.0
// Regions as functions of their own, for one work-item or packed, and how the entry calls them.
#include "compiler/workgroup/region_functions.h"

#include "compiler/analysis/cycle_nest.h"
#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/packing/cost/form_cost.h"
#include "compiler/packing/emit/packed_functions.h"
#include "compiler/packing/linearize/joined_questions.h"
#include "compiler/packing/linearize/linearize.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

RegionFunctions::RegionFunctions(Function &TheKernel, EntryBuilder &TheEntry)
    : Kernel(TheKernel), Entry(TheEntry), Arguments(TheEntry.Arguments.begin(), TheEntry.Arguments.end())
{
}

void
RegionFunctions::addUniform(Instruction *I, Value *Address)
{
    UniformAddresses[I] = Arguments.size();
    Arguments.push_back(Address);
}

void
RegionFunctions::addSlot(Value *Base)
{
    if (!SlotCount++)
        FirstSlot = Arguments.size();
    Arguments.push_back(Base);
}

Function *
RegionFunctions::create(unsigned Number, bool Choice)
{
    LLVMContext &Ctx = Kernel.getContext();
    SmallVector<Type *, 16> Types;

    for (Value *Argument : Arguments)
        Types.push_back(Argument->getType());
    for (auto &[I, Position] : UniformAddresses)
        Types.push_back(I->getType());
    Type *Result = Choice ? Type::getInt32Ty(Ctx) : Type::getVoidTy(Ctx);
    Function *F = Function::Create(FunctionType::get(Result, Types, false), GlobalValue::InternalLinkage,
                                   Kernel.getName() + ".region." + Twine(Number));
    Kernel.getParent()->getFunctionList().insert(Kernel.getIterator(), F);
    F->setAttributes(AttributeList::get(Ctx, AttributeList::FunctionIndex,
                                        AttrBuilder(Ctx, Entry.Entry->getAttributes().getFnAttrs())));
    F->removeFnAttr(WEFT_ATTRIBUTE_ENTRY);
    for (auto [Argument, Known] : zip(Kernel.args(), F->args())) {
        Known.setName(Argument.getName());
        if (!Argument.getType()->isPointerTy())
            continue;
        if (MaybeAlign Alignment = Argument.getParamAlign())
            Known.addAttr(Attribute::getWithAlignment(Ctx, *Alignment));
        if (uint64_t Bytes = Argument.getDereferenceableBytes())
            Known.addAttr(Attribute::getWithDereferenceableBytes(Ctx, Bytes));
        if (Argument.hasAttribute(WEFT_ATTRIBUTE_SMALL_IMAGE))
            Known.addAttr(Attribute::get(Ctx, WEFT_ATTRIBUTE_SMALL_IMAGE));
        if (Argument.hasAttribute(Attribute::NoAlias) && !Argument.hasByValAttr())
            Known.addAttr(Attribute::NoAlias);
    }
    return F;
}

Value *
RegionFunctions::createLinearId(IRBuilderBase &B) const
{
    Module &M = *Kernel.getParent();
    FunctionCallee Callee = M.getOrInsertFunction(WEFT_PRIMITIVE_LINEAR_ID, B.getInt64Ty());
    auto *F = cast<Function>(Callee.getCallee());

    F->setDoesNotThrow();
    F->setWillReturn();
    F->setDoesNotAccessMemory();
    F->addFnAttr(Attribute::Speculatable);
    F->addRetAttr(Attribute::NoUndef);
    return B.CreateCall(Callee, {}, "local.linear");
}

Value *
RegionFunctions::uniformAddress(Function &F, Instruction *I) const
{
    return F.getArg(UniformAddresses.lookup(I));
}

Value *
RegionFunctions::uniformValue(Function &F, Instruction *I) const
{
    return F.getArg(Arguments.size() + std::distance(UniformAddresses.begin(), UniformAddresses.find(I)));
}

Value *
RegionFunctions::slot(Function &F, unsigned Slot) const
{
    return F.getArg(FirstSlot + Slot);
}

void
keepUnevenLoops(Function &Single)
{
    DominatorTree Tree(Single);
    LoopInfo Loops(Tree);
    SmallVector<BasicBlock *, 4> Exiting;

    if (Loops.empty() || cyclesOf(Single).isDeep())
        return;
    const Uniformity Known(Single);
    for (Loop *L : Loops.getLoopsInPreorder()) {
        Exiting.clear();
        L->getExitingBlocks(Exiting);
        if (hasUnrollTransformation(L) == TM_Unspecified &&
            any_of(Exiting, [&](const BasicBlock *BB) { return Known.isDivergentBranch(BB); }))
            addStringMetadataToLoop(L, "llvm.loop.unroll.runtime.disable", 1);
    }
}

// Whether hardly any work-items are left over by packs of so many of dimension 0, as far as is known.
static bool
restsAreFew(const Function &Kernel, unsigned Width)
{
    static constexpr unsigned Few = 8; // fewer than one in so many packs
    const uint64_t Row = requiredLocalSize(Kernel, 0);

    return canMergeGroups(Kernel) || !Row || Row % Width == 0 || Row >= Few * Width;
}

// Whether it is launched with groups of several dimensions, whose rows may be shorter than packs: nothing but rests.
static bool
rowsMayBeShort(const Function &Kernel)
{
    return !canMergeGroups(Kernel) && !requiredLocalSize(Kernel, 0) && any_of(instructions(Kernel), [](const auto &I) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        return (Call.Kind == Primitive::LocalId || Call.Kind == Primitive::LocalId32 ||
                Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32) &&
               Call.Dimension != 0;
    });
}

// All packs with a mask; full packs, and what they leave with a mask; or that one work-item at a time.
enum class PackForms { Masked, FullAndMasked, FullAndSingle };

// A second form doubles the time that a large region takes to build, but for the one of a single work-item. More is
// worth it in versions, which nobody waits for: where masks take vector registers, and code of their own at each store,
// if the size of groups is known as in most versions; and where what asks for edges, which only versions do, has two
// ways for each access.
static PackForms
packFormsOf(const Function &Single, const Function &Kernel, const TargetTransformInfo &Target, bool MayLeaveSingles)
{
    static constexpr unsigned Most = 250, MostWithWideMasks = 700, MostWithQuestions = 1200, MostWithSingle = 4000;
    const unsigned Its = Single.getInstructionCount();

    if (Its <= (hasQuestions(Single) ? MostWithQuestions : Most))
        return PackForms::FullAndMasked;
    if (hasMaskRegisters(Single.getContext(), Target))
        return PackForms::Masked;
    if (Its <= MostWithWideMasks && MayLeaveSingles && rowsMayBeShort(Kernel))
        return PackForms::FullAndMasked;
    if (Its <= MostWithSingle && MayLeaveSingles)
        return PackForms::FullAndSingle;
    return Its <= MostWithWideMasks && hasEvenGroups(Kernel) ? PackForms::FullAndMasked : PackForms::Masked;
}

static bool
packingPays(const Function &Single, const TargetTransformInfo &Target, unsigned Width)
{
    FormCosts Costs(Single, Target);

    return Costs.cycles({Width, 0}) < Costs.cycles({1, 0});
}

void
RegionFunctions::findBound(RegionCalls &Calls)
{
    const unsigned FirstShared = UniformAddresses.empty() ? 0 : UniformAddresses.front().second;

    if (!isOn(Kernel, WEFT_SWITCH_ROW_BOUNDS) || Entry.SubGroups.Body)
        return;
    Calls.Bound = RowBound::find(*Calls.Single, FirstShared, FirstShared + UniformAddresses.size());
    if (Calls.Bound)
        Calls.Inner = Calls.Bound->createInner(*Calls.Single);
}

RegionCalls
RegionFunctions::pack(Function &Single, PackedFunctions &Packed, PackWidths Widths, bool Always)
{
    RegionCalls Calls;
    PackRequest Request;

    Calls.Single = &Single;
    Request.Width = Widths.Full;
    Request.Arguments.assign(Single.arg_size(), Shape::uniform());
    const TargetTransformInfo &Target = Packed.analyses().getResult<TargetIRAnalysis>(Single);
    if (!Always && !packingPays(Single, Target, Widths.Full)) {
        remark(Single, "not packed: expected to be slower than one work-item after the other");
        keepUnevenLoops(Single);
        return Calls;
    }
    findBound(Calls);
    // A vector as wide as a line of the cache, which masks cost little there, is in two of them anywhere else.
    Calls.IsAligned = hasMaskRegisters(Single.getContext(), Target);
    // What a sub-group exchanges takes all of its lanes.
    const PackForms Forms =
        packFormsOf(Single, Kernel, Target, !Entry.SubGroups.Body && restsAreFew(Kernel, Widths.Full));
    if (Forms != PackForms::Masked)
        Calls.Full = Packed.get(Calls.Inner ? *Calls.Inner : Single, Request);
    if (Calls.Full && Forms == PackForms::FullAndSingle) {
        Calls.Widths = {Widths.Full, 1};
        keepUnevenLoops(Single);
        return Calls;
    }
    if (Calls.Full)
        Request.Width = Widths.Rest;
    Request.Masked = true;
    Request.IsRest = Calls.Full;
    Calls.Masked = Packed.get(Single, Request);
    if (Calls.Masked)
        Calls.Widths = {Widths.Full, Request.Width};
    else
        keepUnevenLoops(Single);
    return Calls;
}

static bool
asksGlobalId(const Function &Single)
{
    return any_of(instructions(Single), [](const Instruction &I) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        return (Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32) && Call.Dimension == 0 &&
               !I.use_empty();
    });
}

void
RegionFunctions::createLoops(RegionCalls &Calls, const Twine &Name, bool Once)
{
    if (Calls.Widths.Full > 1) {
        RowExtent Extent = Calls.Bound ? Calls.Bound->extent() : RowExtent();
        Extent.IsAligned = Calls.IsAligned;
        Extent.AsksGlobalId = asksGlobalId(*Calls.Single);
        Calls.Packs = Entry.createPackLoops(Name, Calls.Widths, !Calls.Full, Extent);
        Calls.Preheader = Calls.Packs.Rest.Preheader;
        Calls.Exit = Calls.Packs.Rest.Exit;
    } else {
        Calls.Items = Once ? Entry.createFirstItem(Name) : Entry.createItemLoop(Name);
        Calls.Preheader = Calls.Items.Preheader;
        Calls.Exit = Calls.Items.Exit;
    }
}

// Calls: of what has just become a part of the entry.
void
RegionFunctions::replacePrimitives(ArrayRef<CallBase *> Calls, const ItemLoop &Loop)
{
    for (CallBase *Site : Calls) {
        PrimitiveCall Call = classifyPrimitive(Site);
        if (!Call || Call.isBarrier())
            continue;
        Site->replaceAllUsesWith(Entry.primitive(Call, Loop));
        Site->eraseFromParent();
    }
}

// Uniform values are read once, before the first work-item writes the region's own.
SmallVector<Value *, 16>
RegionFunctions::operandsOf(const RegionCalls &Calls) const
{
    IRBuilder<> B(Calls.Preheader->getTerminator());
    SmallVector<Value *, 16> Operands(Arguments);

    for (auto &[I, Position] : UniformAddresses) {
        Type *T = I->getType();
        if (Calls.Single->getArg(Operands.size())->use_empty())
            Operands.push_back(PoisonValue::get(T));
        else
            Operands.push_back(
                B.CreateAlignedLoad(T, Arguments[Position], I->getDataLayout().getPrefTypeAlign(T), I->getName()));
    }
    return Operands;
}

void
RegionFunctions::inlineCall(Function &F, const ItemLoop &Loop, ArrayRef<Value *> Operands, AllocaInst *Next)
{
    IRBuilder<> B(Loop.Body);
    CallInst *Call = B.CreateCall(&F, Operands);
    if (Next) {
        // All work-items go the same way, so that any of them that is on can say which; the first one is.
        Value *Result = Call->getType()->isVectorTy() ? B.CreateExtractElement(Call, UINT64_C(0)) : Call;
        B.CreateStore(Result, Next);
    }
    B.CreateBr(Loop.Latch);
    InlineFunctionInfo Info;
    [[maybe_unused]] InlineResult Result = InlineFunction(*Call, Info, /*MergeAttributes=*/true);
    assert(Result.isSuccess() && "the compiler's own functions can be inlined");
    replacePrimitives(Info.InlinedCallSites, Loop);
}

void
RegionFunctions::emitBound(RegionCalls &Calls, ArrayRef<Value *> Operands)
{
    IRBuilder<> B(cast<Instruction>(Calls.Packs.Places.Begin));
    RowPlaces Places = Calls.Bound->emit(
        B, Operands, [&](CallBase &Call) { return Entry.primitive(classifyPrimitive(&Call), Calls.Packs.Row); },
        Calls.Packs.RowItems);

    for (auto [Place, Value] : zip(Calls.Packs.Places.all(), Places.all())) {
        (*Place)->replaceAllUsesWith(*Value);
        cast<Instruction>(*Place)->eraseFromParent();
    }
}

Value *
RegionFunctions::call(RegionCalls &Calls)
{
    AllocaInst *Next = nullptr;

    if (!Calls.Single->getReturnType()->isVoidTy())
        Next = Entry.createVariable(Type::getInt32Ty(Kernel.getContext()), Align(4), "next.region");
    SmallVector<Value *, 16> Operands = operandsOf(Calls);
    if (Calls.Packs.Places.Begin)
        emitBound(Calls, Operands);
    if (Calls.Widths.Full > 1) {
        if (Calls.Full)
            inlineCall(*Calls.Full, Calls.Packs.Full, Operands, Next);
        if (Calls.Masked)
            Operands.push_back(Calls.Packs.Mask);
        inlineCall(Calls.Masked ? *Calls.Masked : *Calls.Single, Calls.Packs.Rest, Operands, Next);
    } else {
        inlineCall(*Calls.Single, Calls.Items, Operands, Next);
    }
    return Next ? IRBuilder<>(Calls.Exit).CreateLoad(Next->getAllocatedType(), Next, "next.region") : nullptr;
}

static void
eraseUnused(ArrayRef<Function *> Functions, PackedFunctions &Packed)
{
    for (Function *F : Functions) {
        if (!F || !F->use_empty())
            continue;
        Packed.forget(*F);
        Packed.analyses().clear(*F, F->getName());
        F->eraseFromParent();
    }
}

void
RegionFunctions::erase(RegionCalls &Calls, PackedFunctions &Packed)
{
    eraseUnused({Calls.Full, Calls.Masked, Calls.Inner, Calls.Single}, Packed);
}

void
RegionFunctions::dropPacked(RegionCalls &Calls, PackedFunctions &Packed)
{
    eraseUnused({Calls.Full, Calls.Masked, Calls.Inner}, Packed);
    Packed.forget(*Calls.Single);
    Calls = {};
}

} // namespace weft
