// SPDX-License-Identifier: Apache-2.0
// Which blocks are skipped when no work-item is to run them.
#include "compiler/packing/linearize/masks.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/uniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

// Whether a value is the same for all work-items, as far as known.
using IsUniform = function_ref<bool(const Value *)>;

// Whether the value may turn out to be uniform in packed code though it was not known to be: what is different in two
// operands may cancel out.
static bool
mayBeUniform(IsUniform Uniform, const Value *V, unsigned Depth = 6)
{
    const auto *I = dyn_cast<Instruction>(V);
    unsigned Divergent = 0;

    if (Uniform(V))
        return true;
    if (!I)
        return false;
    if (Depth == 0)
        return true;
    switch (I->getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::GetElementPtr:
    case Instruction::Xor:
        for (const Use &Operand : I->operands()) {
            if (Uniform(Operand))
                continue;
            Divergent++;
            if (mayBeUniform(Uniform, Operand, Depth - 1))
                return true;
        }
        return Divergent > 1;
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::BitCast:
    case Instruction::AddrSpaceCast:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
    case Instruction::Freeze:
        return mayBeUniform(Uniform, I->getOperand(0), Depth - 1);
    default:
        return false;
    }
}

static bool
needsWorkItem(const Instruction &I, IsUniform Uniform)
{
    if (isa<PHINode>(I) || I.isTerminator() || isSafeToSpeculativelyExecute(&I))
        return false;
    if (const Value *Pointer = getLoadStorePointerOperand(&I))
        return mayBeUniform(Uniform, Pointer);
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
        const Function *Callee = Call->getCalledFunction();
        if (classifyPrimitive(&I) || isa<DbgInfoIntrinsic, PseudoProbeInst>(I) || I.isLifetimeStartOrEnd() ||
            isa<NoAliasScopeDeclInst>(I) || isAny(I) || isFew(I) || (Callee && Callee->getName() == MaskName))
            return false;
        if (Callee && !Callee->isDeclaration()) // what it does first is for all that it is called for
            return true;
        return all_of(Call->args(), [&](const Use &Arg) { return mayBeUniform(Uniform, Arg); });
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I))
        return mayBeUniform(Uniform, I.getOperand(0));
    if (I.mayReadOrWriteMemory())
        return true;
    return all_of(I.operands(), [&](const Use &Operand) { return mayBeUniform(Uniform, Operand); }); // a division
}

bool
needsWorkItem(const LinearizedFunction &L, const BasicBlock &BB)
{
    auto Uniform = [&](const Value *V) { return L.Divergence.isUniform(V); };

    if (BB.getTerminator()->getNumSuccessors() > 1 && !L.isDivergentBranch(&BB))
        return true;
    return any_of(BB, [&](const Instruction &I) { return needsWorkItem(I, Uniform); });
}

// The values of the linearized function that may differ: by data flow alone from what differs by itself.
static DenseSet<const Value *>
findDivergent(const LinearizedFunction &L)
{
    DenseSet<const Value *> Divergent;
    SmallVector<const Value *, 32> Work;
    auto Mark = [&](const Value *V) {
        if (Divergent.insert(V).second)
            Work.push_back(V);
    };

    for (const Value *V : L.Sources)
        Mark(V);
    while (!Work.empty()) {
        for (const User *U : Work.pop_back_val()->users()) {
            if (isAny(*U) || isFew(*U))
                continue;
            if (isa<Instruction>(U) && !U->getType()->isVoidTy())
                Mark(U);
        }
    }
    return Divergent;
}

// When the instruction is skipped, nobody needs its value; a mask is empty then.
static void
joinBehindGuard(Instruction &I, BasicBlock *Skipping, BasicBlock *Behind)
{
    Type *T = I.getType();

    if (T->isVoidTy() || !I.isUsedOutsideOfBlock(I.getParent()))
        return;
    PHINode *Joined = PHINode::Create(T, 2, I.getName(), Behind->begin());
    I.replaceUsesOutsideBlock(Joined, I.getParent());
    Joined->addIncoming(&I, I.getParent());
    Joined->addIncoming(T->isIntegerTy(1) ? cast<Value>(ConstantInt::getFalse(T)) : PoisonValue::get(T), Skipping);
}

void
guardBlocks(LinearizedFunction &L)
{
    DenseSet<const Value *> Divergent = findDivergent(L);
    SmallVector<CallInst *, 4> Unsafe;
    auto Uniform = [&](const Value *V) { return !Divergent.contains(V); };

    for (CallInst *Note : L.Masks) {
        const BasicBlock *BB = Note->getParent();
        if (!L.Occupied.contains(BB) && any_of(*BB, [&](const Instruction &I) { return needsWorkItem(I, Uniform); }))
            Unsafe.push_back(Note);
    }
    for (CallInst *Note : Unsafe) {
        BasicBlock *BB = Note->getParent();
        Value *Mask = Note->getArgOperand(0);
        // What follows the last such instruction is for other work-items, too: masks and joins of the edges.
        Instruction &Last = *find_if(reverse(*BB), [&](const Instruction &I) { return needsWorkItem(I, Uniform); });
        BasicBlock *Behind = BB->splitBasicBlock(std::next(Last.getIterator()), BB->getName() + ".behind");
        BasicBlock *Body = BB->splitBasicBlock(std::next(Note->getIterator()), BB->getName() + ".body");
        IRBuilder<> B(BB->getTerminator());
        L.guard(B, *BB, Mask, Body, Behind);
        BB->getTerminator()->eraseFromParent();
        B.SetInsertPoint(Body, Body->begin());
        L.note(B, Mask, true);
        B.SetInsertPoint(Behind, Behind->begin());
        L.note(B, Mask, false);
        for (Instruction &I : *Body)
            joinBehindGuard(I, BB, Behind);
    }
}

