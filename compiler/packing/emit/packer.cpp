// SPDX-License-Identifier: Apache-2.0
// Writes the packed form of linearized SPMD code: values, masks, phis and control flow.
#include "compiler/packing/emit/packer.h"

#include "compiler/checks.h"
#include "compiler/packing/analysis/access_groups.h"
#include "compiler/packing/analysis/interleave.h"
#include "compiler/packing/checks/lifetime_check.h"
#include "compiler/packing/checks/order_check.h"
#include "compiler/packing/checks/packing_checks.h"
#include "compiler/packing/emit/row_values.h"
#include "compiler/packing/emit/value_checks.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft {

void
leafTypes(Type *T, SmallVectorImpl<Type *> &Leaves)
{
    if (auto *Struct = dyn_cast<StructType>(T)) {
        for (Type *Element : Struct->elements())
            leafTypes(Element, Leaves);
    } else if (auto *Array = dyn_cast<ArrayType>(T)) {
        for (uint64_t I = 0; I < Array->getNumElements(); ++I)
            leafTypes(Array->getElementType(), Leaves);
    } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        Leaves.append(Vector->getNumElements(), Vector->getElementType());
    } else if (!T->isVoidTy()) {
        Leaves.push_back(T);
    }
}

unsigned
leafCount(Type *T)
{
    SmallVector<Type *, 8> Leaves;

    leafTypes(T, Leaves);
    return Leaves.size();
}

static unsigned
elementCount(Type *T)
{
    return T->isStructTy() ? T->getStructNumElements() : T->getArrayNumElements();
}

void
splitLeaves(IRBuilderBase &B, Value *V, SmallVectorImpl<Value *> &Leaves)
{
    Type *T = V->getType();

    if (T->isAggregateType()) {
        for (unsigned I = 0; I < elementCount(T); ++I)
            splitLeaves(B, B.CreateExtractValue(V, I), Leaves);
    } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        for (unsigned I = 0; I < Vector->getNumElements(); ++I)
            Leaves.push_back(B.CreateExtractElement(V, I));
    } else {
        Leaves.push_back(V);
    }
}

// The opposite: takes as many of Leaves as T has.
static Value *
join(IRBuilderBase &B, Type *T, ArrayRef<Value *> &Leaves)
{
    if (T->isAggregateType()) {
        Value *Whole = PoisonValue::get(T);
        for (unsigned I = 0; I < elementCount(T); ++I) {
            Value *Part = join(B, ExtractValueInst::getIndexedType(T, I), Leaves);
            Whole = B.CreateInsertValue(Whole, Part, I);
        }
        return Whole;
    }
    if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        Value *Whole = PoisonValue::get(T);
        for (unsigned I = 0; I < Vector->getNumElements(); ++I)
            Whole = B.CreateInsertElement(Whole, Leaves[I], I);
        Leaves = Leaves.drop_front(Vector->getNumElements());
        return Whole;
    }
    Value *Leaf = Leaves.front();
    Leaves = Leaves.drop_front();
    return Leaf;
}

// Lane l gets `Base` + l * Stride.
static Value *
spread(IRBuilderBase &B, Value *Base, int64_t Stride, unsigned Width)
{
    Type *T = Base->getType();

    if (Stride == 0)
        return B.CreateVectorSplat(Width, Base);
    Type *Offset = T->isPointerTy() ? B.getInt64Ty() : T;
    SmallVector<Constant *, 64> Steps;
    for (unsigned Lane = 0; Lane < Width; ++Lane)
        Steps.push_back(ConstantInt::get(Offset, static_cast<uint64_t>(Stride) * Lane, /*IsSigned=*/true,
                                         /*ImplicitTrunc=*/true));
    Constant *Vector = ConstantVector::get(Steps);
    return T->isPointerTy() ? B.CreateGEP(B.getInt8Ty(), Base, Vector)
                            : B.CreateAdd(B.CreateVectorSplat(Width, Base), Vector);
}

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

// -- values ----------------------------------------------------------------------------------------------------------

