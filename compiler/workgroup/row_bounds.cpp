// SPDX-License-Identifier: Apache-2.0
// How far a row of work-items has to run through a region.
#include "compiler/workgroup/row_bounds.h"

#include "compiler/analysis/kernels.h"
#include "compiler/workgroup/row_courses.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace PatternMatch;

namespace weft {

// How many work-items of the row a way through the region has something to do for.
struct RowBound::Way {
    enum Kinds {
        None,
        All,
        Compared, // those whose Id is less than Limit, or at most (OrEqual)
        Least,    // the lesser of First and Second
        Most,     // the greater
        Choice    // First where Condition is true, else Second
    };

    Kinds Kind;
    const Way *First = nullptr, *Second = nullptr;
    Value *Condition = nullptr;
    Value *Id = nullptr, *Limit = nullptr;
    bool IsSigned = false, OrEqual = false;
    bool IsPromised = false; // wrong for a row of which a work-item gets here with a wrap that the code rules out
};

RowBound::RowBound() = default;
RowBound::~RowBound() = default;

// Conditions that take more instructions in all are not evaluated before each row.
static constexpr unsigned MostEvaluated = 24, MostBlocks = 64;

// Finds what `Single` says about its rows.
class RowBound::Finder {
public:
    Finder(RowBound &TheResult, Function &F, unsigned First, unsigned End)
        : Result(TheResult), Single(F), FirstShared(First), EndShared(End), After(F), Nothing(make({Way::None})),
          Everything(make({Way::All}))
    {
    }
    void run();

private:
    // A block that ends in a question that work-items of a row answer differently.
    struct Guard {
        BasicBlock *Skipping; // where those without anything to do go
        bool IsAlone;         // there is nothing to do on the way past it
    };

    const Way *make(Way W);
    static Way joined(Way::Kinds Kind, const Way *A, const Way *B);
    const Way *unlessPromised(const Way *W) { return W->IsPromised ? Everything : W; }
    const Way *either(Way::Kinds Kind, const Way *A, const Way *B);
    const Way *choice(Value *Condition, const Way *A, const Way *B);
    bool isSame(Value *V) { return Courses.of(V).Kind == RowCourse::Same; }
    const Way *boundOf(Value *Condition, bool Positive);
    const Way *boundOfCompare(ICmpInst &Compare, bool Positive);
    void addKnown(BasicBlock &BB, Value *Condition, bool Positive);
    bool isShared(const Instruction &I) const;
    bool doesNothing(const BasicBlock &BB);
    bool isLeftAlike(BasicBlock &BB, BasicBlock &Skipping) const;
    const Way *from(BasicBlock &BB);
    const Way *afterBranch(BasicBlock &BB, BranchInst &Branch);
    void spoil(BasicBlock &BB);
    void findAlone(BasicBlock &BB);

