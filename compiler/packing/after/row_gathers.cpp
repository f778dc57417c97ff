// SPDX-License-Identifier: Apache-2.0
// Gathers of words that each lane has next to each other.
#include "compiler/packing/after/row_gathers.h"

#include "compiler/packing/after/lane_addresses.h"
#include "compiler/packing/analysis/transpose.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

constexpr unsigned RowBytes = 16; // a register that all CPUs have, and what wider ones shuffle within

constexpr int64_t Farthest = 512; // bytes between words that go together: lanes that are off have a place for them

// A vector of addresses: a base, an index for each lane, and bytes that all lanes have in common.
struct Place {
    Value *Base;
    Value *Index; // null: the base is a vector
    uint64_t Scale;
    uint64_t Offset; // wraps

    bool isAtSameBase(const Place &Other) const
    {
        return Base == Other.Base && Index == Other.Index && Scale == Other.Scale;
    }
};

Place
placeOf(Value *Addresses, const DataLayout &Layout)
{
    Place Its = {Addresses, nullptr, 0, 0};

    while (auto *Step = dyn_cast<GetElementPtrInst>(Its.Base)) {
        APInt Offset(Layout.getIndexTypeSizeInBits(Step->getType()->getScalarType()), 0);
        Value *Index = Step->getNumIndices() == 1 ? Step->getOperand(1) : nullptr;
        const Constant *Same = Index && isa<Constant>(Index) && Index->getType()->isVectorTy()
                                   ? cast<Constant>(Index)->getSplatValue()
                                   : nullptr;
        const TypeSize Scale = Layout.getTypeAllocSize(Step->getSourceElementType());
        if (Step->getPointerOperandType()->isVectorTy() && isa_and_nonnull<ConstantInt>(Same) && !Scale.isScalable()) {
            Its.Offset += cast<ConstantInt>(Same)->getValue().sextOrTrunc(64).getZExtValue() * Scale.getFixedValue();
            Its.Base = Step->getPointerOperand();
        } else if (Step->getPointerOperandType()->isVectorTy() && Step->accumulateConstantOffset(Layout, Offset)) {
            Its.Offset += Offset.getZExtValue();
            Its.Base = Step->getPointerOperand();
        } else if (Index && Index->getType()->isVectorTy() && !Step->getPointerOperandType()->isVectorTy() &&
                   !Scale.isScalable()) {
            Its.Base = Step->getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset,
                                                                                    /*AllowNonInbounds=*/true);
            Its.Offset += Offset.getZExtValue();
            Its.Index = Index;
            Its.Scale = Scale.getFixedValue();
            break;
        } else {
            break;
        }
    }
    return Its;
}

// A word of each lane.
struct Word {
    LanesAccess Access;
    int64_t Offset; // from the group's first one, in bytes
    unsigned Bytes;
};

// Accesses at one base under one mask, such that all may be where the first load, or the last store, is.
struct Group {
    Place Base;
    Value *Mask;
    bool IsLoad;
    SmallVector<Word, 8> Words;
};

// Words that make up a row.
struct Row {
    ArrayRef<Word> Words;
    const LaneAddresses &Addresses;
    int64_t FromAddress; // bytes from there to the row

    unsigned lanes() const { return Words[0].Access.T->getNumElements(); }

    Value *address(unsigned Lane, IRBuilderBase &B) const
    {
        Value *Its = Addresses[Lane];
        return FromAddress ? B.CreateGEP(B.getInt8Ty(), Its, B.getInt64(uint64_t(FromAddress))) : Its;
    }

    Align alignment() const { return Addresses.areAllOn() ? Words[0].Access.Alignment : Align(1); }

    // What holds for all words, where all are accessed.
    AAMDNodes aliasing() const
    {
        AAMDNodes All = Words[0].Access.Call->getAAMetadata();
        for (const Word &W : Words)
            All = All.merge(W.Access.Call->getAAMetadata());
        return Addresses.areAllOn() ? All : AAMDNodes();
    }
};

struct Halves;

class RowAccesses {
public:
    RowAccesses(Function &TheFunction, unsigned Bits) : F(TheFunction), RegisterBytes(Bits / 8) {}

