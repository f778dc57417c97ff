// SPDX-License-Identifier: Apache-2.0
// How far the addresses of a loop move from one of its rounds to the next.
#include "compiler/packing/cost/loop_steps.h"

#include "compiler/packing/cost/flow.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// Further back an address is anyone's guess.
static constexpr unsigned MaxDepth = 10;
static constexpr unsigned SameWayDepth = 6; // where all ways back are followed

static LoopStep
sum(LoopStep A, LoopStep B, int64_t Factor = 1)
{
    if (A.Value && B.Value)
        return {*A.Value + *B.Value * Factor};
    return {std::nullopt, A.IsLoaded || B.IsLoaded, A.isEven() && B.isEven()};
}

static LoopStep
product(LoopStep Its, const APInt &Factor)
{
    if (!Factor.isSignedIntN(32))
        return {std::nullopt, Its.IsLoaded, Its.isEven()};
    return sum({0}, Its, Factor.getSExtValue());
}

// By what work-items step that go through elements together: they leave no gaps.
static bool
isOfAll(const Value &V)
{
    return isMadeOf(&V, {Primitive::LocalSize, Primitive::EnqueuedLocalSize, Primitive::GlobalSize}, 2);
}

// A counter that each round adds a constant to, or something else that is the same in all; or what it was in the round
// before.
static LoopStep
ofCounter(const PHINode &Phi, const Loop &L, bool IsLast = false)
{
    const BasicBlock *Latch = L.getLoopLatch();
    const Value *Next = Phi.getParent() == L.getHeader() && Latch ? Phi.getIncomingValueForBlock(Latch) : nullptr;
    const auto *Address = dyn_cast_or_null<GetElementPtrInst>(Next);
    const APInt *Step;
    const Value *Same;

    if (!Next)
        return {};
    if (match(Next, m_c_Add(m_Specific(&Phi), m_APInt(Step))))
        return product({1}, *Step);
    if (match(Next, m_c_Add(m_Specific(&Phi), m_Value(Same))) && L.isLoopInvariant(Same) && !isOfAll(*Same))
        return {std::nullopt, false, true};
    if (Address && Address->getPointerOperand() == &Phi && Address->getNumIndices() == 1 &&
        match(Address->getOperand(1), m_APInt(Step)))
        return product({Phi.getDataLayout().getTypeAllocSize(Address->getSourceElementType()).getKnownMinValue()},
                       *Step);
    if (Address && Address->getPointerOperand() == &Phi &&
        all_of(Address->indices(), [&](const Use &Index) { return L.isLoopInvariant(Index) && !isOfAll(*Index); }))
        return {std::nullopt, false, true};
    if (const auto *Before = dyn_cast<PHINode>(Next); Before && !IsLast)
        return ofCounter(*Before, L, true);
    return {std::nullopt, isa<LoadInst>(Next)};
}

LoopStep
LoopSteps::compute(const Value *V, const Loop &L, unsigned Depth) const
{
    const auto *I = dyn_cast<Instruction>(V);
    const APInt *Constant;

    if (!I || !L.contains(I))
        return {0};
    if (isa<LoadInst>(I))
        return {std::nullopt, true};
    if (Depth == 0)
        return {};
    auto Of = [&](const Value *Operand) { return compute(Operand, L, Depth - 1); };
    if (const auto *Phi = dyn_cast<PHINode>(I))
        return ofCounter(*Phi, L);
    if (const auto *Address = dyn_cast<GetElementPtrInst>(I)) {
        LoopStep Sum = Of(Address->getPointerOperand());
        for (auto It = gep_type_begin(Address), End = gep_type_end(Address); It != End && Sum.isEven(); ++It)
            if (!It.isStruct())
                Sum =
                    sum(Sum, Of(It.getOperand()), It.getSequentialElementStride(I->getDataLayout()).getKnownMinValue());
        return Sum;
    }
    if (match(I, m_Mul(m_Value(), m_APInt(Constant))))
        return product(Of(I->getOperand(0)), *Constant);
    if (I->getOpcode() == Instruction::Mul) {
        const Value *Left = I->getOperand(0), *Right = I->getOperand(1);
        const LoopStep A = Of(Left), B = Of(Right);
        if (A.Value == 0 && B.Value == 0)
            return {0};
        return {std::nullopt, A.IsLoaded || B.IsLoaded,
                (A.Value == 0 && B.isEven() && !isOfAll(*Left)) || (B.Value == 0 && A.isEven() && !isOfAll(*Right))};
    }
    if (match(I, m_Shl(m_Value(), m_APInt(Constant))) && Constant->ult(31))
        return sum({0}, Of(I->getOperand(0)), INT64_C(1) << Constant->getZExtValue());
    if (isa<CastInst, FreezeInst>(I))
        return Of(I->getOperand(0));
    if (I->getOpcode() == Instruction::Add || I->getOpcode() == Instruction::Sub ||
        (I->getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(I)->isDisjoint()))
        return sum(Of(I->getOperand(0)), Of(I->getOperand(1)), I->getOpcode() == Instruction::Sub ? -1 : 1);
    LoopStep Same = {0};
    for (const Value *Operand : I->operands())
        if (const LoopStep Its = Of(Operand); Its.Value != 0)
            Same = {std::nullopt, Same.IsLoaded || Its.IsLoaded};
    return Same;
}

