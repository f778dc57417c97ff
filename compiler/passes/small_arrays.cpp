// SPDX-License-Identifier: Apache-2.0
// Pass small-arrays: private arrays of up to four elements are values, whatever their indexes are.
#include "compiler/passes/small_arrays.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace weft {

namespace {

constexpr uint64_t MostElements = 4;
constexpr uint64_t LargestElement = 16; // bytes
constexpr unsigned MostAccesses = 24;   // each is as many selects as the array has elements

class Array {
public:
    Array(AllocaInst &TheAlloca, const DataLayout &TheLayout) : Its(TheAlloca), Layout(TheLayout) {}

    bool isSmall();
    void replace(DominatorTree &Dominators);

private:
    bool collect(Value &Pointer);
    bool isInside(const Value *Pointer) const;
    bool hasWholeSteps(const Instruction &Pointer) const;
    bool isElement(Type *T);
    bool fillsElements(const MemIntrinsic &Fill) const;

    Value *offsetOf(Value *Pointer);
    Value *offsetBehind(GetElementPtrInst &Step);
    Value *isAt(Value *Offset, uint64_t Element, IRBuilderBase &B) const;
    AllocaInst *elementAt(const ConstantInt &Offset) const;
    Value *load(Value *Offset, IRBuilderBase &B) const;
    void store(StoreInst &Store, IRBuilderBase &B);
    LoadInst *changedBy(StoreInst &Store) const;
    void fill(const MemIntrinsic &Fill, uint64_t Offset, IRBuilderBase &B) const;

    AllocaInst &Its;
    const DataLayout &Layout;
    SmallSetVector<Instruction *, 8> Pointers; // into it
    SmallVector<Instruction *, 8> Accesses;    // loads, stores, memset, memcpy
    SmallVector<Instruction *, 2> Lifetimes;
    DenseMap<Value *, Value *> Offsets; // of pointers, in bytes, 32 bits
    SmallVector<AllocaInst *, MostElements> Elements;
    Type *ElementType = nullptr;
    uint64_t Bytes = 0; // of an element
};

} // namespace

// The pointer's accesses. False if it goes where it cannot be followed to.
bool
Array::collect(Value &Pointer)
{
    for (User *U : Pointer.users()) {
        auto *I = cast<Instruction>(U);
        const auto *Load = dyn_cast<LoadInst>(I);
        const auto *Store = dyn_cast<StoreInst>(I);
        const auto *Fill = dyn_cast<MemIntrinsic>(I);
        const auto *Copy = dyn_cast<MemTransferInst>(I);
        if (isa<GetElementPtrInst, SelectInst, PHINode>(I)) {
            if (I->getType()->isVectorTy() || (Pointers.insert(I) && !collect(*I)))
                return false;
        } else if (I->isLifetimeStartOrEnd()) {
            Lifetimes.push_back(I);
        } else if ((Load && Load->isSimple()) || (Store && Store->isSimple() && Store->getValueOperand() != &Pointer) ||
                   (Fill && !Fill->isVolatile() && (!Copy || Copy->getRawSource() != &Pointer))) {
            Accesses.push_back(I);
        } else {
            return false;
        }
    }
    return true;
}

bool
Array::isInside(const Value *Pointer) const
{
    const auto *I = dyn_cast<Instruction>(Pointer);

    return Pointer == &Its || (I && Pointers.contains(const_cast<Instruction *>(I)));
}

// Whether the pointer, whose base is into the array, leads from one element to another.
bool
Array::hasWholeSteps(const Instruction &Pointer) const
{
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Fixed(64, 0);

    if (const auto *Step = dyn_cast<GetElementPtrInst>(&Pointer))
        return Step->collectOffset(Layout, 64, Variable, Fixed) && Fixed.getSExtValue() % int64_t(Bytes) == 0 &&
               all_of(Variable, [&](const auto &Part) { return Part.second.getSExtValue() % int64_t(Bytes) == 0; });
    if (const auto *Choice = dyn_cast<SelectInst>(&Pointer))
        return isInside(Choice->getTrueValue()) && isInside(Choice->getFalseValue());
    return all_of(cast<PHINode>(Pointer).incoming_values(), [&](const Use &U) { return isInside(U.get()); });
}

// Elements are what is loaded and stored, all of one size.
bool
Array::isElement(Type *T)
{
    const uint64_t Size = Layout.getTypeStoreSize(T).getKnownMinValue();

    if (!T->isSingleValueType())
        return false;
    if (!ElementType) {
        ElementType = T;
        Bytes = Size;
    }
    return Size == Bytes && Layout.getTypeSizeInBits(T) == Bytes * 8 &&
           (T == ElementType || CastInst::isBitOrNoopPointerCastable(T, ElementType, Layout));
}