    RowBound &Result;
    Function &Single;
    unsigned FirstShared, EndShared;
    PostDominatorTree After;
    const Way *Nothing, *Everything;
    RowCourses Courses;
    DenseMap<BasicBlock *, const Way *> Ways; // null while it is looked for
    DenseMap<BasicBlock *, Guard> Guards;
    SmallPtrSet<BasicBlock *, 8> Alone, Past;
};

const RowBound::Way *
RowBound::Finder::make(Way W)
{
    Result.Ways.push_back(std::make_unique<Way>(W));
    return Result.Ways.back().get();
}

RowBound::Way
RowBound::Finder::joined(Way::Kinds Kind, const Way *A, const Way *B)
{
    Way W{Kind, A, B};

    W.IsPromised = A->IsPromised || B->IsPromised;
    return W;
}

// The least or the most of two.
const RowBound::Way *
RowBound::Finder::either(Way::Kinds Kind, const Way *A, const Way *B)
{
    const Way::Kinds Decides = Kind == Way::Least ? Way::None : Way::All;
    const Way::Kinds Adds = Kind == Way::Least ? Way::All : Way::None; // nothing

    if (A->Kind == Decides || B->Kind == Adds)
        return A;
    if (B->Kind == Decides || A->Kind == Adds)
        return B;
    return make(joined(Kind, A, B));
}

const RowBound::Way *
RowBound::Finder::choice(Value *Condition, const Way *A, const Way *B)
{
    if (A->Kind == B->Kind && (A->Kind == Way::None || A->Kind == Way::All))
        return A;
    Way W = joined(Way::Choice, A, B);
    W.Condition = Condition;
    return make(W);
}

// An id less than, at most or equal to what is the same for the row.
const RowBound::Way *
RowBound::Finder::boundOfCompare(ICmpInst &Compare, bool Positive)
{
    Value *Id = Compare.getOperand(0), *Limit = Compare.getOperand(1);
    CmpInst::Predicate Predicate = Positive ? Compare.getPredicate() : Compare.getInversePredicate();

    if (!Id->getType()->isIntegerTy() || Id->getType()->getIntegerBitWidth() > 64)
        return Everything;
    if (isSame(Id)) {
        std::swap(Id, Limit);
        Predicate = CmpInst::getSwappedPredicate(Predicate);
    }
    const RowCourse Its = Courses.of(Id);
    if (Its.Kind != RowCourse::Counted || !isSame(Limit))
        return Everything;
    Way Bound{Way::Compared};
    Bound.Id = Id;
    Bound.Limit = Limit;
    Bound.IsPromised = Its.IsPromised;
    Bound.OrEqual = Predicate != CmpInst::ICMP_SLT && Predicate != CmpInst::ICMP_ULT;
    switch (Predicate) {
    case CmpInst::ICMP_SLT:
    case CmpInst::ICMP_SLE:
        Bound.IsSigned = true;
        break;
    case CmpInst::ICMP_ULT:
    case CmpInst::ICMP_ULE:
        Bound.IsSigned = Compare.hasSameSign() && !Its.Unsigned;
        Bound.IsPromised |= Bound.IsSigned;
        break;
    case CmpInst::ICMP_EQ:
        Bound.IsSigned = Its.Signed;
        break;
    default:
        return Everything;
    }
    return (Bound.IsSigned ? Its.Signed : Its.Unsigned) ? make(Bound) : Everything;
}

// Both of two conditions, as the condition or its opposite says.
static bool
isBoth(Value *Condition, bool Positive, Value *&A, Value *&B)
{
    return Positive ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                    : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)));
}

// For how many work-items from the first on the condition is `Positive`, or may be.
const RowBound::Way *
RowBound::Finder::boundOf(Value *Condition, bool Positive)
{
    Value *A, *B;

    if (isSame(Condition))
        return choice(Condition, Positive ? Everything : Nothing, Positive ? Nothing : Everything);
    if (match(Condition, m_Not(m_Value(A))))
        return boundOf(A, !Positive);
    for (bool Both : {true, false}) {
        if (!isBoth(Condition, Positive == Both, A, B))
            continue;
        const Way *First = boundOf(A, Positive), *Second = boundOf(B, Positive);
        // The second is asked of all only where the first says the same for all.
        if (isa<SelectInst>(Condition) && !isSame(A))
            Second = unlessPromised(Second);
        return either(Both ? Way::Least : Way::Most, First, Second);
    }
    if (auto *Compare = dyn_cast<ICmpInst>(Condition))
        return boundOfCompare(*Compare, Positive);
    return Everything;
}

// What of a condition is known below the bound.
void
RowBound::Finder::addKnown(BasicBlock &BB, Value *Condition, bool Positive)
{
    Value *A, *B;

    if (match(Condition, m_Not(m_Value(A)))) {
        addKnown(BB, A, !Positive);
    } else if (isBoth(Condition, Positive, A, B)) {
        addKnown(BB, A, Positive);
        addKnown(BB, B, Positive);
    } else if (isSame(Condition)) {
        Result.Known.push_back({&BB, Condition, Positive});
    } else if (auto *Compare = dyn_cast<ICmpInst>(Condition); Compare && !Compare->isEquality()) {
        if (boundOfCompare(*Compare, Positive)->Kind == Way::Compared)
            Result.Known.push_back({&BB, Condition, Positive});
    }
}