void
Packer::setScalar(Value *V, Value *Packed)
{
    if (shape(V).isLinear()) {
        Scalars[V] = Packed;
        return;
    }
    SmallVector<Value *, 8> Leaves;
    splitLeaves(B, Packed, Leaves);
    for (Value *&Leaf : Leaves)
        Leaf = B.CreateVectorSplat(width(), Leaf);
    setComponents(V, Leaves);
}

void
Packer::setComponents(Value *V, ArrayRef<Value *> Packed)
{
    Components[V] = Packed.copy(Storage);
}

void
Packer::setRows(Value *V, ArrayRef<Value *> Packed)
{
    Rows[V] = Packed.copy(Storage);
}

bool
Packer::isInRows(const Instruction &I) const
{
    return InRows->contains(&I);
}

ArrayRef<Value *>
Packer::elements(Value *Operand, const Instruction &I)
{
    return isInRows(I) ? rows(Operand) : components(Operand);
}

void
Packer::setElements(Instruction &I, ArrayRef<Value *> Packed)
{
    if (isInRows(I))
        setRows(&I, Packed);
    else
        setComponents(&I, Packed);
}

int64_t
Packer::stride(const Value *V) const
{
    int64_t Stride = shape(V).stride();

    return V->getType()->isPointerTy() ? Arrays.packedStride(V, Stride) : Stride;
}

void
Packer::standBehind(IRBuilderBase &At, Value *Packed) const
{
    auto *I = dyn_cast<Instruction>(Packed);

    if (!I) {
        BasicBlock &Entry = Target.getEntryBlock();
        At.SetInsertPoint(&Entry, Entry.getFirstInsertionPt());
        return;
    }
    BasicBlock *BB = I->getParent();
    At.SetInsertPoint(BB, isa<PHINode>(I) ? BB->getFirstInsertionPt() : std::next(I->getIterator()));
    At.SetCurrentDebugLocation(I->getDebugLoc());
}

// Behind the last of a value's parts, which stand in their order; constants stand nowhere.
void
Packer::standBehind(IRBuilderBase &At, ArrayRef<Value *> Packed) const
{
    auto Latest = find_if(reverse(Packed), [](const Value *V) { return isa<Instruction>(V); });

    standBehind(At, Latest == Packed.rend() ? Packed.back() : *Latest);
}

Value *
Packer::scalar(Value *V)
{
    if (!isa<Instruction>(V) && !isa<Argument>(V))
        return V;
    auto Position = Scalars.find(V);
    if (Position != Scalars.end())
        return Position->second;
    assert(shape(V).isLinear() && Components.count(V));
    ArrayRef<Value *> Parts = Components.lookup(V);
    IRBuilder<> At(V->getContext());
    Value *Lane = isa<Instruction>(V) ? firstLane(*cast<Instruction>(V)) : nullptr;
    standBehind(At, Parts);
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : Parts)
        Leaves.push_back(Lane ? At.CreateExtractElement(Part, Lane) : At.CreateExtractElement(Part, uint64_t(0)));
    ArrayRef<Value *> Rest(Leaves);
    Value *Base = join(At, V->getType(), Rest);
    if (Lane && stride(V)) {
        Value *Distance = At.CreateMul(At.CreateZExt(Lane, At.getInt64Ty()), At.getInt64(-stride(V)));
        Base = V->getType()->isPointerTy() ? At.CreatePtrAdd(Base, Distance)
                                           : At.CreateAdd(Base, At.CreateZExtOrTrunc(Distance, V->getType()));
    }
    Scalars[V] = Base;
    return Base;
}

