// SPDX-License-Identifier: Apache-2.0
// What instructions take in a pack.
#include "compiler/packing/cost/form_walk.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/recurrence.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <cmath>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr auto Throughput = TargetTransformInfo::TCK_RecipThroughput;

// The elements of so many lanes.
Type *
FormCosts::Walk::widened(Type *T, unsigned Count) const
{
    Type *Element = T->getScalarType();

    if (Width == 1 || T->isVoidTy() || !VectorType::isValidElementType(Element))
        return T;
    return FixedVectorType::get(Element, Count);
}

// Registers of the widest of what the call takes and gives, an element of each lane.
unsigned
FormCosts::Walk::partsOf(const CallBase &Call) const
{
    unsigned Parts = registers(Call.getType()) / components(Call.getType());

    for (const Value *Argument : Call.args())
        Parts = std::max(Parts, registers(Argument->getType()) / components(Argument->getType()));
    return std::clamp(Parts, 1u, Width);
}

// Of a value: packs have a vector of each of its elements.
unsigned
FormCosts::Walk::components(const Type *T) const
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    return Vector && Width > 1 ? Vector->getNumElements() : 1;
}

unsigned
FormCosts::Walk::registers(const Type *T) const
{
    const uint64_t Register = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    const auto *Vector = dyn_cast<FixedVectorType>(T);
    const Type *Element = T->getScalarType();
    const uint64_t Bits = Element->isPointerTy() ? 64 : Element->getPrimitiveSizeInBits().getFixedValue();
    const unsigned Elements = Vector ? Vector->getNumElements() : 1;

    if (Register == 0)
        return 1;
    if (Width == 1)
        return std::max<uint64_t>(1, divideCeil(Elements * Bits, Register));
    return Elements * std::max<uint64_t>(1, divideCeil(Bits * Width, Register));
}

// Registers that a mask of the pack takes: vectors of what it most often chooses from, where it has none of its own.
double
FormCosts::Walk::maskRegisters() const
{
    return Owner.HasMaskRegisters ? divideCeil(Width, 64) : registers(Type::getInt32Ty(Owner.F.getContext()));
}

// Whether each lane has a value of its own; others are numbers for all lanes together, or count them.
bool
FormCosts::Walk::isData(const Value *V) const
{
    return !Lanes.of(V).isKnown() || (Width > 1 && Lanes.isGuessed(V));
}

// Whether all packs of a row have the same value, computed from the launch alone: then it is computed before them.
bool
FormCosts::Walk::isForRow(const Value *V)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I)
        return !isa<Argument>(V) || !isData(V);
    if (isData(V) || isa<PHINode, AllocaInst>(I) || I->mayReadOrWriteMemory())
        return false;
    if (const PrimitiveCall Call = classifyPrimitive(I))
        return !countsWorkItems(Call);
    const auto [Place, IsNew] = ForRow.try_emplace(I, false);
    if (!IsNew)
        return Place->second;
    const bool Is = !isa<CallBase>(I) && all_of(I->operands(), [this](const Use &U) { return isForRow(U); });
    return ForRow[I] = Is;
}

// Whether the value is made of local ids alone, which are constant where a pack is a group: a vector of constants, or
// of addresses of local memory.
bool
FormCosts::Walk::isConstantInGroup(const Value *V)
{
    const auto *I = dyn_cast<Instruction>(V);
    const auto *Pointer = dyn_cast<PointerType>(V->getType());

    if (!IsWholeGroup)
        return false;
    if (isa<Constant>(V) || (Pointer && Pointer->getAddressSpace() == LocalSpace && Lanes.of(V).isNone()))
        return true;
    if (const PrimitiveCall Call = classifyPrimitive(V))
        return Call.Kind == Primitive::LocalId || Call.Kind == Primitive::LocalId32 ||
               Call.Kind == Primitive::LocalSize;
    if (!I || !isa<CastInst, BinaryOperator, GetElementPtrInst, CmpInst, SelectInst, FreezeInst>(I))
        return false;
    const auto [Place, IsNew] = ConstantInGroup.try_emplace(I, false);
    if (!IsNew)
        return Place->second;
    const bool Is = all_of(I->operands(), [this](const Use &U) { return isConstantInGroup(U); });
    return ConstantInGroup[I] = Is;
}

// Cycles of one of LLVM's units of an operation that gives such a value.
double
FormCosts::Walk::unit(const Type *T) const
{
    return T->isVectorTy() ? Table.Vector : T->isFloatingPointTy() ? Table.Floating : Table.Integer;
}

