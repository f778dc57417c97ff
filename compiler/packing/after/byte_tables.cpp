// SPDX-License-Identifier: Apache-2.0
// Pass byte-tables: lanes look bytes up in registers.
#include "compiler/packing/after/byte_tables.h"

#include "compiler/packing/analysis/byte_table.h"
#include "compiler/packing/analysis/indexed_access.h"
#include "compiler/packing/analysis/transpose.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

constexpr uint64_t PageBytes = 4096; // x86's least

class Replacement {
public:
    Replacement(Function &TheF, ByteLookup TheLookup) : F(TheF), Lookup(TheLookup) {}

    std::optional<ByteTable> tableOf(const LanesAccess &Access) const
    {
        return Access.IsLoad
                   ? byteTableOf(*Access.addresses(), *Access.T->getElementType(), Access.T->getNumElements(), Lookup)
                   : std::nullopt;
    }

    // Where the whole table is there, whatever lanes are on.
    void ofReadable(const LanesAccess &Access, const ByteTable &Table)
    {
        IRBuilder<> B(Access.Call);

        Access.Call->replaceAllUsesWith(lookUpAll(B, Access, Table));
        Access.Call->eraseFromParent();
    }

    void ofAny(const LanesAccess &Access, const ByteTable &Table);

private:
    using LanesMemory = DenseMap<unsigned, AllocaInst *>; // bytes for so many lanes, of all accesses

    unsigned lanesAtOnce(const LanesAccess &Access) const
    {
        const auto Lanes = unsigned(PowerOf2Ceil(Access.T->getNumElements()));
        return Lookup.isByShuffles() ? std::clamp(Lanes, Lookup.Part, Lookup.Lanes) : Lookup.Lanes;
    }

    Value *loadPart(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table, unsigned First) const;
    SmallVector<Value *, 2> permuted(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table,
                                     ArrayRef<Value *> Indexes) const;
    SmallVector<Value *, 2> shuffled(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table,
                                     ArrayRef<Value *> Indexes) const;
    Value *lookUpAll(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table) const;
    Value *lookUpOneByOne(const LanesAccess &Access, BasicBlock::iterator At);
    Value *bytesIn(LanesMemory &Memory, const LanesAccess &Access);

    Function &F;
    const ByteLookup Lookup;
    LanesMemory OfIndexes, OfMasks;
};

// A part of the table, as much as can be read, where each index finds it.
Value *
Replacement::loadPart(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table, unsigned First) const
{
    auto *Address = cast<GetElementPtrInst>(Access.addresses());
    const uint64_t Readable = Table.Readable.value_or(Table.Bytes);
    const unsigned Count = std::min<uint64_t>(Lookup.Part, Readable - std::min<uint64_t>(First, Readable));
    const unsigned Lanes = lanesAtOnce(Access);
    SmallVector<int, 64> Places;

    if (!Count)
        return Constant::getNullValue(FixedVectorType::get(B.getInt8Ty(), Lanes));
    Value *Place = B.CreateConstGEP1_64(B.getInt8Ty(), Address->getPointerOperand(), First);
    LoadInst *Load = B.CreateAlignedLoad(FixedVectorType::get(B.getInt8Ty(), Count), Place, Align(1));
    Load->setAAMetadata(Access.Call->getAAMetadata());
    for (unsigned I = 0; I < Lanes; I++)
        Places.push_back(I % Lookup.Part < Count ? I % Lookup.Part : PoisonMaskElem);
    // Bytes that nobody looks up may be written by others, and are anything; no lane has any of them.
    return Count == Lanes ? Load : B.CreateShuffleVector(Load, Places);
}

// What registers of indexes find in parts of 64 bytes.
SmallVector<Value *, 2>
Replacement::permuted(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table,
                      ArrayRef<Value *> Indexes) const
{
    SmallVector<Value *, 4> Parts;
    SmallVector<Value *, 2> Found;

    for (unsigned First = 0; First < Table.Bytes; First += Lookup.Part)
        Parts.push_back(loadPart(B, Access, Table, First));
    for (Value *Its : Indexes) {
        auto pair = [&](unsigned First) {
            return B.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_qi_512, {Parts[First], Its, Parts[First + 1]});
        };
        if (Parts.size() == 1)
            Found.push_back(B.CreateIntrinsic(Intrinsic::x86_avx512_permvar_qi_512, {Parts[0], Its}));
        else if (Parts.size() == 2)
            Found.push_back(pair(0));
        else
            Found.push_back(
                B.CreateSelect(B.CreateICmpSLT(Its, Constant::getNullValue(Its->getType())), pair(2), pair(0)));
    }
    return Found;
}

