// SPDX-License-Identifier: Apache-2.0
// How far a kernel's values are apart from one work-item to the next, taken for granted where a proof would be needed.
#include "compiler/packing/cost/lane_steps.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/packing/analysis/address_clamps.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// What is divided by rows' lengths steps by at most so much from lane to lane.
static constexpr int64_t MostInRow = 4;
// Packs are no wider than rows of so many work-items.
static constexpr unsigned ShortestRow = 63;

Step
Step::operator+(Step Other) const
{
    int64_t Sum;

    return Known && Other.Known && !AddOverflow(Value, Other.Value, Sum) ? Step(Sum) : unknown();
}

Step
Step::operator*(int64_t Factor) const
{
    int64_t Product;

    return Known && !MulOverflow(Value, Factor, Product) ? Step(Product) : unknown();
}

LaneSteps::LaneSteps(const Function &F, const Flow &TheFlow, unsigned TheDimension, bool TheArgumentsVary)
    : Control(TheFlow), Dimension(TheDimension), ArgumentsVary(TheArgumentsVary), AsksClamps(mayAskClamps(F))
{
    ReversePostOrderTraversal<const Function *> Order(&F);

    // Values go from steps that are known to those that are not, and branches from uniform to divergent, so it ends.
    for (bool Changed = true; Changed;) {
        Changed = false;
        Guessed.clear();
        Unproven.clear();
        Periods.clear();
        for (const BasicBlock *BB : Order)
            for (const Instruction &I : *BB) {
                if (I.getType()->isVoidTy())
                    continue;
                const Step Its = compute(I);
                const bool Guesses = isGuess(I);
                if (Guesses || any_of(I.operands(), [this](const Use &U) { return Guessed.contains(U); }))
                    Guessed.insert(&I);
                if (!Its.isNone() && mayWrap(I))
                    Unproven.insert(&I);
                if (const double Period = periodOf(I); Period > 0)
                    Periods[&I] = Period;
                const auto [Place, IsNew] = Known.try_emplace(&I, Its);
                if (IsNew || Place->second == Its || !Place->second.isKnown()) {
                    Changed |= IsNew;
                    continue;
                }
                Place->second = Step::unknown();
                Changed = true;
            }
        Changed |= findBranches(F);
    }
    findPartial(F);
}

// Whether a pack is no wider than what such a divisor or mask leaves.
static bool
isNarrow(const Value *V)
{
    const auto *Constant = dyn_cast<ConstantInt>(V);

    return Constant && Constant->getValue().ult(ShortestRow);
}

// Work-items in one row of several, where the value says which row each is in: a quotient of an id. Unset: it does not;
// 0: the code does not say.
std::optional<double>
LaneSteps::rowOf(const Instruction &I) const
{
    const bool IsShift = I.getOpcode() == Instruction::LShr || I.getOpcode() == Instruction::AShr;

    if (!(IsShift || I.getOpcode() == Instruction::UDiv || I.getOpcode() == Instruction::SDiv) ||
        I.getType()->isVectorTy() || !of(I.getOperand(1)).isNone())
        return std::nullopt;
    const Step Its = of(I.getOperand(0));
    const auto *Constant = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!Its.isKnown() || Its.isNone() || std::abs(Its.value()) > MostInRow || (IsShift && !Constant) ||
        (Constant && Constant->getValue().getActiveBits() > 31))
        return std::nullopt;
    if (!Constant)
        return 0;
    const uint64_t Divisor = Constant->getZExtValue();
    const double Row = (IsShift ? std::ldexp(1.0, int(Divisor)) : double(Divisor)) / std::abs(double(Its.value()));
    return Row >= ShortestRow ? std::optional(Row) : std::nullopt;
}

