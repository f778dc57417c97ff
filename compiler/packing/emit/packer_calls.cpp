// SPDX-License-Identifier: Apache-2.0
// Packs calls: of the compiler's own functions, of intrinsics, and of functions of the program and the kernel library.
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/switched.h"
#include "compiler/errors.h"
#include "compiler/packing/emit/bound_tests.h"
#include "compiler/packing/emit/packer.h"
#include "compiler/packing/linearize/few_lanes.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <cstdlib>

using namespace llvm;

namespace weft {

namespace {

class CallPacker {
public:
    CallPacker(Packer &ThePacker, CallInst &TheCall) : P(ThePacker), B(ThePacker.B), Call(TheCall) {}
    void pack();

private:
    bool packIntrinsic(IntrinsicInst &I);
    bool packLanewise(IntrinsicInst &I);
    bool packReduction(IntrinsicInst &I);
    void packPrefetch(IntrinsicInst &I);
    bool packCallee(Function &Callee);
    void packByLanes();
    Type *packedResult(Type *T, unsigned Component) const;

    Packer &P;
    IRBuilder<> &B;
    CallInst &Call;
};

constexpr int64_t LineBytes = 64;

// Whether the intrinsic only tells the optimizer something.
bool
isHint(Intrinsic::ID Id)
{
    switch (Id) {
    case Intrinsic::assume:
    case Intrinsic::sideeffect:
    case Intrinsic::donothing:
    case Intrinsic::pseudoprobe:
    case Intrinsic::var_annotation:
        return true;
    default:
        return false;
    }
}

bool
isOverflowArithmetic(Intrinsic::ID Id)
{
    switch (Id) {
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::smul_with_overflow:
    case Intrinsic::umul_with_overflow:
        return true;
    default:
        return false;
    }
}

// What the packed form of an intrinsic gives: of vectors only one component.
Type *
CallPacker::packedResult(Type *T, unsigned Component) const
{
    if (auto *Struct = dyn_cast<StructType>(T)) {
        SmallVector<Type *, 2> Fields;
        for (Type *Field : Struct->elements())
            Fields.push_back(packedResult(Field, Component));
        return StructType::get(T->getContext(), Fields);
    }
    return P.packed(T->getScalarType());
}

// Intrinsics that do the same to each element of a vector.
bool
CallPacker::packLanewise(IntrinsicInst &I)
{
    const Intrinsic::ID Id = I.getIntrinsicID();
    const TargetTransformInfo &Costs = P.costs();
    Type *T = I.getType();
    auto *Struct = dyn_cast<StructType>(T);
    Type *First = Struct ? Struct->getElementType(0) : T;
    SmallVector<Value *, 16> Leaves;

    if (!isTriviallyVectorizable(Id) && !isOverflowArithmetic(Id))
        return false;
    for (unsigned K = 0; K < I.arg_size(); ++K)
        if (isVectorIntrinsicWithScalarOpAtArg(Id, K, &Costs) && !P.shape(I.getArgOperand(K)).isUniform())
            return false;
    const unsigned Count = leafCount(First);
    const unsigned Fields = Struct ? Struct->getNumElements() : 1;
    Leaves.resize(size_t{Count} * Fields);
    for (unsigned Component = 0; Component < Count; ++Component) {
        SmallVector<Value *, 4> Arguments;
        for (unsigned K = 0; K < I.arg_size(); ++K) {
            Value *Argument = I.getArgOperand(K);
            if (isVectorIntrinsicWithScalarOpAtArg(Id, K, &Costs))
                Arguments.push_back(P.scalar(Argument));
            else
                Arguments.push_back(P.elements(Argument, I)[Component]);
        }
        CallInst *Packed =
            B.CreateIntrinsic(packedResult(T, Component), Id, Arguments, isa<FPMathOperator>(I) ? &I : FMFSource());
        for (unsigned Field = 0; Field < Fields; ++Field)
            Leaves[size_t{Field} * Count + Component] = Struct ? B.CreateExtractValue(Packed, Field) : Packed;
    }
    P.setElements(I, Leaves);
    return true;
}

// Reductions of the vectors of the source.
bool
CallPacker::packReduction(IntrinsicInst &I)
{
    const Intrinsic::ID Id = I.getIntrinsicID();
    if (Id == Intrinsic::vector_reduce_fadd || Id == Intrinsic::vector_reduce_fmul) {
        auto Operation = Id == Intrinsic::vector_reduce_fadd ? Instruction::FAdd : Instruction::FMul;
        Value *Sum = P.component(I.getArgOperand(0));
        for (Value *Element : P.components(I.getArgOperand(1))) {
            Sum = B.CreateBinOp(Operation, Sum, Element);
            if (auto *New = dyn_cast<Instruction>(Sum))
                New->copyIRFlags(&I);
        }
        P.setComponents(&I, Sum);
        return true;
    }
    auto Combine = [&](Value *Left, Value *Right) -> Value * {
        switch (Id) {
        case Intrinsic::vector_reduce_add:
            return B.CreateAdd(Left, Right);
        case Intrinsic::vector_reduce_mul:
            return B.CreateMul(Left, Right);
        case Intrinsic::vector_reduce_and:
            return B.CreateAnd(Left, Right);
        case Intrinsic::vector_reduce_or:
            return B.CreateOr(Left, Right);
        case Intrinsic::vector_reduce_xor:
            return B.CreateXor(Left, Right);
        case Intrinsic::vector_reduce_smax:
            return B.CreateBinaryIntrinsic(Intrinsic::smax, Left, Right);
        case Intrinsic::vector_reduce_smin:
            return B.CreateBinaryIntrinsic(Intrinsic::smin, Left, Right);
        case Intrinsic::vector_reduce_umax:
            return B.CreateBinaryIntrinsic(Intrinsic::umax, Left, Right);
        case Intrinsic::vector_reduce_umin:
            return B.CreateBinaryIntrinsic(Intrinsic::umin, Left, Right);
        default:
            return nullptr;
        }
    };
    Value *Result = nullptr;
    for (Value *Element : I.arg_size() == 1 && isa<FixedVectorType>(I.getArgOperand(0)->getType())
                              ? P.components(I.getArgOperand(0))
                              : ArrayRef<Value *>()) {
        Result = Result ? Combine(Result, Element) : Element;
        if (!Result)
            return false;
    }
    if (!Result)
        return false;
    P.setComponents(&I, Result);
    return true;
}

// Harmless at any address.
void
CallPacker::packPrefetch(IntrinsicInst &I)
{
    Value *Pointer = I.getArgOperand(0);
    const Shape Its = P.shape(Pointer);
    unsigned Step = 1; // lanes of one cache line: about as many as there are bytes in it

    if (Its.isUniform())
        Step = P.width();
    else if (Its.isLinear() && Its.stride() > -LineBytes && Its.stride() < LineBytes)
        Step = static_cast<unsigned>(LineBytes / std::abs(Its.stride()));
    for (unsigned Lane = 0; Lane < P.width(); Lane += Step) {
        Instruction *Copy = I.clone();
        Copy->setOperand(0, B.CreateFreeze(P.lane(Pointer, Lane, B)));
        B.Insert(Copy);
    }
}

bool
CallPacker::packIntrinsic(IntrinsicInst &I)
{
    switch (I.getIntrinsicID()) {
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
        packMemoryIntrinsic(P, I);
        return true;
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability: {
        Value *V = I.getArgOperand(0);
        if (P.shape(&I).isLinear())
            P.setScalar(&I, P.scalar(V));
        else
            P.setComponents(&I, P.components(V));
        return true;
    }
    case Intrinsic::prefetch:
        packPrefetch(I);
        return true;
    default:
        return packLanewise(I) || packReduction(I);
    }
}

bool
CallPacker::packCallee(Function &Callee)
{
    PackRequest Request;
    SmallVector<Value *, 16> Arguments;
    Value *Mask = P.mask(Call);

    Request.Width = P.width();
    Request.Masked = Mask != nullptr;
    for (Value *Argument : Call.args())
        Request.Arguments.push_back(P.shape(Argument));
    Function *Packed = P.functions().get(Callee, Request);
    if (!Packed)
        return false;
    for (Value *Argument : Call.args()) {
        if (P.shape(Argument).isLinear())
            Arguments.push_back(P.scalar(Argument));
        else
            append_range(Arguments, P.components(Argument));
    }
    if (Mask)
        Arguments.push_back(Mask);
    CallInst *New = B.CreateCall(Packed, Arguments);
    New->setCallingConv(Packed->getCallingConv());
    if (Call.getType()->isVoidTy())
        return true;
    if (Packed->getReturnType() == Call.getType()) {
        P.setScalar(&Call, New);
        return true;
    }
    const unsigned Count = leafCount(Call.getType());
    SmallVector<Value *, 8> Leaves;
    for (unsigned K = 0; K < Count; ++K)
        Leaves.push_back(Count == 1 ? static_cast<Value *>(New) : B.CreateExtractValue(New, K));
    P.setComponents(&Call, Leaves);
    return true;
}

void
CallPacker::packByLanes()
{
    if (remarksWanted(P.source())) {
        const Function *Callee = Call.getCalledFunction();
        remark(Call, "call of " + (Callee ? sourceName(*Callee) : "a pointer") + ": one work-item after the other");
    }
    P.forEachLane(Call, [&](Value *Lane, IRBuilderBase &At) -> Value * {
        auto *Copy = cast<CallInst>(Call.clone());
        for (Use &U : Copy->operands()) // the called function as well
            if (!U->getType()->isMetadataTy())
                U.set(P.lane(U.get(), Lane, At));
        return At.Insert(Copy);
    });
}

void
CallPacker::pack()
{
    Function *Callee = Call.getCalledFunction();

    if (isAny(Call)) {
        Value *Mask = Call.getArgOperand(0);
        Value *ByEnds = isOn(P.source(), WEFT_SWITCH_BOUND_TESTS) ? anyByEnds(P, Mask) : nullptr;
        P.setScalar(&Call, ByEnds ? ByEnds : B.CreateOrReduce(B.CreateFreeze(P.component(Mask))));
        return;
    }
    if (isFew(Call)) {
        Value *On = P.component(Call.getArgOperand(0)), *Mask = P.mask(Call);
        P.setScalar(&Call, createIsFew(B, Mask ? B.CreateAnd(Mask, On) : On));
        return;
    }
    auto *I = dyn_cast<IntrinsicInst>(&Call);
    if (I && isHint(I->getIntrinsicID()))
        return;
    if (isa<NoAliasScopeDeclInst>(Call)) { // or the accesses' scopes would be those of all iterations of a loop
        B.Insert(Call.clone());
        return;
    }
    if (I && isa<MemIntrinsic, LifetimeIntrinsic>(I))
        return packMemoryIntrinsic(P, *I);
    // One call for all lanes gives the same as one for each.
    if (!Call.getType()->isVoidTy() && P.shape(&Call).isLinear()) {
        P.setScalar(&Call, P.copyScalar(Call));
        return;
    }
    if (I ? packIntrinsic(*I) : Callee && packCallee(*Callee))
        return;
    packByLanes();
}

} // namespace

void
packCall(Packer &P, CallInst &Call)
{
    CallPacker(P, Call).pack();
}

} // namespace weft