    bool run();

private:
    void add(const LanesAccess &Access);
    void close(bool Loads);
    bool mayReorder(const Group &G) const;
    void makeRows(Group &G);
    void load(const Row &Its, IRBuilderBase &B);
    void store(const Row &Its, IRBuilderBase &B);
    void replace(const Word &W, Value *V, IRBuilderBase &B);
    void replaceHalves(const Word &W, const Halves &Its, Value *Lower, Value *Upper, IRBuilderBase &B);
    unsigned lanesTogether(unsigned Lanes, unsigned Bytes) const;

    Function &F;
    const unsigned RegisterBytes;
    SmallVector<Group, 4> Groups;
    SmallVector<Instruction *, 16> Done;
    bool Changed = false;
};

// Of 1 to 8 bytes; small ones in as many lanes as rows have of them, for squares that are not full take many shuffles.
bool
isWord(const LanesAccess &Access, const DataLayout &Layout)
{
    Type *T = Access.T->getElementType();
    const unsigned Lanes = Access.T->getNumElements(), Bits = Layout.getTypeSizeInBits(T);

    return isPowerOf2_32(Lanes) && !T->isPointerTy() &&
           (Bits == 32 || Bits == 64 || ((Bits == 8 || Bits == 16) && Lanes >= RowBytes * 8 / Bits));
}

bool
RowAccesses::run()
{
    for (BasicBlock &BB : F) {
        for (Instruction &I : BB) {
            const std::optional<LanesAccess> Access = lanesAccess(I);
            const bool IsWord = Access && isWord(*Access, I.getDataLayout());
            if (I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I))
                close(/*Loads=*/true);
            if ((I.mayReadOrWriteMemory() && !(IsWord && !Access->IsLoad)) ||
                !isGuaranteedToTransferExecutionToSuccessor(&I))
                close(/*Loads=*/false);
            if (IsWord)
                add(*Access);
        }
        close(/*Loads=*/true);
        close(/*Loads=*/false);
        for (Instruction *I : Done)
            I->eraseFromParent();
        Done.clear();
    }
    return Changed;
}

void
RowAccesses::add(const LanesAccess &Access)
{
    const DataLayout &Layout = F.getDataLayout();
    const Place Its = placeOf(Access.addresses(), Layout);
    const auto Bytes = unsigned(Layout.getTypeStoreSize(Access.T->getElementType()));
    auto From = [&](const Group &G) { return int64_t(Its.Offset - G.Base.Offset); };
    auto Has = [&](const Group &G) {
        return G.IsLoad == Access.IsLoad && G.Base.isAtSameBase(Its) && G.Mask == Access.mask() &&
               From(G) >= -Farthest && From(G) <= Farthest &&
               G.Words[0].Access.T->getNumElements() == Access.T->getNumElements();
    };
    // What lanes get that are off is to be there where the first load is.
    if (Access.IsLoad && !isa<Constant>(Access.Call->getArgOperand(2)))
        return;
    if (auto Found = find_if(Groups, Has); Found != Groups.end()) {
        Found->Words.push_back({Access, From(*Found), Bytes});
        return;
    }
    if (!Access.IsLoad)
        close(/*Loads=*/false); // what is stored elsewhere comes in between
    Groups.push_back({Its, Access.mask(), Access.IsLoad, {{Access, 0, Bytes}}});
}

void
RowAccesses::close(bool Loads)
{
    for (Group &G : Groups)
        if (G.IsLoad == Loads && G.Words.size() > 1)
            makeRows(G);
    erase_if(Groups, [&](const Group &G) { return G.IsLoad == Loads; });
}

// The words from number First on that make up a row; none if they do not.
ArrayRef<Word>
rowAt(ArrayRef<Word> Words, unsigned First)
{
    int64_t End = Words[First].Offset;

    for (unsigned I = First; I < Words.size() && Words[I].Offset == End && Words[I].Bytes == Words[First].Bytes; ++I) {
        End += Words[I].Bytes;
        if (End == Words[First].Offset + RowBytes)
            return Words.slice(First, I + 1 - First);
    }
    return {};
}

