// SPDX-License-Identifier: Apache-2.0
// How far a row of work-items has to run through a region.
#include "compiler/workgroup/row_bounds.h"

#include "compiler/analysis/kernels.h"
#include "compiler/workgroup/row_courses.h"
#include "compiler/workgroup/row_ways.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PointerIntPair.h"
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

bool
RowBound::Way::beginsLate() const
{
    if (Kind != Compared || isBelow())
        return false;
    // `l == 0` is the most frequent of all.
    return Predicate != CmpInst::ICMP_EQ || !isa<ConstantInt>(Limit);
}

bool
RowBound::Way::contains(function_ref<bool(const Way &)> Is) const
{
    SmallPtrSet<const Way *, 8> Seen;
    SmallVector<const Way *, 8> Open{this};

    while (!Open.empty()) {
        const Way *Next = Open.pop_back_val();
        if (!Next || !Seen.insert(Next).second)
            continue;
        if (Is(*Next))
            return true;
        Open.append({Next->First, Next->Second});
    }
    return false;
}

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
    using Parts = SmallVectorImpl<KnownPart>;
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
    const Way *boundOf(BasicBlock &BB, Value *Condition, bool Positive, Parts *Known);
    const Way *boundOfCompare(ICmpInst &Compare, bool Positive);
    bool isShared(const Instruction &I) const;
    bool doesNothing(const BasicBlock &BB);
    bool isLeftAlike(BasicBlock &BB, BasicBlock &Skipping) const;
    bool hasNothing(BasicBlock &BB) const { return Ways.contains(&BB) && Ways.lookup(&BB)->Kind == Way::None; }
    const Way *from(BasicBlock &BB);
    const Way *afterBranch(BasicBlock &BB, BranchInst &Branch);
    void spoil(BasicBlock &BB);
    void findPast(BasicBlock &Entry);
    static bool holdsForMost(const Way &W);
    const Way *wholeFrom(BasicBlock &BB);
    const Way *wholeAfter(BasicBlock &BB, BranchInst &Branch);
    const Way *wholeAtGuard(BasicBlock &BB, BranchInst &Branch);
    bool isSplit() const;

    RowBound &Result;
    Function &Single;
    unsigned FirstShared, EndShared;
    PostDominatorTree After;
    const Way *Nothing, *Everything;
    RowCourses Courses;
    DenseMap<BasicBlock *, const Way *> Ways; // null while it is looked for
    DenseMap<BasicBlock *, Guard> Guards;
    DenseMap<BasicBlock *, const Way *> WholeWays;
    DenseMap<PointerIntPair<Value *, 1, bool>, const Way *> Compared;
    SmallPtrSet<BasicBlock *, 8> Past; // that are behind a guard
    bool IsForAll = true;              // of what is known, those who have something to do are sure
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

// An id related to what is the same for the row.
const RowBound::Way *
RowBound::Finder::boundOfCompare(ICmpInst &Compare, bool Positive)
{
    Value *Id = Compare.getOperand(0), *Limit = Compare.getOperand(1);
    CmpInst::Predicate Predicate = Positive ? Compare.getPredicate() : Compare.getInversePredicate();
    const unsigned Bits = Id->getType()->isIntegerTy() ? Id->getType()->getIntegerBitWidth() : 0;

    if (isSame(Id)) {
        std::swap(Id, Limit);
        Predicate = CmpInst::getSwappedPredicate(Predicate);
    }
    const RowCourse Its = Courses.of(Id);
    const bool IsWide = Bits == 32 || Bits == 64; // wider than rows are long
    if (Bits == 0 || Bits > 64 || Its.Kind != RowCourse::Counted || !isSame(Limit))
        return Everything;
    Way Bound{Way::Compared};
    Bound.Id = Id;
    Bound.Limit = Limit;
    Bound.Predicate = Predicate;
    Bound.IsPromised = Its.IsPromised;
    if (ICmpInst::isEquality(Predicate))
        return IsWide ? make(Bound) : Everything;
    bool IsSafe = ICmpInst::isSigned(Predicate) ? Its.Signed : Its.Unsigned;
    if (!IsSafe && ICmpInst::isUnsigned(Predicate) && Compare.hasSameSign() && Its.Signed) {
        Bound.Predicate = ICmpInst::getSignedPredicate(Predicate);
        Bound.IsPromised = IsSafe = true;
    }
    Bound.IsChecked = !IsSafe;
    return IsSafe || IsWide ? make(Bound) : Everything;
}

