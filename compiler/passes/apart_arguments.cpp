// SPDX-License-Identifier: Apache-2.0
// Pass apart-arguments: kernels are there twice where it helps to know that their buffers do not overlap.
#include "compiler/passes/apart_arguments.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/analysis/round_steps.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

// A kernel that is larger is not there twice.
static constexpr unsigned MostInstructions = 1000;
// Fewer accesses that other buffers hold in a block are not worth one.
static constexpr unsigned WorthACopy = 2;

// A pointer to a buffer that may change during the launch.
static bool
isBuffer(const Value *V)
{
    const auto *Arg = dyn_cast<Argument>(V);

    return Arg && Arg->getType()->isPointerTy() && !Arg->hasByValAttr() &&
           Arg->getType()->getPointerAddressSpace() == GlobalSpace;
}

// Whether it accesses no memory that others could change, or hold.
static bool
isApart(const Instruction &I)
{
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    const auto *Load = dyn_cast<LoadInst>(&I);

    return !I.mayReadOrWriteMemory() || (Call && Call->onlyAccessesInaccessibleMemory()) ||
           (Intrinsic && Intrinsic->isAssumeLikeIntrinsic()) ||
           (Load && Load->isSimple() && Load->getPointerAddressSpace() == ConstantSpace);
}

// Whether the module's functions may reach memory by pointers that are no arguments: such as are loaded, or numbers.
static bool
hasOtherPointers(const Module &M)
{
    for (const Function &F : M)
        for (const Instruction &I : instructions(F))
            if (isa<IntToPtrInst>(I) || (I.mayReadFromMemory() && I.getType()->isPtrOrPtrVectorTy()))
                return true;
    return false;
}

// Whether the store would be one behind the loop if no other buffer could be touched by it.
static bool
isHeldByOthers(const StoreInst &Store, const Loop &L, const DominatorTree &Tree)
{
    const Value *Place = Store.getPointerOperand(), *Own = getUnderlyingObject(Place);
    bool HasOthers = false;

    if (!Store.isSimple() || !isBuffer(Own) || cast<Argument>(Own)->hasNoAliasAttr() || !L.isLoopInvariant(Place) ||
        !Tree.dominates(Store.getParent(), L.getLoopLatch()))
        return false;
    for (const BasicBlock *BB : L.blocks())
        for (const Instruction &I : *BB) {
            if (isApart(I))
                continue;
            const Value *Other = getLoadStorePointerOperand(&I);
            if (!Other || I.isVolatile() || I.isAtomic())
                return false;
            const Value *Object = getUnderlyingObject(Other);
            if (Object == Own ? Other != Place : !isBuffer(Object) && !isIdentifiedObject(Object))
                return false;
            HasOthers |= Object != Own && isBuffer(Object) && !cast<Argument>(Object)->hasNoAliasAttr();
        }
    return HasOthers;
}

static int64_t
factorOf(const Value &Index)
{
    const Value *Factor;
    const APInt *C;

    if (match(&Index, m_ZExtOrSExt(m_Value(Factor))))
        return factorOf(*Factor);
    if (match(&Index, m_Shl(m_Value(), m_APInt(C))) && C->ult(31))
        return int64_t(1) << C->getZExtValue();
    return match(&Index, m_Mul(m_Value(), m_APInt(C))) && C->isSignedIntN(32) ? C->getSExtValue() : 1;
}

// What the stores to the elements of a structure, or of a row that is as long in the code, have in common; null for
// others: elements that work-items have beside each other.
static const Value *
structureOf(const StoreInst &Store)
{
    const DataLayout &Layout = Store.getDataLayout();
    const Value *Pointer = Store.getPointerOperand();
    APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
    const auto *Address =
        dyn_cast<GEPOperator>(Pointer->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true));

    if (!Address || Address->getNumIndices() != 1)
        return nullptr;
    const auto Bytes = int64_t(Layout.getTypeAllocSize(Address->getSourceElementType()).getKnownMinValue());
    const auto Stored = int64_t(Layout.getTypeStoreSize(Store.getValueOperand()->getType()).getKnownMinValue());
    return std::abs(factorOf(**Address->idx_begin()) * Bytes) > Stored ? Address : nullptr;
}

// Accesses of a block that would not be there if no other buffer could be touched by its stores: loads of what has been
// loaded or stored before, and stores before others of the same place. Stores to parts of a structure would be one.
class HeldAccesses {
public:
    void add(const Instruction &I);
    unsigned count() const { return Count; }

private:
    void addStructure(const StoreInst &Store);

    // What is at a place is known, or would be but for a store to another buffer.
    enum State { Known, Held };
    struct Place {
        State Its = Known;
        bool IsStored = false;
    };
    DenseMap<const Value *, Place> Places;    // by pointer to a buffer
    DenseMap<const Value *, bool> Structures; // that are stored to; whether another buffer was accessed since
    unsigned Count = 0;
};

void
HeldAccesses::addStructure(const StoreInst &Store)
{
    const Value *Structure = structureOf(Store);

    if (!Structure)
        return;
    if (Structures.lookup(Structure))
        Count += WorthACopy;
    Structures[Structure] = false;
}