// Whether neighbours mostly answer it alike: it asks on which side of a place they are, or whether they are there.
bool
LaneSteps::asksForPlace(const Value &Condition, unsigned Depth) const
{
    const Value *A, *B;

    if (Depth > 0 && (match(&Condition, m_LogicalOr(m_Value(A), m_Value(B))) ||
                      match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)))))
        return asksForPlace(*A, Depth - 1) && asksForPlace(*B, Depth - 1);
    return isa<ICmpInst>(Condition)
               ? all_of(cast<ICmpInst>(Condition).operands(), [this](const Use &U) { return of(U).isKnown(); })
               : of(&Condition).isNone() && !isGuessed(&Condition);
}

// A choice that neighbours mostly make alike, though not all do; or an answer as a number.
bool
LaneSteps::isChoiceByPlace(const Instruction &I) const
{
    const Value *Choice;

    return I.getType()->isIntegerTy() &&
           match(&I, m_CombineOr(m_Select(m_Value(Choice), m_Value(), m_Value()), m_ZExtOrSExt(m_Value(Choice)))) &&
           Choice->getType()->isIntegerTy(1) && !of(Choice).isNone() && asksForPlace(*Choice);
}

// Whether the step is what most packs have, and not all.
bool
LaneSteps::isGuess(const Instruction &I) const
{
    if (rowOf(I) || isChoiceByPlace(I))
        return true;
    const bool IsRound = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem ||
                         I.getOpcode() == Instruction::And || I.getOpcode() == Instruction::Xor;

    return (IsRound || (isa<MinMaxIntrinsic>(I) && !AsksClamps)) &&
           !all_of(I.operands(), [this](const Use &U) { return isa<Function>(U) || of(U).isNone(); });
}

// Whether an int may wrap between two work-items by what its flags say, or is made wide or an address of such a one.
// Ints that differ by 2^32 are not both indices into one object of elements of 4 bytes: see Shapes::atAccess.
bool
LaneSteps::mayWrap(const Instruction &I) const
{
    const auto *Address = dyn_cast<GetElementPtrInst>(&I);
    const auto *Flags = dyn_cast<OverflowingBinaryOperator>(&I);
    const auto *Trunc = dyn_cast<TruncInst>(&I);
    const bool IsInt = I.getType()->isIntegerTy() && I.getType()->getIntegerBitWidth() < 64;

    if (classifyPrimitive(&I))
        return false;
    if (Address && !Unproven.contains(Address->getPointerOperand()) &&
        (Address->getPointerAddressSpace() == LocalSpace ||
         I.getDataLayout().getTypeAllocSize(Address->getResultElementType()).getKnownMinValue() % 4 == 0))
        return false;
    if (Trunc)
        return !classifyPrimitive(Trunc->getOperand(0)) && !Trunc->hasNoSignedWrap() && !Trunc->hasNoUnsignedWrap();
    if (IsInt && Flags && !Flags->hasNoSignedWrap() && !Flags->hasNoUnsignedWrap())
        return true;
    return any_of(I.operands(), [this](const Use &U) { return Unproven.contains(U); });
}

// Work-items after which the value starts anew: its own, or the shortest of those that it is made of. 0: it does not.
double
LaneSteps::periodOf(const Instruction &I) const
{
    const APInt *Constant;
    double Period = 0;

    if ((isa<MinMaxIntrinsic>(I) && isGuess(I)) || isChoiceByPlace(I))
        Period = usual::Edges;
    else if (const std::optional<double> Row = rowOf(I))
        Period = *Row > 0 ? *Row : usual::UnknownPeriod;
    else if (I.getOpcode() != Instruction::Xor && isGuess(I))
        Period = match(I.getOperand(1), m_APInt(Constant)) && Constant->getActiveBits() < 32
                     ? double(Constant->getZExtValue() + (I.getOpcode() == Instruction::And))
                     : usual::UnknownPeriod;
    for (const Use &U : I.operands())
        if (const double Its = Periods.lookup(U); Its > 0 && (Period == 0 || Its < Period))
            Period = Its;
    return Period;
}

double
LaneSteps::wrapChance(const Value *V, unsigned Width) const
{
    const double Period = Periods.lookup(V);

    if (Period == usual::UnknownPeriod)
        return std::min(1.0, Log2_32(Width) * usual::ShortPeriod);
    return Period > 0 ? std::min(1.0, Width / Period) : 0;
}