// Whole elements, at places that are known, with zero or with what lies elsewhere.
bool
Array::fillsElements(const MemIntrinsic &Fill) const
{
    const auto *Length = dyn_cast<ConstantInt>(Fill.getLength());
    const auto *Set = dyn_cast<MemSetInst>(&Fill);
    APInt Offset(64, 0);
    const Value *Base = Fill.getRawDest()->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);

    return Base == &Its && Length && Length->getValue().ule(Bytes * Elements.size()) &&
           Offset.ule(Bytes * Elements.size() - Length->getZExtValue()) && Length->getZExtValue() % Bytes == 0 &&
           Offset.getZExtValue() % Bytes == 0 && (!Set || match(Set->getValue(), PatternMatch::m_ZeroInt()));
}

bool
Array::isSmall()
{
    const std::optional<TypeSize> Size = Its.getAllocationSize(Layout);

    if (!Its.isStaticAlloca() || !Size || Size->isScalable() || *Size > MostElements * LargestElement || !collect(Its))
        return false;
    for (const Instruction *I : Accesses)
        if (!isa<MemIntrinsic>(I) && !isElement(getLoadStoreType(I)))
            return false;
    if (!Bytes || Bytes > LargestElement || *Size % Bytes || *Size / Bytes < 2 || *Size / Bytes > MostElements)
        return false;
    Elements.resize(*Size / Bytes);
    return Accesses.size() <= MostAccesses &&
           all_of(Pointers, [&](const Instruction *I) { return hasWholeSteps(*I); }) &&
           all_of(Accesses, [&](const Instruction *I) {
               const auto *Fill = dyn_cast<MemIntrinsic>(I);
               return !Fill || fillsElements(*Fill);
           });
}

static Value *
sum(Value *A, Value *Other, IRBuilderBase &B)
{
    return match(A, PatternMatch::m_ZeroInt()) ? Other : B.CreateNSWAdd(A, Other);
}

// What is not within the array is of no meaning where it is accessed, so that nothing overflows.
Value *
Array::offsetBehind(GetElementPtrInst &Step)
{
    IRBuilder<> B(&Step);
    SmallMapVector<Value *, APInt, 4> Variable;
    APInt Fixed(64, 0);
    Value *Offset = offsetOf(Step.getPointerOperand());

    Step.collectOffset(Layout, 64, Variable, Fixed);
    Offset = sum(B.getInt32(uint32_t(Fixed.getZExtValue())), Offset, B);
    for (auto &[Index, Scale] : Variable) {
        Value *Part = B.CreateSExtOrTrunc(Index, B.getInt32Ty());
        Offset = sum(Offset, B.CreateNSWMul(Part, B.getInt32(uint32_t(Scale.getZExtValue()))), B);
    }
    return Offset;
}

Value *
Array::offsetOf(Value *Pointer)
{
    if (Pointer == &Its)
        return ConstantInt::get(Type::getInt32Ty(Its.getContext()), 0);
    if (Value *Known = Offsets.lookup(Pointer))
        return Known;
    if (auto *Phi = dyn_cast<PHINode>(Pointer)) {
        PHINode *Offset = IRBuilder<>(Phi).CreatePHI(Type::getInt32Ty(Its.getContext()), Phi->getNumIncomingValues());
        Offsets[Phi] = Offset; // first: it may come to itself
        for (auto [Block, From] : zip(Phi->blocks(), Phi->incoming_values()))
            Offset->addIncoming(offsetOf(From), Block);
        return Offset;
    }
    if (auto *Choice = dyn_cast<SelectInst>(Pointer)) {
        Value *Yes = offsetOf(Choice->getTrueValue()), *No = offsetOf(Choice->getFalseValue());
        return Offsets[Choice] = IRBuilder<>(Choice).CreateSelect(Choice->getCondition(), Yes, No);
    }
    Value *Offset = offsetBehind(*cast<GetElementPtrInst>(Pointer));
    return Offsets[Pointer] = Offset;
}

Value *
Array::isAt(Value *Offset, uint64_t Element, IRBuilderBase &B) const
{
    return B.CreateICmpEQ(Offset, B.getInt32(uint32_t(Element * Bytes)));
}

// Null beyond the array.
AllocaInst *
Array::elementAt(const ConstantInt &Offset) const
{
    const uint64_t Element = Offset.getZExtValue() / Bytes;

    return Element < Elements.size() ? Elements[Element] : nullptr;
}

Value *
Array::load(Value *Offset, IRBuilderBase &B) const
{
    if (const auto *Known = dyn_cast<ConstantInt>(Offset)) {
        AllocaInst *Element = elementAt(*Known);
        return Element ? static_cast<Value *>(B.CreateLoad(ElementType, Element)) : PoisonValue::get(ElementType);
    }
    Value *Result = B.CreateLoad(ElementType, Elements[0]);
    for (unsigned Number = 1; Number < Elements.size(); ++Number)
        Result = B.CreateSelect(isAt(Offset, Number, B), B.CreateLoad(ElementType, Elements[Number]), Result);
    return Result;
}

