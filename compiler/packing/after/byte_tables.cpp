// SPDX-License-Identifier: Apache-2.0
// Pass byte-tables: lanes look bytes up in registers.
#include "compiler/packing/after/byte_tables.h"

#include "compiler/packing/analysis/byte_table.h"
#include "compiler/packing/analysis/indexed_access.h"
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

bool
looksUpBytes(const LanesAccess &Access)
{
    return Access.IsLoad && Access.T->getNumElements() >= FewestTableLanes &&
           byteTableOf(*Access.addresses(), *Access.T->getElementType()).has_value();
}

// Lanes First <= l < First + TablePart of a vector; those that it has not are any.
Value *
part(IRBuilderBase &B, Value *Lanes, unsigned First)
{
    const unsigned Left = cast<FixedVectorType>(Lanes->getType())->getNumElements() - First;
    const unsigned Count = std::min(Left, TablePart);

    return B.CreateShuffleVector(Lanes, createSequentialMask(First, Count, TablePart - Count));
}

// What 64 indexes find in the table.
Value *
lookUp(IRBuilderBase &B, ArrayRef<Value *> Table, Value *Indexes)
{
    auto pair = [&](unsigned First) {
        return B.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_qi_512, {Table[First], Indexes, Table[First + 1]});
    };

    if (Table.size() == 1)
        return B.CreateIntrinsic(Intrinsic::x86_avx512_permvar_qi_512, {Table[0], Indexes});
    if (Table.size() == 2)
        return pair(0);
    return B.CreateSelect(B.CreateICmpSLT(Indexes, Constant::getNullValue(Indexes->getType())), pair(2), pair(0));
}

// A part of the table, as much as can be read.
Value *
loadPart(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table, unsigned First)
{
    auto *Address = cast<GetElementPtrInst>(Access.addresses());
    const uint64_t Readable = Table.Readable.value_or(Table.Bytes);
    const unsigned Count = std::min<uint64_t>(TablePart, Readable - std::min<uint64_t>(First, Readable));
    auto *T = FixedVectorType::get(B.getInt8Ty(), Count ? Count : TablePart);

    if (!Count)
        return Constant::getNullValue(T);
    Value *Place = B.CreateConstGEP1_64(B.getInt8Ty(), Address->getPointerOperand(), First);
    LoadInst *Load = B.CreateAlignedLoad(T, Place, Align(1));
    Load->setAAMetadata(Access.Call->getAAMetadata());
    Value *Its = B.CreateFreeze(Load); // bytes that nobody looks up may be written by others
    return Count == TablePart ? Its : part(B, Its, 0);
}

// What the access loads; of the table, what lanes that are off ask for is looked up as well, and not taken.
Value *
lookUpAll(IRBuilderBase &B, const LanesAccess &Access, const ByteTable &Table)
{
    const unsigned Count = Access.T->getNumElements();
    Value *Indexes = cast<GetElementPtrInst>(Access.addresses())->getOperand(1), *Narrow;
    SmallVector<Value *, 4> Parts, Found;

    for (unsigned First = 0; First < Table.Bytes; First += TablePart)
        Parts.push_back(loadPart(B, Access, Table, First));
    if (match(Indexes, m_ZExt(m_Value(Narrow))))
        Indexes = Narrow;
    Indexes = B.CreateZExtOrTrunc(Indexes, Access.T);
    for (unsigned First = 0; First < Count; First += TablePart)
        Found.push_back(lookUp(B, Parts, part(B, Indexes, First)));
    Value *All = concatenateVectors(B, Found);
    if (All->getType() != Access.T)
        All = B.CreateShuffleVector(All, createSequentialMask(0, Count, 0));
    return match(Access.mask(), m_AllOnes()) ? All : B.CreateSelect(Access.mask(), All, Access.Call->getArgOperand(2));
}

// Where the whole table is there, whatever lanes are on.
void
replaceReadable(const LanesAccess &Access, const ByteTable &Table)
{
    IRBuilder<> B(Access.Call);

    Access.Call->replaceAllUsesWith(lookUpAll(B, Access, Table));
    Access.Call->eraseFromParent();
}

void
replace(const LanesAccess &Access, const ByteTable &Table)
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
    B.SetInsertPoint(Call);
    PHINode *Result = B.CreatePHI(Access.T, 2);
    Call->replaceAllUsesWith(Result);
    Result->addIncoming(Found, Then->getParent());
    Result->addIncoming(Call, Else->getParent());
    Call->moveBefore(Else->getIterator());
}

} // namespace

PreservedAnalyses
ByteTablesPass::run(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<LanesAccess, 16> Accesses;

    if (!hasByteTables(*F.getParent(), AM.getResult<TargetIRAnalysis>(F)))
        return PreservedAnalyses::all();
    for (Instruction &I : instructions(F))
        if (std::optional<LanesAccess> Access = lanesAccess(I); Access && looksUpBytes(*Access))
            Accesses.push_back(*Access);
    for (const LanesAccess &Access : Accesses) {
        const std::optional<ByteTable> Table = byteTableOf(*Access.addresses(), *Access.T->getElementType());
        if (Table && Table->Readable)
            replaceReadable(Access, *Table);
        else if (Table)
            replace(Access, *Table);
    }
    return Accesses.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft
