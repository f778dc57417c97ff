// SPDX-License-Identifier: Apache-2.0
// Asks early for what a loop reads far apart.
#include "compiler/packing/after/stream_prefetch.h"

#include "compiler/analysis/cost_table.h"
#include "compiler/packing/analysis/lane_loop.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// What a prefetch may cost, in instructions.
constexpr unsigned DeepestAddress = 10;
constexpr unsigned MostOfLoop = 2;
constexpr uint64_t IterationsAhead = 2;

class StreamPrefetch {
public:
    explicit StreamPrefetch(const Loop &TheLoop) : L(TheLoop) {}
    bool run();

private:
    bool isLong() const;
    Value *stepOf(PHINode &Phi) const;
    Value *clone(IRBuilderBase &B, Instruction &I, ArrayRef<Value *> Operands) const;
    Value *ahead(IRBuilderBase &B, Value *V, unsigned Depth);
    Value *makeAhead(IRBuilderBase &B, Value *V, unsigned Depth);
    Value *laneAhead(IRBuilderBase &B, Value *V, unsigned Lane, unsigned Depth);

    const Loop &L;
    DenseMap<Value *, Value *> Made; // for the address that is being made: what scalars will be
    SmallPtrSet<Value *, 4> Done;    // addresses, less their constants
    bool Moves = false;              // the address that is being made is another one
};

} // namespace

bool
StreamPrefetch::isLong() const
{
    unsigned Count = 0;

    for (const BasicBlock *BB : L.blocks())
        Count += BB->size();
    return Count >= simple::WindowFull;
}

// By what the counter grows in each iteration; null when that is not the same for all, or a constant.
Value *
StreamPrefetch::stepOf(PHINode &Phi) const
{
    const BasicBlock *Latch = L.getLoopLatch();
    Value *Step;

    if (!Latch || Phi.getParent() != L.getHeader() || !Phi.getType()->isIntegerTy() ||
        !match(Phi.getIncomingValueForBlock(Latch), m_c_Add(m_Specific(&Phi), m_Value(Step))) || isa<Constant>(Step) ||
        !L.isLoopInvariant(Step))
        return nullptr;
    return Step;
}

Value *
StreamPrefetch::clone(IRBuilderBase &B, Instruction &I, ArrayRef<Value *> Operands) const
{
    if (is_contained(Operands, nullptr))
        return nullptr;
    Instruction *Copy = I.clone();
    for (auto [Index, V] : enumerate(Operands))
        Copy->setOperand(static_cast<unsigned>(Index), V);
    if (Copy->getType() != Operands[0]->getType() && isa<BinaryOperator>(I))
        Copy->mutateType(Operands[0]->getType());
    Copy->dropPoisonGeneratingFlags();
    Copy->dropUnknownNonDebugMetadata();
    return B.Insert(Copy);
}

// What the scalar will be; null when that is not known.
Value *
StreamPrefetch::ahead(IRBuilderBase &B, Value *V, unsigned Depth)
{
    if (auto Found = Made.find(V); Found != Made.end())
        return Found->second;
    Value *Later = makeAhead(B, V, Depth);
    Made[V] = Later;
    return Later;
}

Value *
StreamPrefetch::makeAhead(IRBuilderBase &B, Value *V, unsigned Depth)
{
    auto *I = dyn_cast<Instruction>(V);
    SmallVector<Value *, 4> Operands;
    Value *Vector;
    uint64_t Lane;

    if (!I || !L.contains(I))
        return V;
    if (auto *Phi = dyn_cast<PHINode>(I)) {
        Value *Step = stepOf(*Phi);
        if (!Step)
            return nullptr;
        Moves = true;
        return B.CreateAdd(Phi, B.CreateMul(Step, ConstantInt::get(Step->getType(), IterationsAhead)));
    }
    if (Depth == 0 || V->getType()->isVectorTy())
        return nullptr;
    if (match(I, m_ExtractElt(m_Value(Vector), m_ConstantInt(Lane))))
        return laneAhead(B, Vector, static_cast<unsigned>(Lane), Depth - 1);
    if (!isa<BinaryOperator, CastInst, FreezeInst, GetElementPtrInst>(I) || I->isIntDivRem())
        return nullptr;
    for (Value *Operand : I->operands())
        Operands.push_back(ahead(B, Operand, Depth - 1));
    return clone(B, *I, Operands);
}

// The same of one lane of a vector of integers.
Value *
StreamPrefetch::laneAhead(IRBuilderBase &B, Value *V, unsigned Lane, unsigned Depth)
{
    auto *I = dyn_cast<Instruction>(V);

    if (auto *C = dyn_cast<Constant>(V))
        return C->getAggregateElement(Lane);
    if (Value *Same = getSplatValue(V))
        return ahead(B, Same, Depth);
    if (!I || Depth == 0)
        return nullptr;
    if (isa<FreezeInst>(I))
        return laneAhead(B, I->getOperand(0), Lane, Depth - 1);
    if (!isa<BinaryOperator>(I) || I->isIntDivRem())
        return nullptr;
    Value *Left = laneAhead(B, I->getOperand(0), Lane, Depth - 1);
    Value *Right = laneAhead(B, I->getOperand(1), Lane, Depth - 1);
    return clone(B, *I, {Left, Right});
}

bool
StreamPrefetch::run()
{
    SmallVector<std::pair<Instruction *, Value *>, 8> Reads;

    if (!all_of(L.getSubLoops(), [](const Loop *Inner) { return isLaneLoop(*Inner); }) || !isLong())
        return false;
    for (BasicBlock *BB : L.blocks()) {
        if (any_of(L.getSubLoops(), [&](const Loop *Inner) { return Inner->contains(BB); }))
            continue;
        for (Instruction &I : *BB) {
            if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple())
                Reads.emplace_back(Load, Load->getPointerOperand());
            else if (match(&I, m_Intrinsic<Intrinsic::masked_load>()))
                Reads.emplace_back(&I, cast<CallBase>(I).getArgOperand(0));
        }
    }
    for (auto [Read, Address] : Reads) {
        IRBuilder<> B(Read);
        if (Done.size() == MostOfLoop)
            break;
        if (!Read->getType()->isVectorTy() || !Done.insert(Address->stripInBoundsConstantOffsets()).second)
            continue;
        Moves = false;
        Made.clear();
        Value *Later = ahead(B, Address, DeepestAddress);
        if (!Later || !Moves) {
            Done.erase(Address->stripInBoundsConstantOffsets());
            continue;
        }
        B.CreateIntrinsic(Intrinsic::prefetch, {Later->getType()},
                          {Later, B.getInt32(0), B.getInt32(3), B.getInt32(1)}); // to be read, and more than once
    }
    return !Done.empty();
}

PreservedAnalyses
StreamPrefetchPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const LoopInfo &Loops = AM.getResult<LoopAnalysis>(F);
    PreservedAnalyses Preserved;
    bool Changed = false;

    for (const Loop *L : Loops.getLoopsInPreorder())
        Changed |= StreamPrefetch(*L).run();
    if (!Changed)
        return PreservedAnalyses::all();
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
