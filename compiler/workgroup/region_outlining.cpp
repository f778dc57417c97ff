// SPDX-License-Identifier: Apache-2.0
// Takes the regions of an entry that has very many of them out of it again.
#include "compiler/workgroup/region_outlining.h"

#include "compiler/analysis/primitives.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace weft {

// Few enough that what grows with their square does not show; calls have a price of their own.
static cl::opt<unsigned> MostInEntry("weft-regions-in-entry", cl::Hidden, cl::init(64),
                                     cl::desc("With more regions each becomes a function"));

// What of a vector's computation may be made a second time: no memory, no trap, and little work.
static bool
isCheaplyMade(const Instruction &I)
{
    return I.getType()->isVectorTy() && isa<CmpInst, InsertElementInst, ShuffleVectorInst, CastInst>(I);
}

// A vector is passed lane by lane, masks too: 64 of them are 64 stores of the caller and twice as many instructions of
// the callee. What is made of scalars, as which lanes a row's last pack has, is made in the region once more.
class VectorInputs {
    const SmallSetVector<BasicBlock *, 16> &Blocks;
    BasicBlock::iterator At;
    DenseMap<Instruction *, Instruction *> Made;

public:
    VectorInputs(const SmallSetVector<BasicBlock *, 16> &Region, BasicBlock &First)
        : Blocks(Region), At(First.getFirstInsertionPt())
    {
    }

    // The value as the region has it.
    Value *inside(Value *V)
    {
        auto *I = dyn_cast<Instruction>(V);
        if (!I || Blocks.contains(I->getParent()) || !isCheaplyMade(*I))
            return V;
        if (Instruction *Copy = Made.lookup(I))
            return Copy;
        Instruction *Copy = I->clone();
        for (Use &U : Copy->operands())
            U.set(inside(U));
        Copy->setName(I->getName());
        Copy->insertInto(At->getParent(), At);
        return Made[I] = Copy;
    }
};

static void
makeVectorsInside(const SmallSetVector<BasicBlock *, 16> &Blocks)
{
    VectorInputs Inputs(Blocks, *Blocks[0]);

    for (BasicBlock *BB : Blocks)
        for (Instruction &I : *BB)
            for (Use &U : I.operands())
                if (const auto *Phi = dyn_cast<PHINode>(&I); !Phi || Blocks.contains(Phi->getIncomingBlock(U)))
                    U.set(Inputs.inside(U));
}

void
outlineRegions(Function &Entry, ArrayRef<RegionBlocks> Regions)
{
    if (Regions.size() <= MostInEntry)
        return;
    const CodeExtractorAnalysisCache Known(Entry);
    for (const RegionBlocks &R : Regions) {
        SmallSetVector<BasicBlock *, 16> Blocks;
        Blocks.insert(R.Preheader);
        for (unsigned I = 0; I < Blocks.size(); ++I) // grows as it runs
            for (BasicBlock *Next : successors(Blocks[I]))
                if (Next != R.Exit)
                    Blocks.insert(Next);
        makeVectorsInside(Blocks);
        CodeExtractor Extractor(Blocks.getArrayRef(), /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr,
                                /*BPI=*/nullptr, /*AC=*/nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/false,
                                /*AllocationBlock=*/nullptr, "region");
        if (!Extractor.isEligible())
            continue;
        Function *F = Extractor.extractCodeRegion(Known);
        if (!F)
            continue;
        F->removeFnAttr(WEFT_ATTRIBUTE_ENTRY);
        F->addFnAttr(Attribute::NoInline);
    }
}

} // namespace weft
