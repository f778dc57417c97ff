// SPDX-License-Identifier: Apache-2.0
// Loops in which lanes walk along rows, and what of them can be done by tiles.
#include "compiler/packing/after/row_loops.h"

#include "compiler/packing/analysis/access_order.h"
#include "compiler/packing/analysis/row_walks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace weft {

namespace {

// Of a tile, which the first cache is to keep beside what else the loop needs.
constexpr unsigned MostTileBytes = 8192;
// Instructions of a loop that is there twice, or three times.
constexpr unsigned MostInstructions = 400;

// What all lanes' addresses are made of; null where that is no pointer.
const Value *
baseOf(const Instruction &I)
{
    const std::optional<LanesAccess> Access = lanesAccess(const_cast<Instruction &>(I));
    const Value *Base = Access ? Access->addresses() : getLoadStorePointerOperand(&I);

    while (const auto *Address = dyn_cast_or_null<GetElementPtrInst>(Base))
        Base = Address->getPointerOperand();
    return Base && Base->getType()->isPointerTy() ? getUnderlyingObject(Base) : nullptr;
}

// Which accesses of a loop meet in whatever rounds.
class Meetings {
public:
    Meetings(const Loop &L, AAResults &TheAliases) : Aliases(TheAliases)
    {
        for (const BasicBlock *BB : L.blocks())
            for (const Instruction &I : *BB)
                if (const auto *Begins = dyn_cast<NoAliasScopeDeclInst>(&I))
                    for (const MDOperand &Scope : Begins->getScopeList()->operands())
                        OfRounds.insert(Scope.get());
    }

    // Whether one of them may write what the other one accesses, for what is known of their buffers, or their order
    // matters wherever they access memory.
    bool mayMeet(const Instruction &A, const Instruction &B) const;

private:
    MDNode *ofAllRounds(MDNode *Scopes) const;
    MemoryLocation bufferOf(const Instruction &I, const Value &Base) const;

    AAResults &Aliases;
    SmallPtrSet<const Metadata *, 8> OfRounds; // scopes that begin in each round, as those of a function that it calls
};

// Null where they hold within a round alone.
MDNode *
Meetings::ofAllRounds(MDNode *Scopes) const
{
    const bool HasOfRounds =
        Scopes && any_of(Scopes->operands(), [this](const MDOperand &Its) { return OfRounds.contains(Its.get()); });

    return HasOfRounds ? nullptr : Scopes;
}

MemoryLocation
Meetings::bufferOf(const Instruction &I, const Value &Base) const
{
    AAMDNodes Its = I.getAAMetadata();

    Its.Scope = ofAllRounds(Its.Scope);
    Its.NoAlias = ofAllRounds(Its.NoAlias);
    return MemoryLocation::getBeforeOrAfter(&Base, Its);
}

bool
Meetings::mayMeet(const Instruction &A, const Instruction &B) const
{
    const Value *OfA = baseOf(A), *OfB = baseOf(B);

    if (ordersOthers(A) || ordersOthers(B) || (!OfA && !OfB))
        return true;
    if (OfA && OfB)
        return !Aliases.isNoAlias(bufferOf(A, *OfA), bufferOf(B, *OfB));
    return OfA ? isModOrRefSet(Aliases.getModRefInfo(&B, bufferOf(A, *OfA)))
               : isModOrRefSet(Aliases.getModRefInfo(&A, bufferOf(B, *OfB)));
}

// Whether what is computed in the loop can be computed for its next round before that begins.
bool
canBeComputedAhead(const Value *V, const Loop &L, SmallPtrSetImpl<const Value *> &Seen)
{
    const auto *I = dyn_cast<Instruction>(V);

    if (!I || !L.contains(I) || !Seen.insert(V).second)
        return true;
    if (isa<PHINode>(I))
        return I->getParent() == L.getHeader();
    return !I->mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(I) &&
           all_of(I->operands(), [&](const Use &U) { return canBeComputedAhead(U, L, Seen); });
}

// What the rows that a scatter walks along are filled with; null: not with one value.
Value *
filledBy(const LanesAccess &Access, const Loop &L)
{
    Value *Stored = Access.IsLoad ? nullptr : Access.Call->getArgOperand(0);

    return Stored && L.isLoopInvariant(Stored) ? Stored : nullptr;
}

RowLoop
rowsOf(ArrayRef<RowAccess> Accesses, const Loop &L)
{
    RowLoop Its;

    for (const RowAccess &Row : Accesses) {
        if (Row.Kind == RowAccess::Other)
            continue;
        const LanesAccess Access = *lanesAccess(*Row.I);
        if (Row.Kind == RowAccess::Carried)
            Its.Carries.push_back({Access, Row.Step, cast<IntrinsicInst>(Accesses[Row.Source].I), Row.Rounds});
        else
            Its.Tiled.push_back({Access, Row.Step, filledBy(Access, L)});
        Its.Rounds = std::max(Its.Rounds, RowBytes / unsigned(std::abs(Row.Step)));
    }
    for (const RowTile &Tile : Its.Tiled)
        Its.Rounds =
            std::min(Its.Rounds, MostTileBytes / (Tile.Access.T->getNumElements() * unsigned(std::abs(Tile.Step))));
    return Its;
}

} // namespace

