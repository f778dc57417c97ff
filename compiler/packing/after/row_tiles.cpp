// SPDX-License-Identifier: Apache-2.0
// Rows that lanes walk along, loaded and stored by squares.
#include "compiler/packing/after/row_tiles.h"

#include "compiler/packing/after/row_loops.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopDeletion.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

// Of a row from which on it is worth to walk the first elements one by one, so that the others begin with a line.
constexpr unsigned LeastAlignedBytes = 2048;

class TiledLoop {
public:
    TiledLoop(Loop &TheLoop, RowLoop &&TheRows, const TargetTransformInfo &TheTarget)
        : L(TheLoop), Rows(std::move(TheRows)), Target(TheTarget)
    {
    }

    // Computes before the loop how many rounds it has. Of all loops before one of them is transformed.
    void count(ScalarEvolution &SE);
    void transform();
    // Whether a tile's rounds may have nothing left but to count.
    bool fillsRows() const;

private:
    Value *ahead(Value *V, IRBuilderBase &B, ValueToValueMapTy &Begin) const;
    void createTiles();
    Value *countRounds(IRBuilderBase &B) const;
    Value *staysInRange(const WrappingIndex &Its, IRBuilderBase &B, ValueToValueMapTy &Begin) const;
    Value *roundsBeforeLine(Value *Count, BasicBlock *Preheader, IRBuilderBase &B) const;
    BasicBlock *runBeforeLine(Value *Number, BasicBlock *Preheader, IRBuilderBase &B);
    void begin(CarriedRow &Its, BasicBlock *Start, BasicBlock *Preheader, IRBuilderBase &B);
    void replaceAccesses(ValueToValueMapTy &Copies, PHINode &Round, BasicBlock *Tiles, BasicBlock *After);

    Loop &L;
    RowLoop Rows;
    const TargetTransformInfo &Target;
    Value *LastRound = nullptr; // number of the last round, once it is computed before the loop
};

bool
TiledLoop::fillsRows() const
{
    return any_of(Rows.Tiled, [](const RowTile &Its) { return Its.Filled; });
}

void
TiledLoop::count(ScalarEvolution &SE)
{
    const SCEV *Its = SE.getBackedgeTakenCount(&L);

    LastRound = SCEVExpander(SE, "row").expandCodeFor(Its, Its->getType(), L.getLoopPreheader()->getTerminator());
}

// Whether the index wraps in none of all rounds, and in no lane.
Value *
TiledLoop::staysInRange(const WrappingIndex &Its, IRBuilderBase &B, ValueToValueMapTy &Begin) const
{
    Value *First = ahead(const_cast<Value *>(Its.V), B, Begin);
    Type *Wide = First->getType()->getWithNewBitWidth(64);
    const uint64_t Least = Its.IsSigned ? uint64_t(INT32_MIN) : 0;

    // So many rounds that 64 bits wrap have indexes of 32 bits wrap, too.
    Value *Rounds = B.CreateZExt(LastRound, B.getInt64Ty());
    Value *AreFew = B.CreateICmpULE(Rounds, B.getInt64(UINT32_MAX));
    Value *Moved = B.CreateMul(Rounds, B.getInt64(uint64_t(Its.Step)));
    if (auto *T = dyn_cast<FixedVectorType>(Wide))
        Moved = B.CreateVectorSplat(T->getElementCount(), Moved);
    Value *Last = B.CreateAdd(Its.IsSigned ? B.CreateSExt(First, Wide) : B.CreateZExt(First, Wide), Moved);
    Value *IsInRange =
        B.CreateICmpULT(B.CreateSub(Last, ConstantInt::get(Wide, Least)), ConstantInt::get(Wide, UINT64_C(1) << 32));
    return B.CreateAnd(B.CreateFreeze(Wide->isVectorTy() ? B.CreateAndReduce(IsInRange) : IsInRange), AreFew);
}

