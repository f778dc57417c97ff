// SPDX-License-Identifier: Apache-2.0
// Writes the packed form of linearized SPMD code: values, masks, phis and control flow.
#include "compiler/packing/emit/packer.h"

#include "compiler/analysis/kernels.h"
#include "compiler/checks.h"
#include "compiler/packing/analysis/access_groups.h"
#include "compiler/packing/checks/lifetime_check.h"
#include "compiler/packing/checks/order_check.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/packing/emit/row_values.h"
#include "compiler/packing/emit/value_checks.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

Packer::Packer(Function &TheSource, Function &TheTarget, const PackRequest &TheRequest, const BlockMasks &TheMasks,
               const Shapes &Shapes, PackedFunctions &TheFunctions)
    : B(TheSource.getContext()), Source(TheSource), Target(TheTarget), Request(TheRequest), Masks(TheMasks),
      Known(Shapes), Functions(TheFunctions), Arrays(TheSource, TheRequest.Width)
{
}

const TargetTransformInfo &
Packer::costs() const
{
    return Functions.analyses().getResult<TargetIRAnalysis>(Source);
}

// -- masks -----------------------------------------------------------------------------------------------------------

Value *
Packer::ownMask()
{
    return Request.Masked ? Source.getArg(Source.arg_size() - 1) : nullptr;
}

Value *
Packer::mask(const BasicBlock &BB)
{
    Value *Mask = Masks.lookup(&BB);

    if (!Mask)
        Mask = ownMask();
    if (!Mask)
        return nullptr;
    Value *Packed = component(Mask);
    auto *Fixed = dyn_cast<Constant>(Packed);
    return Fixed && Fixed->isAllOnesValue() ? nullptr : Packed;
}

bool
Packer::isSomeOn(const Instruction &I) const
{
    const BasicBlock *BB = I.getParent();
    const Value *Mask = Masks.lookup(BB);

    if (!Mask)
        return !Request.Masked || Request.IsRest; // a rest has its first work-item
    for (const BasicBlock *Before; (Before = BB->getSinglePredecessor()); BB = Before) {
        const auto *Branch = dyn_cast<BranchInst>(Before->getTerminator());
        if (Branch && Branch->isConditional() && isAny(*Branch->getCondition()) && Branch->getSuccessor(0) == BB &&
            cast<CallInst>(Branch->getCondition())->getArgOperand(0) == Mask)
            return Branch->getSuccessor(1) != BB;
        if (Before == I.getParent())
            return false;
    }
    return false;
}

Value *
Packer::anyOn(const Instruction &I)
{
    Value *Mask = mask(I);

    return Mask && !isSomeOn(I) ? B.CreateOrReduce(Mask) : nullptr;
}

bool
Packer::hasMask(const Instruction &I) const
{
    const auto *Mask = dyn_cast_or_null<Instruction>(Masks.lookup(I.getParent()));

    return !Mask || Mask->getParent() != I.getParent() || Mask->comesBefore(&I);
}

Value *
Packer::firstLane(const Instruction &I)
{
    Value *Mask = mask(I);

    if (!Mask)
        return nullptr;
    Value *&Lane = FirstLanes[Mask];
    if (Lane)
        return Lane;
    IRBuilder<> At(I.getContext());
    standBehind(At, Mask);
    Type *Bits = At.getIntNTy(width());
    Value *Number = At.CreateBitCast(At.CreateFreeze(Mask), Bits);
    if (width() < 32)
        Number = At.CreateZExt(Number, At.getInt32Ty());
    Lane = At.CreateZExtOrTrunc(At.CreateBinaryIntrinsic(Intrinsic::cttz, Number, At.getFalse()), At.getInt32Ty());
    return Lane;
}

// -- addresses that are linear for those who access them -------------------------------------------------------------

// V as it is in a lane that is on, computed anew from what is linear.
Value *
Packer::atLane(Value *V, Value *Lane)
{
    if (shape(V).isLinear())
        return advanced(V, Lane, B);
    auto *I = cast<Instruction>(V);
    if (isa<PHINode>(I)) {
        Value *Packed = component(V);
        return B.CreateExtractElement(Packed, Lane ? Lane : B.getInt32(0));
    }
    SmallVector<Value *, 4> Operands;
    for (Value *Operand : I->operands()) // before the copy, so that it stands behind what they need
        Operands.push_back(atLane(Operand, Lane));
    Instruction *Copy = I->clone();
    for (unsigned Number = 0; Number < Operands.size(); ++Number)
        Copy->setOperand(Number, Operands[Number]);
    return B.Insert(Copy);
}

Value *
Packer::accessBase(Value *Pointer, const Instruction &I)
{
    if (shape(Pointer).isLinear())
        return scalar(Pointer);
    Value *Lane = firstLane(I);
    Value *Base = atLane(Pointer, Lane);
    int64_t Stride = accessShape(Pointer).stride();
    if (Lane && Stride)
        Base = B.CreatePtrAdd(Base, B.CreateMul(B.CreateZExt(Lane, B.getInt64Ty()), B.getInt64(-Stride)));
    return somewhere(Base, Pointer, Lane, I);
}

