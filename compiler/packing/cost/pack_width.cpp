// SPDX-License-Identifier: Apache-2.0
// How many work-items of a kernel run in the lanes of vectors.
#include "compiler/packing/cost/pack_width.h"

#include "compiler/analysis/group_merging.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/recurrence.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

// Two vector units that take four cycles each are busy when this many operations are under way.
static constexpr unsigned OperationsUnderWay = 8;
// Code up to this size overlaps with that of the next pack to some degree.
static constexpr unsigned ReorderWindow = 200;
// More vectors side by side pay for themselves: addresses, branches and uniform values are shared among them, and a
// processor's schedulers see more independent operations. Measured with bench's suite: 4 gain up to 2.4 times, 8
// nothing more.
static constexpr unsigned Worthwhile = 4;
// Loops with so few operations of each lane spend as much time on what their vectors share: there, 8 gain another half.
static constexpr unsigned FewOperations = 4;
// Groups that run by themselves are seldom smaller, nor are rows of tiles.
static constexpr unsigned UsualGroup = 64, UsualTile = 16;
// Several vectors of a pack side by side grow the code, and the time of its build. More is worth it where the
// processor would wait otherwise.
// Masks that take vector registers: with as many of them as vectors, half of both are in memory.
static constexpr unsigned MaskedSideBySide = 2;
static constexpr unsigned MaxSideBySide = 8, MaxOperations = 500, MaxOperationsNeeded = 2200;
// A branch taken less often than once in so many times does not decide.
static constexpr unsigned RareBranch = 16;

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

// Whether the branch says that it hardly ever goes this way.
static bool
isRare(const BasicBlock &From, const BasicBlock &To)
{
    const auto *Branch = dyn_cast<BranchInst>(From.getTerminator());
    uint64_t Taken, NotTaken;

    if (!Branch || !Branch->isConditional() || !extractBranchWeights(*Branch, Taken, NotTaken))
        return false;
    return (Branch->getSuccessor(0) == &To ? Taken : NotTaken) < (Taken + NotTaken) / RareBranch;
}

SmallPtrSet<const BasicBlock *, 8>
rareBlocks(const Function &Kernel)
{
    SmallPtrSet<const BasicBlock *, 8> Rare;

    for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&Kernel))
        if (!pred_empty(BB) &&
            all_of(predecessors(BB), [&](const BasicBlock *From) { return Rare.contains(From) || isRare(*From, *BB); }))
            Rare.insert(BB);
    return Rare;
}

// The widest type among what is stored, what that is computed from, and all floating-point numbers, where the kernel is
// most of the time. Indices do not count: they are the same for a pack but for the lane's number.
static unsigned
widestElement(const Function &Kernel)
{
    const SmallPtrSet<const BasicBlock *, 8> Rare = rareBlocks(Kernel);
    SmallVector<const Value *, 32> Work;
    SmallPtrSet<const Value *, 32> Seen;
    unsigned Widest = 0;
    auto Count = [&](const Type *T) { Widest = std::max(Widest, bitsOf(T)); };

    for (const Instruction &I : instructions(Kernel)) {
        if (Rare.contains(I.getParent()))
            continue;
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
        if (isa<Constant>(V) || !Seen.insert(V).second || V->getType()->isPtrOrPtrVectorTy())
            continue;
        if (I && Rare.contains(I->getParent()))
            continue;
        Count(V->getType());
        // A conversion says nothing of what it converts: often an id or an argument, which is not data.
        if (!I ||
            isa<LoadInst, CallInst, TruncInst, FPTruncInst, SIToFPInst, UIToFPInst, AtomicRMWInst, AtomicCmpXchgInst>(
                I))
            continue;
        append_range(Work, I->operands());
    }
    return std::max(8u, static_cast<unsigned>(PowerOf2Ceil(Widest ? Widest : 32)));
}

namespace {

// Which values of a kernel are the same for all work-items, or count them, by the operations that made them alone; what
// is left is data: each lane has its own.
class Data {
public:
    explicit Data(const Function &Kernel);
    // The most elements that a value of a work-item has.
    unsigned components() const { return Components; }
    // Vectors and floating-point numbers in registers that all lanes share.
    unsigned sharedRegisters() const { return Shared; }
    bool contains(const Value *V) const { return Own.contains(V); }
    bool isCommon(const Value *V) const { return kindOf(V) == Kind::Common; }

private:
    enum class Kind { Common, Counting, Own };
    Kind kindOf(const Value *V) const;
    Kind classify(const Instruction &I) const;
    Kind classifyPhi(const PHINode &Phi) const;

