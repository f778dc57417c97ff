// SPDX-License-Identifier: Apache-2.0
// Whether running work-items in the lanes of vectors pays.
#include "compiler/packing/cost/pack_cost.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/mask_cost.h"
#include "compiler/analysis/recurrence.h"
#include "compiler/packing/analysis/indexed_access.h"
#include "compiler/packing/analysis/lane_loop.h"
#include "compiler/packing/cost/pack_width.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// A loop runs until the slowest work-item of a pack is done.
constexpr double Unevenness = 1.5;
// What a gathered element, or a single one of a cache line, costs more than LLVM's model says. In a loop in which each
// work-item walks through memory of its own there are too many streams for the caches' prefetchers, which a single
// work-item's walk keeps busy.
constexpr double RandomElement = 1, StreamedElement = 6;
// A locked compare and exchange, which is what an atomic operation on floats ends in.
constexpr double Exchange = 20;
// The comparison of indexes, and a load or store.
constexpr double WideAccess = 8;
// Walks of steps up to this many elements are streams.
constexpr unsigned MaxStep = 16;

class Estimate {
public:
    explicit Estimate(FunctionAnalysisManager &Analyses) : AM(Analyses) {}
    double of(Function &F) { return of(F, nullptr); }
    // Details: gets what its parts cost; may be null.
    double of(Function &F, FunctionCost *Details);

private:
    double ofInstruction(const Instruction &I, const TargetTransformInfo &Costs, const Loop *L);

    FunctionAnalysisManager &AM;
    DenseMap<const Function *, double> Known; // also breaks recursion
};

// Whether the number of lanes' steps in the loop that V is made of is the same small one for all.
bool
isStreamed(const Value *V, const Loop &L, unsigned Depth)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || !L.contains(I) || Depth == 0 || !I->getType()->isVectorTy())
        return false;
    if (const auto *Phi = dyn_cast<PHINode>(I)) {
        const APInt *Step;
        const Value *Next = Phi->getParent() == L.getHeader() && L.getLoopLatch()
                                ? Phi->getIncomingValueForBlock(L.getLoopLatch())
                                : nullptr;
        const Value *A;
        const Value *B;
        if (Next && match(Next, m_Select(m_Value(), m_Value(A), m_Value(B))))
            Next = A == Phi ? B : A;
        return Next && match(Next, m_Add(m_Specific(Phi), m_APInt(Step))) && Step->abs().ule(MaxStep);
    }
    if (!isa<GetElementPtrInst, CastInst, BinaryOperator, SelectInst, FreezeInst>(I))
        return false;
    return any_of(I->operands(), [&](const Use &U) { return isStreamed(U, L, Depth - 1); });
}

// Whether V goes far with each iteration, as where work-items take turns at the elements of an array: a single
// work-item then has a cache line for itself at each step, which all of a pack would share.
bool
goesFar(const Value *V, const Loop &L, unsigned Depth)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || !L.contains(I) || Depth == 0)
        return false;
    if (const auto *Phi = dyn_cast<PHINode>(I)) {
        const Value *Step;
        if (Phi->getParent() != L.getHeader() || !L.getLoopLatch() ||
            !match(Phi->getIncomingValueForBlock(L.getLoopLatch()), m_c_Add(m_Specific(Phi), m_Value(Step))))
            return false;
        const auto *Fixed = dyn_cast<ConstantInt>(Step);
        return L.isLoopInvariant(Step) && (!Fixed || Fixed->getValue().abs().ugt(MaxStep));
    }
    if (!isa<GetElementPtrInst, CastInst, BinaryOperator>(I))
        return false;
    return any_of(I->operands(), [&](const Use &U) { return goesFar(U, L, Depth - 1); });
}

// Whether the loop is the packer's for a sum of floats, the only one with a weak exchange: it seldom runs twice.
bool
isSumOfFloats(const Loop &L)
{
    return L.getNumBlocks() == 1 && any_of(*L.getHeader(), [](const Instruction &I) {
               const auto *Tried = dyn_cast<AtomicCmpXchgInst>(&I);
               return Tried && Tried->isWeak();
           });
}