Step
LaneSteps::of(const Value *V) const
{
    if (isa<Argument>(V)) {
        // What leads to constant memory is a table, or an image: the same for all.
        const bool IsTable = V->getType()->isPointerTy() && V->getType()->getPointerAddressSpace() == ConstantSpace;
        return ArgumentsVary && !IsTable ? Step::unknown() : Step::none();
    }
    return Known.lookup_or(V, Step::none());
}

bool
LaneSteps::isUneven(const Loop &L) const
{
    return any_of(L.blocks(), [&](const BasicBlock *BB) { return isDivergent(BB) && endsLoop(*BB, L); });
}

// Whether it compares what steps alike from lane to lane.
bool
LaneSteps::isOfNeighbours(const Instruction &Compare) const
{
    const Value *A = Compare.getOperand(0), *B = Compare.getOperand(1);

    return AsksClamps && of(A).isKnown() && of(A) == of(B) && !isGuessed(A) && !isGuessed(B);
}

bool
LaneSteps::isWindow(const Loop &L) const
{
    const BasicBlock *Latch = L.getLoopLatch();
    const auto *Branch = Latch ? dyn_cast<BranchInst>(Latch->getTerminator()) : nullptr;
    const auto *Ends = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;

    return Ends && isOfNeighbours(*Ends) && !of(Ends->getOperand(0)).isNone();
}

bool
LaneSteps::endsAtBounds(const Loop &L) const
{
    return none_of(L.blocks(), [&](const BasicBlock *BB) {
        const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        return isDivergent(BB) && endsLoop(*BB, L) &&
               !(Branch && Branch->isConditional() && isBound(*Branch->getCondition()));
    });
}

bool
LaneSteps::findBranches(const Function &F)
{
    bool Changed = false;

    for (const BasicBlock &BB : F) {
        const Value *Choice = nullptr;
        if (const auto *Branch = dyn_cast<BranchInst>(BB.getTerminator()))
            Choice = Branch->isConditional() ? Branch->getCondition() : nullptr;
        else if (const auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()))
            Choice = Switch->getCondition();
        if (Choice && !(of(Choice).isNone() && !isGuessed(Choice)))
            Changed |= Branches.insert(&BB).second;
    }
    return Changed;
}

// Whether work-items that take different ways behind the block are together again where they come to the other one.
bool
LaneSteps::meetsBefore(const BasicBlock *BB, const BasicBlock *Other) const
{
    const auto *Node = Control.PostDominators.getNode(BB);
    const BasicBlock *Meeting = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;

    return Meeting && Control.Dominators.properlyDominates(BB, Meeting) && Control.Dominators.dominates(Meeting, Other);
}

// Whether work-items come to the block by different ways, as behind an if, or leave a loop by it at different times.
bool
LaneSteps::joinsDivergent(const BasicBlock *BB) const
{
    const auto *Node = Control.Dominators.getNode(BB);
    const BasicBlock *Last = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
    const Loop *L = Control.Loops.getLoopFor(BB);
    const bool IsHeader = L && L->getHeader() == BB;

    for (const BasicBlock *From : predecessors(BB)) {
        const Loop *Its = Control.Loops.getLoopFor(From);
        if (Its && !Its->contains(BB) && isUneven(*Its))
            return true;
        if (IsHeader)
            continue;
        for (const auto *N = Control.Dominators.getNode(From); N; N = N->getIDom()) {
            if (isDivergent(N->getBlock()) && (N->getBlock() != From || !BB->getSinglePredecessor()) &&
                !meetsBefore(N->getBlock(), From))
                return true;
            if (N->getBlock() == Last)
                break;
        }
    }
    return false;
}