// LLVM's tables say that they do not know, or exaggerate, where an operation becomes one for each lane.
double
FormCosts::Walk::believed(InstructionCost Cost) const
{
    const double Its = Cost.isValid() ? static_cast<double>(Cost.getValue()) : simple::NoAnswer * Width;

    return std::min(Its, packed::MostOfElement * Width);
}

double
FormCosts::Walk::ofOperation(const Instruction &I, bool IsData)
{
    Type *T = IsData ? widened(I.getType(), Width) : I.getType();
    const double Unit = unit(T);
    const unsigned Opcode = I.getOpcode();
    InstructionCost Cost = 1;
    auto Operand = [&](unsigned N) {
        return IsData ? widened(I.getOperand(N)->getType(), Width) : I.getOperand(N)->getType();
    };

    // A pack's ends answer for all its lanes, which have masks at edges alone.
    if (IsData && T->isIntOrIntVectorTy(1) && Lanes.isBound(I))
        return 2 * Table.Integer;
    if (IsData && T->isIntOrIntVectorTy(1) && !isa<CmpInst>(I))
        return Table.Vector * maskRegisters();
    if (I.isIntDivRem() && !isa<Constant>(I.getOperand(1))) {
        const bool IsByFloats = Width > 1 && I.getType()->getScalarSizeInBits() <= 32;
        return IsData ? (IsByFloats ? Table.LaneDivision : Table.Division) * Width * components(I.getType())
                      : Table.Division;
    }
    if (isa<BinaryOperator, UnaryOperator>(I)) {
        const auto Info = TargetTransformInfo::getOperandInfo(I.getOperand(I.getNumOperands() - 1));
        Cost = Target.getArithmeticInstrCost(Opcode, T, Throughput,
                                             {TargetTransformInfo::OK_AnyValue, TargetTransformInfo::OP_None}, Info);
    } else if (isa<CastInst>(I)) {
        Cost = Target.getCastInstrCost(Opcode, T, Operand(0), TargetTransformInfo::CastContextHint::None, Throughput);
    } else if (const auto *Compare = dyn_cast<CmpInst>(&I)) {
        Cost = Target.getCmpSelInstrCost(Opcode, Operand(0), T, Compare->getPredicate(), Throughput);
    } else if (isa<SelectInst>(I)) {
        Type *Condition = IsData ? widened(I.getOperand(0)->getType(), Width) : I.getOperand(0)->getType();
        Cost = Target.getCmpSelInstrCost(Opcode, T, Condition, CmpInst::BAD_ICMP_PREDICATE, Throughput);
    } else if (isa<GetElementPtrInst>(I)) {
        // Indexes are scaled and added by the accesses; the lanes' are numbers of 32 bits at best.
        return IsData && Width > 1 ? packed::Index * Table.Vector * registers(I.getType())
               : Width == 1        ? 0
                                   : Table.Integer;
    } else {
        return 0; // parts of vectors, casts of nothing
    }
    return Unit * believed(Cost) * (IsData ? components(I.getType()) : 1);
}

static bool
isFunnelShift(const IntrinsicInst &I)
{
    return I.getIntrinsicID() == Intrinsic::fshl || I.getIntrinsicID() == Intrinsic::fshr;
}

// Stand-ins of type T for what is shifted, which say whether it is a rotation and by which constant: LLVM takes it for
// several times as much where it does not know.
static SmallVector<const Value *, 3>
funnelShiftArguments(const IntrinsicInst &Shift, Type *T)
{
    const Value *High = PoisonValue::get(T);
    const Value *Low = Shift.getArgOperand(0) == Shift.getArgOperand(1) ? High : UndefValue::get(T);
    const APInt *By;

    if (match(Shift.getArgOperand(2), m_APInt(By)))
        return {High, Low, ConstantInt::get(T, *By)};
    return {High, Low, PoisonValue::get(T)};
}

// Whether each lane copies from or to a place of its own, which is no variable.
bool
FormCosts::Walk::isCopyOfEachLane(const CallBase &Call) const
{
    const auto *Copy = dyn_cast<MemTransferInst>(&Call);
    auto IsOfLane = [this](const Value *Place) {
        return isData(Place) && !isa<AllocaInst>(getUnderlyingObject(Place));
    };

    return Copy && (IsOfLane(Copy->getRawDest()) || IsOfLane(Copy->getRawSource()));
}

