// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel run in the lanes of vectors.
#include "compiler/passes/pack_width.h"

#include "compiler/passes/kernels.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

// Two vector units that take four cycles each are busy when this many operations are under way.
static constexpr unsigned OperationsUnderWay = 8;
// Code up to this size overlaps with that of the next pack anyway.
static constexpr unsigned ReorderWindow = 200;
static constexpr unsigned ArithmeticLatency = 4, LoadLatency = 5, OtherLatency = 1;
// A step that several vectors of a pack go through side by side grows the code.
static constexpr unsigned MaxSideBySide = 8;

static unsigned
componentsOf(const Type *T)
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    return Vector ? Vector->getNumElements() : 1;
}

static unsigned
bitsOf(const Type *T)
{
    const Type *Scalar = T->getScalarType();

    return Scalar->isFloatingPointTy() || Scalar->isIntegerTy() ? Scalar->getPrimitiveSizeInBits().getFixedValue() : 0;
}

// The widest type among what is stored, what that is computed from, and all floating-point numbers. Indices do not
// count: they are the same for a pack but for the lane's number.
static unsigned
widestElement(const Function &Kernel)
{
    SmallVector<const Value *, 32> Work;
    SmallPtrSet<const Value *, 32> Seen;
    unsigned Widest = 0;
    auto Count = [&](const Type *T) { Widest = std::max(Widest, bitsOf(T)); };

    for (const Instruction &I : instructions(Kernel)) {
        if (I.getType()->isFPOrFPVectorTy())
            Count(I.getType());
        if (const auto *Store = dyn_cast<StoreInst>(&I))
            Work.push_back(Store->getValueOperand());
        else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
            Work.push_back(Update->getValOperand());
    }
    while (!Work.empty()) {
        const Value *V = Work.pop_back_val();
        const auto *I = dyn_cast<Instruction>(V);
        if (!Seen.insert(V).second || V->getType()->isPtrOrPtrVectorTy())
            continue;
        Count(V->getType());
        if (!I || isa<LoadInst, CallInst, TruncInst, AtomicRMWInst, AtomicCmpXchgInst>(I))
            continue;
        append_range(Work, I->operands());
    }
    return std::max(8u, static_cast<unsigned>(PowerOf2Ceil(Widest ? Widest : 32)));
}

// Whether each lane needs a register of its own for it.
static bool
isData(const Value &V)
{
    return V.getType()->isFPOrFPVectorTy() || V.getType()->isVectorTy();
}

// The most values of work-items that are alive at once in the block, in registers of one element each.
static unsigned
mostAlive(const BasicBlock &BB)
{
    SmallPtrSet<const Value *, 32> Alive;
    unsigned Now = 0, Most = 0;
    auto Begin = [&](const Value *V) {
        if (!isa<Constant>(V) && isData(*V) && Alive.insert(V).second)
            Now += componentsOf(V->getType());
    };

    for (const Instruction &I : BB)
        if (isData(I) && I.isUsedOutsideOfBlock(&BB))
            Begin(&I);
    for (const Instruction &I : BB)
        for (const Value *Operand : I.operands())
            if (const auto *Other = dyn_cast<Instruction>(Operand); Other && Other->getParent() != &BB)
                Begin(Other); // kept for the next iteration, too
    for (const Instruction &I : reverse(BB)) {
        if (Alive.erase(&I))
            Now -= componentsOf(I.getType());
        if (!isa<PHINode>(I))
            for (const Value *Operand : I.operands())
                Begin(Operand);
        Most = std::max(Most, Now);
    }
    return Most;
}

static unsigned
latencyOf(const Instruction &I)
{
    if (isa<PHINode>(I) || I.isTerminator())
        return 0;
    if (isa<LoadInst>(I))
        return LoadLatency;
    return I.getType()->isFPOrFPVectorTy() ? ArithmeticLatency : OtherLatency;
}

// How many floating-point operations of one work-item are under way at once on the average, at least 1, when nothing
// but the time that they take limits it. In a loop only what one iteration needs from the one before is waited for.
static unsigned
parallelism(ArrayRef<BasicBlock *> Blocks, const Loop *L)
{
    DenseMap<const Value *, unsigned> Ready;
    unsigned Work = 0, Longest = 0;

    for (const BasicBlock *BB : Blocks) {
        for (const Instruction &I : *BB) {
            bool Header = L && isa<PHINode>(I) && BB == L->getHeader();
            bool Known = Header || !L;
            unsigned Start = 0;
            for (const Value *Operand : I.operands()) {
                auto Found = Ready.find(Operand);
                if (Header || Found == Ready.end())
                    continue;
                Known = true;
                Start = std::max(Start, Found->second);
            }
            if (I.getType()->isFPOrFPVectorTy())
                Work += latencyOf(I) * componentsOf(I.getType());
            if (Known && isData(I))
                Ready[&I] = Start + latencyOf(I);
            if (!L)
                Longest = std::max(Longest, Ready.lookup(&I));
        }
    }
    if (L && L->getLoopLatch())
        for (const PHINode &Phi : L->getHeader()->phis())
            Longest = std::max(Longest, Ready.lookup(Phi.getIncomingValueForBlock(L->getLoopLatch())));
    return Longest ? std::max(1u, Work / Longest) : OperationsUnderWay;
}

// How many vectors each value of a pack should be.
static unsigned
vectorsSideBySide(const Function &Kernel, unsigned Registers)
{
    DominatorTree Tree(const_cast<Function &>(Kernel));
    LoopInfo LI(Tree);
    unsigned Wanted = 1, Alive = 1;

    for (const BasicBlock &BB : Kernel)
        Alive = std::max(Alive, mostAlive(BB));
    bool InnerLoop = false;
    for (const Loop *L : LI.getLoopsInPreorder()) {
        if (!L->isInnermost())
            continue;
        InnerLoop = true;
        SmallVector<BasicBlock *, 16> Blocks(L->blocks());
        Wanted = std::max(Wanted, OperationsUnderWay / std::min(OperationsUnderWay, parallelism(Blocks, L)));
    }
    if (!InnerLoop && Kernel.getInstructionCount() > ReorderWindow) {
        SmallVector<BasicBlock *, 16> Blocks;
        for (const BasicBlock &BB : Kernel)
            Blocks.push_back(const_cast<BasicBlock *>(&BB));
        Wanted = OperationsUnderWay / std::min(OperationsUnderWay, parallelism(Blocks, nullptr));
    }
    Wanted = std::min({Wanted, std::max(1u, Registers / Alive), MaxSideBySide});
    return llvm::bit_floor(Wanted);
}

unsigned
choosePackWidth(const Function &Kernel, const TargetTransformInfo &Target)
{
    unsigned Bits = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    unsigned Registers = Target.getNumberOfRegisters(Target.getRegisterClassForType(/*Vector=*/true));
    const MDNode *Required = Kernel.getMetadata("reqd_work_group_size");
    uint64_t Most = MaxPackWidth;

    if (Required && Required->getNumOperands() > 0)
        if (const auto *X = mdconst::dyn_extract<ConstantInt>(Required->getOperand(0)))
            Most = std::min<uint64_t>(Most, std::max<uint64_t>(1, llvm::bit_floor(X->getZExtValue())));
    if (Bits < 128 || Most == 1)
        return 1;
    uint64_t Width = Bits / std::min(Bits, widestElement(Kernel));
    if (Width > 1)
        Width *= vectorsSideBySide(Kernel, Registers);
    return std::min(Width, Most);
}

} // namespace weft
