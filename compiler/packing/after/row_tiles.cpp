// SPDX-License-Identifier: Apache-2.0
// Rows that lanes walk along, loaded by squares.
#include "compiler/packing/after/row_tiles.h"

#include "compiler/packing/analysis/indexed_access.h"
#include "compiler/packing/analysis/transpose.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Of a lane's row in a tile: a cache line.
constexpr unsigned RowBytes = 64;
// Of a tile, which the first cache is to keep beside what else the loop needs.
constexpr unsigned MostTileBytes = 8192;
// Instructions of a loop that is there twice.
constexpr unsigned MostInstructions = 400;
// How deep into the computation of an address to look.
constexpr unsigned MaxDepth = 12;

// How far a value grows from round to round of a loop, the same for all lanes; none where that is not certain.
class RoundSteps {
public:
    RoundSteps(const Loop &TheLoop, ScalarEvolution &TheEvolution) : L(TheLoop), SE(TheEvolution) {}

    std::optional<int64_t> ofAddress(const Value *V, unsigned Depth = 0) const;

private:
    // Extended: from its width to 64 bits; then it must not wrap.
    enum Extension { Signed, Unsigned };
    std::optional<int64_t> ofIndex(const Value *V, std::optional<Extension> Extended, unsigned Depth) const;
    std::optional<int64_t> ofScalar(const Value *V, std::optional<Extension> Extended) const;

    const Loop &L;
    ScalarEvolution &SE;
};

std::optional<int64_t>
sum(std::optional<int64_t> A, std::optional<int64_t> B)
{
    return A && B ? std::optional(*A + *B) : std::nullopt;
}

// Of what the last index counts.
int64_t
elementBytes(const GetElementPtrInst &Address)
{
    return int64_t(Address.getDataLayout().getTypeAllocSize(Address.getSourceElementType()).getFixedValue());
}

std::optional<int64_t>
RoundSteps::ofScalar(const Value *V, std::optional<Extension> Extended) const
{
    const SCEV *S = SE.getSCEV(const_cast<Value *>(V));

    if (Extended)
        S = *Extended == Signed ? SE.getSignExtendExpr(S, Type::getInt64Ty(V->getContext()))
                                : SE.getZeroExtendExpr(S, Type::getInt64Ty(V->getContext()));
    if (SE.isLoopInvariant(S, &L))
        return 0;
    const auto *Growing = dyn_cast<SCEVAddRecExpr>(S);
    const auto *Step = Growing && Growing->getLoop() == &L && Growing->isAffine()
                           ? dyn_cast<SCEVConstant>(Growing->getStepRecurrence(SE))
                           : nullptr;
    return Step && Step->getAPInt().getSignificantBits() <= 32 ? std::optional(Step->getAPInt().getSExtValue())
                                                               : std::nullopt;
}