// Both of two conditions, as the condition or its opposite says.
static bool
isBoth(Value *Condition, bool Positive, Value *&A, Value *&B)
{
    return Positive ? match(Condition, m_LogicalAnd(m_Value(A), m_Value(B)))
                    : match(Condition, m_LogicalOr(m_Value(A), m_Value(B)));
}

// For which work-items the condition, of a branch in BB, is `Positive`, or may be. Known gets the parts of the
// condition that whole ones answer alike, if it is not null.
const RowBound::Way *
RowBound::Finder::boundOf(BasicBlock &BB, Value *Condition, bool Positive, Parts *Known)
{
    Value *A, *B;

    if (isSame(Condition)) {
        if (Known)
            Known->push_back({&BB, Condition, Positive});
        return choice(Condition, Positive ? Everything : Nothing, Positive ? Nothing : Everything);
    }
    if (match(Condition, m_Not(m_Value(A))))
        return boundOf(BB, A, !Positive, Known);
    for (bool Both : {true, false}) {
        if (!isBoth(Condition, Positive == Both, A, B))
            continue;
        Parts *Its = Both ? Known : nullptr;
        const Way *First = boundOf(BB, A, Positive, Its);
        const size_t Before = Its ? Its->size() : 0;
        const Way *Second = boundOf(BB, B, Positive, Its);
        // The second is asked of all only where the first says the same for all.
        if (isa<SelectInst>(Condition) && !isSame(A) && Second->IsPromised) {
            Second = Everything;
            if (Its)
                Its->truncate(Before);
        }
        return either(Both ? Way::Least : Way::Most, First, Second);
    }
    const Way *&Bound = Compared[{Condition, Positive}];
    if (!Bound)
        Bound = isa<ICmpInst>(Condition) ? boundOfCompare(cast<ICmpInst>(*Condition), Positive) : Everything;
    if (Known && Bound->Kind == Way::Compared && Bound->Predicate != CmpInst::ICMP_EQ)
        Known->push_back({&BB, Condition, Positive});
    return Bound;
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
        const Way *Bound = boundOf(BB, Condition, Positive, nullptr);
        BasicBlock &Skipping = Positive ? False : True;
        if (Bound->Kind == Way::All || !isLeftAlike(BB, Skipping))
            continue;
        const Way *Behind = from(Skipping);
        const Way *Found = either(Way::Most, Bound, unlessPromised(Behind));
        if (Found->Kind == Way::All)
            continue;
        Guards[&BB] = {&Skipping, Behind->Kind == Way::None};
        return Found;
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

// Of what is behind a guard it is not known that all work-items of the row get there.
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
RowBound::Finder::findPast(BasicBlock &Entry)
{
    SmallPtrSet<BasicBlock *, 8> Asked; // that all work-items of a row get to, or none
    SmallVector<BasicBlock *, 8> Open{&Entry};

    while (!Open.empty()) {
        BasicBlock *Next = Open.pop_back_val();
        if (!Asked.insert(Next).second)
            continue;
        auto *Branch = dyn_cast<BranchInst>(Next->getTerminator());
        if (Branch && (Branch->isUnconditional() || isSame(Branch->getCondition())))
            append_range(Open, successors(Next));
        else
            for (BasicBlock *Behind : successors(Next))
                spoil(*Behind);
    }
}

// Rows have few work-items that are equal to something, or beyond one of two ends: the others may go in packs of their
// own. Of a single end it is not known on which side of it most are.
bool
RowBound::Finder::holdsForMost(const Way &W)
{
    unsigned Ends = 0;

    W.contains([&](const Way &Part) {
        if (Part.Kind == Way::Compared)
            Ends += Part.Predicate == CmpInst::ICMP_NE ? 2 : 1;
        return false;
    });
    return Ends >= 2;
}

// Work-items of which the first guard's condition is known: those who pass it where the others have nothing to do; else
// those who go the way of which more is known, or where there is more to do.
const RowBound::Way *
RowBound::Finder::wholeAtGuard(BasicBlock &BB, BranchInst &Branch)
{
    BasicBlock *True = Branch.getSuccessor(0), *False = Branch.getSuccessor(1);
    auto Position = Guards.find(&BB);
    const bool IsAlone = Position != Guards.end() && Position->second.IsAlone;
    SmallVector<KnownPart, 4> IfTrue, IfFalse;
    const Way *Positive = boundOf(BB, Branch.getCondition(), true, &IfTrue);
    const Way *Negative = boundOf(BB, Branch.getCondition(), false, &IfFalse);
    bool IsPositive = IfTrue.size() > IfFalse.size();

    if (IsAlone)
        IsPositive = Position->second.Skipping == False;
    else if (IfTrue.size() == IfFalse.size())
        IsPositive = True->size() >= False->size();
    SmallVectorImpl<KnownPart> &Its = IsPositive ? IfTrue : IfFalse;
    const Way *Found = IsPositive ? Positive : Negative;
    if (Its.empty() || (!IsAlone && !holdsForMost(*Found)))
        return Everything;
    IsForAll &= IsAlone;
    Result.Known.append(Its);
    return Found;
}

const RowBound::Way *
RowBound::Finder::wholeAfter(BasicBlock &BB, BranchInst &Branch)
{
    BasicBlock &True = *Branch.getSuccessor(0);

    if (Branch.isUnconditional())
        return wholeFrom(True);
    if (!isSame(Branch.getCondition()))
        return wholeAtGuard(BB, Branch);
    BasicBlock &False = *Branch.getSuccessor(1);
    const Way *IfTrue = wholeFrom(True), *IfFalse = wholeFrom(False);
    if (hasNothing(True) != hasNothing(False)) {
        Result.Known.push_back({&BB, Branch.getCondition(), hasNothing(False)});
        (hasNothing(False) ? IfFalse : IfTrue) = Nothing;
    }
    return choice(Branch.getCondition(), IfTrue, IfFalse);
}

// The work-items of a row that answer alike what is asked of them, from a block on that all of them get to or none.
const RowBound::Way *
RowBound::Finder::wholeFrom(BasicBlock &BB)
{
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());

    if (auto [Position, New] = WholeWays.try_emplace(&BB, Everything); !New)
        return Position->second;
    if (!Branch || Past.contains(&BB) || WholeWays.size() > MostBlocks)
        return Everything;
    const Way *Found = wholeAfter(BB, *Branch);
    // All have something to do, of which not all are whole.
    IsForAll &= Found->Kind == Way::All || (Ways.contains(&BB) && Ways.lookup(&BB)->Kind != Way::All);
    return WholeWays[&BB] = Found;
}

