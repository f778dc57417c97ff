// SPDX-License-Identifier: Apache-2.0
// What packing tells the author of a kernel: one sentence about one place in the source.
#include "compiler/remarks.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/LLVMContext.h"

using namespace llvm;

namespace weft {

bool
remarksWanted(const Function &F)
{
    return F.getContext().getDiagHandlerPtr()->isAnalysisRemarkEnabled(RemarkPass);
}

void
remark(const Instruction &I, const Twine &Sentence)
{
    if (remarksWanted(*I.getFunction()))
        I.getContext().diagnose(OptimizationRemarkAnalysis(RemarkPass, "packing", &I) << Sentence.str());
}

void
remark(const Function &F, const Twine &Sentence)
{
    if (remarksWanted(F))
        F.getContext().diagnose(OptimizationRemarkAnalysis(RemarkPass, "packing", DiagnosticLocation(F.getSubprogram()),
                                                           F.isDeclaration() ? nullptr : &F.front())
                                << Sentence.str());
}

} // namespace weft
