// SPDX-License-Identifier: Apache-2.0
// Pass reciprocal-roots: 1 / sqrt(x) in float by the processor's estimate, where the result need not be exact.
#include "compiler/passes/reciprocal_roots.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr float MostAccurate = 2; // ULP
// Operations of the multipliers for each root that are done while the divider works.
static constexpr unsigned MostBeside = 4;

bool
hasReciprocalRootEstimate(const TargetMachine &Machine)
{
    return Machine.getTargetTriple().isX86() && Machine.getMCSubtargetInfo()->checkFeatures("+avx512f,+avx512vl");
}

static bool
hasEstimate(const Function &F)
{
    const StringRef Features = F.getFnAttribute("target-features").getValueAsString();

    return Features.contains("+avx512f") && Features.contains("+avx512vl");
}

// One that need not be more exact.
static bool
isReciprocalRoot(const Instruction &I)
{
    return I.getType()->getScalarType()->isFloatTy() &&
           match(&I, m_FDiv(m_SpecificFP(1), m_OneUse(m_Intrinsic<Intrinsic::sqrt>(m_Value())))) &&
           cast<FPMathOperator>(I).getFPAccuracy() >= MostAccurate;
}

// Lanes of a register.
static Value *
estimate(IRBuilderBase &B, Value *X)
{
    const unsigned Lanes = cast<FixedVectorType>(X->getType())->getNumElements();
    const Intrinsic::ID Id = Lanes == 16  ? Intrinsic::x86_avx512_rsqrt14_ps_512
                             : Lanes == 8 ? Intrinsic::x86_avx512_rsqrt14_ps_256
                                          : Intrinsic::x86_avx512_rsqrt14_ps_128;

    return B.CreateIntrinsic(
        Id, {X, PoisonValue::get(X->getType()), Constant::getAllOnesValue(B.getIntNTy(Lanes == 16 ? 16 : 8))});
}

// Lanes First <= l < First + Count of a vector; poison where it has none.
static Value *
lanes(IRBuilderBase &B, Value *Vector, unsigned First, unsigned Count)
{
    const int End = cast<FixedVectorType>(Vector->getType())->getNumElements();
    SmallVector<int, 64> Which;

    for (int L = First; L < static_cast<int>(First + Count); ++L)
        Which.push_back(L < End ? L : PoisonMaskElem);
    return B.CreateShuffleVector(Vector, Which);
}

// Of vectors of any length, a register after the other.
static Value *
estimateAll(IRBuilderBase &B, Value *X)
{
    auto *Vector = dyn_cast<FixedVectorType>(X->getType());

    if (!Vector) {
        Value *One = B.CreateInsertElement(PoisonValue::get(FixedVectorType::get(X->getType(), 4)), X, UINT64_C(0));
        return B.CreateExtractElement(estimate(B, One), UINT64_C(0));
    }
    const unsigned Count = Vector->getNumElements(), Register = Count > 8 ? 16 : Count > 4 ? 8 : 4;
    if (Count == Register)
        return estimate(B, X);
    Value *All = PoisonValue::get(Vector);
    for (unsigned First = 0; First < Count; First += Register) {
        Value *Part = lanes(B, estimate(B, lanes(B, X, First, Register)), 0, Count);
        SmallVector<int, 64> Which;
        for (unsigned L = 0; L < Count; ++L)
            Which.push_back(L >= First && L < First + Register ? Count + L - First : L);
        All = B.CreateShuffleVector(All, Part, Which);
    }
    return All;
}

static void
replace(Instruction &I)
{
    auto *Root = cast<CallInst>(I.getOperand(1));
    Value *X = Root->getArgOperand(0);
    IRBuilder<> B(&I);
    Type *T = I.getType();
    Constant *Half = ConstantFP::get(T, 0.5);

    Value *Y = estimateAll(B, X);
    // y + y * (1/2 - x * y * y / 2); y is halved, since x may be too small for it
    Value *HalfXY = B.CreateFMul(X, B.CreateFMul(Y, Half));
    Value *Error = B.CreateIntrinsic(Intrinsic::fma, {T}, {B.CreateFNeg(HalfXY), Y, Half});
    Value *Better = B.CreateIntrinsic(Intrinsic::fma, {T}, {Y, Error, Y});
    // 0 and infinity make a NaN of it; of them the estimate is exact.
    Value *Result = B.CreateSelect(B.CreateFCmpUNO(Better, Better), Y, Better);
    Result->takeName(&I);
    I.replaceAllUsesWith(Result);
    I.eraseFromParent();
    Root->eraseFromParent();
}

static bool
isForMultipliers(const Instruction &I)
{
    switch (I.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
        return true;
    case Instruction::Call:
        return I.getType()->isFPOrFPVectorTy() && isa<IntrinsicInst>(I) && !match(&I, m_Intrinsic<Intrinsic::sqrt>());
    default:
        return false;
    }
}

// Those of a block that would be faster.
static void
findRoots(BasicBlock &BB, SmallVectorImpl<Instruction *> &Found)
{
    const size_t Before = Found.size();
    unsigned Others = 0;

    for (Instruction &I : BB) {
        Others += isForMultipliers(I);
        if (isReciprocalRoot(I))
            Found.push_back(&I);
    }
    if (Others > MostBeside * (Found.size() - Before))
        Found.truncate(Before);
}

PreservedAnalyses
ReciprocalRootsPass::run(Function &F, FunctionAnalysisManager &)
{
    SmallVector<Instruction *, 8> Found;

    if (!CpuHasEstimate && !hasEstimate(F))
        return PreservedAnalyses::all();
    for (BasicBlock &BB : F)
        findRoots(BB, Found);
    for (Instruction *I : Found)
        replace(*I);
    if (Found.empty())
        return PreservedAnalyses::all();
    PreservedAnalyses Kept;
    Kept.preserveSet<CFGAnalyses>();
    return Kept;
}

} // namespace weft
