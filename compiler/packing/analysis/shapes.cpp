// SPDX-License-Identifier: Apache-2.0
// How each value of SPMD code moves from one work-item of a pack to the next.
#include "compiler/packing/analysis/shapes.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/kernel_abi.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// So that tests of what finds such faults have one.
static cl::opt<bool> WrongShapes("weft-wrong-shapes", cl::Hidden,
                                 cl::desc("Take an exclusive or for its first operand"));

// The bits a value of the type may be linear in; 1 for types whose values are uniform or varying.
static unsigned
bitsOf(const Type *T, const DataLayout &Layout)
{
    if (T->isIntegerTy())
        return T->getIntegerBitWidth();
    if (T->isPointerTy())
        return Layout.getPointerTypeSizeInBits(const_cast<Type *>(T));
    return 1;
}

static LaneFact
uniformFact(unsigned Bits)
{
    return {0, Bits, true, true, true};
}

static int64_t
signExtend(uint64_t Value, unsigned Bits)
{
    return Bits >= 64 ? static_cast<int64_t>(Value) : SignExtend64(Value, Bits);
}

static uint64_t
magnitude(int64_t Value)
{
    return Value < 0 ? -static_cast<uint64_t>(Value) : static_cast<uint64_t>(Value);
}

// A sum or multiple of facts: of the lanes' differences nothing is known when they cancel. (Were the value called
// uniform, it would be so although linearize was told otherwise.)
static LaneFact
combined(uint64_t Stride, unsigned Bits, bool Signed, bool Unsigned, unsigned TypeBits)
{
    LaneFact Fact;

    if (Bits == 0)
        return Fact;
    Fact.Bits = std::min(Bits, TypeBits);
    Fact.Stride = signExtend(Stride, TypeBits);
    if (Fact.Stride == 0)
        return LaneFact();
    Fact.Signed = Signed && Fact.Bits == TypeBits && Fact.Stride == static_cast<int64_t>(Stride);
    Fact.Unsigned = Unsigned && Fact.Bits == TypeBits && Fact.Stride == static_cast<int64_t>(Stride);
    return Fact;
}

static LaneFact
linearFact(int64_t Stride, unsigned Bits, bool Exact)
{
    return {Stride, Bits, Exact, Exact, false};
}

static LaneFact
meet(const LaneFact &A, const LaneFact &B)
{
    if (A.Stride != B.Stride || !A.Bits || !B.Bits)
        return LaneFact();
    return {A.Stride, std::min(A.Bits, B.Bits), A.Signed && B.Signed, A.Unsigned && B.Unsigned,
            A.InObject && B.InObject};
}

Shapes::Shapes(const Function &F, ArrayRef<Shape> Arguments, unsigned TheWidth,
               function_ref<bool(const Instruction &)> IsDivergent)
    : Layout(F.getDataLayout()), Width(TheWidth)
{
    for (const Argument &Arg : F.args()) {
        unsigned Bits = bitsOf(Arg.getType(), Layout);
        LaneFact Fact;
        if (Arg.getArgNo() < Arguments.size() && Arguments[Arg.getArgNo()].isLinear())
            Fact = linearFact(Arguments[Arg.getArgNo()].stride(), Bits, false);
        if (Fact.Bits && Fact.Stride == 0)
            Fact = uniformFact(Bits);
        Known[&Arg] = Fact;
    }
    ReversePostOrderTraversal<const Function *> Order(&F);
    for (bool Changed = true; Changed;) {
        Changed = false;
        for (const BasicBlock *BB : Order) {
            for (const Instruction &I : *BB) {
                if (I.getType()->isVoidTy())
                    continue;
                LaneFact Fact = compute(I);
                if (IsDivergent && Fact.Stride == 0 && (isa<LoadInst>(I) || isa<CallBase>(I)) && IsDivergent(I))
                    Fact = LaneFact();
                auto [Position, Inserted] = Known.try_emplace(&I, Fact);
                if (Inserted) {
                    Changed = true;
                    continue;
                }
                Fact = meet(Position->second, Fact);
                Changed |= !(Fact == Position->second);
                Position->second = Fact;
            }
        }
    }
    for (const BasicBlock *BB : Order)
        if (const auto *Return = dyn_cast<ReturnInst>(BB->getTerminator()))
            if (Return->getReturnValue() && !of(Return->getReturnValue()).isUniform())
                Result = Shape::varying();
}