// What the value is computed from in one step, and lies at the same place: nothing else has been stored since. Or null.
LoadInst *
Array::changedBy(StoreInst &Store) const
{
    const auto *Change = dyn_cast<BinaryOperator>(Store.getValueOperand());
    if (!Change || Change->isIntDivRem() || Change->getOpcode() == Instruction::FDiv ||
        Change->getOpcode() == Instruction::FRem)
        return nullptr;
    for (Value *Operand : Change->operands()) {
        auto *Load = dyn_cast<LoadInst>(Operand);
        if (!Load || Load->getPointerOperand() != Store.getPointerOperand() || Load->getParent() != Store.getParent())
            continue;
        if (none_of(make_range(Load->getIterator(), Store.getIterator()), [&](const Instruction &Between) {
                return &Between != Load && is_contained(Accesses, &Between) && !isa<LoadInst>(Between);
            }))
            return Load;
    }
    return nullptr;
}

void
Array::store(StoreInst &Store, IRBuilderBase &B)
{
    Value *Offset = offsetOf(Store.getPointerOperand());
    Value *V = B.CreateBitOrPointerCast(Store.getValueOperand(), ElementType);

    if (const auto *Known = dyn_cast<ConstantInt>(Offset)) {
        if (AllocaInst *Element = elementAt(*Known))
            B.CreateStore(V, Element);
        return;
    }
    LoadInst *Load = V->getType() == Store.getValueOperand()->getType() ? changedBy(Store) : nullptr;
    for (auto [Number, Element] : enumerate(Elements)) {
        Value *Old = B.CreateLoad(ElementType, Element);
        if (Load) { // each element's own change waits for that element alone
            Instruction *Change = B.Insert(cast<Instruction>(Store.getValueOperand())->clone());
            Change->replaceUsesOfWith(Load, Old);
            V = Change;
        }
        B.CreateStore(B.CreateSelect(isAt(Offset, Number, B), V, Old), Element);
    }
}

void
Array::fill(const MemIntrinsic &Fill, uint64_t Offset, IRBuilderBase &B) const
{
    const uint64_t Length = cast<ConstantInt>(Fill.getLength())->getZExtValue();
    const auto *Copy = dyn_cast<MemTransferInst>(&Fill);

    for (uint64_t At = 0; At < Length; At += Bytes) {
        Value *V = Constant::getNullValue(ElementType);
        if (Copy) {
            Value *From = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Copy->getRawSource(), At);
            V = B.CreateAlignedLoad(ElementType, From, commonAlignment(Copy->getSourceAlign().valueOrOne(), At));
        }
        B.CreateStore(V, Elements[(Offset + At) / Bytes]);
    }
}

void
Array::replace(DominatorTree &Dominators)
{
    IRBuilder<> AtStart(&Its);

    for (AllocaInst *&Element : Elements)
        Element = AtStart.CreateAlloca(ElementType, nullptr, Its.getName() + ".element");
    for (Instruction *I : Accesses) {
        IRBuilder<> B(I);
        if (auto *Store = dyn_cast<StoreInst>(I)) {
            store(*Store, B);
        } else if (isa<MemIntrinsic>(I)) {
            const auto *Fill = cast<MemIntrinsic>(I);
            fill(*Fill, cast<ConstantInt>(offsetOf(Fill->getRawDest()))->getZExtValue(), B);
        }
    }
    // Behind all stores, which look at what was loaded.
    for (Instruction *I : Accesses) {
        auto *Load = dyn_cast<LoadInst>(I);
        if (!Load)
            continue;
        IRBuilder<> B(Load);
        Value *V = load(offsetOf(Load->getPointerOperand()), B);
        Load->replaceAllUsesWith(B.CreateBitOrPointerCast(V, Load->getType()));
    }
    for (Instruction *I : concat<Instruction *>(Accesses, Lifetimes))
        I->eraseFromParent();
    for (Instruction *I : Pointers) {
        I->replaceAllUsesWith(PoisonValue::get(I->getType()));
        I->eraseFromParent();
    }
    Its.eraseFromParent();
    PromoteMemToReg(Elements, Dominators);
}

PreservedAnalyses
SmallArraysPass::run(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<AllocaInst *, 8> Allocas;
    bool Changed = false;

    for (Instruction &I : F.getEntryBlock())
        if (auto *Alloca = dyn_cast<AllocaInst>(&I))
            Allocas.push_back(Alloca);
    for (AllocaInst *Alloca : Allocas) {
        Array Its(*Alloca, F.getDataLayout());
        if (!Its.isSmall())
            continue;
        Its.replace(AM.getResult<DominatorTreeAnalysis>(F));
        Changed = true;
    }
    if (!Changed)
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
