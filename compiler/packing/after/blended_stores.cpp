// SPDX-License-Identifier: Apache-2.0
// Pass blended-stores: masked stores as whole ones.
#include "compiler/packing/after/blended_stores.h"

#include "compiler/analysis/mask_cost.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr unsigned OftenOn = 1000;
// Of one place, that are looked at; and blocks between two of them.
static constexpr unsigned MostStores = 8, MostBlocks = 32;

namespace {

// Masked stores to where all lanes have stored before.
class Repeated {
public:
    explicit Repeated(const DominatorTree &TheTree) : Tree(TheTree) {}
    bool isRepeated(const IntrinsicInst &Masked) const;

private:
    bool isApart(const StoreInst &Before, const IntrinsicInst &Masked) const;

    const DominatorTree &Tree;
};

// Whether others may see what this thread has stored until then, and say so.
bool
isSeen(const Instruction &I)
{
    if (const auto *Load = dyn_cast<LoadInst>(&I))
        return !Load->isSimple();
    if (const auto *Store = dyn_cast<StoreInst>(&I))
        return !Store->isSimple();
    const auto *Call = dyn_cast<IntrinsicInst>(&I);

    return I.mayReadOrWriteMemory() && !(Call && Call->hasFnAttr(Attribute::NoSync));
}

} // namespace

// Whether nothing on the ways from one to the other is seen.
bool
Repeated::isApart(const StoreInst &Before, const IntrinsicInst &Masked) const
{
    SmallPtrSet<const BasicBlock *, 16> Between;
    SmallVector<const BasicBlock *, 16> Left;
    const auto AnySeen = [](auto From, auto To) { return std::any_of(From, To, isSeen); };

    if (Before.getParent() == Masked.getParent())
        return !AnySeen(Before.getIterator(), Masked.getIterator());
    if (AnySeen(Before.getIterator(), Before.getParent()->end()) ||
        AnySeen(Masked.getParent()->begin(), Masked.getIterator()))
        return false;
    append_range(Left, predecessors(Masked.getParent()));
    while (!Left.empty()) {
        const BasicBlock *BB = Left.pop_back_val();
        if (BB == Before.getParent() || !Between.insert(BB).second)
            continue;
        if (Between.size() > MostBlocks || AnySeen(BB->begin(), BB->end()))
            return false;
        append_range(Left, predecessors(BB));
    }
    return true;
}

bool
Repeated::isRepeated(const IntrinsicInst &Masked) const
{
    const Value *Address = Masked.getArgOperand(1);
    const DataLayout &Layout = Masked.getDataLayout();
    const TypeSize Bytes = Layout.getTypeStoreSize(Masked.getArgOperand(0)->getType());
    unsigned Count = 0;

    for (const User *By : Address->users()) {
        const auto *Before = dyn_cast<StoreInst>(By);
        if (!Before || Before->getPointerOperand() != Address || !Before->isSimple() ||
            Layout.getTypeStoreSize(Before->getValueOperand()->getType()) != Bytes || !Tree.dominates(Before, &Masked))
            continue;
        if (isApart(*Before, Masked))
            return true;
        if (++Count == MostStores)
            break;
    }
    return false;
}

// By a pointer of which nothing is known: the accesses may reach beyond the object of a pointer of which that is.
static void
blend(IntrinsicInst &Store, bool IsThere)
{
    Value *V = Store.getArgOperand(0), *Address = Store.getArgOperand(1), *Mask = Store.getArgOperand(2);
    const Align Alignment = Store.getParamAlign(1).valueOrOne();
    IRBuilder<> B(&Store);

    if (!IsThere) {
        Value *On = B.CreateBitCast(Mask, B.getIntNTy(cast<FixedVectorType>(Mask->getType())->getNumElements()));
        Value *IsAnyOn = B.CreateIsNotNull(On); // as wide-masks knows the question
        B.SetInsertPoint(SplitBlockAndInsertIfThen(IsAnyOn, &Store, /*Unreachable=*/false,
                                                   MDBuilder(B.getContext()).createBranchWeights(OftenOn, 1)));
    }
    Value *Number = B.CreatePtrToInt(Address, B.getInt64Ty());
    Value *Place = B.CreateIntToPtr(Number, Address->getType());
    Value *Old = B.CreateFreeze(B.CreateAlignedLoad(V->getType(), Place, Alignment));
    B.CreateAlignedStore(B.CreateSelect(Mask, V, Old), Place, Alignment);
    Store.eraseFromParent();
}

// LLVM 22's code generator makes a masked store of a load, a selection and a store of one place; not of a frozen load.
static bool
keepWhole(StoreInst &Store)
{
    Value *Mask, *V, *Old, *Address = Store.getPointerOperand();

    if (!isa<FixedVectorType>(Store.getValueOperand()->getType()) ||
        !match(Store.getValueOperand(), m_Select(m_Value(Mask), m_Value(V), m_Value(Old))) || isa<Constant>(Mask))
        return false;
    for (unsigned Chosen : {1u, 2u}) {
        Use &Operand = cast<User>(Store.getValueOperand())->getOperandUse(Chosen);
        if (!match(Operand.get(), m_Load(m_Specific(Address))))
            continue;
        IRBuilder<> B(cast<Instruction>(Store.getValueOperand()));
        Operand.set(B.CreateFreeze(Operand.get()));
        return true;
    }
    return false;
}

PreservedAnalyses
BlendedStoresPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const TargetTransformInfo &Target = AM.getResult<TargetIRAnalysis>(F);
    SmallVector<std::pair<IntrinsicInst *, bool>, 16> Masked;
    SmallVector<StoreInst *, 16> Whole;

    if (hasMaskRegisters(F.getContext(), Target))
        return PreservedAnalyses::all();
    for (Instruction &I : instructions(F)) {
        if (match(&I, m_Intrinsic<Intrinsic::masked_store>(m_Value(), m_Value(), m_Unless(m_Constant())))) {
            auto &Store = cast<IntrinsicInst>(I);
            const bool IsRepeated = Repeated(AM.getResult<DominatorTreeAnalysis>(F)).isRepeated(Store);
            if (IsRepeated || isBlended(MaskedAccess(Store), Target))
                Masked.emplace_back(&Store, IsRepeated || Store.hasMetadata(SomeOnMetadata));
        } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
            Whole.push_back(Store);
        }
    }
    bool Changed = !Masked.empty();
    for (const auto &[Store, IsThere] : Masked)
        blend(*Store, IsThere);
    for (StoreInst *Store : Whole)
        Changed |= keepWhole(*Store);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