double
FormCosts::Walk::ofCall(const CallBase &Call)
{
    const Function *Callee = Call.getCalledFunction();

    if (const PrimitiveCall Its = classifyPrimitive(&Call))
        return Its.isBarrier() ? Table.Pack : 0; // another loop over the packs
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&Call)) {
        if (Intrinsic->isAssumeLikeIntrinsic())
            return 0;
        const bool IsData = any_of(Call.args(), [this](const Use &U) { return isData(U); });
        if (Intrinsic->getType()->isVoidTy())
            return simple::NoAnswer * (isCopyOfEachLane(*Intrinsic) ? Width : 1);
        // LLVM takes several registers of one operation for twice as much, as if they had to be put together.
        const unsigned Parts = IsData && Width > 1 ? partsOf(Call) : 1;
        auto OfLanes = [&](Type *T) { return IsData ? widened(T, Width / Parts) : T; };
        SmallVector<Type *, 4> Types;
        for (const Value *Argument : Call.args())
            Types.push_back(OfLanes(Argument->getType()));
        Type *T = OfLanes(Call.getType());
        FastMathFlags Flags;
        if (isa<FPMathOperator>(Call))
            Flags = Call.getFastMathFlags();
        const InstructionCost Cost = Target.getIntrinsicInstrCost(
            isFunnelShift(*Intrinsic)
                ? IntrinsicCostAttributes(Intrinsic->getIntrinsicID(), T, funnelShiftArguments(*Intrinsic, T), Types)
                : IntrinsicCostAttributes(Intrinsic->getIntrinsicID(), T, Types, Flags),
            Throughput);
        return unit(T) * Parts * believed(Cost) * (IsData ? components(Call.getType()) : 1);
    }
    if (isAny(Call))
        return Width == 1                              ? 0
               : Lanes.isBound(*Call.getArgOperand(0)) ? 2 * Table.Integer
                                                       : packed::Masks * Table.Vector * maskRegisters();
    if (!Callee || Callee->isDeclaration())
        return packed::ForeignCall * lanesOn(*Call.getParent());
    const auto Key = std::make_pair(Callee, Width);
    if (Owner.Called->try_emplace(Key, 0).second)
        (*Owner.Called)[Key] = FormCosts(*Callee, Target, true, Owner.Called).cycles({Width, 0}) * Width;
    return Owner.Called->lookup(Key) + Table.Pack;
}

double
FormCosts::Walk::ofBranch(const Instruction &Branch)
{
    const BasicBlock *BB = Branch.getParent();

    if (Branch.getNumSuccessors() < 2)
        return 0;
    if (!Lanes.isDivergent(BB))
        return Table.Integer * 2;
    const Loop *L = Owner.Control.Loops.getLoopFor(BB);
    const bool EndsLoop = L && endsLoop(*BB, *L);
    if (Width == 1) {
        // A loop that mostly ends after one turn is foreseen to do so.
        const double Ends = EndsLoop ? 1 / Owner.Control.Turns.lookup(L) : 0;
        return Table.Integer * 2 +
               Table.Mispredicted * (EndsLoop ? std::min(Ends, 1 - Ends) : Owner.Control.surprise(*BB));
    }
    // Masks are made, and asked whether any lane is on.
    return packed::Masks * Table.Vector * maskRegisters() +
           Table.Mispredicted *
               (EndsLoop ? 1 / Owner.Control.Turns.lookup(L) : packed::Surprise * Owner.Control.surprise(*BB));
}

double
FormCosts::Walk::ofInstruction(const Instruction &I)
{
    if (isa<PHINode, AllocaInst>(I) || (!I.isTerminator() && (isConstantInGroup(&I) || isForRow(&I))))
        return 0;
    if (I.isTerminator())
        return ofBranch(I);
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
        return ofAtomic(I);
    if (isa<LoadInst, StoreInst>(I))
        return ofAccess(I);
    if (const auto *Call = dyn_cast<CallBase>(&I))
        return ofCall(*Call);
    const bool IsData = isData(&I) || any_of(I.operands(), [this](const Use &U) { return isData(U); });
    return ofOperation(I, IsData && Width > 1);
}

double
FormCosts::Walk::ofBlock(const BasicBlock &BB, FormCost *Details)
{
    double Sum = 0;

    for (const Instruction &I : BB) {
        const double Its = ofInstruction(I);
        if (Details)
            Details->Instructions[&I] = Its;
        Sum += Its;
    }
    if (Details)
        Details->Times[&BB] = timesOf(BB);
    const double AtEnds = maskedShare(BB);
    return AtEnds < 1 ? Sum * (1 + Table.MaskedCode * AtEnds) : Sum;
}