// How many rounds the loop has that could be those of tiles: none where no lane is on, for whom nothing could be
// loaded, or where an index wraps.
Value *
TiledLoop::countRounds(IRBuilderBase &B) const
{
    SmallPtrSet<const Value *, 2> Asked;
    ValueToValueMapTy Begin;

    // Rounds that do not fit 64 bits are none.
    Value *Count = B.CreateAdd(B.CreateZExt(LastRound, B.getInt64Ty()), B.getInt64(1), "rounds");
    for (const RowTile &Its : Rows.Tiled)
        if (Value *Mask = Its.Access.mask(); !match(Mask, m_AllOnes()) && Asked.insert(Mask).second)
            Count = B.CreateSelect(B.CreateOrReduce(Mask), Count, B.getInt64(0));
    for (PHINode &Phi : L.getHeader()->phis())
        Begin[&Phi] = Phi.getIncomingValueForBlock(L.getLoopPreheader());
    for (const WrappingIndex &Its : Rows.Wrapping)
        Count = B.CreateSelect(staysInRange(Its, B, Begin), Count, B.getInt64(0));
    return Count;
}

// V as it is in a round that has not begun; what of the loop is known of it is as Begin says.
Value *
TiledLoop::ahead(Value *V, IRBuilderBase &B, ValueToValueMapTy &Begin) const
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

// How many rounds come before the first one in which all rows are at a cache line's start, as far as two lanes tell; 0
// where there is none, or the loop is short: a line that two tiles have goes to and fro twice, and those of rows that
// are a power of two apart have no room in the first cache until then.
Value *
TiledLoop::roundsBeforeLine(Value *Count, BasicBlock *Preheader, IRBuilderBase &B) const
{
    const auto *Store = find_if(Rows.Tiled, [](const RowTile &Tile) { return !Tile.Access.IsLoad; });
    const RowTile *Its = Store == Rows.Tiled.end() ? Rows.Tiled.begin() : Store;
    ValueToValueMapTy Begin;

    for (PHINode &Phi : L.getHeader()->phis())
        Begin[&Phi] = Phi.getIncomingValueForBlock(Preheader);
    Value *Addresses = ahead(Its->Access.addresses(), B, Begin);
    auto OfLane = [&](uint64_t Lane) {
        return B.CreatePtrToInt(B.CreateExtractElement(Addresses, Lane), B.getInt64Ty());
    };
    const uint64_t Bytes = uint64_t(std::abs(Its->Step));
    Value *First = OfLane(0), *Apart = B.CreateAnd(B.CreateXor(First, OfLane(1)), RowBytes - 1);
    Value *Behind = Its->Step < 0 ? B.CreateAdd(First, B.getInt64(Bytes)) : B.CreateNeg(First);
    Value *Number = B.CreateLShr(B.CreateAnd(Behind, RowBytes - 1), Log2_64(Bytes));
    Value *IsWorthIt = B.CreateAnd(B.CreateICmpEQ(Apart, B.getInt64(0)),
                                   B.CreateICmpUGE(Count, B.getInt64(LeastAlignedBytes / Bytes)));
    return B.CreateSelect(IsWorthIt, Number, B.getInt64(0), "rounds.before");
}

