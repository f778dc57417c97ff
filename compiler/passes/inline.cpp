// SPDX-License-Identifier: Apache-2.0
// Pass inline: brings everything that belongs to one work-item or one work-group into the kernels.
#include "compiler/passes/inline.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernels.h"
#include "compiler/errors.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

class Inliner {
public:
    explicit Inliner(Module &Whole) : M(Whole) {}
    bool run();

private:
    void visit(Function &F);
    void inlineCalls(Function &F);

    Module &M;
    SetVector<Function *> Wanted; // functions that must not stay functions
    DenseSet<Function *> Visited;
    bool Changed = false;
};

} // namespace

// Adds the functions that use `V`, through constant expressions too.
static void
collectUsers(const Value &V, SetVector<Function *> &Functions)
{
    SmallVector<const Value *, 8> Work(1, &V);

    while (!Work.empty()) {
        for (const User *U : Work.pop_back_val()->users()) {
            if (const auto *I = dyn_cast<Instruction>(U))
                Functions.insert(const_cast<Function *>(I->getFunction()));
            else if (isa<ConstantExpr>(U))
                Work.push_back(U);
        }
    }
}

SetVector<Function *>
functionsToInline(Module &M)
{
    SetVector<Function *> Wanted;

    for (Function &F : M)
        if (F.isDeclaration() && classifyPrimitive(F.getName()))
            collectUsers(F, Wanted);
    for (GlobalVariable &G : M.globals())
        if (G.getAddressSpace() == LocalSpace)
            collectUsers(G, Wanted);
    for (unsigned I = 0; I < Wanted.size(); ++I) // grows as it runs
        if (!isKernel(*Wanted[I]))
            collectUsers(*Wanted[I], Wanted);
    return Wanted;
}

void
Inliner::inlineCalls(Function &F)
{
    SmallVector<CallBase *, 16> Calls;

    for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->getCalledFunction())
            if (Wanted.contains(Call->getCalledFunction()))
                Calls.push_back(Call);
    for (CallBase *Call : Calls) {
        InlineFunctionInfo Info;
        InlineResult Result = InlineFunction(*Call, Info, /*MergeAttributes=*/true);
        if (!Result.isSuccess())
            reportError(*Call, Twine("a called function cannot be inlined: ") + Result.getFailureReason());
        Changed = true;
    }
}

// Callees first, so that each body is complete when it is inlined.
void
Inliner::visit(Function &F)
{
    if (!Visited.insert(&F).second)
        return;
    SetVector<Function *> Callees;
    for (Instruction &I : instructions(F))
        if (auto *Call = dyn_cast<CallBase>(&I))
            if (Function *Callee = Call->getCalledFunction(); Callee && Wanted.contains(Callee))
                Callees.insert(Callee);
    for (Function *Callee : Callees)
        visit(*Callee);
    inlineCalls(F);
}

// What `restrict` promises is about one work-item. Past a barrier there is what others have written, which LLVM would
// not look for: it knows barriers as calls that memory of such pointers does not reach, and regions as one function.
static void
forgetRestrict(Function &Kernel)
{
    for (Argument &Arg : Kernel.args())
        if (!Arg.hasByValAttr())
            Arg.removeAttr(Attribute::NoAlias);
    dropAliasScopes(Kernel);
}

bool
Inliner::run()
{
    Changed = annotatePrimitives(M);
    Wanted = functionsToInline(M);
    for (Function *Kernel : kernelsOf(M))
        visit(*Kernel);
    for (Function *F : Wanted) {
        if (isKernel(*F) || F->isDeclaration())
            continue;
        // What is left of these is reached by no kernel.
        F->replaceAllUsesWith(PoisonValue::get(F->getType()));
        F->deleteBody();
        Changed = true;
    }
    for (Function *F : Wanted)
        if (!isKernel(*F))
            F->eraseFromParent();
    for (Function *Kernel : kernelsOf(M)) {
        if (!hasBarrier(*Kernel))
            continue;
        forgetRestrict(*Kernel);
        Changed = true;
    }
    return Changed;
}

PreservedAnalyses
InlinePass::run(Module &M, ModuleAnalysisManager &)
{
    return Inliner(M).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