bool
Shapes::isKnown(const Value *V) const
{
    return (!isa<Instruction>(V) && !isa<Argument>(V)) || Known.contains(V);
}

LaneFact
Shapes::fact(const Value *V) const
{
    auto Position = Known.find(V);

    return Position != Known.end() ? Position->second : uniformFact(bitsOf(V->getType(), Layout));
}

Shape
Shapes::of(const Value *V) const
{
    LaneFact Fact = fact(V);

    if (V->getType()->isVoidTy())
        return Shape::uniform();
    return Fact.Bits >= bitsOf(V->getType(), Layout) ? Shape::linear(Fact.Stride) : Shape::varying();
}

Shape
Shapes::atAccess(const Value *Pointer) const
{
    LaneFact Fact = fact(Pointer);
    const bool IsSmall = Pointer->getType()->getPointerAddressSpace() == LocalSpace || leadsIntoSmallImage(Pointer);
    unsigned Needed = IsSmall ? 32 : 34;
    static_assert(WEFT_MAX_OBJECT_BYTES < UINT64_C(1) << 34);

    if (of(Pointer).isVarying() && Fact.InObject && Fact.Bits >= Needed &&
        magnitude(Fact.Stride) <= (UINT64_C(1) << 20) / Width)
        return Shape::linear(Fact.Stride);
    return of(Pointer);
}

bool
Shapes::extendsAsSigned(const Instruction &Extension) const
{
    return isa<SExtInst>(Extension) || !fact(Extension.getOperand(0)).Unsigned;
}

bool
Shapes::isExact(const Value *V, bool Signed) const
{
    return of(V).isUniform() || (of(V).isLinear() && (Signed ? fact(V).Signed : fact(V).Unsigned));
}

LaneFact
Shapes::compute(const Instruction &I) const
{
    unsigned Bits = bitsOf(I.getType(), Layout);
    bool AllUniform = all_of(I.operands(), [&](const Use &U) { return of(U.get()).isUniform(); });

    if (WrongShapes && I.getOpcode() == Instruction::Xor)
        return fact(I.getOperand(0));
    switch (I.getOpcode()) {
    case Instruction::PHI: {
        LaneFact Fact;
        bool Seen = false;
        for (const Value *Incoming : cast<PHINode>(I).incoming_values()) {
            if (isa<UndefValue>(Incoming) || !isKnown(Incoming))
                continue;
            Fact = Seen ? meet(Fact, fact(Incoming)) : fact(Incoming);
            Seen = true;
        }
        return Seen ? Fact : uniformFact(Bits);
    }
    case Instruction::Select:
        if (AllUniform || !of(I.getOperand(0)).isUniform() || I.getOperand(0)->getType()->isVectorTy())
            break;
        return meet(fact(I.getOperand(1)), fact(I.getOperand(2)));
    case Instruction::Alloca: {
        std::optional<TypeSize> Size = cast<AllocaInst>(I).getAllocationSize(Layout);
        return Size && Size->getFixedValue() ? linearFact(Size->getFixedValue(), Bits, false) : LaneFact();
    }
    case Instruction::Load:
        return AllUniform && cast<LoadInst>(I).isSimple() ? uniformFact(Bits) : LaneFact();
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
    case Instruction::VAArg:
        return LaneFact();
    case Instruction::Call:
        return computeCall(I);
    default:
        break;
    }
    if (AllUniform)
        return I.mayReadOrWriteMemory() ? LaneFact() : uniformFact(Bits);
    if (I.getType()->isVectorTy())
        return LaneFact();
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::Shl:
    case Instruction::Or:
    case Instruction::Xor:
        return computeBinary(I);
    case Instruction::ZExt:
    case Instruction::SExt:
        return computeExtension(I);
    case Instruction::Trunc:
    case Instruction::PtrToInt:
    case Instruction::PtrToAddr:
    case Instruction::IntToPtr:
        return computeTrunc(I);
    case Instruction::BitCast:
        return I.getType() == I.getOperand(0)->getType() ? fact(I.getOperand(0)) : LaneFact();
    case Instruction::AddrSpaceCast:
        return fact(I.getOperand(0));
    case Instruction::Freeze: {
        // What was poison in a lane that is on may be taken for what the others suggest, but not in bits it lacks.
        LaneFact Fact = fact(I.getOperand(0));
        if (Fact.Bits < Bits)
            return LaneFact();
        bool Safe = isGuaranteedNotToBePoison(I.getOperand(0));
        return {Fact.Stride, Fact.Bits, Fact.Signed && Safe, Fact.Unsigned && Safe, false};
    }
    case Instruction::GetElementPtr:
        return computeAddress(I);
    default:
        return LaneFact();
    }
}