// Whether it stores what is the same for all work-items, so that one of them is enough.
bool
RowBound::Finder::isShared(const Instruction &I) const
{
    const auto *Store = dyn_cast<StoreInst>(&I);
    const auto *Address = Store && Store->isSimple() ? dyn_cast<Argument>(Store->getPointerOperand()) : nullptr;

    return Address && Address->getArgNo() >= FirstShared && Address->getArgNo() < EndShared;
}

static bool
isOfItemAlone(const Instruction &I)
{
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        return Store->isSimple() && isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand()));
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    return Intrinsic && Intrinsic->isAssumeLikeIntrinsic();
}

// Nothing that is seen when the work-item is done, but for what is shared.
bool
RowBound::Finder::doesNothing(const BasicBlock &BB)
{
    // The group's first stores it also when nobody has anything else to do.
    Result.Extent.WithFirst |= any_of(BB, [&](const Instruction &I) { return isShared(I); });
    return all_of(BB, [&](const Instruction &I) {
        const PrimitiveCall Call = classifyPrimitive(&I);
        return Call ? !Call.isBarrier()
                    : I.isTerminator() || !I.mayHaveSideEffects() || isShared(I) || isOfItemAlone(I);
    });
}

// Whether those who skip a guard do until its end nothing that is shared, and go on to the same region as the others.
bool
RowBound::Finder::isLeftAlike(BasicBlock &BB, BasicBlock &Skipping) const
{
    const DomTreeNode *Node = After.getNode(&BB), *Parent = Node ? Node->getIDom() : nullptr;
    BasicBlock *Join = Parent ? Parent->getBlock() : nullptr;
    SmallPtrSet<BasicBlock *, 8> Seen{Join};
    SmallVector<BasicBlock *, 8> Open{&Skipping};

    if (!Join || (!Single.getReturnType()->isVoidTy() && isa<ReturnInst>(Join->getTerminator())))
        return false;
    while (!Open.empty()) {
        BasicBlock *Next = Open.pop_back_val();
        if (!Seen.insert(Next).second)
            continue;
        if (any_of(*Next, [&](const Instruction &I) { return isShared(I); }))
            return false;
        append_range(Open, successors(Next));
    }
    return true;
}

const RowBound::Way *
RowBound::Finder::afterBranch(BasicBlock &BB, BranchInst &Branch)
{
    BasicBlock &True = *Branch.getSuccessor(0);

    if (Branch.isUnconditional())
        return from(True);
    Value *Condition = Branch.getCondition();
    BasicBlock &False = *Branch.getSuccessor(1);
    if (isSame(Condition))
        return choice(Condition, from(True), from(False));
    for (bool Positive : {true, false}) {
        const Way *Bound = boundOf(Condition, Positive);
        BasicBlock &Skipping = Positive ? False : True;
        if (Bound->Kind == Way::All || !isLeftAlike(BB, Skipping))
            continue;
        const Way *Behind = from(Skipping);
        Guards[&BB] = {&Skipping, Behind->Kind == Way::None};
        return either(Way::Most, Bound, unlessPromised(Behind));
    }
    return Everything;
}

// A way that comes back never ends, as far as is known here.
const RowBound::Way *
RowBound::Finder::from(BasicBlock &BB)
{
    if (auto [Position, New] = Ways.try_emplace(&BB, nullptr); !New)
        return Position->second ? Position->second : Everything;
    const Way *Found = Everything;
    if (Ways.size() <= MostBlocks && doesNothing(BB)) {
        if (auto *Branch = dyn_cast<BranchInst>(BB.getTerminator()))
            Found = afterBranch(BB, *Branch);
        else if (isa<ReturnInst>(BB.getTerminator()))
            Found = Nothing;
    }
    return Ways[&BB] = Found;
}