void
HeldAccesses::add(const Instruction &I)
{
    if (isApart(I))
        return;
    const Value *Pointer = getLoadStorePointerOperand(&I), *Own = Pointer ? getUnderlyingObject(Pointer) : nullptr;
    const bool IsStore = isa<StoreInst>(I);
    if (!Own || !isBuffer(Own) || I.isVolatile() || I.isAtomic()) {
        if (!Own || !isIdentifiedObject(Own) || isBuffer(Own)) {
            Places.clear();
            Structures.clear();
        }
        return;
    }
    auto [Position, IsNew] = Places.try_emplace(Pointer);
    Count += Position->second.Its == Held && (!IsStore || Position->second.IsStored);
    Position->second = {Known, IsStore || (!IsNew && Position->second.IsStored)};
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        addStructure(*Store);
    for (auto &[Structure, IsParted] : Structures)
        IsParted |= getUnderlyingObject(Structure) != Own;
    if (!IsStore)
        return;
    for (auto &[Other, Its] : make_early_inc_range(Places)) {
        const Value *Object = getUnderlyingObject(Other);
        if (Object != Own && !cast<Argument>(Object)->hasNoAliasAttr())
            Its.Its = Held;
        else if (Object == Own && Other != Pointer)
            Places.erase(Other);
    }
}

static bool
holdsAccesses(const BasicBlock &BB)
{
    HeldAccesses Held;

    for (const Instruction &I : BB) {
        Held.add(I);
        if (Held.count() < WorthACopy)
            continue;
        remark(I, "values go through memory: registers in launches whose buffers do not overlap");
        return true;
    }
    return false;
}

// The buffer that the instruction accesses in the loop by an element after the other; null: it does not.
static const Value *
walkedBuffer(const Instruction &I, const Loop &L, ScalarEvolution &SE)
{
    const Value *Pointer = getLoadStorePointerOperand(&I), *Own = Pointer ? getUnderlyingObject(Pointer) : nullptr;

    if (!Own || !isBuffer(Own) || L.isLoopInvariant(Pointer))
        return nullptr;
    const auto Bytes =
        int64_t(I.getDataLayout().getTypeStoreSize(getLoadStoreType(const_cast<Instruction *>(&I))).getKnownMinValue());
    const std::optional<int64_t> Step = RoundSteps(L, SE).ofAddress(Pointer);
    return Step && std::abs(*Step) == Bytes ? Own : nullptr;
}

// Whether a work-item that stores along a row of one buffer also walks along one of another, which several rounds could
// access at once if they were apart (packing/after/row_tiles.h).
static const Instruction *
storeAmongRows(const Loop &L, ScalarEvolution &SE)
{
    SmallPtrSet<const Value *, 4> Walked;
    const StoreInst *Stored = nullptr;
    bool AreHeld = false;

    if (!L.isInnermost())
        return nullptr;
    for (const BasicBlock *BB : L.blocks())
        for (const Instruction &I : *BB)
            if (const Value *Own = walkedBuffer(I, L, SE)) {
                Walked.insert(Own);
                AreHeld |= !cast<Argument>(Own)->hasNoAliasAttr();
                if (const auto *Store = dyn_cast<StoreInst>(&I))
                    Stored = Store;
            }
    return AreHeld && Walked.size() > 1 ? Stored : nullptr;
}

static bool
gains(const Function &Kernel, FunctionAnalysisManager &AM)
{
    auto &F = const_cast<Function &>(Kernel);
    const DominatorTree &Tree = AM.getResult<DominatorTreeAnalysis>(F);
    ScalarEvolution &SE = AM.getResult<ScalarEvolutionAnalysis>(F);

    if (any_of(F, holdsAccesses))
        return true;

    for (const Loop *L : AM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
        if (const Instruction *Store = storeAmongRows(*L, SE)) {
            remark(*Store, "rows that work-items walk along: several rounds at once in launches whose buffers do not "
                           "overlap");
            return true;
        }
        for (const BasicBlock *BB : L->getLoopLatch() ? L->blocks() : ArrayRef<BasicBlock *>())
            for (const Instruction &I : *BB)
                if (const auto *Store = dyn_cast<StoreInst>(&I); Store && isHeldByOthers(*Store, *L, Tree)) {
                    remark(I, "store in each round of a loop: one behind it in launches whose buffers do not overlap");
                    return true;
                }
    }
    return false;
}

PreservedAnalyses
ApartArgumentsPass::run(Module &M, ModuleAnalysisManager &MAM)
{
    FunctionAnalysisManager &AM = MAM.getResult<FunctionAnalysisManagerModuleProxy>(M).getManager();
    bool Changed = false;

    if (hasOtherPointers(M))
        return PreservedAnalyses::all();
    for (Function *Kernel : kernelsOf(M)) {
        if (Kernel->hasFnAttribute(WEFT_ATTRIBUTE_CHECK_BARRIERS) || Kernel->getInstructionCount() > MostInstructions ||
            count_if(Kernel->args(), [](const Argument &Arg) { return isBuffer(&Arg); }) < 2 || hasBarrier(*Kernel) ||
            !gains(*Kernel, AM))
            continue;
        ValueToValueMapTy Map;
        Function *Copy = CloneFunction(Kernel, Map);
        Copy->setName(Kernel->getName() + ApartSuffix);
        Copy->addFnAttr(WEFT_ATTRIBUTE_KERNEL, (kernelName(*Kernel) + ApartSuffix).str());
        for (Argument &Arg : Copy->args())
            if (isBuffer(&Arg))
                Arg.addAttr(Attribute::NoAlias);
        FunctionPassManager Passes;
        Passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
        Passes.addPass(GVNPass(GVNOptions().setPRE(false)));
        Passes.addPass(DSEPass());
        AM.invalidate(*Copy, Passes.run(*Copy, AM));
        Changed = true;
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
