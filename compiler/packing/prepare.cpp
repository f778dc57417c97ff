// SPDX-License-Identifier: Apache-2.0
// Brings a function into the form that linearize() wants.
#include "compiler/packing/linearize.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PassInstrumentation.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/UnifyFunctionExitNodes.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static void
registerAnalyses(FunctionAnalysisManager &AM)
{
    AM.registerPass([] { return PassInstrumentationAnalysis(); });
    AM.registerPass([] { return AssumptionAnalysis(); });
    AM.registerPass([] { return CycleAnalysis(); });
    AM.registerPass([] { return DominatorTreeAnalysis(); });
    AM.registerPass([] { return LazyValueAnalysis(); });
    AM.registerPass([] { return LoopAnalysis(); });
    AM.registerPass([] { return PostDominatorTreeAnalysis(); });
    AM.registerPass([] { return TargetIRAnalysis(); });
    AM.registerPass([] { return TargetLibraryAnalysis(); });
}

template <typename PassT>
static void
runPass(PassT &&Pass, Function &F, FunctionAnalysisManager &AM)
{
    AM.invalidate(F, Pass.run(F, AM));
}

static bool
hasOnlyBranches(const Function &F)
{
    return all_of(F, [](const BasicBlock &BB) {
        return isa<BranchInst, SwitchInst, ReturnInst, UnreachableInst>(BB.getTerminator()) && !BB.isEHPad();
    });
}

static bool
isIrreducible(Function &F)
{
    CycleInfo Cycles;
    SmallVector<const Cycle *, 8> Work;

    Cycles.compute(F);
    append_range(Work, Cycles.toplevel_cycles());
    while (!Work.empty()) {
        const Cycle *C = Work.pop_back_val();
        if (!C->isReducible())
            return true;
        append_range(Work, C->children());
    }
    return false;
}

// With the phis in memory meanwhile: LLVM 22's pass gives a block that is its own successor the wrong values.
static void
makeReducible(Function &F, FunctionAnalysisManager &AM)
{
    SmallVector<PHINode *, 32> Phis;
    SmallVector<AllocaInst *, 32> Variables;

    for (Instruction &I : instructions(F))
        if (auto *Phi = dyn_cast<PHINode>(&I))
            Phis.push_back(Phi);
    for (PHINode *Phi : Phis)
        if (AllocaInst *Variable = DemotePHIToStack(Phi))
            Variables.push_back(Variable);
    AM.invalidate(F, PreservedAnalyses::none());
    runPass(FixIrreduciblePass(), F, AM);
    DominatorTree Tree(F);
    PromoteMemToReg(Variables, Tree);
}

// The upper half of V in the lower one's place, made of what V is made of; null when it is not that of shifted values.
static Value *
upperHalf(IRBuilderBase &B, Value *V, unsigned Half, unsigned Depth)
{
    Value *X;
    Value *Y;
    const APInt *Amount;
    Type *T = B.getIntNTy(Half);

    if (match(V, m_APInt(Amount)))
        return Amount->countr_zero() >= Half ? ConstantInt::get(T, Amount->lshr(Half).trunc(Half)) : nullptr;
    if (match(V, m_Shl(m_Value(X), m_APInt(Amount))) && Amount->uge(Half) && Amount->ult(2 * Half))
        return B.CreateShl(B.CreateTrunc(X, T), Amount->getZExtValue() - Half);
    if (Depth == 0 || !match(V, m_OneUse(m_Add(m_Value(X), m_Value(Y)))))
        return nullptr;
    Value *Left = upperHalf(B, X, Half, Depth - 1);
    Value *Right = Left ? upperHalf(B, Y, Half, Depth - 1) : nullptr;
    return Right ? B.CreateAdd(Left, Right) : nullptr;
}

// The extension of Narrow times 2 to the Shift; Narrow is null when a value is no such thing.
struct ShiftedExtension {
    Value *Narrow = nullptr;
    unsigned Shift = 0;
    bool Signed = false;
};