// Of what is behind a guard, or behind something that all do, it is not known that it is asked of those below the bound
// alone.
void
RowBound::Finder::spoil(BasicBlock &BB)
{
    SmallVector<BasicBlock *, 8> Open{&BB};

    while (!Open.empty()) {
        BasicBlock *Next = Open.pop_back_val();
        if (Past.insert(Next).second)
            append_range(Open, successors(Next));
    }
}

void
RowBound::Finder::findAlone(BasicBlock &BB)
{
    if (!Alone.insert(&BB).second)
        return;
    if (!Guards.contains(&BB) && Ways.lookup(&BB)->Kind != Way::All) {
        for (BasicBlock *Next : successors(&BB))
            findAlone(*Next);
        return;
    }
    for (BasicBlock *Next : successors(&BB))
        spoil(*Next);
}

void
RowBound::Finder::run()
{
    BasicBlock &Entry = Single.getEntryBlock();
    const Way *Root = from(Entry);

    if (Root->Kind == Way::All || Root->Kind == Way::None || Courses.evaluated() > MostEvaluated)
        return;
    Result.Root = Root;
    Result.Extent.IsBounded = true;
    Result.Extent.WithFirst |= !Single.getReturnType()->isVoidTy(); // it says what follows
    // What the first does for all is no reason to run its row.
    Result.Extent.IsAllOrNone =
        !Result.Extent.WithFirst && none_of(Result.Ways, [](const auto &W) { return W->Kind == Way::Compared; });
    findAlone(Entry);
    for (BasicBlock *BB : Alone) {
        auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        if (!Branch || Branch->isUnconditional() || Past.contains(BB))
            continue;
        auto HasNothing = [&](unsigned Successor) {
            auto Position = Guards.find(BB);
            BasicBlock *Next = Branch->getSuccessor(Successor);
            return Position == Guards.end() ? Ways.contains(Next) && Ways.lookup(Next)->Kind == Way::None
                                            : Position->second.IsAlone && Position->second.Skipping == Next;
        };
        if (HasNothing(0) != HasNothing(1))
            addKnown(*BB, Branch->getCondition(), HasNothing(1));
    }
}

std::unique_ptr<RowBound>
RowBound::find(Function &Single, unsigned FirstShared, unsigned EndShared)
{
    std::unique_ptr<RowBound> Result(new RowBound);

    Finder(*Result, Single, FirstShared, EndShared).run();
    return Result->Root ? std::move(Result) : nullptr;
}

Function *
RowBound::createInner(Function &Single) const
{
    if (Known.empty())
        return nullptr;
    ValueToValueMapTy Copies;
    Function *Inner = CloneFunction(&Single, Copies);
    Inner->setName(Single.getName() + ".inner");
    // Of a condition only the parts that are not known stay.
    auto Rest = [&](auto &&Recurse, Value *Condition, IRBuilderBase &B, BasicBlock *Block) -> Value * {
        Value *X, *Y;
        for (const KnownPart &P : Known)
            if (P.Block == Block && P.Part == Condition)
                return B.getInt1(P.Value);
        if (match(Condition, m_Not(m_Value(X))))
            return B.CreateNot(Recurse(Recurse, X, B, Block));
        if (match(Condition, m_LogicalAnd(m_Value(X), m_Value(Y)))) {
            Value *First = Recurse(Recurse, X, B, Block);
            return B.CreateLogicalAnd(First, Recurse(Recurse, Y, B, Block));
        }
        if (match(Condition, m_LogicalOr(m_Value(X), m_Value(Y)))) {
            Value *First = Recurse(Recurse, X, B, Block);
            return B.CreateLogicalOr(First, Recurse(Recurse, Y, B, Block));
        }
        Value *Copy = Copies.lookup(Condition);
        return Copy ? Copy : Condition;
    };
    for (const KnownPart &P : Known) {
        auto *Branch = cast<BranchInst>(P.Block->getTerminator());
        auto *Copy = cast<BranchInst>(Copies[Branch]);
        IRBuilder<> B(Copy);
        Copy->setCondition(Rest(Rest, Branch->getCondition(), B, P.Block));
    }
    for (BasicBlock &BB : *Inner)
        ConstantFoldTerminator(&BB, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(*Inner);
    return Inner;
}

// Evaluates a bound before a row.
class RowBound::Emitter {
public:
    Emitter(IRBuilderBase &Builder, ArrayRef<Value *> TheArguments, RowPrimitive ThePrimitive)
        : B(Builder), Arguments(TheArguments), Primitive(ThePrimitive)
    {
    }
    Value *count(const Way &W);

private:
    Value *value(Value *V);
    Value *create(Value *V);
    Value *known(Value *V, const Twine &Name);

    IRBuilderBase &B;
    ArrayRef<Value *> Arguments;
    RowPrimitive Primitive;
    DenseMap<Value *, Value *> Values;
    DenseMap<const Way *, Value *> Counts;
};

// Instructions of the row run even where the work-items would not have, so that they may promise nothing.
Value *
RowBound::Emitter::create(Value *V)
{
    if (auto *Known = dyn_cast<Argument>(V))
        return Arguments[Known->getArgNo()];
    auto *I = dyn_cast<Instruction>(V);
    if (!I)
        return V;
    if (classifyPrimitive(I))
        return Primitive(cast<CallBase>(*I));
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : I->operands())
        Operands.push_back(value(Operand));
    Instruction *Copy = I->clone();
    for (auto [Position, Operand] : enumerate(Operands))
        Copy->setOperand(Position, Operand);
    Copy->dropPoisonGeneratingAnnotations();
    Copy->dropUnknownNonDebugMetadata();
    Copy->setDebugLoc({});
    return B.Insert(Copy, I->getName());
}