double
Estimate::ofInstruction(const Instruction &I, const TargetTransformInfo &Costs, const Loop *L)
{
    const auto *Call = dyn_cast<CallInst>(&I);
    Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    double Extra = 0;

    if (Callee && !Callee->isDeclaration())
        return of(*Callee) + 1;
    if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
        if (Update->isFloatingPointOperation() && Update->getPointerAddressSpace() != LocalSpace)
            return Exchange;
    if (const auto *Tried = dyn_cast<AtomicCmpXchgInst>(&I); Tried && Tried->isWeak())
        return Exchange;
    if (const auto *Gather = dyn_cast<IntrinsicInst>(&I)) {
        if (Gather->getIntrinsicID() == Intrinsic::masked_load || Gather->getIntrinsicID() == Intrinsic::masked_store)
            return costOf(MaskedAccess(*Gather), Costs);
        bool IsLoad = Gather->getIntrinsicID() == Intrinsic::masked_gather;
        if (IsLoad || Gather->getIntrinsicID() == Intrinsic::masked_scatter) {
            const Value *Address = Gather->getArgOperand(IsLoad ? 0 : 1);
            unsigned Lanes = cast<FixedVectorType>(Address->getType())->getNumElements();
            // Most often it will be one wide access.
            if (maybeConsecutive(const_cast<Instruction &>(I), I.getDataLayout()))
                return WideAccess;
            Extra = Lanes * (L && isStreamed(Address, *L, 8) ? StreamedElement : RandomElement);
        }
    }
    const Value *Address = getLoadStorePointerOperand(&I);
    if (L && Address && !getLoadStoreType(const_cast<Instruction *>(&I))->isVectorTy() && goesFar(Address, *L, 8))
        Extra = StreamedElement;
    InstructionCost Cost = Costs.getInstructionCost(&I, TargetTransformInfo::TCK_RecipThroughput);
    return Extra + (Cost.isValid() ? static_cast<double>(Cost.getValue()) : 10);
}

// How often the loop's blocks are taken to run; NULL: those outside of loops.
double
timesOf(const Loop *L)
{
    double Times = 1;

    for (; L; L = L->getParentLoop())
        if (L->getLoopDepth() <= MaxLoopDepth && !isSumOfFloats(*L))
            Times *= laneLoopTurns(*L).value_or(LoopIterations);
    return Times;
}

// What is waited for: counters and addresses are never late.
bool
isFloat(const Instruction &I)
{
    return I.getType()->isFPOrFPVectorTy();
}

double
Estimate::of(Function &F, FunctionCost *Details)
{
    auto [Position, Inserted] = Known.try_emplace(&F, 0);
    if (!Inserted)
        return Position->second;
    const TargetTransformInfo &Costs = AM.getResult<TargetIRAnalysis>(F);
    DominatorTree Tree(F);
    LoopInfo Loops(Tree);
    double Sum = 0;

    const auto Rare = rareBlocks(F);            // packs that pass a bound in part, too
    MapVector<const Loop *, double> Iterations; // of innermost loops: what one takes
    for (const BasicBlock &BB : F) {
        const Loop *L = Loops.getLoopFor(&BB);
        double Its = 0;
        if (Rare.contains(&BB))
            continue;
        if (Details)
            Details->Times[&BB] = timesOf(L);
        for (const Instruction &I : BB) {
            if (isa<PHINode>(I))
                continue;
            const double Cost = ofInstruction(I, Costs, L);
            Its += Cost;
            if (Details)
                Details->Instructions[&I] = Cost;
        }
        if (L && L->isInnermost())
            Iterations[L] += Its;
        else
            Sum += timesOf(L) * Its;
    }
    // An iteration waits for the one before, however few its operations are: more lanes wait no longer.
    for (const auto &[L, Its] : Iterations)
        Sum += timesOf(L) * std::max(Its, static_cast<double>(recurrenceLatency(*L, isFloat)));
    return Known[&F] = Sum;
}

// Whether a loop of the packed function ends when none of its lanes is left.
bool
hasUnevenLoop(Function &Packed)
{
    DominatorTree Tree(Packed);
    LoopInfo Loops(Tree);

    for (const Loop *L : Loops.getLoopsInPreorder()) {
        SmallVector<BasicBlock *, 4> Exiting;
        L->getExitingBlocks(Exiting);
        for (const BasicBlock *BB : Exiting)
            if (const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator()); Branch && Branch->isConditional())
                if (match(Branch->getCondition(), m_Intrinsic<Intrinsic::vector_reduce_or>(m_Value())))
                    return true;
    }
    return false;
}

} // namespace

FunctionCost
costOf(Function &F, FunctionAnalysisManager &AM)
{
    FunctionCost Result;

    Result.Total = Estimate(AM).of(F, &Result);
    return Result;
}

bool
packingPays(Function &Single, Function &Packed, unsigned Width, FunctionAnalysisManager &AM)
{
    Estimate Costs(AM);
    double Together = Costs.of(Packed) * (hasUnevenLoop(Packed) ? Unevenness : 1);

    return Together < Costs.of(Single) * Width;
}

} // namespace weft