// Runs so many rounds before the others, by a copy of the loop. Returns the loop's new preheader, where B is then.
BasicBlock *
TiledLoop::runBeforeLine(Value *Number, BasicBlock *Preheader, IRBuilderBase &B)
{
    Function &F = *L.getHeader()->getParent();
    BasicBlock *Header = L.getHeader(), *Latch = L.getLoopLatch();
    auto *Join = BasicBlock::Create(F.getContext(), "line", &F, Header);
    ValueToValueMapTy Copies;
    SmallVector<BasicBlock *, 8> Copied;

    for (BasicBlock *BB : L.getBlocks()) {
        BasicBlock *Copy = CloneBasicBlock(BB, Copies, ".before", &F);
        Copy->moveBefore(Join);
        Copies[BB] = Copy;
        Copied.push_back(Copy);
    }
    remapInstructionsInBlocks(Copied, Copies);
    auto *CopyHeader = cast<BasicBlock>(Copies[Header]), *CopyLatch = cast<BasicBlock>(Copies[Latch]);
    Preheader->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Preheader);
    B.CreateCondBr(B.CreateICmpEQ(Number, B.getInt64(0)), Join, CopyHeader);
    B.SetInsertPoint(CopyHeader, CopyHeader->begin());
    PHINode *Round = B.CreatePHI(B.getInt64Ty(), 2, "round.before");
    Round->addIncoming(B.getInt64(0), Preheader);
    Instruction *CopyEnd = CopyLatch->getTerminator();
    B.SetInsertPoint(CopyEnd);
    Value *Next = B.CreateAdd(Round, B.getInt64(1), "", true, true);
    Round->addIncoming(Next, CopyLatch);
    B.CreateCondBr(B.CreateICmpEQ(Next, Number), Join, CopyHeader);
    CopyEnd->eraseFromParent();
    B.SetInsertPoint(Join);
    for (PHINode &Phi : Header->phis()) {
        PHINode *Its = B.CreatePHI(Phi.getType(), 2, Phi.getName());
        Value *Last = Phi.getIncomingValueForBlock(Latch);
        Value *Copy = Copies.lookup(Last);
        Its->addIncoming(Phi.getIncomingValueForBlock(Preheader), Preheader);
        Its->addIncoming(Copy ? Copy : Last, CopyLatch);
        Phi.setIncomingValueForBlock(Preheader, Its);
        Phi.replaceIncomingBlockWith(Preheader, Join);
    }
    return Join;
}

void
TiledLoop::createTiles()
{
    Function &F = *L.getHeader()->getParent();
    IRBuilder<> B(&*F.getEntryBlock().begin());

    for (RowTile &Its : Rows.Tiled) {
        const uint64_t Lanes = Its.Access.T->getNumElements();
        if (!Its.Filled) {
            auto *T = ArrayType::get(Its.Access.T->getElementType(), Lanes * Rows.Rounds);
            auto *Tile = B.CreateAlloca(T, nullptr, "row.tile");
            Tile->setAlignment(Align(RowBytes));
            Its.Tile = Tile;
        }
        if (!Its.Access.IsLoad && !match(Its.Access.mask(), m_AllOnes()))
            Its.Spare = B.CreateAlloca(ArrayType::get(Its.Access.T->getElementType(), Rows.Rounds), nullptr, "row.off");
        remark(*Its.Access.Call, Its.Access.IsLoad ? "rows that work-items walk along: loaded by squares"
                                                   : "rows that work-items walk along: stored by squares");
    }
    for (const CarriedRow &Its : Rows.Carries)
        remark(*Its.Access.Call, "rows that work-items walk along: kept from the rounds before");
}

// What the first rounds would load, before any of them: nothing of these rounds stores it.
void
TiledLoop::begin(CarriedRow &Its, BasicBlock *Start, BasicBlock *Preheader, IRBuilderBase &B)
{
    const LanesAccess &Access = Its.Access;
    ValueToValueMapTy Begin;

    for (PHINode &Phi : L.getHeader()->phis())
        Begin[&Phi] = Phi.getIncomingValueForBlock(Preheader);
    B.SetInsertPoint(Start->getTerminator());
    Value *Addresses = ahead(Access.addresses(), B, Begin);
    for (unsigned Round = 0; Round < Its.Rounds; ++Round) {
        B.SetInsertPoint(Start->getTerminator());
        auto *First = cast<IntrinsicInst>(Access.Call->clone());
        First->setMetadata(LLVMContext::MD_alias_scope, nullptr); // which may begin anew in each round
        First->setMetadata(LLVMContext::MD_noalias, nullptr);
        First->setArgOperand(Access.AddressOperand,
                             B.CreateGEP(B.getInt8Ty(), Addresses, B.getInt64(uint64_t(Its.Step * int64_t(Round)))));
        B.Insert(First);
        B.SetInsertPoint(Start->getSingleSuccessor(), Start->getSingleSuccessor()->begin());
        PHINode *Phi = B.CreatePHI(Access.T, 2, "row.carried");
        Phi->addIncoming(First, Start);
        Its.Its.push_back(Phi);
    }
}

