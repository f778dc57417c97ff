// SPDX-License-Identifier: Apache-2.0
// A program becomes a version of one of its kernels, for launches that are alike.
#include "compiler/module.h"
#include "compiler/passes/primitives.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static Function *
kernelNamed(Module &M, StringRef Name)
{
    Function *F = M.getFunction(Name);

    return F && !F->isDeclaration() && F->getCallingConv() == CallingConv::SPIR_KERNEL ? F : nullptr;
}

// Clang's kernels are called by nobody: their bodies are.
static void
eraseOtherKernels(Module &M, const Function &Kernel)
{
    for (Function &F : make_early_inc_range(M))
        if (&F != &Kernel && F.getCallingConv() == CallingConv::SPIR_KERNEL && !F.isDeclaration() && F.use_empty())
            F.eraseFromParent();
}

static void
fixLocalSize(Function &Kernel, const uint64_t Size[3])
{
    Type *Int = Type::getInt32Ty(Kernel.getContext());
    SmallVector<Metadata *, 3> Sizes;

    for (unsigned D = 0; D < 3; ++D)
        Sizes.push_back(ConstantAsMetadata::get(ConstantInt::get(Int, Size[D])));
    Kernel.setMetadata("reqd_work_group_size", MDNode::get(Kernel.getContext(), Sizes));
    Kernel.addFnAttr(WEFT_ATTRIBUTE_EVEN_GROUPS);
}

extern "C" bool
weft_module_specialize(weft_module *Module, const weft_specialization *Special, weft_log *Log)
{
    if (!Special->kernel || !*Special->kernel)
        return true;
    Function *Kernel = kernelNamed(*Module->M, Special->kernel);
    if (!Kernel) {
        weft::appendLog(Log, (Twine("error: no kernel '") + Special->kernel + "' to specialize\n").str());
        return false;
    }
    eraseOtherKernels(*Module->M, *Kernel);
    weft::mergeKernelBodies(*Module->M);
    if (Special->local_size[0])
        fixLocalSize(*Kernel, Special->local_size);
    for (uint32_t I = 0; I < Special->fixed_count; ++I) {
        const weft_fixed_argument &Fixed = Special->fixed[I];
        auto *T = Fixed.argument < Kernel->arg_size() ? dyn_cast<IntegerType>(Kernel->getArg(Fixed.argument)->getType())
                                                      : nullptr;
        if (!T || T->getBitWidth() > 64) {
            weft::appendLog(Log, (Twine("error: argument ") + Twine(Fixed.argument) + " is no integer\n").str());
            return false;
        }
        APInt Value(64, Fixed.value);
        Kernel->getArg(Fixed.argument)->replaceAllUsesWith(ConstantInt::get(T, Value.trunc(T->getBitWidth())));
    }
    return true;
}