LaneFact
Shapes::computeBinary(const Instruction &I) const
{
    unsigned Bits = bitsOf(I.getType(), Layout);
    const Value *Left = I.getOperand(0);
    const Value *Right = I.getOperand(1);
    LaneFact A = fact(Left);
    LaneFact B = fact(Right);
    bool Signed = A.Signed && B.Signed;
    bool Unsigned = A.Unsigned && B.Unsigned;
    const APInt *Constant;

    if (Bits > 64)
        return LaneFact();
    if (const auto *Flags = dyn_cast<OverflowingBinaryOperator>(&I)) {
        Signed &= Flags->hasNoSignedWrap();
        Unsigned &= Flags->hasNoUnsignedWrap();
    }
    uint64_t Sum = static_cast<uint64_t>(A.Stride) + static_cast<uint64_t>(B.Stride);
    unsigned Both = std::min(A.Bits, B.Bits);
    switch (I.getOpcode()) {
    case Instruction::Add:
        return combined(Sum, Both, Signed, Unsigned, Bits);
    case Instruction::Or: // as an addition it wraps in neither sense
        return cast<PossiblyDisjointInst>(I).isDisjoint() ? combined(Sum, Both, Signed, Unsigned, Bits) : LaneFact();
    case Instruction::Sub:
        return combined(static_cast<uint64_t>(A.Stride) - static_cast<uint64_t>(B.Stride), Both, Signed, Unsigned,
                        Bits);
    case Instruction::Xor: // -1 - x
        if (match(Right, m_AllOnes()))
            return combined(-static_cast<uint64_t>(A.Stride), A.Bits, A.Signed, A.Unsigned, Bits);
        return LaneFact();
    case Instruction::Mul:
        if (match(Left, m_APInt(Constant)))
            std::swap(A, B);
        else if (!match(Right, m_APInt(Constant)))
            return LaneFact();
        if (Constant->isZero() || !A.Bits || !Constant->isSignedIntN(32) || magnitude(A.Stride) >> 31)
            return LaneFact();
        return combined(static_cast<uint64_t>(A.Stride) * static_cast<uint64_t>(Constant->getSExtValue()),
                        A.Bits + Constant->countr_zero(), Signed, Unsigned && Constant->isNonNegative(), Bits);
    case Instruction::Shl:
        if (!match(Right, m_APInt(Constant)) || !A.Bits || Constant->uge(32) || magnitude(A.Stride) >> 31)
            return LaneFact();
        return combined(static_cast<uint64_t>(A.Stride) << Constant->getZExtValue(), A.Bits + Constant->getZExtValue(),
                        Signed, Unsigned, Bits);
    default:
        return LaneFact();
    }
}

