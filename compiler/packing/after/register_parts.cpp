// SPDX-License-Identifier: Apache-2.0
// Arithmetic whose order matters to the processor, one register after the other.
#include "compiler/packing/after/register_parts.h"

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
    RegisterParts(Function &TheFunction, unsigned RegisterBits) : F(TheFunction), Bits(RegisterBits) {}
    bool run();

private:
    using Parts = SmallVector<Value *, 8>;

    unsigned lanesOf(const Type *T) const { return Bits / T->getScalarSizeInBits(); }
    unsigned countOf(const Type *T) const { return cast<FixedVectorType>(T)->getNumElements() / lanesOf(T); }
    bool isWide(const Type *T) const;
    const Instruction *sumOf(const Instruction &Product) const;
    bool isHalfArithmetic(const Instruction &I) const;
    bool isArithmetic(const Instruction &I) const;
    bool isSplit(const Instruction &I) const;
    Value *slice(IRBuilderBase &B, Value *V, unsigned Part) const;
    const Parts &partsOf(Value *V);
    Value *part(Instruction &I, unsigned Part);
    void split(Instruction &I);
    void join(Instruction &I);
    bool moveProducts();

    Function &F;
    unsigned Bits;
    SetVector<Instruction *> Work;
    Instruction *Place = nullptr; // new operations go there, in front of it
    DenseMap<Value *, Parts> Known;
};

} // namespace

bool
RegisterParts::isWide(const Type *T) const
{
    const auto *Vector = dyn_cast<FixedVectorType>(T);

    return Vector && Vector->getScalarSizeInBits() >= 16 && Vector->getScalarSizeInBits() <= Bits &&
           isPowerOf2_32(Vector->getScalarSizeInBits()) && isPowerOf2_32(Vector->getNumElements()) &&
           Vector->getPrimitiveSizeInBits().getFixedValue() > Bits;
}

// The addition that a product of integers is for; null when it is for something else, too.
const Instruction *
RegisterParts::sumOf(const Instruction &Product) const
{
    if (Product.getOpcode() != Instruction::Mul || Product.getType()->getScalarSizeInBits() < 32 ||
        !Product.hasOneUse())
        return nullptr;
    const auto *Sum = cast<Instruction>(*Product.user_begin());
    return Sum->getOpcode() == Instruction::Add && Sum->getParent() == Product.getParent() ? Sum : nullptr;
}

bool
RegisterParts::isHalfArithmetic(const Instruction &I) const
{
    if (!I.getType()->getScalarType()->isHalfTy())
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
RegisterParts::isArithmetic(const Instruction &I) const
{
    if (!isWide(I.getType()))
        return false;
    return isHalfArithmetic(I) || sumOf(I) || any_of(I.operands(), [&](const Use &Operand) {
               const auto *Product = dyn_cast<Instruction>(&Operand);
               return Product && sumOf(*Product) == &I;
           });
}

bool
RegisterParts::isSplit(const Instruction &I) const
{
    return isArithmetic(I) || (isa<PHINode>(I) && isWide(I.getType()) &&
                               any_of(I.users(), [&](const User *U) { return isArithmetic(*cast<Instruction>(U)); }));
}

Value *
RegisterParts::slice(IRBuilderBase &B, Value *V, unsigned Part) const
{
    const unsigned Lanes = lanesOf(V->getType());
    SmallVector<int, 64> Places(Lanes);

    std::iota(Places.begin(), Places.end(), static_cast<int>(Part * Lanes));
    return B.CreateShuffleVector(V, Places);
}

// The parts of a value; those of what is not split are cut where it is made.
const RegisterParts::Parts &
RegisterParts::partsOf(Value *V)
{
    auto [Found, IsNew] = Known.try_emplace(V);

    if (!IsNew)
        return Found->second;
    BasicBlock::iterator Where = F.getEntryBlock().getFirstInsertionPt();
    if (auto *I = dyn_cast<Instruction>(V))
        Where = *I->getInsertionPointAfterDef();
    IRBuilder<> B(Where->getParent(), Where);
    for (unsigned Part = 0; Part < countOf(V->getType()); ++Part)
        Found->second.push_back(slice(B, V, Part));
    return Found->second;
}

// Writes one part of an operation at Place, behind that of the product that it adds to.
Value *
RegisterParts::part(Instruction &I, unsigned Part)
{
    Type *T = FixedVectorType::get(I.getType()->getScalarType(), lanesOf(I.getType()));
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    SmallVector<Value *, 3> Operands;
    Value *Result;

    for (Value *Operand : Call ? make_range(I.op_begin(), I.op_begin() + Call->arg_size()) : I.operands()) {
        auto *Product = dyn_cast<Instruction>(Operand);
        Operands.push_back(Product && sumOf(*Product) == &I ? part(*Product, Part) : partsOf(Operand)[Part]);
    }
    IRBuilder<> B(Place);
    if (Call)
        Result = B.CreateIntrinsic(Call->getIntrinsicID(), {T}, Operands);
    else if (isa<UnaryOperator>(I))
        Result = B.CreateFNeg(Operands[0]);
    else
        Result = B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), Operands[0], Operands[1]);
    if (auto *Made = dyn_cast<Instruction>(Result)) {
        Made->copyIRFlags(&I);
        Made->copyMetadata(I);
    }
    return Result;
}

void
RegisterParts::split(Instruction &I)
{
    Parts Result;

    if (sumOf(I))
        return; // with the sum
    Place = &I;
    for (unsigned Part = 0; Part < countOf(I.getType()); ++Part) {
        if (!isa<PHINode>(I)) {
            Result.push_back(part(I, Part));
            continue;
        }
        auto *Phi = PHINode::Create(FixedVectorType::get(I.getType()->getScalarType(), lanesOf(I.getType())),
                                    I.getNumOperands(), "", I.getIterator());
        Phi->copyMetadata(I);
        Result.push_back(Phi);
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
    Parts Level = Known.lookup(&I);
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

// Products of one register go to their sums.
bool
RegisterParts::moveProducts()
{
    SmallVector<Instruction *, 16> Products;

    for (BasicBlock &BB : F)
        for (Instruction &I : BB)
            if (I.getType()->isVectorTy() && !isWide(I.getType()) && sumOf(I))
                Products.push_back(&I);
    for (Instruction *Product : Products)
        Product->moveBefore(cast<Instruction>(*Product->user_begin())->getIterator());
    return !Products.empty();
}

bool
RegisterParts::run()
{
    const bool Moved = moveProducts();

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
    return Moved || !Work.empty();
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