    DenseMap<const Value *, Kind> Known;
    DenseSet<const Value *> Own;
    unsigned Shared = 0, Components = 1;
};

} // namespace

Data::Kind
Data::kindOf(const Value *V) const
{
    return isa<Instruction>(V) ? Known.lookup_or(V, Kind::Common) : Kind::Common;
}

// A counter goes on by the same step for all.
Data::Kind
Data::classifyPhi(const PHINode &Phi) const
{
    Kind Result = Kind::Common;

    for (const Value *Incoming : Phi.incoming_values()) {
        const auto *Step = dyn_cast<BinaryOperator>(Incoming);
        if (Step && Step->getOpcode() == Instruction::Add && is_contained(Step->operands(), &Phi))
            continue;
        // Not seen yet: the value of the iteration before.
        if (isa<Instruction>(Incoming) && !Known.contains(Incoming))
            return Kind::Own;
        Result = std::max(Result, kindOf(Incoming));
    }
    return Phi.getType()->isIntegerTy() || Phi.getType()->isPointerTy() ? Result : Kind::Own;
}

Data::Kind
Data::classify(const Instruction &I) const
{
    PrimitiveCall Call = classifyPrimitive(&I);
    Kind Result = Kind::Common;

    if (Call)
        return countsWorkItems(Call) ? Kind::Counting : Kind::Common;
    if (const auto *Phi = dyn_cast<PHINode>(&I))
        return classifyPhi(*Phi);
    if (const auto *Load = dyn_cast<LoadInst>(&I); Load && kindOf(Load->getPointerOperand()) == Kind::Common)
        return Kind::Common; // most often nobody has written anything else there for other lanes
    if (I.mayReadOrWriteMemory())
        return Kind::Own;
    for (const Value *Operand : I.operands())
        Result = std::max(Result, kindOf(Operand));
    if (Result != Kind::Counting)
        return Result;
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Shl:
    case Instruction::Trunc:
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::GetElementPtr:
        return Kind::Counting;
    case Instruction::Mul:
        return isa<Constant>(I.getOperand(1)) ? Kind::Counting : Kind::Own;
    default:
        return Kind::Own;
    }
}

Data::Data(const Function &Kernel)
{
    ReversePostOrderTraversal<const Function *> Order(&Kernel);

    for (const BasicBlock *BB : Order) {
        for (const Instruction &I : *BB) {
            Type *T = I.getType();
            Kind Its = classify(I);
            Known[&I] = Its;
            if (T->isVoidTy() || T->isPtrOrPtrVectorTy() || T->isIntOrIntVectorTy(1) || I.isTerminator())
                continue;
            if (Its == Kind::Own) {
                Own.insert(&I);
                Components = std::max(Components, componentsOf(T));
            } else if (Its == Kind::Common && T->isFPOrFPVectorTy())
                Shared += componentsOf(T);
        }
    }
    for (const Argument &Arg : Kernel.args())
        if (Arg.getType()->isFPOrFPVectorTy())
            Shared += componentsOf(Arg.getType());
}