std::optional<int64_t>
RoundSteps::ofIndex(const Value *V, std::optional<Extension> Extended, unsigned Depth) const
{
    const Value *A;
    const Value *B;
    const APInt *Factor;

    if (L.isLoopInvariant(V))
        return 0;
    if (Depth > MaxDepth)
        return std::nullopt;
    if (!V->getType()->isVectorTy())
        return ofScalar(V, Extended);
    if (const Value *Scalar = getSplatValue(V))
        return ofScalar(Scalar, Extended);
    if (match(V, m_SExt(m_Value(A))))
        return Extended ? std::nullopt : ofIndex(A, Signed, Depth + 1);
    if (match(V, m_ZExt(m_Value(A))))
        return Extended ? std::nullopt : ofIndex(A, Unsigned, Depth + 1);
    const auto *Operation = dyn_cast<OverflowingBinaryOperator>(V);
    if (Extended && Operation && !(*Extended == Signed ? Operation->hasNoSignedWrap() : Operation->hasNoUnsignedWrap()))
        return std::nullopt;
    if (match(V, m_Add(m_Value(A), m_Value(B))) || match(V, m_DisjointOr(m_Value(A), m_Value(B))))
        return sum(ofIndex(A, Extended, Depth + 1), ofIndex(B, Extended, Depth + 1));
    if (match(V, m_Sub(m_Value(A), m_Value(B))) && L.isLoopInvariant(B))
        return ofIndex(A, Extended, Depth + 1);
    if (match(V, m_Shl(m_Value(A), m_APInt(Factor))) && Factor->ult(16))
        if (const std::optional<int64_t> Its = ofIndex(A, Extended, Depth + 1))
            return *Its * (int64_t(1) << Factor->getZExtValue());
    if (match(V, m_Mul(m_Value(A), m_APInt(Factor))) && Factor->getSignificantBits() <= 16)
        if (const std::optional<int64_t> Its = ofIndex(A, Extended, Depth + 1))
            return *Its * Factor->getSExtValue();
    // A vector that the loop counts up.
    const auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && Phi->getParent() == L.getHeader() && L.getLoopLatch() && !Extended) {
        Constant *Step;
        const Value *Next = Phi->getIncomingValueForBlock(L.getLoopLatch());
        if (match(Next, m_c_Add(m_Specific(Phi), m_Constant(Step))))
            if (const auto *Its = dyn_cast_or_null<ConstantInt>(Step->getSplatValue()))
                return Its->getSExtValue();
    }
    return std::nullopt;
}

std::optional<int64_t>
RoundSteps::ofAddress(const Value *V, unsigned Depth) const
{
    if (L.isLoopInvariant(V))
        return 0;
    if (Depth > MaxDepth)
        return std::nullopt;
    if (!V->getType()->isVectorTy())
        return ofScalar(V, std::nullopt);
    const auto *Address = dyn_cast<GetElementPtrInst>(V);
    const auto *Phi = dyn_cast<PHINode>(V);
    if (Phi && Phi->getParent() == L.getHeader() && L.getLoopLatch()) {
        // A pointer of each lane that steps.
        Address = dyn_cast<GetElementPtrInst>(Phi->getIncomingValueForBlock(L.getLoopLatch()));
        if (!Address || Address->getPointerOperand() != Phi)
            return std::nullopt;
        APInt Offset(64, 0);
        if (Address->getNumIndices() == 1)
            if (const auto *Count = dyn_cast<Constant>(Address->getOperand(1)))
                if (const auto *Its =
                        dyn_cast_or_null<ConstantInt>(Count->getType()->isVectorTy() ? Count->getSplatValue() : Count))
                    return Its->getSExtValue() * elementBytes(*Address);
        return std::nullopt;
    }
    if (!Address || Address->getNumIndices() != 1)
        return std::nullopt;
    const Value *Index = Address->getOperand(1);
    const bool IsNarrow = Index->getType()->getScalarSizeInBits() < 64;
    const std::optional<int64_t> Own = ofIndex(Index, IsNarrow ? std::optional(Signed) : std::nullopt, Depth + 1);
    return sum(ofAddress(Address->getPointerOperand(), Depth + 1),
               Own ? std::optional(*Own * elementBytes(*Address)) : std::nullopt);
}

// A gather and its tile.
struct Walk {
    LanesAccess Access;
    Value *Tile = nullptr;  // on the stack: a vector for each round
    Value *AnyOn = nullptr; // in the preheader; null: certain
};

class TiledLoop {
public:
    TiledLoop(Loop &TheLoop, ScalarEvolution &TheEvolution, AAResults &TheAliases, DominatorTree &TheTree,
              const TargetTransformInfo &TheTarget)
        : L(TheLoop), SE(TheEvolution), Aliases(TheAliases), Tree(TheTree), Target(TheTarget)
    {
    }