// Likewise in parts of 16 bytes: four bits find a byte in each part, and the others choose one of these, the upper half
// of the table by the highest; what is chosen from is there for as short as can be.
SmallVector<Value *, 2>
Replacement::shuffled(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table,
                      ArrayRef<Value *> Indexes) const
{
    using Registers = SmallVector<Value *, 2>;
    auto *T = cast<FixedVectorType>(Indexes[0]->getType());
    auto *Words = FixedVectorType::get(B.getInt16Ty(), T->getNumElements() / 2);
    const Intrinsic::ID Shuffle = T->getNumElements() == 64   ? Intrinsic::x86_avx512_pshuf_b_512
                                  : T->getNumElements() == 32 ? Intrinsic::x86_avx2_pshuf_b
                                                              : Intrinsic::x86_ssse3_pshuf_b_128;
    SmallVector<Registers, 4> IsUpper; // by bits from 4 on
    Registers Low;

    for (Value *Its : Indexes)
        Low.push_back(B.CreateAnd(Its, ConstantInt::get(T, Lookup.Part - 1)));
    for (unsigned Bit = Log2_32(Lookup.Part); Bit < Log2_32(Table.Bytes); Bit++) {
        IsUpper.emplace_back();
        for (Value *Its : Indexes) {
            // It becomes the sign of its byte, which alone is asked: other bits may be those of the byte before, and
            // what that has may be nothing.
            Value *Shifted = B.CreateBitCast(B.CreateShl(B.CreateBitCast(B.CreateFreeze(Its), Words), 7 - Bit), T);
            IsUpper.back().push_back(B.CreateICmpSLT(Shifted, Constant::getNullValue(T)));
        }
    }
    auto found = [&](auto &&Self, unsigned First, unsigned Level) -> Registers {
        Registers Found;
        if (Level == 0) {
            Value *Part = loadPart(B, Access, Table, First);
            for (Value *Its : Low)
                Found.push_back(B.CreateIntrinsic(Shuffle, {Part, Its}));
            return Found;
        }
        const Registers Lower = Self(Self, First, Level - 1);
        const Registers Upper = Self(Self, First + (Lookup.Part << (Level - 1)), Level - 1);
        for (const auto &[Is, U, L] : zip_equal(IsUpper[Level - 1], Upper, Lower))
            Found.push_back(B.CreateSelect(Is, U, L));
        return Found;
    };
    return found(found, 0, IsUpper.size());
}

// The index of each lane, of eight bits.
Value *
narrowIndexes(IRBuilderBase &B, const LanesAccess &Access)
{
    Value *Indexes = cast<GetElementPtrInst>(Access.addresses())->getOperand(1), *Narrow;

    if (match(Indexes, m_ZExt(m_Value(Narrow))))
        Indexes = Narrow;
    return B.CreateZExtOrTrunc(Indexes, Access.T);
}

// What of the lanes' bytes they get.
Value *
ofLanesOn(IRBuilderBase &B, const LanesAccess &Access, Value *Found)
{
    return match(Access.mask(), m_AllOnes()) ? Found
                                             : B.CreateSelect(Access.mask(), Found, Access.Call->getArgOperand(2));
}

// What the access loads; of the table, what lanes that are off ask for is looked up as well, and not taken.
Value *
Replacement::lookUpAll(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table) const
{
    const unsigned Count = Access.T->getNumElements(), AtOnce = lanesAtOnce(Access);
    Value *Indexes = narrowIndexes(B, Access);
    SmallVector<Value *, 2> Parts;

    for (unsigned First = 0; First < Count; First += AtOnce)
        Parts.push_back(slice(Indexes, First, AtOnce, B));
    const auto Found = Lookup.isByShuffles() ? shuffled(B, Access, Table, Parts) : permuted(B, Access, Table, Parts);
    Value *All = concatenateVectors(B, Found);
    return ofLanesOn(B, Access, All->getType() == Access.T ? All : slice(All, 0, Count, B));
}