// The most values of work-items that are alive at once in the block, in registers of one element each.
static unsigned
mostAlive(const BasicBlock &BB, const Data &Values)
{
    SmallPtrSet<const Value *, 32> Alive;
    unsigned Now = 0, Most = 0;
    auto Begin = [&](const Value *V) {
        if (Values.contains(V) && Alive.insert(V).second)
            Now += componentsOf(V->getType());
    };

    for (const Instruction &I : BB)
        if (Values.contains(&I) && I.isUsedOutsideOfBlock(&BB))
            Begin(&I);
    for (const Instruction &I : BB)
        for (const Value *Operand : I.operands())
            if (const auto *Other = dyn_cast<Instruction>(Operand);
                Other && Other->getParent() != &BB && !isa<PHINode>(I))
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

// How many elements such as T lie between the address's and that of the next lane, when that is an array's.
static uint64_t
elementsApart(const Value *Base, Type *T, const DataLayout &Layout)
{
    const auto *Address = dyn_cast<GetElementPtrInst>(Base);

    if (!Address || Address->getNumIndices() != 1)
        return 0;
    return Layout.getTypeAllocSize(Address->getSourceElementType()).getKnownMinValue() /
           std::max<uint64_t>(1, Layout.getTypeStoreSize(T->getScalarType()).getKnownMinValue());
}

// The most elements of a structure that the block reads, or writes, for each lane: as many vectors are shuffled into as
// many others.
static unsigned
mostElements(const BasicBlock &BB, const Data &Values)
{
    const DataLayout &Layout = BB.getDataLayout();
    DenseMap<const Value *, unsigned> Read, Written;
    unsigned Most = 0;

    for (const Instruction &I : BB) {
        const Value *Pointer = getLoadStorePointerOperand(&I);
        if (!Pointer)
            continue;
        const Value *Base = Pointer->stripInBoundsConstantOffsets();
        Type *T = getLoadStoreType(&I);
        if (Values.isCommon(Base))
            continue;
        unsigned &Its = (isa<LoadInst>(I) ? Read : Written)[Base];
        Its += componentsOf(T);
        if (Its <= elementsApart(Base, T, Layout))
            Most = std::max(Most, Its);
    }
    return Most;
}

// Cycles that the blocks need at least, as operations on data wait for others; no loop is among them.
static unsigned
longestLatency(ArrayRef<BasicBlock *> Blocks, const Data &Values)
{
    DenseMap<const Value *, unsigned> Ready;
    unsigned Longest = 0;

    for (const BasicBlock *BB : Blocks) {
        for (const Instruction &I : *BB) {
            unsigned Start = 0;
            if (!Values.contains(&I))
                continue;
            for (const Value *Operand : I.operands())
                Start = std::max(Start, Ready.lookup(Operand));
            Ready[&I] = Start + latencyOf(I);
            Longest = std::max(Longest, Ready[&I]);
        }
    }
    return Longest;
}

// How many operations on data of one work-item are under way at once on the average, at least 1, when nothing
// but the time that they take limits it. In a loop only what one iteration needs from the one before is waited for.
static unsigned
parallelism(ArrayRef<BasicBlock *> Blocks, const Loop *L, const Data &Values)
{
    unsigned Work = 0;
    unsigned Longest = L ? recurrenceLatency(*L, [&](const Instruction &I) { return Values.contains(&I); })
                         : longestLatency(Blocks, Values);

    for (const BasicBlock *BB : Blocks)
        for (const Instruction &I : *BB)
            if (Values.contains(&I))
                Work += latencyOf(I) * componentsOf(I.getType());
    return Longest ? std::max(1u, Work / Longest) : OperationsUnderWay;
}

// Whether each iteration does little for each lane, on memory that lanes go through side by side, and none ends before
// the others.
static bool
isShortLoop(const Loop &L, const Data &Values)
{
    SmallVector<BasicBlock *, 4> Exiting;
    unsigned Operations = 0;

    L.getExitingBlocks(Exiting);
    for (const BasicBlock *BB : Exiting) {
        const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
        if (!Branch || (Branch->isConditional() && !Values.isCommon(Branch->getCondition())))
            return false;
    }
    for (const BasicBlock *BB : L.blocks()) {
        for (const Instruction &I : *BB) {
            const Value *Address = getLoadStorePointerOperand(&I);
            if (I.mayReadOrWriteMemory() && (!Address || Values.contains(Address)))
                return false;
            Operations += Values.contains(&I) && !isa<PHINode>(I) ? componentsOf(I.getType()) : 0;
        }
    }
    return Operations <= FewOperations;
}

// Whether packs cannot reach beyond a group that is narrow in dimension 0, as the tiles of those who ask for the ids of
// other dimensions are.
static bool
hasNarrowGroups(const Function &Kernel)
{
    return any_of(instructions(Kernel), [](const Instruction &I) {
        PrimitiveCall Call = classifyPrimitive(&I);
        return Call.Dimension > 0 && (Call.Kind == Primitive::LocalId || Call.Kind == Primitive::GroupId ||
                                      Call.Kind == Primitive::GlobalId || Call.Kind == Primitive::GlobalId32);
    });
}

// Whether some work-items are left out by what their ids are equal to, as at the edges of a grid: packs that contain
// one run with masks.
static bool
hasEdges(const Function &Kernel, const Data &Values)
{
    return any_of(instructions(Kernel), [&](const Instruction &I) {
        const auto *Compare = dyn_cast<ICmpInst>(&I);
        return Compare && Compare->isEquality() && !Values.isCommon(Compare);
    });
}

// How many vectors each value of a pack should be when vectors have `Lanes` lanes; in the packs for the rest of a row
// half as many where several are needed to keep the processor busy, else one.
static PackWidths
vectorsSideBySide(const Function &Kernel, unsigned Registers, bool HasMaskRegisters, unsigned Lanes)
{
    DominatorTree Tree(const_cast<Function &>(Kernel));
    LoopInfo LI(Tree);
    const Data Values(Kernel);
    const unsigned Count = Kernel.getInstructionCount();
    SmallVector<BasicBlock *, 16> All;
    unsigned Needed = 1, Alive = 1, Shuffled = 1;

    for (const BasicBlock &BB : Kernel) {
        const Loop *L = LI.getLoopFor(&BB);
        All.push_back(const_cast<BasicBlock *>(&BB));
        // Around the innermost loops there is time to get them from memory.
        Alive = std::max(Alive, mostAlive(BB, Values) / (LI.empty() || (L && L->isInnermost()) ? 1 : 2));
        Shuffled = std::max(Shuffled, 2 * mostElements(BB, Values));
    }
    // What is shuffled is needed all at once; else a few in memory for a while are no harm outside of loops.
    const unsigned ForShuffles = 4 * Registers / (3 * Shuffled);
    const unsigned Room = LI.empty() ? 2 * Registers : Registers - std::min(Registers / 2, Values.sharedRegisters());
    // Code on vectors is several vectors side by side by itself. Outside of loops the next pack's operations fill the
    // gaps, as far as the processor looks ahead.
    unsigned Wanted = std::max(1u, Worthwhile / Values.components());
    for (const Loop *L : LI.getLoopsInPreorder()) {
        SmallVector<BasicBlock *, 16> Blocks(L->blocks());
        if (!L->isInnermost())
            continue;
        Needed = std::max(Needed, OperationsUnderWay / std::min(OperationsUnderWay, parallelism(Blocks, L, Values)));
        if (isShortLoop(*L, Values))
            Wanted = MaxSideBySide;
    }
    if (LI.empty()) {
        unsigned Gaps = OperationsUnderWay / std::min(OperationsUnderWay, parallelism(All, nullptr, Values));
        if (Count > ReorderWindow)
            Needed = Gaps;
        Wanted = std::min(Gaps, Wanted);
    }
    if (LI.empty() && !HasMaskRegisters && hasEdges(Kernel, Values))
        Wanted = std::min(Wanted, MaskedSideBySide);
    if (!canMergeGroups(Kernel))
        Wanted = std::min(Wanted, std::max(1u, (hasNarrowGroups(Kernel) ? UsualTile : UsualGroup) / Lanes));
    const unsigned Affordable = std::max(MaxOperations / Count, std::min(Needed, MaxOperationsNeeded / Count));
    // What is alive is counted in the order that the code happens to have: a third too many at times.
    Wanted = std::min({std::max(Wanted, Needed), std::max(1u, 4 * Room / (3 * Alive)), std::max(1u, ForShuffles),
                       MaxSideBySide, std::max(1u, Affordable)});
    unsigned Vectors = llvm::bit_floor(Wanted);
    return {Vectors, Needed > 1 ? std::max(1u, Vectors / 2) : 1};
}

PackWidths
choosePackWidths(const Function &Kernel, const TargetTransformInfo &Target)
{
    unsigned Bits = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    unsigned Registers = Target.getNumberOfRegisters(Target.getRegisterClassForType(/*Vector=*/true));
    const MDNode *Required = Kernel.getMetadata("reqd_work_group_size");
    unsigned Most = MaxPackWidth;

    // Groups that run as one are as wide as their row.
    if (Required && Required->getNumOperands() > 0 && !canMergeGroups(Kernel))
        if (const auto *X = mdconst::dyn_extract<ConstantInt>(Required->getOperand(0)))
            Most = std::clamp<uint64_t>(llvm::bit_floor(X->getZExtValue()), 1, Most);
    if (Bits < 128 || Most == 1)
        return {};
    unsigned Lanes = std::min(Most, Bits / std::min(Bits, widestElement(Kernel)));
    if (Lanes == 1)
        return {};
    // Beside vectors of 512 bits, x86 has them.
    PackWidths Vectors = vectorsSideBySide(Kernel, Registers, Bits >= 512, Lanes);
    return {std::min(Most, Lanes * Vectors.Full), std::min(Most, Lanes * Vectors.Rest)};
}

} // namespace weft