    // Whether there is anything to do.
    bool find();
    void transform();

private:
    bool isFit(const LanesAccess &Access) const;
    bool isWritten(const LanesAccess &Access) const;
    bool canBeComputedAhead(const Value *V, SmallPtrSetImpl<const Value *> &Seen) const;
    Value *ahead(Value *V, IRBuilderBase &B, ValueToValueMapTy &Begin);
    void fill(Walk &Its, IRBuilderBase &B, ValueToValueMapTy &Begin);
    Value *countTiles(IRBuilderBase &B);
    Value *onLanes(Walk &Its, IRBuilderBase &B);

    Loop &L;
    ScalarEvolution &SE;
    AAResults &Aliases;
    DominatorTree &Tree;
    const TargetTransformInfo &Target;
    SmallVector<Walk, 4> Walks;
    SmallVector<Instruction *, 4> Writes;
    unsigned Rounds = 0; // of all tiles: as many as a cache line has of the smallest elements
};

bool
TiledLoop::isWritten(const LanesAccess &Access) const
{
    const Value *Addresses = Access.addresses();
    const auto *Address = dyn_cast<GetElementPtrInst>(Addresses);

    if (Writes.empty())
        return false;
    if (!Address || Address->getPointerOperandType()->isVectorTy())
        return true;
    const auto Read = MemoryLocation::getBeforeOrAfter(Address->getPointerOperand(), Access.Call->getAAMetadata());
    return any_of(Writes, [&](Instruction *Write) { return isModSet(Aliases.getModRefInfo(Write, Read)); });
}

// Whether what is computed in the loop can be computed for its next round before that begins.
bool
TiledLoop::canBeComputedAhead(const Value *V, SmallPtrSetImpl<const Value *> &Seen) const
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || !L.contains(I) || !Seen.insert(V).second)
        return true;
    if (isa<PHINode>(I))
        return I->getParent() == L.getHeader();
    return !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) &&
           all_of(I->operands(), [&](const Use &U) { return canBeComputedAhead(U, Seen); });
}

bool
TiledLoop::isFit(const LanesAccess &Access) const
{
    const DataLayout &Layout = Access.Call->getDataLayout();
    const uint64_t Bytes = Layout.getTypeStoreSize(Access.T->getElementType());
    const unsigned Registers =
        Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 8;
    SmallPtrSet<const Value *, 16> Seen;

    if (!Access.IsLoad || Bytes > 8 || !isPowerOf2_64(Bytes) || Registers < 16 ||
        Access.T->getNumElements() * Bytes < 16 || Access.T->getNumElements() * RowBytes > MostTileBytes)
        return false;
    if (!L.isLoopInvariant(Access.mask()) || !Tree.dominates(Access.Call->getParent(), L.getLoopLatch()))
        return false;
    return RoundSteps(L, SE).ofAddress(Access.addresses()) == int64_t(Bytes) && !isWritten(Access) &&
           canBeComputedAhead(Access.addresses(), Seen);
}

bool
TiledLoop::find()
{
    unsigned Count = 0;

    if (!L.isInnermost() || !L.isLoopSimplifyForm() || L.getExitingBlock() != L.getLoopLatch() || !L.getExitBlock() ||
        !isa<BranchInst>(L.getLoopLatch()->getTerminator()))
        return false;
    SmallVector<LanesAccess, 4> Gathers;
    for (BasicBlock *BB : L.blocks())
        for (Instruction &I : *BB) {
            if (++Count > MostInstructions || I.getType()->isTokenTy() || isa<CallBrInst>(I))
                return false;
            if (I.mayWriteToMemory())
                Writes.push_back(&I);
            if (const std::optional<LanesAccess> Access = lanesAccess(I); Access && Access->IsLoad)
                Gathers.push_back(*Access);
        }
    const SCEV *Last = Gathers.empty() ? nullptr : SE.getBackedgeTakenCount(&L);
    if (!Last || isa<SCEVCouldNotCompute>(Last) || SE.getTypeSizeInBits(Last->getType()) > 64)
        return false;
    SCEVExpander Expander(SE, "row");
    if (Expander.isHighCostExpansion({Last}, &L, 2 * SCEVCheapExpansionBudget, &Target,
                                     L.getLoopPreheader()->getTerminator()) ||
        !Expander.isSafeToExpandAt(Last, L.getLoopPreheader()->getTerminator()))
        return false;
    for (const LanesAccess &Access : Gathers)
        if (isFit(Access)) {
            const DataLayout &Layout = Access.Call->getDataLayout();
            const uint64_t Bytes = Layout.getTypeStoreSize(Access.T->getElementType());
            Rounds = std::max(Rounds, unsigned(RowBytes / Bytes));
            Walks.push_back({Access, nullptr, nullptr});
        }
    return !Walks.empty();
}