// What V is as InstCombine writes it: shifts or a bitwise and. Narrow is made before V.
static ShiftedExtension
matchExtension(IRBuilderBase &B, Instruction &V)
{
    const unsigned Bits = V.getType()->getIntegerBitWidth();
    Value *X;
    const APInt *Up;
    const APInt *Down;
    unsigned Shift = 0;
    unsigned Low = Bits;
    auto IsInteger = [&] { return Low < Bits && (Low == 8 || Low == 16 || Low == 32); };

    if (match(&V, m_AShr(m_Shl(m_Value(X), m_APInt(Up)), m_APInt(Down))) && Down->ule(*Up) && Up->ult(Bits)) {
        Low = Bits - Up->getZExtValue();
        if (IsInteger())
            return {B.CreateTrunc(X, B.getIntNTy(Low)), static_cast<unsigned>((*Up - *Down).getZExtValue()), true};
    }
    if (Bits == 64 && match(&V, m_AShr(m_Value(X), m_APInt(Down))) && Down->ule(32))
        return {upperHalf(B, X, 32, 4), static_cast<unsigned>(32 - Down->getZExtValue()), true};
    if (match(&V, m_And(m_Value(X), m_APInt(Down))) && Down->isShiftedMask(Shift, Low) && IsInteger())
        if (Shift == 0 || match(X, m_Shl(m_Value(X), m_SpecificInt(Shift))))
            return {B.CreateTrunc(X, B.getIntNTy(Low)), Shift, false};
    return {};
}

// Extensions of low bits, and multiples of them, as the casts that Shapes understands.
static void
restoreExtensions(Function &F)
{
    for (Instruction &I : make_early_inc_range(instructions(F))) {
        if (!I.getType()->isIntegerTy())
            continue;
        IRBuilder<> B(&I);
        const ShiftedExtension Found = matchExtension(B, I);
        if (!Found.Narrow)
            continue;
        Value *Extended = B.CreateIntCast(Found.Narrow, I.getType(), Found.Signed);
        I.replaceAllUsesWith(Found.Shift ? B.CreateShl(Extended, Found.Shift) : Extended);
        RecursivelyDeleteTriviallyDeadInstructions(&I);
    }
}

namespace {

// Computes 64-bit integers of loops in 32 bits where nobody looks at more: InstCombine leaves an int that wraps, and is
// an index, as the sum of an extension and something, of which the loop carries all 64 bits. Those are not linear in the
// lane, the low ones are.
class LoopNarrowing {
public:
    LoopNarrowing(Function &TheFunction, DemandedBits &TheBits) : F(TheFunction), Bits(TheBits) {}
    void run();

private:
    bool isNarrow(Instruction &I);
    void collect();
    Value *low(Value *V, Instruction *Before);
    void forgetFlags(Value &Changed);
    void rewire(Instruction &I, Instruction &Narrow);

    Function &F;
    DemandedBits &Bits;
    MapVector<Instruction *, Instruction *> Narrowed;
};

} // namespace

bool
LoopNarrowing::isNarrow(Instruction &I)
{
    switch (I.getOpcode()) {
    case Instruction::PHI:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Mul:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
        break;
    default:
        return false;
    }
    // A trunc that knows more than the low bits is better off as it is.
    return I.getType()->isIntegerTy(64) && Bits.getDemandedBits(&I).getActiveBits() <= 32 &&
           none_of(I.users(), [](const User *U) {
               const auto *Trunc = dyn_cast<TruncInst>(U);
               return Trunc && (Trunc->hasNoSignedWrap() || Trunc->hasNoUnsignedWrap());
           });
}

// The phis, what they carry, and what is computed with them.
void
LoopNarrowing::collect()
{
    SmallVector<Instruction *, 16> Work;

    for (BasicBlock &BB : F)
        for (PHINode &Phi : BB.phis())
            if (isNarrow(Phi))
                Work.push_back(&Phi);
    while (!Work.empty()) {
        Instruction *I = Work.pop_back_val();
        if (!Narrowed.insert({I, nullptr}).second)
            continue;
        SmallVector<Value *, 8> Near(I->users());
        if (isa<PHINode>(I))
            append_range(Near, I->operands());
        for (Value *V : Near)
            if (auto *Other = dyn_cast<Instruction>(V); Other && isNarrow(*Other))
                Work.push_back(Other);
    }
}

Value *
LoopNarrowing::low(Value *V, Instruction *Before)
{
    IRBuilder<> B(Before);
    Value *X;

    if (auto Position = Narrowed.find(dyn_cast<Instruction>(V)); Position != Narrowed.end())
        return Position->second;
    if (match(V, m_ZExtOrSExt(m_Value(X))) && X->getType()->isIntegerTy(32))
        return X;
    return B.CreateTrunc(V, B.getInt32Ty());
}

// What is computed with a value whose upper bits are others now may wrap where it did not.
void
LoopNarrowing::forgetFlags(Value &Changed)
{
    SmallVector<User *, 16> Work(Changed.users());
    SmallPtrSet<User *, 16> Seen;

    while (!Work.empty()) {
        auto *I = cast<Instruction>(Work.pop_back_val());
        if (!I->getType()->isIntegerTy() || Bits.getDemandedBits(I).isAllOnes() || !Seen.insert(I).second)
            continue;
        I->dropPoisonGeneratingAnnotations();
        append_range(Work, I->users());
    }
}