ArrayRef<Value *>
Packer::components(Value *V)
{
    auto Position = Components.find(V);
    if (Position != Components.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    if (auto InOrder = Rows.find(V); InOrder != Rows.end()) {
        standBehind(At, InOrder->second);
        setComponents(V, componentsOfRows(At, InOrder->second));
        return Components.lookup(V);
    }
    Value *Base = scalar(V);
    SmallVector<Value *, 8> Leaves;
    standBehind(At, Base);
    splitLeaves(At, Base, Leaves);
    for (Value *&Leaf : Leaves)
        Leaf = spread(At, Leaf, stride(V), width());
    setComponents(V, Leaves);
    return Components.lookup(V);
}

ArrayRef<Value *>
Packer::rows(Value *V)
{
    auto Position = Rows.find(V);
    if (Position != Rows.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    if (shape(V).isUniform()) {
        Value *Each = scalar(V);
        standBehind(At, Each);
        setRows(V, rowsOfCopies(At, Each, width()));
    } else {
        ArrayRef<Value *> Parts = components(V);
        standBehind(At, Parts);
        setRows(V, rowsOfComponents(At, Parts));
    }
    return Rows.lookup(V);
}

Value *
Packer::lane(Value *V, unsigned Lane, IRBuilderBase &At)
{
    if (shape(V).isLinear()) {
        Value *Base = scalar(V);
        int64_t Distance = stride(V) * static_cast<int64_t>(Lane);
        if (Distance == 0)
            return Base;
        if (Base->getType()->isPointerTy())
            return At.CreatePtrAdd(Base, At.getInt64(Distance));
        return At.CreateAdd(Base, ConstantInt::get(Base->getType(), Distance, true, /*ImplicitTrunc=*/true));
    }
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : components(V))
        Leaves.push_back(At.CreateExtractElement(Part, Lane));
    ArrayRef<Value *> Rest(Leaves);
    return join(At, V->getType(), Rest);
}

// The base of V's shape, which is linear, as many steps on as Lane says.
Value *
Packer::advanced(Value *V, Value *Lane, IRBuilderBase &At)
{
    Value *Base = scalar(V);

    if (!Lane || stride(V) == 0)
        return Base;
    Value *Distance = At.CreateMul(At.CreateZExt(Lane, At.getInt64Ty()), At.getInt64(stride(V)));
    return Base->getType()->isPointerTy() ? At.CreatePtrAdd(Base, Distance)
                                          : At.CreateAdd(Base, At.CreateZExtOrTrunc(Distance, Base->getType()));
}

Value *
Packer::lane(Value *V, Value *Lane, IRBuilderBase &At)
{
    if (auto *Fixed = dyn_cast<ConstantInt>(Lane))
        return lane(V, static_cast<unsigned>(Fixed->getZExtValue()), At);
    if (shape(V).isLinear())
        return advanced(V, Lane, At);
    SmallVector<Value *, 8> Leaves;
    for (Value *Part : components(V))
        Leaves.push_back(Loop->element(Part, At));
    ArrayRef<Value *> Rest(Leaves);
    return join(At, V->getType(), Rest);
}

Value *
Packer::uniformScalar(Value *V, const Instruction &I)
{
    if (shape(V).isLinear())
        return scalar(V);
    Value *Lane = firstLane(I);
    SmallVector<Value *, 8> Leaves;
    if (Lane) // any lane will do when none is on
        Lane = B.CreateBinaryIntrinsic(Intrinsic::umin, Lane, B.getInt32(width() - 1));
    for (Value *Part : components(V))
        Leaves.push_back(B.CreateExtractElement(Part, Lane ? Lane : B.getInt32(0)));
    ArrayRef<Value *> Rest(Leaves);
    return B.CreateFreeze(join(B, V->getType(), Rest));
}

Instruction *
Packer::copyScalar(Instruction &I)
{
    Instruction *Copy;

    if (I.getOpcode() == Instruction::Or && !shape(&I).isUniform())
        Copy = BinaryOperator::CreateAdd(scalar(I.getOperand(0)),
                                         scalar(I.getOperand(1))); // bases may have bits in common
    else
        Copy = I.clone();
    for (Use &U : Copy->operands())
        U.set(isa<BasicBlock>(U.get()) || U->getType()->isMetadataTy() || Copy->getOpcode() != I.getOpcode()
                  ? U.get()
                  : scalar(U.get()));
    if (!shape(&I).isUniform())
        Copy->dropPoisonGeneratingAnnotations();
    B.Insert(Copy, I.getName());
    return Copy;
}

// The linear function of the lanes whose values V's are as signed or unsigned numbers: its base, in 64 bits. It does
// not wrap where V would in a lane that is off, or poison. Requires: Shapes says that there is one.
Value *
Packer::wide(Value *V, bool Signed)
{
    if (V->getType()->getIntegerBitWidth() == 64)
        return scalar(V);
    auto Position = Wide.find({V, Signed});
    if (Position != Wide.end())
        return Position->second;
    IRBuilder<> At(V->getContext());
    standBehind(At, scalar(V));
    Value *Result = computeWide(V, Signed, At);
    Wide[{V, Signed}] = Result;
    return Result;
}

Value *
Packer::computeWide(Value *V, bool Signed, IRBuilderBase &At)
{
    auto *I = dyn_cast<Instruction>(V);
    Type *Int64 = At.getInt64Ty();

    if (!I || shape(V).isUniform())
        return Signed ? At.CreateSExt(scalar(V), Int64) : At.CreateZExt(scalar(V), Int64);
    auto Operand = [&](unsigned Number) { return wide(I->getOperand(Number), Signed); };
    switch (I->getOpcode()) {
    case Instruction::Add:
    case Instruction::Or:
        return At.CreateAdd(Operand(0), Operand(1));
    case Instruction::Sub:
        return At.CreateSub(Operand(0), Operand(1));
    case Instruction::Mul:
        return At.CreateMul(Operand(0), Operand(1));
    case Instruction::Shl:
        return At.CreateShl(Operand(0), wide(I->getOperand(1), false));
    case Instruction::Xor: { // -1 - x
        unsigned Bits = V->getType()->getIntegerBitWidth();
        return At.CreateSub(Signed ? At.getInt64(-1) : At.getInt64(maskTrailingOnes<uint64_t>(Bits)), Operand(0));
    }
    case Instruction::Freeze:
        return Operand(0);
    case Instruction::Select:
        return At.CreateSelect(scalar(I->getOperand(0)), Operand(1), Operand(2));
    case Instruction::SExt:
    case Instruction::ZExt:
        return wide(I->getOperand(0), Known.extendsAsSigned(*I));
    case Instruction::Trunc:
        if (cast<TruncInst>(I)->hasNoSignedWrap() && Signed && I->getOperand(0)->getType()->isIntegerTy(64))
            return scalar(I->getOperand(0));
        if (cast<TruncInst>(I)->hasNoUnsignedWrap() && !Signed && I->getOperand(0)->getType()->isIntegerTy(64))
            return scalar(I->getOperand(0));
        break;
    case Instruction::PHI: {
        auto *Phi = cast<PHINode>(I);
        PHINode *Copy = PHINode::Create(Int64, Phi->getNumIncomingValues(), "", First[Phi->getParent()]->begin());
        OpenPhis.push_back({Phi, Copy, Signed ? SignedForm : UnsignedForm});
        return Copy;
    }
    default:
        break;
    }
    // A work-item id, or its low bits: no lane wraps, on or off.
    return Signed ? At.CreateSExt(scalar(V), Int64) : At.CreateZExt(scalar(V), Int64);
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
    if (!Lane || Stride == 0)
        return Base;
    return B.CreatePtrAdd(Base, B.CreateMul(B.CreateZExt(Lane, B.getInt64Ty()), B.getInt64(-Stride)));
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

void
Packer::pack(Instruction &I)
{
    if (auto *Phi = dyn_cast<PHINode>(&I))
        packPhi(*Phi);
    else if (auto *Alloca = dyn_cast<AllocaInst>(&I))
        packAlloca(*this, *Alloca);
    else if (auto *Load = dyn_cast<LoadInst>(&I))
        Load->isSimple() ? packLoad(*this, *Load) : packAtomic(*this, I);
    else if (auto *Store = dyn_cast<StoreInst>(&I))
        Store->isSimple() ? packStore(*this, *Store) : packAtomic(*this, I);
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