// How many tiles the loop has; all of a tile's rounds are run.
Value *
TiledLoop::countTiles(IRBuilderBase &B)
{
    const SCEV *Last = SE.getBackedgeTakenCount(&L);
    SCEVExpander Expander(SE, "row");
    Value *Count = Expander.expandCodeFor(Last, Last->getType(), B.GetInsertPoint());
    // Rounds that do not fit 64 bits are none.
    Count = B.CreateAdd(B.CreateZExt(Count, B.getInt64Ty()), B.getInt64(1), "rounds");
    for (Walk &Its : Walks)
        if (Value *Any = onLanes(Its, B))
            Count = B.CreateSelect(Any, Count, B.getInt64(0));
    return Count;
}

// Whether any lane is on; null: certainly.
Value *
TiledLoop::onLanes(Walk &Its, IRBuilderBase &B)
{
    if (match(Its.Access.mask(), m_AllOnes()))
        return nullptr;
    for (const Walk &Other : Walks)
        if (&Other != &Its && Other.AnyOn && Other.Access.mask() == Its.Access.mask())
            return nullptr; // asked already
    Its.AnyOn = B.CreateOrReduce(Its.Access.mask());
    return Its.AnyOn;
}

// V as it is in the first round of a tile; header phis are as Begin says.
Value *
TiledLoop::ahead(Value *V, IRBuilderBase &B, ValueToValueMapTy &Begin)
{
    auto *I = dyn_cast<Instruction>(V);

    if (!I || !L.contains(I))
        return V;
    if (Value *Known = Begin.lookup(I))
        return Known;
    Instruction *Copy = I->clone();
    for (Use &Operand : Copy->operands())
        Operand.set(ahead(Operand.get(), B, Begin));
    B.Insert(Copy, I->getName());
    Begin[I] = Copy;
    return Copy;
}

void
TiledLoop::fill(Walk &Its, IRBuilderBase &B, ValueToValueMapTy &Begin)
{
    const LanesAccess &Access = Its.Access;
    Type *Element = Access.T->getElementType();
    const DataLayout &Layout = Access.Call->getDataLayout();
    const unsigned Bytes = unsigned(Layout.getTypeStoreSize(Element).getFixedValue());
    const unsigned W = Access.T->getNumElements();
    const unsigned Register =
        unsigned(Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue()) / 8;
    // Squares of as many lanes as a register has elements.
    const unsigned Side = std::min({W, Register / Bytes, Rounds});
    Value *Addresses = ahead(Access.addresses(), B, Begin);
    if (!match(Access.mask(), m_AllOnes())) {
        Value *First = B.CreateIntrinsic(Intrinsic::cttz, {B.getIntNTy(W)},
                                         {B.CreateBitCast(Access.mask(), B.getIntNTy(W)), B.getTrue()}); // there is one
        Value *On = B.CreateExtractElement(Addresses, First);
        Addresses = B.CreateSelect(Access.mask(), Addresses, B.CreateVectorSplat(W, On));
    }
    for (unsigned Lane = 0; Lane < W; Lane += Side)
        for (unsigned Round = 0; Round < Rounds; Round += Side) {
            SmallVector<Value *, 16> Square;
            for (unsigned I = 0; I < Side; ++I) {
                Value *Place = B.CreateConstGEP1_64(Element, B.CreateExtractElement(Addresses, Lane + I), Round);
                Instruction *Row = B.CreateAlignedLoad(FixedVectorType::get(Element, Side), Place, Access.Alignment);
                Row->setAAMetadata(Access.Call->getAAMetadata());
                Row->setDebugLoc(Access.Call->getDebugLoc());
                Square.push_back(Row);
            }
            transpose(Square, Bytes, B);
            for (unsigned I = 0; I < Side; ++I)
                B.CreateAlignedStore(Square[I], B.CreateConstGEP1_64(Element, Its.Tile, uint64_t(Round + I) * W + Lane),
                                     Align(uint64_t(Side) * Bytes));
        }
}

