// SPDX-License-Identifier: Apache-2.0
// WEFT_CHECK=values: packed code that finds out whether its values are what packing took them for.
#include "compiler/packing/emit/value_checks.h"

#include "compiler/analysis/abi_types.h"
#include "compiler/kernel_abi.h"
#include "compiler/packing/emit/packer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/ModRef.h"

using namespace llvm;

namespace weft {

static constexpr const char *ComplainerName = "__weft_complain_if";

static bool
isChecked(const Value *V)
{
    return V->getType()->isIntegerTy() || V->getType()->isPointerTy();
}

ValueChecks::ValueChecks(Packer &ThePacker) : P(ThePacker)
{
    findPoison(P.source());
}

// Values that may be poison where they are computed, in a lane that does nothing with them.
void
ValueChecks::findPoison(Function &F)
{
    auto Makes = [&](const Instruction &I) {
        if (isa<LoadInst, CallBase, AllocaInst, AtomicRMWInst, AtomicCmpXchgInst, FreezeInst>(I))
            return false;
        return any_of(I.operands(), [&](const Value *V) { return isa<UndefValue>(V) || MaybePoison.contains(V); }) ||
               (!isa<PHINode>(I) && canCreateUndefOrPoison(cast<Operator>(&I)));
    };
    for (bool Changed = true; std::exchange(Changed, false);)
        for (const Instruction &I : instructions(F))
            if (!I.isTerminator() && !isa<StoreInst, FenceInst>(I) && !MaybePoison.contains(&I) && Makes(I))
                Changed |= MaybePoison.insert(&I).second;
}

// <W x T>, what V is in each lane.
Value *
ValueChecks::shadow(Value *V)
{
    Value *Known = Shadows.lookup(V);

    return Known ? Known : P.component(V);
}

Value *
ValueChecks::computeAddress(GetElementPtrInst &Address)
{
    SmallVector<Value *, 4> Indices;
    if (P.arrays().arrayOf(&Address))
        return nullptr;
    for (Value *Index : Address.indices())
        Indices.push_back(isa<Constant>(Index) ? Index : shadow(Index));
    return P.B.CreateGEP(Address.getSourceElementType(), shadow(Address.getPointerOperand()), Indices);
}

// The shadow of I; null when it has none of its own.
Value *
ValueChecks::compute(Instruction &I)
{
    if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
        return computeAddress(*Address);
    if (!all_of(I.operands(), [](const Value *V) { return isChecked(V); }) || I.isIntDivRem() || P.arrays().arrayOf(&I))
        return nullptr;
    if (auto *Phi = dyn_cast<PHINode>(&I)) {
        PHINode *Copy = PHINode::Create(P.packed(I.getType()), Phi->getNumIncomingValues(), I.getName() + ".lanes",
                                        P.B.GetInsertBlock()->getFirstNonPHIIt());
        OpenPhis.push_back({Phi, Copy});
        return Copy;
    }
    auto Of = [&](unsigned Number) { return shadow(I.getOperand(Number)); };
    if (auto *Binary = dyn_cast<BinaryOperator>(&I))
        return P.B.CreateBinOp(Binary->getOpcode(), Of(0), Of(1));
    if (auto *Cast = dyn_cast<CastInst>(&I))
        return P.B.CreateCast(Cast->getOpcode(), Of(0), P.packed(I.getType()));
    if (auto *Compare = dyn_cast<ICmpInst>(&I))
        return P.B.CreateICmp(Compare->getPredicate(), Of(0), Of(1));
    if (isa<SelectInst>(I))
        return P.B.CreateSelect(Of(0), Of(1), Of(2));
    return nullptr;
}

// Calls the runtime if its first argument says so, with the second, a sentence.
Function *
ValueChecks::complainer()
{
    Module &M = *P.source().getParent();
    if (Function *Existing = M.getFunction(ComplainerName))
        return Existing;
    LLVMContext &Context = M.getContext();
    IRBuilder<> B(Context);
    Type *Pointer = B.getPtrTy();
    auto *F = Function::Create(FunctionType::get(B.getVoidTy(), {B.getInt1Ty(), Pointer}, false),
                               GlobalValue::InternalLinkage, ComplainerName, &M);
    F->setDoesNotThrow();
    F->addFnAttr(Attribute::NoInline);
    F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly()); // of the kernel's it neither reads nor writes any
    auto *Entry = BasicBlock::Create(Context, "entry", F);
    auto *Wrong = BasicBlock::Create(Context, "wrong", F);
    auto *Done = BasicBlock::Create(Context, "done", F);
    B.SetInsertPoint(Entry);
    B.CreateCondBr(F->getArg(0), Wrong, Done);
    B.SetInsertPoint(Wrong);
    Value *Services = B.CreateAlignedLoad(Pointer, servicesVariable(M), Align(8), "services");
    Value *Complain = loadPointerField(B, Services, offsetof(struct weft_services, complain), 0, "services.complain");
    B.CreateCall(FunctionType::get(B.getVoidTy(), {Pointer}, false), Complain, {F->getArg(1)});
    B.CreateBr(Done);
    B.SetInsertPoint(Done);
    B.CreateRetVoid();
    return F;
}