bool
LaneSteps::isBound(const Value &Condition, unsigned Depth) const
{
    const Value *A, *B;

    if (of(&Condition).isNone())
        return true;
    if (Depth > 0 && (match(&Condition, m_LogicalOr(m_Value(A), m_Value(B))) ||
                      match(&Condition, m_LogicalAnd(m_Value(A), m_Value(B)))))
        return isBound(*A, Depth - 1) && isBound(*B, Depth - 1);
    const auto *Compare = dyn_cast<ICmpInst>(&Condition);
    return Compare && Compare->isRelational() &&
           all_of(Compare->operands(), [this](const Use &U) { return of(U).isKnown(); });
}

// Whether the condition asks for ids that begin anew in each group.
static bool
asksWithinGroup(const Value *Condition)
{
    return isMadeOf(Condition,
                    {Primitive::LocalId, Primitive::LocalId32, Primitive::LinearId, Primitive::SubGroupLocalId}, 6);
}

void
LaneSteps::findPartial(const Function &F)
{
    for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F)) {
        const auto *Node = Control.Dominators.getNode(BB)->getIDom();
        const BasicBlock *From = Node ? Node->getBlock() : nullptr;
        const bool IsChosen = From && !Control.PostDominators.dominates(BB, From);
        bool IsUneven = false;
        for (const Loop *L = Control.Loops.getLoopFor(BB); L && !IsUneven; L = L->getParentLoop())
            IsUneven = isUneven(*L);
        if (!IsUneven && !(IsChosen && (isDivergent(From) || Partial.contains(From))))
            continue;
        Partial.insert(BB);
        const auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
        if (!IsUneven && IsChosen && Branch && Branch->isConditional() && isBound(*Branch->getCondition()) &&
            (!Partial.contains(From) || WithinBounds.contains(From))) {
            WithinBounds.insert(BB);
            if (WithinGroup.contains(From) || asksWithinGroup(Branch->getCondition()))
                WithinGroup.insert(BB);
        }
    }
}

// Of something else than a number that is computed from others: what most packs have alike may choose other ways in
// some, or other places.
Step
LaneSteps::surelyNone(const Instruction &I) const
{
    return any_of(I.operands(), [this](const Use &U) { return isGuessed(U); }) ? Step::unknown() : allNone(I);
}

Step
LaneSteps::allNone(const Instruction &I) const
{
    return all_of(I.operands(), [this](const Use &U) { return of(U).isNone(); }) ? Step::none() : Step::unknown();
}

Step
LaneSteps::ofAddress(const GetElementPtrInst &Address) const
{
    const DataLayout &Layout = Address.getDataLayout();
    Step Sum = of(Address.getPointerOperand());

    for (auto It = gep_type_begin(Address), End = gep_type_end(Address); It != End; ++It)
        if (!It.isStruct())
            Sum = Sum + of(It.getOperand()) * It.getSequentialElementStride(Layout).getKnownMinValue();
    return Sum;
}

// A value that goes round is taken for what comes in from before the loop, until it turns out to be another.
Step
LaneSteps::ofPhi(const PHINode &Phi) const
{
    std::optional<Step> All;

    for (const Value *Incoming : Phi.incoming_values()) {
        if (isa<UndefValue>(Incoming) || (isa<Instruction>(Incoming) && !Known.contains(Incoming)))
            continue;
        const Step Its = of(Incoming);
        if (All && !(*All == Its))
            return Step::unknown();
        All = Its;
    }
    if (Phi.getNumIncomingValues() > 0 && !Phi.hasConstantValue() && joinsDivergent(Phi.getParent()))
        return Step::unknown();
    return All.value_or(Step::none());
}

// Of two values of which one is taken, most often the same for all.
Step
LaneSteps::ofEither(const Value *A, const Value *B) const
{
    if (of(A).isNone() || of(B).isNone())
        return of(A).isNone() ? of(B) : of(A);
    return of(A) == of(B) ? of(A) : Step::unknown();
}

