// SPDX-License-Identifier: Apache-2.0
// Pass sampled-reads: what a read by a known sampler takes comes in its place.
#include "compiler/passes/sampled_reads.h"

#include "compiler/analysis/primitives.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

// A sampler comes through a cast or two.
static constexpr unsigned MostCasts = 4;
// With one or two reads by a sampler that is not known a pack takes about half the time, with more it takes longer than
// calls do, or nothing is packed.
static constexpr unsigned MostUnknown = 2;
// Of reads in place in one function: a second, with all that follows. A read is 100 to 300.
static constexpr unsigned MostInstructions = 10000;

// The constant that V is, or null.
static Constant *
constantOf(Value *V, const DataLayout &Layout, unsigned Depth)
{
    if (auto *Known = dyn_cast<Constant>(V))
        return Known;
    auto *Cast = dyn_cast<CastInst>(V);
    Constant *Operand = Cast && Depth ? constantOf(Cast->getOperand(0), Layout, Depth - 1) : nullptr;
    return Operand ? ConstantFoldCastOperand(Cast->getOpcode(), Operand, Cast->getType(), Layout) : nullptr;
}

static bool
isSampledRead(const CallBase &Call)
{
    const Function *Callee = Call.getCalledFunction();

    return Callee && !Callee->isDeclaration() && Callee->getName().starts_with(WEFT_PREFIX_SAMPLE);
}

// Instructions that F gets.
static unsigned
bringInPlace(CallBase &Call, Function &F)
{
    const unsigned Before = F.getInstructionCount();
    InlineFunctionInfo Info;

    InlineFunction(Call, Info, /*MergeAttributes=*/true);
    return F.getInstructionCount() - Before;
}

static bool
run(Function &F)
{
    SmallVector<CallBase *, 16> Known, Unknown;
    unsigned Size = 0;

    for (Instruction &I : instructions(F)) {
        auto *Call = dyn_cast<CallBase>(&I);
        if (!Call || !isSampledRead(*Call))
            continue;
        Constant *Sampler = constantOf(Call->getArgOperand(WEFT_SAMPLE_SAMPLER), F.getDataLayout(), MostCasts);
        if (Sampler)
            Call->setArgOperand(WEFT_SAMPLE_SAMPLER, Sampler);
        (Sampler ? Known : Unknown).push_back(Call);
    }
    if (Unknown.size() <= MostUnknown)
        Known.append(Unknown);
    for (CallBase *Call : Known) {
        if (Size > MostInstructions)
            break;
        Size += bringInPlace(*Call, F);
    }
    return !Known.empty();
}

PreservedAnalyses
SampledReadsPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M)
        Changed |= weft::run(F);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