LaneFact
Shapes::computeExtension(const Instruction &I) const
{
    const Value *From = I.getOperand(0);
    LaneFact Fact = fact(From);
    unsigned Bits = bitsOf(I.getType(), Layout);
    unsigned FromBits = bitsOf(From->getType(), Layout);

    if (!Fact.Bits || Bits > 64 || FromBits == 1)
        return LaneFact();
    if (isa<SExtInst>(I) ? Fact.Signed : Fact.Unsigned || (I.hasNonNeg() && Fact.Signed))
        return {Fact.Stride, Bits, true, isa<ZExtInst>(I), false};
    return {Fact.Stride, std::min(Fact.Bits, FromBits), false, false, false};
}

// Casts that keep low bits, and those between pointers and integers.
LaneFact
Shapes::computeTrunc(const Instruction &I) const
{
    const Value *From = I.getOperand(0);
    LaneFact Fact = fact(From);
    unsigned FromBits = bitsOf(From->getType(), Layout);
    unsigned Bits = bitsOf(I.getType(), Layout);

    if (Bits > FromBits || FromBits > 64 || Bits == 1)
        return LaneFact(); // inttoptr extends with zeros
    bool Exact = Bits == FromBits || (Bits >= 32 && classifyPrimitive(From));
    const auto *Trunc = dyn_cast<TruncInst>(&I);
    bool Signed = Exact || (Fact.Bits == 64 && Trunc && Trunc->hasNoSignedWrap());
    bool Unsigned = Exact || (Fact.Bits == 64 && Trunc && Trunc->hasNoUnsignedWrap());
    return combined(Fact.Stride, Fact.Bits, Signed, Unsigned, Bits);
}

LaneFact
Shapes::computeAddress(const Instruction &I) const
{
    const auto &Address = cast<GetElementPtrInst>(I);
    LaneFact Base = fact(Address.getPointerOperand());
    uint64_t Stride = Base.Stride;
    unsigned Exact = Base.Bits;

    if (bitsOf(I.getType(), Layout) != 64)
        return LaneFact();
    for (auto Index = gep_type_begin(Address), End = gep_type_end(Address); Index != End; ++Index) {
        const Value *V = Index.getOperand();
        if (Index.isStruct() || of(V).isUniform())
            continue;
        LaneFact Fact = fact(V);
        uint64_t Size = Index.getSequentialElementStride(Layout).getFixedValue();
        // An index with fewer bits would be extended here; canonical code has none.
        if (bitsOf(V->getType(), Layout) != 64 || !Fact.Bits || Size >> 31 || magnitude(Fact.Stride) >> 31)
            return LaneFact();
        if (!Size)
            continue;
        Stride += static_cast<uint64_t>(Fact.Stride) * Size;
        Exact = std::min<unsigned>(Exact, Fact.Bits + countr_zero(Size));
    }
    LaneFact Fact = combined(Stride, Exact, false, false, 64);
    // Inbounds or not: what is accessed by a pointer is in the object that the pointer was made for. Lanes in different
    // small objects have indices that are small in each.
    Fact.InObject = Fact.Bits && (Base.InObject || Address.getPointerAddressSpace() == LocalSpace);
    return Fact;
}

LaneFact
Shapes::computeCall(const Instruction &I) const
{
    const auto &Call = cast<CallInst>(I);
    unsigned Bits = bitsOf(I.getType(), Layout);
    PrimitiveCall Its = classifyPrimitive(&I);

    if (countsWorkItems(Its))
        return linearFact(1, Bits, true);
    if (Its || isAny(Call) || isFew(Call))
        return uniformFact(Bits);
    bool AllUniform = all_of(Call.args(), [&](const Use &U) { return of(U.get()).isUniform(); });
    if (const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I)) {
        Intrinsic::ID Id = Intrinsic->getIntrinsicID();
        if (Id == Intrinsic::expect || Id == Intrinsic::expect_with_probability)
            return fact(Call.getArgOperand(0));
    }
    return Call.getCalledFunction() && AllUniform && Call.doesNotAccessMemory() ? uniformFact(Bits) : LaneFact();
}

} // namespace weft