// Wrong: <W x i1>, of lanes that are on.
void
ValueChecks::complainIf(Value *Wrong, Instruction &At, const Twine &What)
{
    const DebugLoc &Where = At.getDebugLoc();
    std::string Sentence = (P.source().getName() + ": " + What).str();
    if (Where)
        Sentence = "line " + std::to_string(Where.getLine()) + ": " + Sentence;
    Constant *Text = P.B.CreateGlobalString(Sentence, "sentence", 0, P.source().getParent());
    P.B.CreateCall(complainer(), {P.B.CreateOrReduce(P.B.CreateFreeze(Wrong)), Text});
}

void
ValueChecks::compare(Value *Lanes, Value *Base, int64_t Stride, Instruction &At, const Twine &What)
{
    IRBuilder<> &B = P.B;
    Type *T = Base->getType();
    Type *Number = T->isPointerTy() ? B.getInt64Ty() : T;
    SmallVector<Constant *, 64> Steps;
    for (unsigned L = 0; L < P.width(); ++L)
        Steps.push_back(
            ConstantInt::get(Number, static_cast<uint64_t>(Stride) * L, /*IsSigned=*/true, /*ImplicitTrunc=*/true));
    if (T->isPointerTy()) {
        Lanes = B.CreatePtrToInt(Lanes, P.packed(Number));
        Base = B.CreatePtrToInt(Base, Number);
    }
    Value *Expected = B.CreateAdd(B.CreateVectorSplat(P.width(), Base), ConstantVector::get(Steps));
    Value *Wrong = B.CreateICmpNE(Lanes, Expected);
    if (Value *Mask = P.mask(At))
        Wrong = B.CreateSelect(Mask, Wrong, Constant::getNullValue(Wrong->getType()));
    complainIf(Wrong, At, What);
}

static std::string
nameOf(const Value *V)
{
    return V->hasName() ? ("'" + V->getName() + "'").str() : "a value";
}

void
ValueChecks::checkCondition(Value *Condition, Instruction &At)
{
    if (isa<Constant>(Condition) || (P.shape(Condition).isLinear() && !Shadows.contains(Condition)))
        return;
    compare(shadow(Condition), P.uniformScalar(Condition, At), 0, At,
            "the condition " + nameOf(Condition) + " of a branch is not the same for all work-items of a pack");
}

void
ValueChecks::checkAddress(Value *Pointer, Instruction &At)
{
    const Shape S = P.accessShape(Pointer);
    if (!S.isLinear() || P.arrays().arrayOf(Pointer) || (P.shape(Pointer).isLinear() && !Shadows.contains(Pointer)))
        return;
    compare(shadow(Pointer), P.accessBase(Pointer, At), S.stride(), At,
            "the address " + nameOf(Pointer) + " does not go on by " + Twine(S.stride()) +
                " bytes from one work-item to the next");
}

void
ValueChecks::checkMask(Instruction &At)
{
    Value *Own = P.mask(P.source().getEntryBlock());
    Value *Its = P.mask(At);
    if (Own && Its && Own != Its)
        complainIf(P.B.CreateAnd(Its, P.B.CreateNot(Own)), At, "work-items run that the caller has left out");
}

void
ValueChecks::before(Instruction &I)
{
    if (!P.hasMask(I))
        return;
    if (I.isTerminator())
        checkMask(I);
    if (Value *Pointer = getLoadStorePointerOperand(&I))
        checkAddress(Pointer, I);
    if (auto *Branch = dyn_cast<BranchInst>(&I); Branch && Branch->isConditional())
        checkCondition(Branch->getCondition(), I);
    if (auto *Switch = dyn_cast<SwitchInst>(&I))
        checkCondition(Switch->getCondition(), I);
}

void
ValueChecks::after(Instruction &I)
{
    if (!isChecked(&I) || !P.shape(&I).isLinear())
        return;
    Value *Lanes = compute(I);
    if (!Lanes)
        return;
    Shadows[&I] = Lanes;
    if (!MaybePoison.contains(&I) && P.hasMask(I))
        compare(Lanes, P.scalar(&I), P.stride(&I), I,
                nameOf(&I) + " does not go on by " + Twine(P.stride(&I)) + " from one work-item to the next");
}

void
ValueChecks::finish()
{
    for (unsigned N = 0; N < OpenPhis.size(); ++N) {
        auto [Phi, Copy] = OpenPhis[N];
        for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K)
            if (BasicBlock *From = P.lastBlock(*Phi->getIncomingBlock(K)))
                Copy->addIncoming(isa<UndefValue>(Phi->getIncomingValue(K)) ? UndefValue::get(Copy->getType())
                                                                            : shadow(Phi->getIncomingValue(K)),
                                  From);
    }
}

} // namespace weft