Value *
RowBound::Emitter::value(Value *V)
{
    if (Value *Done = Values.lookup(V))
        return Done;
    Value *New = create(V);
    Values[V] = New;
    return New;
}

// What no work-item may have asked for can be anything, but is the same wherever the row asks.
Value *
RowBound::Emitter::known(Value *V, const Twine &Name)
{
    Value *Its = value(V);

    if (isGuaranteedNotToBeUndefOrPoison(Its))
        return Its;
    return Values[V] = B.CreateFreeze(Its, Name);
}

Value *
RowBound::Emitter::count(const Way &W)
{
    if (W.Kind == Way::None || W.Kind == Way::All)
        return B.getInt64(W.Kind == Way::None ? 0 : ~UINT64_C(0));
    if (Value *Done = Counts.lookup(&W))
        return Done;
    Value *Count;
    if (W.Kind == Way::Compared) {
        const CmpInst::Predicate IsBelow = W.IsSigned ? (W.OrEqual ? CmpInst::ICMP_SLE : CmpInst::ICMP_SLT)
                                                      : (W.OrEqual ? CmpInst::ICMP_ULE : CmpInst::ICMP_ULT);
        Value *First = B.CreateIntCast(known(W.Id, "row.first.id"), B.getInt64Ty(), W.IsSigned);
        Value *Limit = B.CreateIntCast(known(W.Limit, "row.limit"), B.getInt64Ty(), W.IsSigned);
        Count = B.CreateSub(Limit, First);
        if (W.OrEqual)
            Count = B.CreateBinaryIntrinsic(Intrinsic::uadd_sat, Count, B.getInt64(1));
        Count = B.CreateSelect(B.CreateICmp(IsBelow, First, Limit), Count, B.getInt64(0));
    } else {
        Value *First = count(*W.First), *Second = count(*W.Second);
        if (W.Kind == Way::Choice)
            Count = B.CreateSelect(known(W.Condition, "row.choice"), First, Second);
        else
            Count = B.CreateBinaryIntrinsic(W.Kind == Way::Least ? Intrinsic::umin : Intrinsic::umax, First, Second);
    }
    return Counts[&W] = Count;
}

Value *
RowBound::emit(IRBuilderBase &B, ArrayRef<Value *> Arguments, RowPrimitive Primitive) const
{
    return Emitter(B, Arguments, Primitive).count(*Root);
}

} // namespace weft