// Whether what is known begins and ends elsewhere than what there is to do.
bool
RowBound::Finder::isSplit() const
{
    if (Result.Root->contains([](const Way &W) { return W.beginsLate(); }))
        return true;
    return !Result.Known.empty() &&
           (!IsForAll || Result.WholeRoot->contains([](const Way &W) { return W.beginsLate() || W.IsChecked; }));
}

void
RowBound::Finder::run()
{
    BasicBlock &Entry = Single.getEntryBlock();
    const Way *Root = from(Entry);
    RowExtent &Extent = Result.Extent;

    Extent.IsBounded = Root->Kind != Way::All && Root->Kind != Way::None;
    findPast(Entry);
    Result.Root = Root;
    Result.WholeRoot = wholeFrom(Entry);
    if ((!Extent.IsBounded && Result.Known.empty()) || Courses.evaluated() > MostEvaluated) {
        Result.Root = nullptr;
        return;
    }
    Extent.WithFirst |= !Single.getReturnType()->isVoidTy(); // it says what follows
    Extent.IsSplit = isSplit();
    // What the first does for all is no reason to run its row.
    Extent.IsAllOrNone = Extent.IsBounded && !Extent.WithFirst && !Extent.IsSplit &&
                         !Root->contains([](const Way &W) { return W.Kind == Way::Compared; });
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

RowPlaces
RowBound::emit(IRBuilderBase &B, ArrayRef<Value *> Arguments, RowPrimitive Primitive, Value *Items) const
{
    Emitter Row(B, Arguments, Primitive, Items);
    const Emitter::Found Its = Row.find(*Root);
    // The group's first runs in any row.
    const ArrayRef<Value *> Conditions = Extent.WithFirst ? ArrayRef<Value *>() : Its.Conditions;
    RowPlaces Places = Row.settled(Its, Conditions);
    const RowPlaces Whole = Row.settled(Row.find(*WholeRoot), Conditions);

    Places.WholeBegin = Whole.WholeBegin;
    Places.WholeEnd = Whole.WholeEnd;
    Places.Runs = Conditions.empty() ? B.getTrue() : B.CreateAnd(Conditions);
    if (Extent.IsAllOrNone && !isa<ConstantInt>(Places.End)) // nobody looks at the end
        Places.Runs = B.CreateAnd(Places.Runs, B.CreateICmpNE(Places.End, B.getInt64(0)));
    return Places;
}

} // namespace weft
