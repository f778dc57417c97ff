// SPDX-License-Identifier: Apache-2.0
#include "compiler/packing/analysis/lane_loop.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft {

// Of a loop's metadata.
static constexpr const char *Mark = "weft.lanes";

// What an element is in memory: LLVM packs the bits of vectors of odd integers.
static Type *
inMemory(Type *Element)
{
    if (!Element->isIntegerTy())
        return Element;
    return IntegerType::get(Element->getContext(), std::max<unsigned>(8, PowerOf2Ceil(Element->getIntegerBitWidth())));
}

LaneLoop::LaneLoop(IRBuilder<> &TheBuilder, Value *Mask, unsigned TheWidth, Memory &TheMemory)
    : B(TheBuilder), Arrays(TheMemory), Width(TheWidth), Before(B.GetInsertBlock())
{
    Function *F = Before->getParent();

    Body = BasicBlock::Create(F->getContext(), "lanes", F);
    After = BasicBlock::Create(F->getContext(), "lanes.end", F);
    if (Mask) {
        Type *BitsType = B.getIntNTy(Width);
        Value *Bits = B.CreateBitCast(B.CreateFreeze(Mask), BitsType);
        B.CreateCondBr(B.CreateIsNotNull(Bits), Body, After);
        B.SetInsertPoint(Body);
        Rest = B.CreatePHI(BitsType, 2, "lanes.rest");
        Rest->addIncoming(Bits, Before);
        Lane = B.CreateZExtOrTrunc(B.CreateBinaryIntrinsic(Intrinsic::cttz, Rest, B.getTrue()), B.getInt64Ty(), "lane");
    } else {
        B.CreateBr(Body);
        B.SetInsertPoint(Body);
        First = B.CreatePHI(B.getInt64Ty(), 2, "lane");
        First->addIncoming(B.getInt64(0), Before);
        Lane = First;
    }
}

AllocaInst *
LaneLoop::array(Type *Element)
{
    const DataLayout &Layout = Before->getDataLayout();
    const uint64_t Bytes = Layout.getTypeAllocSize(FixedVectorType::get(Element, Width));

    if (Used == Arrays.size()) {
        BasicBlock &Entry = Before->getParent()->getEntryBlock();
        Arrays.push_back(IRBuilder<>(&Entry, Entry.begin()).CreateAlloca(ArrayType::get(B.getInt8Ty(), Bytes)));
        Arrays.back()->setName("lanes");
        Arrays.back()->setAlignment(Align(64));
    }
    AllocaInst *Array = Arrays[Used++];
    if (Array->getAllocationSize(Layout)->getFixedValue() < Bytes)
        Array->setAllocatedType(ArrayType::get(B.getInt8Ty(), Bytes));
    return Array;
}

// The lane's element of a conversion or an address, made of what its vectors are made of; null of anything else.
Value *
LaneLoop::computed(Value *Packed, IRBuilderBase &At)
{
    auto Its = [&](Value *Operand) -> Value * {
        if (!Operand->getType()->isVectorTy())
            return Operand;
        Value *Same = getSplatValue(Operand);
        return Same ? Same : element(Operand, At);
    };

    if (auto *Wider = dyn_cast<CastInst>(Packed)) {
        if ((!isa<ZExtInst>(Wider) && !isa<SExtInst>(Wider)) || Wider->getSrcTy()->getScalarSizeInBits() < 8)
            return nullptr;
        return At.CreateCast(Wider->getOpcode(), Its(Wider->getOperand(0)), Wider->getType()->getScalarType());
    }
    auto *Address = dyn_cast<GetElementPtrInst>(Packed);
    if (!Address || count_if(Address->operands(), [](Value *Operand) {
                        return Operand->getType()->isVectorTy() && !getSplatValue(Operand);
                    }) > 1)
        return nullptr;
    SmallVector<Value *, 4> Indices;
    Value *Base = Its(Address->getPointerOperand());
    for (Value *Index : Address->indices())
        Indices.push_back(Its(Index));
    return At.CreateGEP(Address->getSourceElementType(), Base, Indices, "", Address->getNoWrapFlags());
}

Value *
LaneLoop::element(Value *Packed, IRBuilderBase &At)
{
    Type *T = cast<FixedVectorType>(Packed->getType())->getElementType();

    if (auto *Fixed = dyn_cast<Constant>(Packed))
        if (Constant *Same = Fixed->getSplatValue())
            return Same;
    if (Value *Its = computed(Packed, At))
        return Its;
    AllocaInst *&Array = Stored[Packed];
    if (!Array) {
        Array = array(inMemory(T));
        IRBuilder<> Ahead(Before->getTerminator());
        Value *Whole = Packed;
        if (inMemory(T) != T)
            Whole = Ahead.CreateZExt(Whole, FixedVectorType::get(inMemory(T), Width));
        Ahead.CreateAlignedStore(Whole, Array, Array->getAlign());
    }
    Value *Its = At.CreateLoad(inMemory(T), At.CreateGEP(inMemory(T), Array, Lane));
    return T->isIntegerTy() ? At.CreateTrunc(Its, T) : Its;
}

void
LaneLoop::put(ArrayRef<Value *> Elements)
{
    for (unsigned K = 0; K < Elements.size(); ++K) {
        Type *T = Elements[K]->getType();
        if (Results.size() == K)
            Results.push_back(array(inMemory(T)));
        Value *Its = T->isIntegerTy() ? B.CreateZExt(Elements[K], inMemory(T)) : Elements[K];
        B.CreateStore(Its, B.CreateGEP(inMemory(T), Results[K], Lane));
    }
}

void
LaneLoop::next(ArrayRef<Value *> Elements)
{
    put(Elements);
    Lane = B.CreateAdd(Lane, B.getInt64(1), "lane", /*HasNUW=*/true, /*HasNSW=*/true);
}

SmallVector<Value *, 8>
LaneLoop::finish(ArrayRef<Value *> Elements)
{
    SmallVector<Value *, 8> Packed;
    Value *IsMore;

    put(Elements);
    if (Rest) {
        Value *Next = B.CreateAnd(Rest, B.CreateSub(Rest, ConstantInt::get(Rest->getType(), 1)));
        Rest->addIncoming(Next, B.GetInsertBlock());
        IsMore = B.CreateIsNotNull(Next);
    } else {
        Value *Next = B.CreateAdd(First, B.getInt64(AtOnce), "", /*HasNUW=*/true, /*HasNSW=*/true);
        First->addIncoming(Next, B.GetInsertBlock());
        IsMore = B.CreateICmpULT(Next, B.getInt64(Width));
    }
    LLVMContext &Context = B.getContext();
    MDNode *Id = MDNode::getDistinct(Context, {nullptr, MDNode::get(Context, MDString::get(Context, Mark))});
    Id->replaceOperandWith(0, Id);
    B.CreateCondBr(IsMore, Body, After)->setMetadata(LLVMContext::MD_loop, Id);
    B.SetInsertPoint(After);
    for (const auto &[Element, Result] : zip(Elements, Results)) {
        Type *T = Element->getType();
        Value *Whole = B.CreateAlignedLoad(FixedVectorType::get(inMemory(T), Width), Result, Result->getAlign());
        Packed.push_back(T->isIntegerTy() ? B.CreateTrunc(Whole, FixedVectorType::get(T, Width)) : Whole);
    }
    return Packed;
}

bool
isLaneLoop(const Loop &L)
{
    return findOptionMDForLoop(&L, Mark);
}

} // namespace weft