// Work-items side by side, among which the bounds lie that lead to the block.
double
FormCosts::Walk::rowAt(const BasicBlock &BB) const
{
    const uint64_t Stated = Owner.statedRow(Lanes.dimension());

    // Launches have no more than one in dimensions of one.
    return Stated == 1 || Stated > usual::Row || (Stated && Lanes.isWithinGroup(&BB)) ? Stated : usual::Row;
}

// How often any of a pack's work-items does what each does so often: neighbours often go the same way.
double
FormCosts::Walk::ofAnyLane(double Share) const
{
    return 1 - std::pow(1 - Share, std::sqrt(Width));
}

// The same where those that do are on one side of a bound.
double
FormCosts::Walk::ofAnyNeighbour(double Share, const BasicBlock &BB) const
{
    return std::min(1.0, Share + Width / (2 * rowAt(BB)));
}

// How often a pack comes from there, or the function's start, to the block: where all lanes go the same way as often as
// one does, else as often as any of them does.
double
FormCosts::Walk::reachedFrom(const BasicBlock *Top, const BasicBlock &BB) const
{
    const auto &Own = Owner.Control.Reached;
    double Together = 1, Apart = 1;

    for (const DomTreeNode *Node = Owner.Control.Dominators.getNode(&BB);
         Node && Node->getBlock() != Top && Node->getIDom(); Node = Node->getIDom()) {
        const BasicBlock *From = Node->getIDom()->getBlock();
        const double Share = Own.lookup(From) > 0 ? Own.lookup(Node->getBlock()) / Own.lookup(From) : 0;
        (Lanes.isDivergent(From) ? Apart : Together) *= std::min(1.0, Share);
    }
    return Together * ofAnyLane(Apart);
}

// How often a pack comes to the block, where any of its work-items does. In a loop that they leave one after the other,
// as often as to the loop, but for what lies on the way there.
double
FormCosts::Walk::reached(const BasicBlock &BB) const
{
    const double AtEdge = std::min(1.0, Width / usual::Edges) / (1 - usual::Inside);
    const auto &Own = Owner.Control.Reached;
    auto ShareOf = [&Own](const BasicBlock &From, const BasicBlock &To) {
        return Own.lookup(&From) > 0 ? Own.lookup(&To) / Own.lookup(&From) : 0;
    };
    const double Reached = Own.lookup(&BB) * (Owner.Control.BeyondEdges.contains(&BB) ? AtEdge : 1);

    if (Width == 1 || !Lanes.isPartial(&BB))
        return Reached;
    if (Lanes.isWithinBounds(&BB))
        return ofAnyNeighbour(Reached, BB);
    const Loop *L = Owner.Control.Loops.getLoopFor(&BB);
    if (Owner.Control.BeyondEdges.contains(&BB))
        return ofAnyLane(Reached);
    if (!L || !Lanes.isUneven(*L))
        return reachedFrom(nullptr, BB);
    const BasicBlock *Header = L->getHeader();
    if (&BB != Header)
        return reached(*Header) * reachedFrom(Header, BB);
    const BasicBlock *Before = Owner.Control.Dominators.getNode(Header)->getIDom()->getBlock();
    const auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
    const double Enters = ShareOf(*Before, *Header);
    return reached(*Before) * (!Lanes.isDivergent(Before)                         ? Enters
                               : Branch && Lanes.isBound(*Branch->getCondition()) ? ofAnyNeighbour(Enters, BB)
                                                                                  : ofAnyLane(Enters));
}

// Lanes that are on in a pack that comes to the block: for these alone is done what runs for one lane after the other.
double
FormCosts::Walk::lanesOn(const BasicBlock &BB) const
{
    const double Reached = reached(BB);

    return Reached > 0 && !Owner.Control.BeyondEdges.contains(&BB)
               ? std::max(1.0, Width * Owner.Control.Reached.lookup(&BB) / Reached)
               : Width;
}

// How many times more rounds a loop that tries until nobody came in between has in a pack: one lane after the other
// wins a place that all have; of places that are looked up some are the same.
double
FormCosts::Walk::meeting(const Loop &L) const
{
    const Value *Place = Owner.Control.Attempts.lookup(&L);

    if (!Place || Width == 1)
        return 1;
    if (Lanes.of(Place).isNone())
        return Width / usual::Attempts;
    return Lanes.of(Place).isKnown() ? 1 : 1 + Width * usual::SamePlace;
}