static unsigned
blockCost(const BasicBlock &BB, const TargetTransformInfo &Costs)
{
    InstructionCost Sum = 0;

    for (const Instruction &I : BB) {
        const auto *Call = dyn_cast<CallBase>(&I);
        if (isa<PHINode>(I) || I.isTerminator() || classifyPrimitive(&I))
            continue;
        InstructionCost Cost = Costs.getInstructionCost(&I, TargetTransformInfo::TCK_RecipThroughput);
        Sum += Cost.isValid() ? Cost : simple::NoAnswer;
        if (isa<LoadInst, StoreInst>(I))
            Sum += simple::Access + costOfMasked(I, Costs);
        else if (I.mayReadOrWriteMemory())
            Sum += simple::OtherAccess;
        if (Call && !isa<IntrinsicInst>(Call))
            Sum += simple::Call;
        if (I.getOpcode() == Instruction::FDiv)
            Sum += simple::Division;
    }
    return std::min<InstructionCost>(Sum, 10000).getValue();
}

std::vector<unsigned>
regionCosts(const IterationGraph &Graph, const TargetTransformInfo &Costs)
{
    std::vector<unsigned> Sums(Graph.size(), 0);

    for (unsigned I = Graph.size(); I-- > 0;) {
        const IterationGraph::Node &N = Graph[I];
        if (N.Inner)
            for (const BasicBlock *BB : N.Inner->blocks())
                Sums[I] += simple::InnerTurns * blockCost(*BB, Costs);
        else
            Sums[I] += blockCost(*N.Block, Costs);
        Sums[I] = std::min(Sums[I], 1000000u);
        if (I)
            Sums[N.Dominator] += Sums[I];
    }
    return Sums;
}

MaskPlan::MaskPlan(const LinearizedFunction &L, const LoopInfo &LI, const Loop *Level, const TargetTransformInfo &Costs)
    : Graph(L.F, LI, Level), Deferred(Graph.size() + 1, BitVector(Graph.size() + 1)), Blended(Graph.size() + 1),
      Guarded(Graph.size() + 1), Occupied(Graph.size() + 1), ComesFromOccupied(Graph.size() + 1, true)
{
    std::vector<unsigned> Sums = regionCosts(Graph, Costs);

    Graph.spread([&](const IterationGraph::Node &N) { return !N.Inner && L.isDivergentBranch(N.Block); });
    for (unsigned I = 0; I < Graph.size(); I++) {
        const IterationGraph::Node &N = Graph[I];
        if (!N.Inner && L.Blended.contains(N.Block))
            Blended.set(I);
        bool BeforeLoop = !N.Inner && any_of(N.Out, [&](const IterationGraph::Edge &E) {
            return E.Target != Graph.end() && Graph[E.Target].Inner;
        });
        plan(I, Sums[I] > simple::Skip || BeforeLoop || N.Inner || needsWorkItem(L, *N.Block));
    }
    for (const BitVector &Nodes : Deferred)
        Blended |= Nodes;
}

bool
MaskPlan::hasMaskOfDominator(unsigned Index) const
{
    return !Graph[Index].IsReturn && Graph.alwaysFollowsDominator(Index);
}

unsigned
MaskPlan::successor(unsigned From, ArrayRef<unsigned> Wanted) const
{
    int Waiting = Deferred[From].find_first();
    unsigned First = Waiting < 0 ? Graph.end() : Waiting;

    for (unsigned Target : Wanted)
        First = std::min(First, Target);
    return First;
}

void
MaskPlan::follow(unsigned From, ArrayRef<unsigned> Wanted)
{
    unsigned First = successor(From, Wanted);

    if (First == Graph.end())
        return;
    Deferred[First] |= Deferred[From];
    for (unsigned Target : Wanted) {
        assert(Target != Graph.end() && "some work-items end here, others are to go on");
        Deferred[First].set(Target);
    }
    Deferred[First].reset(First);
    Blended |= Deferred[First];
}

void
MaskPlan::plan(unsigned Index, bool NeedsGuard)
{
    const IterationGraph::Node &N = Graph[Index];

    if (Index == 0 || Deferred[Index].none() || (hasMaskOfDominator(Index) && Occupied[N.Dominator]) ||
        (!Blended[Index] && ComesFromOccupied[Index])) {
        Occupied.set(Index);
    } else if (NeedsGuard) {
        assert(!N.Inner && "the block before the loop has its mask");
        Guarded.set(Index);
        Occupied.set(Index);
        follow(Index, {});
    }
    if (N.Diverges) {
        SmallVector<unsigned, 2> Wanted;
        for (const IterationGraph::Edge &E : N.Out)
            Wanted.push_back(E.Target);
        follow(Index, Wanted);
    } else {
        for (const IterationGraph::Edge &E : N.Out)
            follow(Index, E.Target);
        if (N.Out.empty())
            follow(Index, {});
    }
    for (const IterationGraph::Edge &E : N.Out)
        if (N.Diverges || !Occupied[Index])
            ComesFromOccupied.reset(E.Target);
}

} // namespace weft
