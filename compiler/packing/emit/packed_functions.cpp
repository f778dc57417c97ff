// SPDX-License-Identifier: Apache-2.0
// Packed forms of functions, made on demand.
#include "compiler/packing/emit/packed_functions.h"

#include "compiler/analysis/primitives.h"
#include "compiler/analysis/switched.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/checks.h"
#include "compiler/packing/analysis/private_arrays.h"
#include "compiler/packing/analysis/spin_locks.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/packing/cost/pack_budget.h"
#include "compiler/packing/cost/rare_code.h"
#include "compiler/packing/emit/packer.h"
#include "compiler/packing/linearize/few_lanes.h"
#include "compiler/packing/linearize/id_bounds.h"
#include "compiler/packing/linearize/joined_questions.h"
#include "compiler/packing/linearize/linearize.h"
#include "compiler/packing/linearize/split_conditions.h"
#include "compiler/packing/linearize/whole_packs.h"
#include "compiler/packing/linearize/whole_rounds.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

// Why F cannot be packed; null when it can.
static const char *
obstacle(Function &F)
{
    if (F.isDeclaration())
        return "its code is not known";
    if (F.getName().starts_with(WEFT_PREFIX_BY_LANE))
        return "its work-items take turns";
    if (F.isVarArg())
        return "it has a variable number of arguments";
    for (const Argument &Arg : F.args())
        if (Arg.hasPassPointeeByValueCopyAttr())
            return "an argument is passed by value in memory";
    if (takesLocks(F))
        return "its work-items wait for one another";
    return nullptr;
}

// A copy of F that may be changed, with the mask as its last argument when it has one.
static Function *
copyOf(Function &F, bool Masked)
{
    SmallVector<Type *, 16> Types(F.getFunctionType()->params());
    SmallVector<ReturnInst *, 4> Returns;
    ValueToValueMapTy Map;

    if (Masked)
        Types.push_back(Type::getInt1Ty(F.getContext()));
    Function *Copy = Function::Create(FunctionType::get(F.getReturnType(), Types, false), GlobalValue::InternalLinkage,
                                      F.getName() + ".lanes", F.getParent());
    for (auto [From, To] : zip(F.args(), Copy->args())) {
        To.setName(From.getName());
        Map[&From] = &To;
    }
    CloneFunctionInto(Copy, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
    Copy->setSubprogram(nullptr);
    if (Masked)
        Copy->getArg(F.arg_size())->setName("mask");
    return Copy;
}

static Type *
resultType(Type *T, Shape Result, unsigned Width)
{
    SmallVector<Type *, 8> Leaves;

    if (T->isVoidTy() || Result.isUniform())
        return T;
    leafTypes(T, Leaves);
    for (Type *&Leaf : Leaves)
        Leaf = FixedVectorType::get(Leaf, Width);
    return Leaves.size() == 1 ? Leaves[0] : StructType::get(T->getContext(), Leaves);
}

// Without blocks. What F promises about its arguments holds for those that all lanes have in common.
static Function *
declare(Function &F, const PackRequest &Request, Shape Result)
{
    LLVMContext &Context = F.getContext();
    SmallVector<Type *, 16> Types;
    SmallVector<std::pair<unsigned, const Argument *>, 8> Uniform;

    for (const Argument &Arg : F.args()) {
        if (Request.Arguments[Arg.getArgNo()].isUniform())
            Uniform.push_back({Types.size(), &Arg});
        if (Request.Arguments[Arg.getArgNo()].isLinear()) {
            Types.push_back(Arg.getType());
            continue;
        }
        const unsigned First = Types.size();
        leafTypes(Arg.getType(), Types);
        for (Type *&Leaf : MutableArrayRef(Types).slice(First))
            Leaf = FixedVectorType::get(Leaf, Request.Width);
    }
    if (Request.Masked)
        Types.push_back(FixedVectorType::get(Type::getInt1Ty(Context), Request.Width));
    Type *ResultType = resultType(F.getReturnType(), Result, Request.Width);
    Function *Packed =
        Function::Create(FunctionType::get(ResultType, Types, false), GlobalValue::InternalLinkage,
                         F.getName() + (Request.Masked ? ".masked." : ".packed.") + Twine(Request.Width));
    F.getParent()->getFunctionList().insert(F.getIterator(), Packed);
    AttrBuilder Attributes(Context, F.getAttributes().getFnAttrs());
    // Pointers in vectors are no arguments in memory to LLVM.
    if (!F.doesNotAccessMemory())
        Attributes.removeAttribute(Attribute::Memory);
    for (Attribute::AttrKind Kind : {Attribute::Convergent, Attribute::NoDuplicate, Attribute::Speculatable})
        Attributes.removeAttribute(Kind);
    Packed->setAttributes(AttributeList::get(Context, AttributeList::FunctionIndex, Attributes));
    for (auto [Number, Arg] : Uniform) {
        if (!Arg->getType()->isPointerTy())
            continue;
        if (MaybeAlign Alignment = Arg->getParamAlign())
            Packed->addParamAttr(Number, Attribute::getWithAlignment(Context, *Alignment));
        // A kernel's; in other functions it is said of each work-item's call alone.
        if (F.use_empty() && Arg->hasNoAliasAttr())
            Packed->addParamAttr(Number, Attribute::NoAlias);
    }
    return Packed;
}

static void
remarkDivergence(const Function &F, const Uniformity &Known)
{
    if (!remarksWanted(F))
        return;
    for (const BasicBlock &BB : F) {
        if (Known.isDivergentBranch(&BB))
            remark(*BB.getTerminator(), "branch: work-items of a pack go both ways, one after the other");
        if (Known.hasDivergentExit(&BB))
            remark(*BB.getTerminator(), "loop: runs until the last work-item of a pack is done");
    }
}

// Fewer lanes help where values need several registers each.
bool
PackedFunctions::isAffordable(Function &F, const Function &Packed, unsigned Width, const PackBudget &Budget)
{
    unsigned Divisor = 1;

    while (Divisor < Width && !Budget.isAffordable(Packed, Divisor))
        Divisor *= 2;
    if (Divisor == 1)
        return true;
    Affordable[&F] = std::max(1u, Width / Divisor);
    remark(F, "not packed in " + Twine(Width) + " lanes: that makes code of size " + Twine(Budget.sizeOf(Packed)) +
                  ", " + Twine(Budget.sizeWithLanes(Packed, 1)) + " with accesses of one lane after the other, of " +
                  Twine(Budget.single()) + ", at most " + Twine(Budget.most()) + " is built in time");
    return false;
}

// What Source, a copy of F in which all is prepared, is in lanes; null when that is too large.
Function *
PackedFunctions::pack(Function &F, Function &Source, const PackRequest &Request, const PackBudget &Budget)
{
    SmallVector<const Value *, 8> Divergent;
    Argument *Mask = Request.Masked ? Source.getArg(Source.arg_size() - 1) : nullptr;

    if (Budget.isHopeless(Source)) {
        remark(F, "not packed: loops with several entries or exits make too much code of it, " +
                      Twine(Budget.sizeOf(Source)) + " for " + Twine(Budget.single()));
        return nullptr;
    }
    for (Argument &Arg : Source.args())
        if (&Arg == Mask || !Request.Arguments[Arg.getArgNo()].isUniform())
            Divergent.push_back(&Arg);
    Uniformity Known(Source, Divergent);
    remarkDivergence(Source, Known);
    if (isOn(F, WEFT_SWITCH_FEW_LANES) && !Request.IsRest && fewLanes(Request.Width) &&
        addFewLanePaths(IdBounds(Source, Known, Request.Arguments)))
        Known = Uniformity(Source, Divergent);
    if (isOn(F, WEFT_SWITCH_SPLIT_CONDITIONS) && splitConditions(Source, Known))
        Known = Uniformity(Source, Divergent);
    if (!Mask) {
        const TargetTransformInfo &Costs = AM.getResult<TargetIRAnalysis>(Source);
        std::optional<IdBounds> Ids;
        Ids.emplace(Source, Known, Request.Arguments);
        if (isOn(F, WEFT_SWITCH_WHOLE_ROUNDS) && addWholeRounds(*Ids, Costs)) {
            Known = Uniformity(Source, Divergent);
            Ids.emplace(Source, Known, Request.Arguments);
        }
        if (addWholePaths(*Ids, Costs))
            Known = Uniformity(Source, Divergent);
    }
    std::optional<BlockMasks> Masks = linearize(Source, Mask, Known, AM.getResult<TargetIRAnalysis>(Source), &Budget);
    AM.invalidate(Source, PreservedAnalyses::none());
    if (!Masks) {
        remark(F, "not packed: masks make too much code of it, more than " + Twine(Budget.most()) + " for " +
                      Twine(Budget.single()));
        return nullptr;
    }
    Shapes Shape(Source, Request.Arguments, Request.Width, [&](const Instruction &I) { return !Known.isUniform(&I); });
    Function *Target = declare(F, Request, Shape.ofResult());
    Packer(Source, *Target, Request, *Masks, Shape, *this).run();
    assert(!verifyFunction(*Target, &errs()));
    if (isAffordable(F, *Target, Request.Width, Budget))
        return Target;
    AM.clear(*Target, Target->getName());
    Target->eraseFromParent();
    return nullptr;
}

Function *
PackedFunctions::make(Function &F, const PackRequest &Request)
{
    const PackBudget Budget(F, AM.getResult<TargetIRAnalysis>(F), packingChecks(M) & WEFT_CHECK_VALUES);
    Function *Source = copyOf(F, Request.Masked);
    Function *Target = nullptr;

    padPrivateArrays(*Source);
    if (Request.IsRest)
        answerQuestions(*Source);
    else if (isOn(F, WEFT_SWITCH_JOINED_QUESTIONS))
        joinQuestions(*Source, Request.Arguments, AM);
    if (prepareForPacking(*Source))
        Target = pack(F, *Source, Request, Budget);
    else
        remark(F, "not packed: its control flow has no loops in order, or too many in each other");
    AM.clear(*Source, Source->getName());
    Source->eraseFromParent();
    return Target;
}

Function *
PackedFunctions::get(Function &F, const PackRequest &Request)
{
    Key Which(&F, Request.Width, Request.Masked, Request.IsRest, {Request.Arguments.begin(), Request.Arguments.end()});
    auto Position = Made.find(Which);

    if (Position != Made.end())
        return Position->second;
    const char *Reason = Open.contains(&F) ? "it calls itself" : obstacle(F);
    Function *Packed = nullptr;
    if (Reason) {
        remark(F, "not packed: " + Twine(Reason));
    } else {
        Open.insert(&F);
        Packed = make(F, Request);
        Open.erase(&F);
    }
    if (!Open.contains(&F))
        Made[Which] = Packed;
    return Packed;
}

void
PackedFunctions::forget(const Function &F)
{
    Affordable.erase(&F);
    for (auto Position = Made.begin(); Position != Made.end();)
        Position = std::get<0>(Position->first) == &F || Position->second == &F ? Made.erase(Position) : ++Position;
}

} // namespace weft
