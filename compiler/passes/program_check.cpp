// SPDX-License-Identifier: Apache-2.0
// Pass program-check: what a program must not do and the front end cannot see, said with its place in the source.
#include "compiler/passes/program_check.h"

#include "compiler/analysis/call_graph.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/errors.h"
#include "compiler/passes/inline.h"
#include "compiler/passes/printf_lowering.h"
#include "compiler/remarks.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/SCCP.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

namespace {
class ProgramCheck {
public:
    ProgramCheck(Module &Program, bool Reports) : M(Program), IsReporting(Reports) {}

    // Whether all is well.
    bool run();

private:
    void reportCycle(ArrayRef<const CallBase *> Cycle);
    void checkFunction(Function &F, bool IsInlined);
    void checkCall(const CallBase &Call, const SetVector<Function *> &Inlined);

    template <typename T> void fail(const T &Where, const Twine &Message)
    {
        IsGood = false;
        if (IsReporting)
            reportError(Where, Message);
    }

    Module &M;
    bool IsReporting;
    bool IsGood = true;
};
} // namespace

void
ProgramCheck::reportCycle(ArrayRef<const CallBase *> Cycle)
{
    std::string Text;

    for (const CallBase *Call : Cycle)
        Text += (Twine(Text.empty() ? ": '" : ", '") + sourceName(*Call->getFunction()) + "' calls '" +
                 sourceName(*calledFunction(*Call)) + "'")
                    .str();
    fail(*Cycle.front(), "recursion is not supported" + Text);
}

void
ProgramCheck::checkFunction(Function &F, bool IsInlined)
{
    if (IsInlined && !isKernel(F)) {
        InlineResult Viable = isInlineViable(F);
        if (!Viable.isSuccess())
            fail(F, "'" + sourceName(F) + "' asks for its work-item, or has barriers or local variables, and cannot " +
                        "become part of its callers: " + Viable.getFailureReason());
    }
    for (const Instruction &I : instructions(F)) {
        const auto *Alloca = dyn_cast<AllocaInst>(&I);
        if (Alloca && !isa<ConstantInt>(Alloca->getArraySize()))
            fail(I, "memory whose size is known only when the kernel runs (alloca, arrays of variable length) is not "
                    "supported");
    }
}

void
ProgramCheck::checkCall(const CallBase &Call, const SetVector<Function *> &Inlined)
{
    Function *Callee = calledFunction(Call);

    if (!Callee) {
        if (!Call.isInlineAsm())
            fail(Call, "calls by pointers to functions are not supported");
    } else if (Callee->getName() == WEFT_PRIMITIVE_PRINTF && Callee->isDeclaration()) {
        if (!all_of(drop_begin(Call.args()), [](const Use &Arg) { return canPrint(Arg->getType()); }))
            fail(Call, "an argument of printf has a type that cannot be printed");
    } else if (Inlined.contains(Callee) && Callee->getFunctionType() != Call.getFunctionType()) {
        // Units compiled apart do not agree.
        fail(Call, "'" + sourceName(*Callee) + "' is not declared here with the type that it is defined with");
    }
}

bool
ProgramCheck::run()
{
    const CallGraphWalk Walk = walkCallGraph(M);
    const SetVector<Function *> Inlined = functionsToInline(M);

    if (!Walk.Cycle.empty()) {
        reportCycle(Walk.Cycle);
        return false;
    }
    for (Function *F : Walk.Reached) {
        checkFunction(*F, Inlined.contains(F));
        for (const Instruction &I : instructions(*F))
            if (const auto *Call = dyn_cast<CallBase>(&I))
                checkCall(*Call, Inlined);
    }
    return IsGood;
}

// Removes what is not reached, by values that are constants wherever they come from.
static void
simplify(Module &M, ModuleAnalysisManager &AM)
{
    ModulePassManager MPM;
    FunctionPassManager Registers;

    Registers.addPass(SROAPass(SROAOptions::ModifyCFG));
    Registers.addPass(EarlyCSEPass());
    Registers.addPass(SimplifyCFGPass());
    MPM.addPass(createModuleToFunctionPassAdaptor(std::move(Registers)));
    MPM.addPass(IPSCCPPass());
    MPM.addPass(createModuleToFunctionPassAdaptor(SimplifyCFGPass()));
    MPM.addPass(GlobalDCEPass());
    MPM.run(M, AM);
}

// Removes places that nothing but errors was to name. Remarks name some, and are wanted of versions of programs that
// were built without.
static bool
dropPlaces(Module &M)
{
    if (any_of(M, [](const Function &F) { return !F.isDeclaration() && remarksWanted(F); }))
        return false;
    NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
    SmallVector<MDNode *, 4> Emitting;
    auto IsSilent = [](const DICompileUnit *Unit) { return Unit && Unit->getEmissionKind() == DICompileUnit::NoDebug; };

    if (!Units)
        return false;
    for (MDNode *Unit : Units->operands())
        if (!IsSilent(cast<DICompileUnit>(Unit)))
            Emitting.push_back(Unit);
    if (Emitting.empty())
        return StripDebugInfo(M);
    bool Changed = Emitting.size() != Units->getNumOperands();
    for (Function &F : M)
        if (const DISubprogram *Subprogram = F.getSubprogram(); Subprogram && IsSilent(Subprogram->getUnit()))
            Changed |= stripDebugInfo(F);
    Units->clearOperands();
    for (MDNode *Unit : Emitting)
        Units->addOperand(Unit);
    return Changed;
}

// Blocks hold their functions' addresses. Nobody asks for them: calls by pointers are refused. Without uses the
// functions become part of their callers, or go.
static bool
dropAddresses(Module &M)
{
    bool Changed = false;

    for (Function &F : M) {
        SmallVector<CallBase *, 4> Calls;
        F.removeDeadConstantUsers();
        for (User *U : F.users())
            if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
                Calls.push_back(Call);
        if (F.isDeclaration() || F.getNumUses() == Calls.size())
            continue;
        F.replaceAllUsesWith(Constant::getNullValue(F.getType()));
        for (CallBase *Call : Calls)
            Call->setCalledOperand(&F);
        Changed = true;
    }
    return Changed;
}

PreservedAnalyses
ProgramCheckPass::run(Module &M, ModuleAnalysisManager &AM)
{
    bool Changed = false;

    if (!ProgramCheck(M, /*Reports=*/false).run()) {
        simplify(M, AM);
        Changed = true;
        ProgramCheck(M, /*Reports=*/true).run();
    }
    Changed |= dropAddresses(M);
    Changed |= dropPlaces(M);
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