// How far the addresses of two lanes are from each other, if they differ, at least.
uint64_t
leastStep(const Place &Its, const DataLayout &Layout)
{
    if (!Its.Index)
        return 0;
    return Its.Scale << std::min(computeKnownBits(Its.Index, Layout).countMinTrailingZeros(), 16u);
}

// Whether stores, whose words are in order, may be made lane by lane: no two are to one place, in one lane or in two,
// unless they are of the same word. (Between two of them there may have been a barrier, of which nothing is left where
// a group is one pack.)
bool
RowAccesses::mayReorder(const Group &G) const
{
    for (unsigned I = 1; I < G.Words.size(); ++I)
        if (G.Words[I].Offset < G.Words[I - 1].Offset + G.Words[I - 1].Bytes)
            return false;
    const int64_t All = G.Words.back().Offset + G.Words.back().Bytes - G.Words.front().Offset;
    return leastStep(G.Base, F.getDataLayout()) >= uint64_t(All);
}

void
RowAccesses::makeRows(Group &G)
{
    const Word AtFirst = G.Words[0], AtLast = G.Words.back(), At = G.IsLoad ? AtFirst : AtLast;
    SmallVector<ArrayRef<Word>, 4> Rows;

    llvm::stable_sort(G.Words, [](const Word &A, const Word &B) { return A.Offset < B.Offset; });
    if (!G.IsLoad && !mayReorder(G))
        return;
    for (unsigned I = 0; I < G.Words.size();) {
        const ArrayRef<Word> Row = rowAt(G.Words, I);
        if (!Row.empty())
            Rows.push_back(Row);
        I += Row.empty() ? 1 : unsigned(Row.size());
    }
    if (Rows.empty())
        return;
    IRBuilder<> B(At.Access.Call);
    const LaneAddresses Addresses(
        B, At.Access, {Rows.front().front().Offset - At.Offset, Rows.back().front().Offset + RowBytes - At.Offset});
    for (const ArrayRef<Word> Words : Rows) {
        const Row Its = {Words, Addresses, Words[0].Offset - At.Offset};
        if (G.IsLoad)
            load(Its, B);
        else
            store(Its, B);
    }
    Changed = true;
}

// How many lanes' elements of so many bytes a register has.
unsigned
RowAccesses::lanesTogether(unsigned Lanes, unsigned Bytes) const
{
    return std::min(Lanes, std::max(RegisterBytes, RowBytes) / Bytes);
}

// A word of 8 bytes of which only halves are used, as these.
struct Halves {
    SmallVector<Instruction *, 2> Lower, Upper; // what cuts them out
    SmallVector<Instruction *, 2> Shifts;

    bool areAny() const { return !Lower.empty() || !Upper.empty(); }
};

Halves
halvesOf(const Word &W)
{
    Halves Its;
    auto IsHalf = [](const User *U) { return isa<TruncInst>(U) && U->getType()->getScalarSizeInBits() == 32; };

    if (!W.Access.T->getElementType()->isIntegerTy(64))
        return {};
    for (User *U : W.Access.Call->users()) {
        if (IsHalf(U)) {
            Its.Lower.push_back(cast<Instruction>(U));
            continue;
        }
        if (!match(U, m_LShr(m_Specific(W.Access.Call), m_SpecificInt(32))) || !all_of(U->users(), IsHalf))
            return {};
        Its.Shifts.push_back(cast<Instruction>(U));
        for (User *Of : U->users())
            Its.Upper.push_back(cast<Instruction>(Of));
    }
    return Its;
}

// What lanes get that are off is part of a gather's meaning.
Value *
chosen(Value *V, const Word &W, Value *Off, IRBuilderBase &B)
{
    return match(W.Access.mask(), m_AllOnes()) || isa<PoisonValue>(Off) ? V : B.CreateSelect(W.Access.mask(), V, Off);
}

// In place of the word, whose elements are V's.
void
RowAccesses::replace(const Word &W, Value *V, IRBuilderBase &B)
{
    W.Access.Call->replaceAllUsesWith(chosen(B.CreateBitCast(V, W.Access.T), W, W.Access.Call->getArgOperand(2), B));
    Done.push_back(W.Access.Call);
}

