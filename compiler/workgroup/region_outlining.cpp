// SPDX-License-Identifier: Apache-2.0
// Takes the regions of an entry that has very many of them out of it again.
#include "compiler/workgroup/region_outlining.h"

#include "compiler/analysis/primitives.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace weft {

// Few enough that what grows with their square does not show; calls have a price of their own.
static cl::opt<unsigned> MostInEntry("weft-regions-in-entry", cl::Hidden, cl::init(64),
                                     cl::desc("With more regions each becomes a function"));

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