// In the copy of the loop that runs a tile's rounds.
void
TiledLoop::replaceAccesses(ValueToValueMapTy &Copies, PHINode &Round, BasicBlock *Tiles, BasicBlock *After)
{
    auto *Latch = cast<BasicBlock>(Copies[L.getLoopLatch()]);
    IRBuilder<> B(Latch);
    SmallVector<Instruction *, 8> Replaced;

    auto Replace = [&](const LanesAccess &Access, Value *By) {
        auto *Gather = cast<Instruction>(Copies[Access.Call]);
        if (!match(Access.mask(), m_AllOnes())) {
            B.SetInsertPoint(Gather);
            By = B.CreateSelect(Access.mask(), By, Gather->getOperand(2));
        }
        Gather->replaceAllUsesWith(By);
        Replaced.push_back(Gather);
        Copies[Access.Call] = By;
    };
    for (const RowTile &Its : Rows.Tiled) {
        auto *Access = cast<Instruction>(Copies[Its.Access.Call]);
        if (Its.Filled) {
            Replaced.push_back(Access);
            continue;
        }
        B.SetInsertPoint(Access);
        Type *T = Its.Access.T;
        Value *First = B.CreateMul(&Round, B.getInt64(Its.Access.T->getNumElements()), "", true, true);
        Value *Place = B.CreateInBoundsGEP(Its.Access.T->getElementType(), Its.Tile, First);
        const Align Alignment(std::min<uint64_t>(RowBytes, Access->getDataLayout().getTypeStoreSize(T)));
        if (Its.Access.IsLoad) {
            Replace(Its.Access, B.CreateAlignedLoad(T, Place, Alignment));
        } else {
            B.CreateAlignedStore(Access->getOperand(0), Place, Alignment);
            Replaced.push_back(Access);
        }
    }
    // What the source has goes from one to the next of as many as there are rounds between.
    SmallVector<SmallVector<PHINode *, 4>, 4> Kept;
    for (const CarriedRow &Its : Rows.Carries) {
        B.SetInsertPoint(Round.getParent(), Round.getParent()->begin());
        Kept.emplace_back();
        for (PHINode *Begin : Its.Its) {
            PHINode *Phi = B.CreatePHI(Begin->getType(), 2, "row.carried");
            Phi->addIncoming(Begin, Tiles);
            Kept.back().push_back(Phi);
        }
        Replace(Its.Access, Kept.back().front());
    }
    for (auto [Its, Phis] : zip(Rows.Carries, Kept)) {
        const bool IsLoad = Its.Source->getIntrinsicID() == Intrinsic::masked_gather;
        Value *Last =
            IsLoad ? static_cast<Value *>(Copies[Its.Source]) : cast<Instruction>(Copies[Its.Source])->getOperand(0);
        for (auto [Number, Phi] : enumerate(Phis)) {
            Value *Next = Number + 1 < Phis.size() ? Phis[Number + 1] : Last;
            Phi->addIncoming(Next, Latch);
            Its.Its[Number]->addIncoming(Next, After);
        }
    }
    for (Instruction *Access : Replaced)
        Access->eraseFromParent();
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
    createTiles();

    // How many tiles there are.
    IRBuilder<> B(Preheader->getTerminator());
    B.SetCurrentDebugLocation(Latch->getTerminator()->getDebugLoc());
    Value *Count = countRounds(B);
    Value *Before = roundsBeforeLine(Count, Preheader, B);
    Preheader = runBeforeLine(Before, Preheader, B);
    Count = B.CreateSub(Count, Before);
    B.CreateBr(Header);
    B.SetInsertPoint(Preheader->getTerminator());
    Value *Left = B.CreateURem(Count, B.getInt64(Rows.Rounds), "rounds.left");
    Value *End = B.CreateSub(Count, Left);
    auto *Start = BasicBlock::Create(Context, "tiles.start", &F, Header);
    auto *Tiles = BasicBlock::Create(Context, "tiles", &F, Header);
    Preheader->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Preheader);
    B.CreateCondBr(B.CreateICmpEQ(End, B.getInt64(0)), Header, Start);
    B.SetInsertPoint(Start);
    B.CreateBr(Tiles);
    for (CarriedRow &Its : Rows.Carries)
        begin(Its, Start, Preheader, B);

    // A tile is filled; its rounds are a copy of the loop.
    ValueToValueMapTy Begin, Copies;
    B.SetInsertPoint(Tiles);
    PHINode *Done = B.CreatePHI(B.getInt64Ty(), 2, "rounds.done");
    SmallVector<PHINode *, 8> TilePhis;
    for (PHINode *Phi : Phis) {
        PHINode *Its = B.CreatePHI(Phi->getType(), 2, Phi->getName());
        Its->addIncoming(Phi->getIncomingValueForBlock(Preheader), Start);
        Begin[Phi] = Its;
        TilePhis.push_back(Its);
    }
    Done->addIncoming(B.getInt64(0), Start);
    for (RowTile &Its : Rows.Tiled) {
        Its.Addresses = ahead(Its.Access.addresses(), B, Begin);
        if (Its.Access.IsLoad)
            fillTile(Its, Rows.Rounds, registerBytes(Target), B);
    }
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
    B.CreateCondBr(B.CreateICmpEQ(Next, B.getInt64(Rows.Rounds)), After, CopyHeader);
    CopyEnd->eraseFromParent();
    replaceAccesses(Copies, *Round, Tiles, After);

    // What is stored, and the next tile, or what is left.
    B.SetInsertPoint(After);
    for (const RowTile &Its : Rows.Tiled)
        if (!Its.Access.IsLoad)
            emptyTile(Its, Rows.Rounds, registerBytes(Target), B);
    Value *More = B.CreateAdd(Done, B.getInt64(Rows.Rounds), "", true, true);
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