// Everybody else goes on with the narrow value.
void
LoopNarrowing::rewire(Instruction &I, Instruction &Narrow)
{
    BasicBlock *BB = Narrow.getParent();
    IRBuilder<> B(BB, isa<PHINode>(Narrow) ? BB->getFirstInsertionPt() : std::next(Narrow.getIterator()));
    Value *Extended = B.CreateZExt(&Narrow, I.getType());

    for (User *U : SmallSetVector<User *, 8>(I.user_begin(), I.user_end())) {
        auto *Other = cast<Instruction>(U);
        if (Narrowed.contains(Other))
            continue;
        if (isa<TruncInst>(Other) && Other->getType() == Narrow.getType()) {
            Other->replaceAllUsesWith(&Narrow);
            Other->eraseFromParent();
        } else {
            Other->replaceUsesOfWith(&I, Extended);
        }
    }
    forgetFlags(*Extended);
    if (Extended->use_empty())
        cast<Instruction>(Extended)->eraseFromParent();
}

void
LoopNarrowing::run()
{
    collect();
    for (auto &[I, Narrow] : Narrowed) {
        Type *T = Type::getInt32Ty(F.getContext());
        if (auto *Phi = dyn_cast<PHINode>(I))
            Narrow = PHINode::Create(T, Phi->getNumIncomingValues(), Phi->getName(), I->getIterator());
        else
            Narrow = BinaryOperator::Create(cast<BinaryOperator>(I)->getOpcode(), PoisonValue::get(T),
                                            PoisonValue::get(T), I->getName(), I->getIterator());
        Narrow->setDebugLoc(I->getDebugLoc());
        if (auto *Or = dyn_cast<PossiblyDisjointInst>(I))
            cast<PossiblyDisjointInst>(Narrow)->setIsDisjoint(Or->isDisjoint());
    }
    for (auto &[I, Narrow] : Narrowed) {
        if (auto *Phi = dyn_cast<PHINode>(I)) {
            auto *Copy = cast<PHINode>(Narrow);
            for (unsigned K = 0; K < Phi->getNumIncomingValues(); ++K) {
                BasicBlock *From = Phi->getIncomingBlock(K);
                const int Same = Copy->getBasicBlockIndex(From); // a switch may come twice
                Copy->addIncoming(Same >= 0 ? Copy->getIncomingValue(Same)
                                            : low(Phi->getIncomingValue(K), From->getTerminator()),
                                  From);
            }
        } else {
            for (unsigned K = 0; K < 2; ++K)
                Narrow->setOperand(K, low(I->getOperand(K), Narrow));
        }
        rewire(*I, *Narrow);
    }
    for (auto &[I, Narrow] : Narrowed)
        I->replaceAllUsesWith(PoisonValue::get(I->getType()));
    for (auto &[I, Narrow] : Narrowed)
        I->eraseFromParent();
}

static void
narrowLoops(Function &F, FunctionAnalysisManager &AM)
{
    DemandedBits Bits(F, AM.getResult<AssumptionAnalysis>(F), AM.getResult<DominatorTreeAnalysis>(F));

    LoopNarrowing(F, Bits).run();
}

bool
prepareForPacking(Function &F)
{
    FunctionAnalysisManager AM;

    if (!hasOnlyBranches(F))
        return false;
    registerAnalyses(AM);
    removeUnreachableBlocks(F);
    restoreExtensions(F);
    narrowLoops(F, AM);
    runPass(LowerSwitchPass(), F, AM);
    runPass(UnifyFunctionExitNodesPass(), F, AM);
    if (isIrreducible(F)) {
        makeReducible(F, AM);
        if (isIrreducible(F))
            return false;
    }
    for (BasicBlock &BB : F)
        ConstantFoldTerminator(&BB); // `br c, x, x`
    removeUnreachableBlocks(F);

    DominatorTree Tree(F);
    LoopInfo LI(Tree);
    SmallVector<Loop *, 8> TopLevel(LI.begin(), LI.end());
    for (Loop *L : TopLevel)
        simplifyLoop(L, &Tree, &LI, nullptr, nullptr, nullptr, false);
    for (Loop *L : LI.getLoopsInPreorder())
        if (!L->isLoopSimplifyForm())
            return false;
    for (Loop *L : LI)
        formLCSSARecursively(*L, Tree, &LI, nullptr);
    return true;
}

} // namespace weft
