// SPDX-License-Identifier: Apache-2.0
// Arithmetic on halves, one register after the other.
#include "compiler/packing/register_parts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"

#include <numeric>

using namespace llvm;

namespace weft {

namespace {

class RegisterParts {
public:
    RegisterParts(Function &TheFunction, unsigned RegisterBits) : F(TheFunction), Lanes(RegisterBits / 16) {}
    bool run();

private:
    using Parts = SmallVector<Value *, 8>;

    bool isWide(const Type *T) const;
    bool isArithmetic(const Instruction &I) const;
    bool isSplit(const Instruction &I) const;
    Value *slice(IRBuilderBase &B, Value *V, unsigned Part) const;
    const Parts &partsOf(Value *V);
    void split(Instruction &I);
    void join(Instruction &I);

    Function &F;
    unsigned Lanes;
    SetVector<Instruction *> Work;
    DenseMap<Value *, Parts> Known;
};

} // namespace

bool
RegisterParts::isWide(const Type *T) const
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    return Vector && Vector->getElementType()->isHalfTy() && Vector->getNumElements() > Lanes &&
           Vector->getNumElements() % Lanes == 0;
}

bool
RegisterParts::isArithmetic(const Instruction &I) const
{
    if (!isWide(I.getType()))
        return false;
    switch (I.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FNeg:
        return true;
    default:
        const auto *Call = dyn_cast<IntrinsicInst>(&I);
        return Call && (Call->getIntrinsicID() == Intrinsic::fma || Call->getIntrinsicID() == Intrinsic::fmuladd);
    }
}

bool
RegisterParts::isSplit(const Instruction &I) const
{
    return isArithmetic(I) || (isa<PHINode>(I) && isWide(I.getType()) && any_of(I.users(), [&](const User *U) {
                                   return isArithmetic(*cast<Instruction>(U));
                               }));
}

Value *
RegisterParts::slice(IRBuilderBase &B, Value *V, unsigned Part) const
{
    SmallVector<int, 64> Places;

    for (unsigned Lane = 0; Lane < Lanes; ++Lane)
        Places.push_back(static_cast<int>(Part * Lanes + Lane));
    return B.CreateShuffleVector(V, Places);
}

// The parts of a value; those of what is not split are cut where it is made.
const RegisterParts::Parts &
RegisterParts::partsOf(Value *V)
{
    auto [Found, IsNew] = Known.try_emplace(V);
    const unsigned Count = cast<FixedVectorType>(V->getType())->getNumElements() / Lanes;

    if (!IsNew)
        return Found->second;
    BasicBlock::iterator Where = F.getEntryBlock().getFirstInsertionPt();
    if (auto *I = dyn_cast<Instruction>(V))
        Where = *I->getInsertionPointAfterDef();
    IRBuilder<> B(Where->getParent(), Where);
    for (unsigned Part = 0; Part < Count; ++Part)
        Found->second.push_back(slice(B, V, Part));
    return Found->second;
}

void
RegisterParts::split(Instruction &I)
{
    const unsigned Count = cast<FixedVectorType>(I.getType())->getNumElements() / Lanes;
    Type *T = FixedVectorType::get(I.getType()->getScalarType(), Lanes);
    IRBuilder<> B(&I);
    SmallVector<Parts, 3> Operands;
    Parts Result;

    if (!isa<PHINode>(I)) {
        const auto *Call = dyn_cast<CallBase>(&I);
        for (Value *Operand : Call ? make_range(I.op_begin(), I.op_begin() + Call->arg_size()) : I.operands())
            Operands.push_back(partsOf(Operand));
    }
    for (unsigned Part = 0; Part < Count; ++Part) {
        SmallVector<Value *, 3> Values;
        Value *New;
        for (const Parts &Operand : Operands)
            Values.push_back(Operand[Part]);
        if (isa<PHINode>(I))
            New = B.CreatePHI(T, I.getNumOperands());
        else if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
            New = B.CreateIntrinsic(Call->getIntrinsicID(), {T}, Values);
        else if (isa<UnaryOperator>(I))
            New = B.CreateFNeg(Values[0]);
        else
            New = B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), Values[0], Values[1]);
        if (auto *Made = dyn_cast<Instruction>(New)) {
            Made->copyFastMathFlags(&I);
            Made->copyMetadata(I);
        }
        Result.push_back(New);
    }
    Known[&I] = std::move(Result);
}

// Gives what still wants all of the value all of it.
void
RegisterParts::join(Instruction &I)
{
    SmallVector<Use *, 4> Others;

    for (Use &U : I.uses())
        if (!Work.contains(cast<Instruction>(U.getUser())))
            Others.push_back(&U);
    if (Others.empty())
        return;
    Parts Level = Known[&I];
    IRBuilder<> B(I.getParent(), *I.getInsertionPointAfterDef());
    // The number of parts is a power of two, as that of lanes is.
    while (Level.size() > 1) {
        Parts Joined;
        const unsigned Elements = 2 * cast<FixedVectorType>(Level[0]->getType())->getNumElements();
        SmallVector<int, 256> All(Elements);
        std::iota(All.begin(), All.end(), 0);
        for (size_t Part = 0; Part < Level.size(); Part += 2)
            Joined.push_back(B.CreateShuffleVector(Level[Part], Level[Part + 1], All));
        Level = std::move(Joined);
    }
    for (Use *U : Others)
        U->set(Level[0]);
}

bool
RegisterParts::run()
{
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&F))
        for (Instruction &I : *BB)
            if (isSplit(I))
                Work.insert(&I);
    for (Instruction *I : Work)
        split(*I);
    for (Instruction *I : Work)
        if (auto *Phi = dyn_cast<PHINode>(I))
            for (unsigned Incoming = 0; Incoming < Phi->getNumIncomingValues(); ++Incoming) {
                const Parts From = partsOf(Phi->getIncomingValue(Incoming));
                const Parts &To = Known[Phi];
                for (size_t Part = 0; Part < From.size(); ++Part)
                    cast<PHINode>(To[Part])->addIncoming(From[Part], Phi->getIncomingBlock(Incoming));
            }
    for (Instruction *I : Work)
        join(*I);
    for (Instruction *I : Work)
        I->dropAllReferences();
    for (Instruction *I : Work)
        I->eraseFromParent();
    return !Work.empty();
}

PreservedAnalyses
RegisterPartsPass::run(Function &F, FunctionAnalysisManager &AM)
{
    const auto Bits = AM.getResult<TargetIRAnalysis>(F)
                          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
                          .getFixedValue();
    PreservedAnalyses Preserved;

    if (Bits < 128 || !RegisterParts(F, Bits).run())
        return PreservedAnalyses::all();
    Preserved.preserveSet<CFGAnalyses>();
    return Preserved;
}

} // namespace weft