LoopStep
LoopSteps::of(const Value &V, const Loop &L)
{
    const auto [Place, IsNew] = Known.try_emplace({&L, &V});

    if (IsNew)
        Place->second = compute(&V, L, MaxDepth);
    return Place->second;
}

// The same for what is so far back.
static bool
goesSameWay(const Value &V, const Loop &Inner, const Loop &Outer, unsigned Depth)
{
    const auto *I = dyn_cast<Instruction>(&V);

    if (!I || !Outer.contains(I))
        return true;
    if (const auto *Phi = dyn_cast<PHINode>(I)) {
        const BasicBlock *Before = Inner.getLoopPredecessor();
        return Phi->getParent() == Inner.getHeader() && Before && Inner.getLoopLatch() &&
               ofCounter(*Phi, Inner).Value && Outer.isLoopInvariant(Phi->getIncomingValueForBlock(Before));
    }
    return Depth > 0 && !I->mayReadOrWriteMemory() &&
           all_of(I->operands(), [&](const Use &U) { return goesSameWay(*U, Inner, Outer, Depth - 1); });
}

bool
LoopSteps::isSameWay(const Value &V, const Loop &Inner, const Loop &Outer) const
{
    return goesSameWay(V, Inner, Outer, SameWayDepth);
}

namespace {

// An address less another as a sum, as if nothing but 64 bits wrapped around.
class Sum {
public:
    Sum(const Value *V, const Value *Less)
    {
        add(V, 1, MaxDepth);
        add(Less, UINT64_MAX, MaxDepth); // -1 times
    }
    // What it is where that does not depend on what it is made of.
    std::optional<int64_t> value() const
    {
        return all_of(Parts, [](const auto &Part) { return Part.second == 0; }) ? std::optional(Constant)
                                                                                : std::nullopt;
    }

private:
    void add(const Value *V, uint64_t Factor, unsigned Depth);

    SmallMapVector<const Value *, uint64_t, 8> Parts; // and how often
    uint64_t Constant = 0;
};

} // namespace

void
Sum::add(const Value *V, uint64_t Factor, unsigned Depth)
{
    const Value *A, *B;
    const APInt *C;

    if (const auto *Address = dyn_cast<GetElementPtrInst>(V); Address && Depth) {
        const DataLayout &Layout = Address->getDataLayout();
        SmallMapVector<Value *, APInt, 4> Variable;
        APInt Fixed(Layout.getIndexTypeSizeInBits(Address->getType()), 0);
        if (Address->collectOffset(Layout, Fixed.getBitWidth(), Variable, Fixed)) {
            Constant += uint64_t(Fixed.getSExtValue()) * Factor;
            for (const auto &[Index, Stride] : Variable)
                add(Index, uint64_t(Stride.getSExtValue()) * Factor, Depth - 1);
            add(Address->getPointerOperand(), Factor, Depth - 1);
            return;
        }
    }
    if (match(V, m_APInt(C)) && C->isSignedIntN(32))
        Constant += uint64_t(C->getSExtValue()) * Factor;
    else if (Depth && match(V, m_AddLike(m_Value(A), m_Value(B)))) {
        add(A, Factor, Depth - 1);
        add(B, Factor, Depth - 1);
    } else if (Depth && match(V, m_ZExtOrSExt(m_Value(A))))
        add(A, Factor, Depth - 1);
    else
        Parts[V] += Factor;
}

bool
LoopSteps::isLeft(const StoreInst &By, const LoadInst &Load, const Loop &L)
{
    if (!By.isSimple() || !Load.isSimple() || By.getValueOperand()->getType() != Load.getType())
        return false;
    const std::optional<int64_t> InRound = of(*By.getPointerOperand(), L).Value;

    return InRound && Sum(Load.getPointerOperand(), By.getPointerOperand()).value() == -uint64_t(*InRound);
}

} // namespace weft