Value *
Packer::somewhere(Value *Address, Value *Pointer, Value *FirstOn, const Instruction &I)
{
    Value *Object = getUnderlyingObject(Pointer);

    if (!FirstOn || isSomeOn(I) || Object == Pointer || Object->getType() != Address->getType() ||
        !shape(Object).isUniform())
        return Address;
    return B.CreateSelect(B.CreateICmpULT(FirstOn, B.getInt32(width())), Address, scalar(Object));
}

// -- code ------------------------------------------------------------------------------------------------------------

void
Packer::createBlocks()
{
    ReversePostOrderTraversal<const Function *> Order(&Source);

    for (const BasicBlock *BB : Order)
        First[BB] = Last[BB] = BasicBlock::Create(Target.getContext(), BB->getName(), &Target);
}

void
Packer::setArguments()
{
    auto Next = Target.arg_begin();

    for (Argument &Arg : Source.args()) {
        bool IsMask = Arg.getArgNo() >= Request.Arguments.size();
        if (!IsMask && Request.Arguments[Arg.getArgNo()].isLinear()) {
            Next->setName(Arg.getName());
            setScalar(&Arg, &*Next++);
            continue;
        }
        SmallVector<Value *, 8> Parts;
        for (unsigned I = 0, Count = leafCount(Arg.getType()); I < Count; ++I) {
            Next->setName(Arg.getName());
            Parts.push_back(&*Next++);
        }
        setComponents(&Arg, Parts);
    }
}

void
Packer::packPhi(PHINode &Phi)
{
    BasicBlock *BB = B.GetInsertBlock();
    auto Create = [&](Type *T, int Form) {
        PHINode *Copy = PHINode::Create(T, Phi.getNumIncomingValues(), Phi.getName(), BB->getFirstNonPHIIt());
        Copy->setDebugLoc(Phi.getDebugLoc());
        OpenPhis.push_back({&Phi, Copy, Form});
        return Copy;
    };

    if (shape(&Phi).isLinear()) {
        setScalar(&Phi, Create(Phi.getType(), ScalarForm));
        return;
    }
    SmallVector<Type *, 8> Types;
    SmallVector<Value *, 8> Parts;
    leafTypes(Phi.getType(), Types);
    for (unsigned I = 0; I < Types.size(); ++I)
        Parts.push_back(Create(packed(Types[I]), I));
    setElements(Phi, Parts);
}

void
Packer::completePhis()
{
    for (unsigned I = 0; I < OpenPhis.size(); ++I) { // grows as it runs
        auto [Phi, Copy, Form] = OpenPhis[I];
        for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K) {
            Value *Incoming = Phi->getIncomingValue(K);
            Value *Packed;
            if (!Last.count(Phi->getIncomingBlock(K)))
                continue; // never reached
            if (isa<PoisonValue>(Incoming))
                Packed = PoisonValue::get(Copy->getType());
            else if (isa<UndefValue>(Incoming))
                Packed = UndefValue::get(Copy->getType());
            else if (Form == ScalarForm)
                Packed = scalar(Incoming);
            else if (Form == SignedForm || Form == UnsignedForm)
                Packed = wide(Incoming, Form == SignedForm);
            else
                Packed = elements(Incoming, *Phi)[Form];
            Copy->addIncoming(Packed, Last[Phi->getIncomingBlock(K)]);
        }
    }
}

// zext and sext of integers that are linear before and after.
void
Packer::packExtension(Instruction &I)
{
    Value *Base = wide(I.getOperand(0), Known.extendsAsSigned(I));

    setScalar(&I, B.CreateTrunc(Base, I.getType(), I.getName()));
}

// Linear, though an operand is so only in its low bits: the first lane that is on knows where the others are.
void
Packer::packLooselyLinear(Instruction &I)
{
    Value *Lane = firstLane(I);
    SmallVector<Value *, 4> Operands;

    for (Value *Operand : I.operands()) // before the copy, so that it stands behind what they need
        Operands.push_back(atLane(Operand, Lane));
    Instruction *Copy = I.clone();
    for (unsigned Number = 0; Number < Operands.size(); ++Number)
        Copy->setOperand(Number, Operands[Number]);
    Copy->dropPoisonGeneratingAnnotations();
    Value *Base = B.Insert(Copy, I.getName());
    if (Lane && stride(&I)) {
        Value *Distance = B.CreateMul(B.CreateZExt(Lane, B.getInt64Ty()), B.getInt64(-stride(&I)));
        Base = I.getType()->isPointerTy() ? B.CreatePtrAdd(Base, Distance)
                                          : B.CreateAdd(Base, B.CreateZExtOrTrunc(Distance, I.getType()));
    }
    setScalar(&I, Base);
}