unsigned
registerBytes(const TargetTransformInfo &Target)
{
    return unsigned(Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue()) / 8;
}

// Whether lanes walk along rows by it, and squares can be made of these.
void
RowLoops::findRow(const Loop &L, const LanesAccess &Access, RowAccess &Its,
                  SmallVectorImpl<WrappingIndex> &Wrapping) const
{
    const DataLayout &Layout = Access.Call->getDataLayout();
    const uint64_t Bytes = Layout.getTypeStoreSize(Access.T->getElementType());
    SmallPtrSet<const Value *, 16> Seen;
    SmallVector<WrappingIndex, 2> Unless;

    if (Bytes > 8 || !isPowerOf2_64(Bytes) || registerBytes(Target) < 16 || Access.T->getNumElements() * Bytes < 16 ||
        Access.T->getNumElements() * RowBytes > MostTileBytes)
        return;
    if (!L.isLoopInvariant(Access.mask()) || !Tree.dominates(Access.Call->getParent(), L.getLoopLatch()) ||
        !canBeComputedAhead(Access.addresses(), L, Seen))
        return;
    const int64_t Step = RoundSteps(L, SE, &Unless).ofAddress(Access.addresses()).value_or(0);
    if (uint64_t(std::abs(Step)) != Bytes)
        return;
    for (const WrappingIndex &Index : Unless)
        if (none_of(Wrapping,
                    [&](const WrappingIndex &Other) { return Other.V == Index.V && Other.IsSigned == Index.IsSigned; }))
            Wrapping.push_back(Index);
    Its.Step = Step;
    Its.Element = Access.T->getElementType();
    Its.Mask = Access.mask();
    Its.Root = Access.addresses();
    while (const auto *Address = dyn_cast<GetElementPtrInst>(Its.Root)) {
        const std::optional<int64_t> Offset = bytesOfAllLanes(*Address);
        if (!Offset)
            break;
        Its.Offset += *Offset;
        Its.Root = Address->getPointerOperand();
    }
}

bool
RowLoops::canCount(Loop &L) const
{
    const SCEV *Last = SE.getBackedgeTakenCount(&L);
    SCEVExpander Expander(SE, "row");

    return !isa<SCEVCouldNotCompute>(Last) && SE.getTypeSizeInBits(Last->getType()) <= 64 &&
           !Expander.isHighCostExpansion({Last}, &L, 2 * SCEVCheapExpansionBudget, &Target,
                                         L.getLoopPreheader()->getTerminator()) &&
           Expander.isSafeToExpandAt(Last, L.getLoopPreheader()->getTerminator());
}

std::optional<RowLoop>
RowLoops::find(Loop &L) const
{
    unsigned Count = 0;
    SmallVector<RowAccess, 8> Accesses;
    SmallVector<WrappingIndex, 2> Wrapping;

    if (!L.isInnermost() || !L.isLoopSimplifyForm() || L.getExitingBlock() != L.getLoopLatch() || !L.getExitBlock() ||
        !isa<BranchInst>(L.getLoopLatch()->getTerminator()))
        return std::nullopt;
    for (BasicBlock *BB : L.blocks())
        for (Instruction &I : *BB) {
            if (++Count > MostInstructions || I.getType()->isTokenTy() || isa<CallBrInst>(I))
                return std::nullopt;
            if (!I.mayReadOrWriteMemory())
                continue;
            RowAccess Its{&I};
            if (const std::optional<LanesAccess> Access = lanesAccess(I))
                findRow(L, *Access, Its, Wrapping);
            Accesses.push_back(Its);
        }
    if (none_of(Accesses, [](const RowAccess &Its) { return Its.Step; }) || !canCount(L))
        return std::nullopt;
    const Meetings Its(L, Aliases);
    relateRows(
        Accesses, [this](const RowAccess &A, const RowAccess &B) { return Tree.dominates(A.I, B.I); },
        [&](const RowAccess &A, const RowAccess &B) { return Its.mayMeet(*A.I, *B.I); });
    RowLoop Found = rowsOf(Accesses, L);
    Found.Wrapping = std::move(Wrapping);
    return Found.Tiled.empty() ? std::nullopt : std::optional(std::move(Found));
}

} // namespace weft