void
TiledLoop::transform()
{
    Function &F = *L.getHeader()->getParent();
    LLVMContext &Context = F.getContext();
    BasicBlock *Preheader = L.getLoopPreheader(), *Header = L.getHeader(), *Latch = L.getLoopLatch();
    BasicBlock *Exit = L.getExitBlock();
    SmallVector<PHINode *, 8> Phis;
    for (PHINode &Phi : Header->phis())
        Phis.push_back(&Phi);
    for (Walk &Its : Walks) {
        IRBuilder<> AtEntry(&*F.getEntryBlock().begin());
        const uint64_t Bytes = F.getDataLayout().getTypeStoreSize(Its.Access.T->getElementType());
        auto *Tile = AtEntry.CreateAlloca(
            ArrayType::get(Its.Access.T->getElementType(), uint64_t(Its.Access.T->getNumElements()) * Rounds), nullptr,
            "row.tile");
        Tile->setAlignment(Align(std::max<uint64_t>(RowBytes, Bytes)));
        Its.Tile = Tile;
        remark(*Its.Access.Call, "rows that work-items walk along: loaded by squares");
    }

    // How many tiles there are.
    IRBuilder<> B(Preheader->getTerminator());
    B.SetCurrentDebugLocation(Latch->getTerminator()->getDebugLoc());
    Value *Count = countTiles(B);
    Value *Left = B.CreateURem(Count, B.getInt64(Rounds), "rounds.left");
    Value *End = B.CreateSub(Count, Left);
    auto *Tiles = BasicBlock::Create(Context, "tiles", &F, Header);
    Preheader->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Preheader);
    B.CreateCondBr(B.CreateICmpEQ(End, B.getInt64(0)), Header, Tiles);

    // A tile is filled; its rounds are a copy of the loop.
    ValueToValueMapTy Begin, Copies;
    B.SetInsertPoint(Tiles);
    PHINode *Done = B.CreatePHI(B.getInt64Ty(), 2, "rounds.done");
    SmallVector<PHINode *, 8> TilePhis;
    for (PHINode *Phi : Phis) {
        PHINode *Its = B.CreatePHI(Phi->getType(), 2, Phi->getName());
        Its->addIncoming(Phi->getIncomingValueForBlock(Preheader), Preheader);
        Begin[Phi] = Its;
        TilePhis.push_back(Its);
    }
    Done->addIncoming(B.getInt64(0), Preheader);
    for (Walk &Its : Walks)
        fill(Its, B, Begin);
    auto *After = BasicBlock::Create(Context, "tile.end", &F, Header);
    SmallVector<BasicBlock *, 8> Copied;
    for (BasicBlock *BB : L.getBlocks()) {
        BasicBlock *Copy = CloneBasicBlock(BB, Copies, ".tiled", &F);
        Copy->moveBefore(After);
        Copies[BB] = Copy;
        Copied.push_back(Copy);
    }
    remapInstructionsInBlocks(Copied, Copies);
    auto *CopyHeader = cast<BasicBlock>(Copies[Header]), *CopyLatch = cast<BasicBlock>(Copies[Latch]);
    B.CreateBr(CopyHeader);
    for (auto [Phi, Its] : zip(Phis, TilePhis)) {
        auto *Copy = cast<PHINode>(Copies[Phi]);
        const int Place = Copy->getBasicBlockIndex(Preheader);
        Copy->setIncomingBlock(unsigned(Place), Tiles);
        Copy->setIncomingValue(unsigned(Place), Its);
    }
    B.SetInsertPoint(CopyHeader, CopyHeader->begin());
    PHINode *Round = B.CreatePHI(B.getInt64Ty(), 2, "round");
    Round->addIncoming(B.getInt64(0), Tiles);
    auto *CopyEnd = CopyLatch->getTerminator();
    B.SetInsertPoint(CopyEnd);
    Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
    Round->addIncoming(Next, CopyLatch);
    B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt64(Rounds)), After, CopyHeader);
    CopyEnd->eraseFromParent();
    for (Walk &Its : Walks) {
        auto *Gather = cast<Instruction>(Copies[Its.Access.Call]);
        B.SetInsertPoint(Gather);
        const unsigned W = Its.Access.T->getNumElements();
        Value *Place = B.CreateInBoundsGEP(Its.Access.T->getElementType(), Its.Tile,
                                           B.CreateMul(Round, B.getInt64(W), "", true, true));
        const uint64_t Bytes = F.getDataLayout().getTypeStoreSize(Its.Access.T).getFixedValue();
        Value *Column = B.CreateAlignedLoad(Its.Access.T, Place, Align(std::min<uint64_t>(RowBytes, Bytes)));
        if (!match(Its.Access.mask(), m_AllOnes()))
            Column = B.CreateSelect(Its.Access.mask(), Column, Its.Access.Call->getArgOperand(2));
        Gather->replaceAllUsesWith(Column);
        Gather->eraseFromParent();
    }

    // The next tile, or what is left.
    B.SetInsertPoint(After);
    Value *More = B.CreateAdd(Done, B.getInt64(Rounds), "", true, true);
    Done->addIncoming(More, After);
    auto *Rest = BasicBlock::Create(Context, "tiles.end", &F, Header);
    B.CreateCondBr(B.CreateICmpEQ(More, End), Rest, Tiles);
    B.SetInsertPoint(Rest);
    B.CreateCondBr(B.CreateICmpEQ(Left, B.getInt64(0)), Exit, Header);
    auto CopyOf = [&](Value *V) {
        Value *Its = Copies.lookup(V);
        return Its ? Its : V;
    };
    for (auto [Phi, Its] : zip(Phis, TilePhis)) {
        Value *Last = CopyOf(Phi->getIncomingValueForBlock(Latch));
        Its->addIncoming(Last, After);
        Phi->addIncoming(Last, Rest);
    }
    for (PHINode &Phi : Exit->phis())
        Phi.addIncoming(CopyOf(Phi.getIncomingValueForBlock(Latch)), Rest);
}

} // namespace

PreservedAnalyses
RowTilesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    bool HasGather = false;
    for (const Instruction &I : instructions(F))
        HasGather |= match(&I, m_Intrinsic<Intrinsic::masked_gather>());
    if (!HasGather)
        return PreservedAnalyses::all();
    LoopInfo &Loops = AM.getResult<LoopAnalysis>(F);
    DominatorTree &Tree = AM.getResult<DominatorTreeAnalysis>(F);
    ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = false;
    for (Loop *L : Loops)
        Changed |= simplifyLoop(L, &Tree, &Loops, &SE, nullptr, nullptr, false);
    for (Loop *L : Loops)
        Changed |= formLCSSARecursively(*L, Tree, &Loops, &SE);
    // One changes nothing that another one asks about: they are innermost.
    SmallVector<TiledLoop, 4> Found;
    for (Loop *L : Loops.getLoopsInPreorder()) {
        TiledLoop Its(*L, SE, AM.getResult<AAManager>(F), Tree, AM.getResult<TargetIRAnalysis>(F));
        if (Its.find())
            Found.push_back(std::move(Its));
    }
    for (TiledLoop &Its : Found)
        Its.transform();
    return Changed || !Found.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