Value *
Replacement::bytesIn(LanesMemory &Memory, const LanesAccess &Access)
{
    AllocaInst *&Its = Memory[Access.T->getNumElements()];

    if (!Its)
        Its = IRBuilder<>(&*F.getEntryBlock().getFirstInsertionPt()).CreateAlloca(Access.T, nullptr, "table.lanes");
    return Its;
}

// The same for one lane after the other: little code, for what is seldom so.
Value *
Replacement::lookUpOneByOne(const LanesAccess &Access, BasicBlock::iterator At)
{
    const bool HasMask = !match(Access.mask(), m_AllOnes());
    Value *Lanes = bytesIn(OfIndexes, Access), *Ons = HasMask ? bytesIn(OfMasks, Access) : nullptr;
    IRBuilder<> B(At->getParent(), At);

    B.CreateStore(narrowIndexes(B, Access), Lanes);
    if (HasMask)
        B.CreateStore(B.CreateZExt(Access.mask(), Access.T), Ons);
    const auto [Body, Lane] = SplitBlockAndInsertSimpleForLoop(B.getInt64(Access.T->getNumElements()), At);
    B.SetInsertPoint(Body);
    Value *Place = B.CreateGEP(B.getInt8Ty(), Lanes, Lane);
    Value *Index = B.CreateZExt(B.CreateLoad(B.getInt8Ty(), Place), B.getInt64Ty());
    Value *From = B.CreateGEP(B.getInt8Ty(), cast<GetElementPtrInst>(Access.addresses())->getPointerOperand(), Index);
    if (HasMask) {
        Value *IsOn = B.CreateLoad(B.getInt8Ty(), B.CreateGEP(B.getInt8Ty(), Ons, Lane));
        From = B.CreateSelect(B.CreateIsNotNull(IsOn), From, B.CreateAddrSpaceCast(Place, From->getType()));
    }
    B.CreateStore(B.CreateLoad(B.getInt8Ty(), From), Place);
    B.SetInsertPoint(At->getParent(), At);
    return ofLanesOn(B, Access, B.CreateLoad(Access.T, Lanes));
}

void
Replacement::ofAny(const LanesAccess &Access, const ByteTable &Table)
{
    IntrinsicInst *Call = Access.Call;
    IRBuilder<> B(Call);
    Instruction *Then, *Else;

    Value *Base = cast<GetElementPtrInst>(Access.addresses())->getPointerOperand();
    Value *InPage = B.CreateAnd(B.CreatePtrToInt(Base, B.getInt64Ty()), PageBytes - 1);
    Value *IsThere = B.CreateICmpULE(InPage, B.getInt64(PageBytes - Table.Bytes));
    if (!match(Access.mask(), m_AllOnes()))
        IsThere = B.CreateAnd(IsThere, B.CreateOrReduce(Access.mask()));
    SplitBlockAndInsertIfThenElse(IsThere, Call, &Then, &Else,
                                  MDBuilder(Call->getContext()).createLikelyBranchWeights());
    B.SetInsertPoint(Then);
    Value *Found = lookUpAll(B, Access, Table);
    Value *OneByOne = lookUpOneByOne(Access, Else->getIterator());
    B.SetInsertPoint(Call);
    PHINode *Result = B.CreatePHI(Access.T, 2);
    Result->addIncoming(Found, Then->getParent());
    Result->addIncoming(OneByOne, Else->getParent());
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
}

} // namespace

PreservedAnalyses
ByteTablesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const ByteLookup Lookup = byteLookup(F, AM.getResult<TargetIRAnalysis>(F));
    Replacement Replaced(F, Lookup);
    SmallVector<LanesAccess, 16> Accesses;

    if (!Lookup)
        return PreservedAnalyses::all();
    for (Instruction &I : instructions(F))
        if (std::optional<LanesAccess> Access = lanesAccess(I); Access && Replaced.tableOf(*Access))
            Accesses.push_back(*Access);
    for (const LanesAccess &Access : Accesses) {
        const std::optional<ByteTable> Table = Replaced.tableOf(Access);
        if (Table && Table->Readable)
            Replaced.ofReadable(Access, *Table);
        else if (Table)
            Replaced.ofAny(Access, *Table);
    }
    return Accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