void
Packer::packReturn(ReturnInst &Return)
{
    Value *Result = Return.getReturnValue();

    if (!Result) {
        B.CreateRetVoid();
        return;
    }
    if (Target.getReturnType() == Result->getType()) {
        B.CreateRet(uniformScalar(Result, Return));
        return;
    }
    ArrayRef<Value *> Parts = components(Result);
    if (Parts.size() == 1) {
        B.CreateRet(Parts[0]);
        return;
    }
    Value *Whole = PoisonValue::get(Target.getReturnType());
    for (unsigned I = 0; I < Parts.size(); ++I)
        Whole = B.CreateInsertValue(Whole, Parts[I], I);
    B.CreateRet(Whole);
}

void
Packer::packTerminator(Instruction &I)
{
    if (auto *Return = dyn_cast<ReturnInst>(&I)) {
        packReturn(*Return);
        return;
    }
    Value *Condition = nullptr;
    if (auto *Branch = dyn_cast<BranchInst>(&I); Branch && Branch->isConditional())
        Condition = uniformScalar(Branch->getCondition(), I);
    else if (auto *Switch = dyn_cast<SwitchInst>(&I))
        Condition = uniformScalar(Switch->getCondition(), I);
    Instruction *Copy = I.clone();
    if (Condition)
        Copy->setOperand(0, Condition);
    if (auto *Branch = dyn_cast<BranchInst>(Copy); Branch && Branch->isConditional())
        Branch->setCondition(Condition);
    for (unsigned K = 0; K < Copy->getNumSuccessors(); ++K)
        Copy->setSuccessor(K, First[I.getSuccessor(K)]);
    B.Insert(Copy);
}

// Volatile loads of one place by all lanes are one load.
static bool
isOnce(const Packer &P, const LoadInst &Load)
{
    return Load.isVolatile() && P.shape(Load.getPointerOperand()).isUniform();
}

void
Packer::pack(Instruction &I)
{
    if (auto *Phi = dyn_cast<PHINode>(&I))
        packPhi(*Phi);
    else if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        packAlloca(*this, *Alloca);
    else if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->isAtomic() || isOnce(*this, *Load) || isVolatileOfLane(I) ? packAtomic(*this, I) : packLoad(*this, *Load);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
        Store->isAtomic() || isVolatileOfLane(I) ? packAtomic(*this, I) : packStore(*this, *Store);
    else if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
        packAddress(*this, *Address);
    else if (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I) || isa<FenceInst>(I))
        packAtomic(*this, I);
    else if (auto *Call = dyn_cast<CallInst>(&I))
        packCall(*this, *Call);
    else if (I.isTerminator())
        packTerminator(I);
    else if ((isa<ZExtInst>(I) || isa<SExtInst>(I)) && shape(&I).isLinear() && !shape(&I).isUniform())
        packExtension(I);
    else if (shape(&I).isLinear() && all_of(I.operands(), [&](Value *V) { return shape(V).isLinear(); }))
        setScalar(&I, copyScalar(I));
    else if (shape(&I).isLinear())
        packLooselyLinear(I);
    else
        packArithmetic(*this, I);
}

void
Packer::removeDeadCode()
{
    SmallVector<WeakTrackingVH, 64> Dead;

    for (BasicBlock &BB : Target)
        for (Instruction &I : BB)
            if (isInstructionTriviallyDead(&I))
                Dead.push_back(&I);
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

void
Packer::run()
{
    InRows = std::make_shared<RowValues>(*this);
    createBlocks();
    setArguments();
    const uint32_t Checks = packingChecks(*Source.getParent());
    std::optional<OrderCheck> Accesses;
    if (Checks & WEFT_CHECK_ORDER)
        Accesses.emplace(Source, Target);
    std::optional<ValueChecks> Values;
    if (Checks & WEFT_CHECK_VALUES)
        Values.emplace(*this);
    ReversePostOrderTraversal<Function *> Order(&Source);
    for (BasicBlock *BB : Order) {
        B.SetInsertPoint(First[BB]);
        for (Instruction &I : *BB) {
            B.SetCurrentDebugLocation(I.getDebugLoc());
            if (Accesses)
                Accesses->begin(*B.GetInsertBlock());
            if (Values)
                Values->before(I);
            pack(I);
            if (Values)
                Values->after(I);
            if (Accesses)
                Accesses->end(I);
        }
        Last[BB] = B.GetInsertBlock();
    }
    if (Values)
        Values->finish();
    completePhis();
    if (Accesses)
        Accesses->finish(Functions.analyses().getResult<AAManager>(Source), [&](const Instruction &I) {
            const AccessGroup *Group = Groups ? Groups->of(I) : nullptr;
            return Group ? Group->Place : &I;
        });
    removeDeadCode();
    if (Accesses)
        checkLifetimes(Target);
}

} // namespace weft