// How many times more rounds than one work-item's the loop has for the slowest of a pack.
double
FormCosts::Walk::unevenness(const Loop &L) const
{
    if (!Lanes.isUneven(L) || Lanes.endsAtBounds(L) || Owner.Control.ClampedLoops.contains(&L))
        return 1;
    if (Owner.Control.Searches.contains(&L)) // each round is as likely to be the last one
        return 1 + std::log(Width);
    return 1 + usual::Unevenness * (Width - 1) / (Width + 1);
}

double
FormCosts::Walk::timesOf(const BasicBlock &BB) const
{
    double Times = reached(BB);

    for (const Loop *L = Owner.Control.Loops.getLoopFor(&BB); L; L = L->getParentLoop())
        if (L->getLoopDepth() <= usual::DeepestLoop)
            Times *= Owner.Control.Turns.lookup(L) * meeting(*L) * unevenness(*L);
    return Times;
}

// Whether each lane loads from an address of its own.
bool
FormCosts::Walk::isGather(const Instruction &I) const
{
    return Width > 1 && isa<LoadInst>(I) && !Lanes.of(getLoadStorePointerOperand(&I)).isKnown() &&
           inRow(I) == RowAccess::Other;
}

// Whether each round ends what the processor had under way.
static bool
hasAtomic(const Loop &L)
{
    return any_of(L.blocks(), [](const BasicBlock *BB) {
        return any_of(*BB, [](const Instruction &I) {
            const auto *Update = dyn_cast<AtomicRMWInst>(&I);
            const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
            return (Update && Update->getPointerAddressSpace() != LocalSpace) ||
                   (Exchange && Exchange->getPointerAddressSpace() != LocalSpace);
        });
    });
}

// Whether what a round loads decides which lanes are on in the next one: its loads then wait for these, as masks are
// not foreseen. Where one work-item runs at a time, branches are.
bool
FormCosts::Walk::waitsForFarLoads(const Loop &L) const
{
    static constexpr unsigned MaxSteps = 8;

    if (Width == 1 || !Lanes.isUneven(L))
        return false;
    auto IsFarLoad = [&](const Instruction &I) {
        const auto *Load = dyn_cast<LoadInst>(&I);
        const Step Its = Load ? Lanes.of(Load->getPointerOperand()) : Step::none();
        return !Its.isNone() && Its.isKnown() && L.contains(Load) && isFar(*Load->getPointerOperand(), 1, L);
    };
    return any_of(L.blocks(), [&](const BasicBlock *BB) {
        const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        return Branch && Branch->isConditional() && Lanes.isDivergent(BB) &&
               isMadeOf(*Branch->getCondition(), IsFarLoad, MaxSteps);
    });
}

// Cycles of a round in which nothing is done: where masks wait for what is far away, and as nothing is loaded ahead
// past an operation that locks.
double
FormCosts::Walk::stalled(const Loop &L) const
{
    const unsigned OfMasks = waitsForFarLoads(L) ? latency::FarLoad : 0;
    if (!hasAtomic(L))
        return OfMasks;
    const bool Gathers = any_of(L.blocks(), [this](const BasicBlock *BB) {
        return any_of(*BB, [this](const Instruction &I) { return isGather(I); });
    });

    return OfMasks + 2 * latency::ChasedLoad + (Gathers ? latency::Gather : 0);
}

double
FormCosts::Walk::waiting(const Loop &L) const
{
    const bool IsPacked = Width > 1;
    const unsigned OfValues = recurrenceLatency(
        L, [this](const Instruction &I) { return isData(&I); }, IsPacked,
        [this](const Instruction &I) { return isGather(I); },
        [&](const StoreInst &Store, const LoadInst &Load) { return Owner.Rounds.isLeft(Store, Load, L); });

    if (!IsPacked || !Lanes.isUneven(L))
        return OfValues;
    return latency::Mask + std::max(OfValues, exitLatency(L, [this](const Instruction &I) { return isGather(I); }));
}

// Cycles that the blocks, which are in no loop, take at least, as each operation waits for others.
double
FormCosts::Walk::waiting(ArrayRef<const BasicBlock *> Blocks) const
{
    DenseMap<const Value *, unsigned> Ready;
    unsigned Longest = 0;

    for (const BasicBlock *BB : Blocks) {
        for (const Instruction &I : *BB) {
            unsigned Start = 0;
            if (!isData(&I))
                continue;
            for (const Value *Operand : I.operands())
                Start = std::max(Start, Ready.lookup(Operand));
            Ready[&I] = Start + latencyOf(I, Width > 1);
            Longest = std::max(Longest, Ready[&I]);
        }
    }
    return Longest;
}

} // namespace weft