// Loops that do nothing but count.
void
deleteCounts(Function &F, FunctionAnalysisManager &AM)
{
    FunctionPassManager Passes;
    LoopPassManager Loops;

    AM.invalidate(F, PreservedAnalyses::none());
    Loops.addPass(IndVarSimplifyPass(/*WidenIndVars=*/false));
    Loops.addPass(LoopDeletionPass());
    Passes.addPass(createFunctionToLoopPassAdaptor(std::move(Loops)));
    AM.invalidate(F, Passes.run(F, AM));
}

} // namespace

PreservedAnalyses
RowTilesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    if (none_of(instructions(F), [](Instruction &I) { return lanesAccess(I); }))
        return PreservedAnalyses::all();
    LoopInfo &Loops = AM.getResult<LoopAnalysis>(F);
    DominatorTree &Tree = AM.getResult<DominatorTreeAnalysis>(F);
    ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);
    bool Changed = false;
    for (Loop *L : Loops)
        Changed |= simplifyLoop(L, &Tree, &Loops, &SE, nullptr, nullptr, false);
    for (Loop *L : Loops)
        Changed |= formLCSSARecursively(*L, Tree, &Loops, &SE);
    // All that is asked is asked before anything changes.
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    const RowLoops Rows(SE, AM.getResult<AAManager>(F), Tree, Target);
    SmallVector<TiledLoop, 4> Found;
    for (Loop *L : Loops.getLoopsInPreorder())
        if (std::optional<RowLoop> Its = Rows.find(*L))
            Found.emplace_back(*L, std::move(*Its), Target);
    for (TiledLoop &Its : Found)
        Its.count(SE);
    bool Fills = false;
    for (TiledLoop &Its : Found) {
        Its.transform();
        Fills |= Its.fillsRows();
    }
    if (Fills)
        deleteCounts(F, AM);
    return Changed || !Found.empty() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