void
RowAccesses::replaceHalves(const Word &W, const Halves &Its, Value *Lower, Value *Upper, IRBuilderBase &B)
{
    Value *Off = W.Access.Call->getArgOperand(2);

    Lower = chosen(Lower, W, B.CreateTrunc(Off, Lower->getType()), B);
    Upper = chosen(Upper, W, B.CreateTrunc(B.CreateLShr(Off, 32), Upper->getType()), B);
    for (Instruction *Cut : Its.Lower)
        Cut->replaceAllUsesWith(Lower);
    for (Instruction *Cut : Its.Upper)
        Cut->replaceAllUsesWith(Upper);
    Done.append(Its.Lower);
    Done.append(Its.Upper);
    Done.append(Its.Shifts);
    Done.push_back(W.Access.Call);
}

void
RowAccesses::load(const Row &Its, IRBuilderBase &B)
{
    SmallVector<Halves, 2> InHalves;
    for (const Word &W : Its.Words)
        if (Halves H = halvesOf(W); H.areAny())
            InHalves.push_back(std::move(H));
    const bool AreHalves = InHalves.size() == Its.Words.size();
    const unsigned Bytes = AreHalves ? 4 : Its.Words[0].Bytes, PerRow = RowBytes / Bytes;
    const unsigned Lanes = Its.lanes(), Together = lanesTogether(Lanes, Bytes);
    Type *T = FixedVectorType::get(B.getIntNTy(Bytes * 8), PerRow);
    SmallVector<SmallVector<Value *, 16>, 4> Columns(PerRow);

    for (unsigned First = 0; First < Lanes; First += Together) {
        SmallVector<Value *, 4> Square;
        for (unsigned R = 0; R < PerRow; ++R) {
            SmallVector<Value *, 4> Parts;
            // Fewer lanes than a square has rows: the last stands for those that are not there.
            for (unsigned L = R; L < std::max(Together, PerRow); L += PerRow) {
                LoadInst *Load =
                    B.CreateAlignedLoad(T, Its.address(std::min(First + L, Lanes - 1), B), Its.alignment());
                Load->setAAMetadata(Its.aliasing());
                Parts.push_back(Load);
            }
            Square.push_back(joined(Parts, B));
        }
        transposeParts(Square, B);
        for (unsigned C = 0; C < PerRow; ++C)
            Columns[C].push_back(Square[C]);
    }
    auto Whole = [&](unsigned C) { return slice(joined(Columns[C], B), 0, Lanes, B); };
    for (unsigned N = 0; N < Its.Words.size(); ++N)
        if (AreHalves)
            replaceHalves(Its.Words[N], InHalves[N], Whole(2 * N), Whole(2 * N + 1), B);
        else
            replace(Its.Words[N], Whole(N), B);
}

void
RowAccesses::store(const Row &Its, IRBuilderBase &B)
{
    const unsigned Bytes = Its.Words[0].Bytes, PerRow = RowBytes / Bytes;
    const unsigned Lanes = Its.lanes(), Together = lanesTogether(Lanes, Bytes);

    // One lane after the other: of two that store to one place the last one's is there.
    for (unsigned First = 0; First < Lanes; First += Together) {
        SmallVector<Value *, 4> Square;
        for (const Word &W : Its.Words) {
            Value *V =
                B.CreateBitCast(W.Access.Call->getArgOperand(0), FixedVectorType::get(B.getIntNTy(Bytes * 8), Lanes));
            Square.push_back(slice(V, First, std::max(Together, PerRow), B));
        }
        transposeParts(Square, B);
        for (unsigned L = 0; L < Together; ++L) {
            Value *Lane = slice(Square[L % PerRow], L / PerRow * PerRow, PerRow, B);
            StoreInst *Store = B.CreateAlignedStore(Lane, Its.address(First + L, B), Its.alignment());
            Store->setAAMetadata(Its.aliasing());
        }
    }
    for (const Word &W : Its.Words)
        Done.push_back(W.Access.Call);
}

} // namespace

PreservedAnalyses
RowGathersPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    const TypeSize Bits = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector);

    if (!RowAccesses(F, unsigned(Bits.getFixedValue())).run())
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