Step
LaneSteps::compute(const Instruction &I) const
{
    if (const PrimitiveCall Call = classifyPrimitive(&I)) {
        switch (Call.Kind) {
        case Primitive::GlobalId:
        case Primitive::GlobalId32:
        case Primitive::LocalId:
        case Primitive::LocalId32:
            return Call.Dimension == Dimension ? Step::of(1) : Step::none();
        default:
            return countsWorkItems(Call) && Dimension == 0 ? Step::of(1) : Step::none();
        }
    }
    if (isAny(I)) // one answer to all
        return Step::none();
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
        return Address->getType()->isVectorTy() ? allNone(I) : ofAddress(*Address);
    if (const auto *Load = dyn_cast<LoadInst>(&I))
        return Load->isSimple() && !isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())) ? surelyNone(I)
                                                                                                    : Step::unknown();
    // What is clamped to an edge, or starts again at one, goes on as it did in most packs.
    if (const auto *Clamp = dyn_cast<MinMaxIntrinsic>(&I))
        return Clamp->getType()->isVectorTy() ? allNone(I) : ofEither(Clamp->getLHS(), Clamp->getRHS());
    if (I.mayReadOrWriteMemory()) {
        const auto *Call = dyn_cast<CallInst>(&I);
        return Call && Call->onlyReadsMemory() ? surelyNone(I) : Step::unknown();
    }
    if (isa<AllocaInst>(I))
        return Step::none(); // the same place in each work-item's own
    if (const auto *Phi = dyn_cast<PHINode>(&I))
        return ofPhi(*Phi);
    if (I.getType()->isVectorTy())
        return allNone(I);
    if (rowOf(I))
        return Step::none();
    switch (I.getOpcode()) {
    case Instruction::ICmp: // packs at edges have other code
        if (isOfNeighbours(I))
            return Step::none();
        return surelyNone(I);
    case Instruction::FCmp:
        return surelyNone(I);
    case Instruction::Add:
        return of(I.getOperand(0)) + of(I.getOperand(1));
    case Instruction::Sub:
        return of(I.getOperand(0)) + of(I.getOperand(1)) * -1;
    case Instruction::Or:
        return cast<PossiblyDisjointInst>(I).isDisjoint() ? of(I.getOperand(0)) + of(I.getOperand(1)) : allNone(I);
    case Instruction::Mul:
        if (const auto *Factor = dyn_cast<ConstantInt>(I.getOperand(1)); Factor && Factor->getBitWidth() <= 64)
            return of(I.getOperand(0)) * Factor->getSExtValue();
        return allNone(I);
    case Instruction::Shl:
        if (const auto *Bits = dyn_cast<ConstantInt>(I.getOperand(1)); Bits && Bits->getValue().ult(62))
            return of(I.getOperand(0)) * (INT64_C(1) << Bits->getZExtValue());
        return allNone(I);
    case Instruction::AShr:
    case Instruction::LShr:
        // An int is made wide by being shifted up and down.
        if (const auto *Bits = dyn_cast<ConstantInt>(I.getOperand(1)); Bits && Bits->getValue().ult(62))
            if (const Step Its = of(I.getOperand(0));
                Its.isKnown() && Its.value() % (INT64_C(1) << Bits->getZExtValue()) == 0)
                return Step::of(Its.value() >> Bits->getZExtValue());
        return allNone(I);
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::And:
    case Instruction::Xor:
        return of(I.getOperand(1)).isNone() && !isNarrow(I.getOperand(1)) ? of(I.getOperand(0)) : allNone(I);
    case Instruction::SExt:
    case Instruction::ZExt:
        if (isChoiceByPlace(I))
            return Step::none();
        return of(I.getOperand(0));
    case Instruction::Trunc:
    case Instruction::Freeze:
    case Instruction::AddrSpaceCast:
        return of(I.getOperand(0));
    case Instruction::Select:
        if (isChoiceByPlace(I))
            return ofEither(I.getOperand(1), I.getOperand(2));
        return of(I.getOperand(1)) == of(I.getOperand(2)) && of(I.getOperand(0)).isNone() ? of(I.getOperand(1))
                                                                                          : allNone(I);
    default:
        return allNone(I);
    }
}

} // namespace weft
