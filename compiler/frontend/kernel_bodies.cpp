// SPDX-License-Identifier: Apache-2.0
// Makes one function of a kernel again.
#include "compiler/module.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

bool
weft::isProgramKernel(const Function &F)
{
    return F.getCallingConv() == CallingConv::SPIR_KERNEL && !F.getName().starts_with(KernelBodyPrefix);
}

// Clang makes two functions of a kernel: the kernel, which only calls, and the body, so that other kernels have
// something to call. Where none does the body is the kernel: less to inline, and a debugger's `next` stays in it.
void
weft::mergeKernelBodies(Module &M)
{
    for (Function &Kernel : M) {
        if (Kernel.getCallingConv() != CallingConv::SPIR_KERNEL || Kernel.isDeclaration())
            continue;
        Function *Body = M.getFunction((weft::KernelBodyPrefix + Kernel.getName()).str());
        if (!Body || Body == &Kernel || Body->isDeclaration() || !Body->hasOneUse() ||
            Body->getFunctionType() != Kernel.getFunctionType())
            continue;
        auto *Call = dyn_cast<CallInst>(Body->user_back());
        if (!Call || Call->getFunction() != &Kernel)
            continue;
        SmallVector<std::pair<unsigned, MDNode *>, 8> Metadata;
        Kernel.getAllMetadata(Metadata);
        GlobalValue::LinkageTypes Linkage = Kernel.getLinkage();
        Kernel.deleteBody(); // and its metadata
        Kernel.setLinkage(Linkage);
        for (const auto &Node : Metadata)
            Kernel.setMetadata(Node.first, Node.second);
        Kernel.splice(Kernel.begin(), Body);
        for (unsigned I = 0; I < Kernel.arg_size(); ++I)
            Body->getArg(I)->replaceAllUsesWith(Kernel.getArg(I));
        if (DISubprogram *Subprogram = Body->getSubprogram()) {
            Body->setSubprogram(nullptr);
            Subprogram->replaceLinkageName(nullptr);
            Kernel.setSubprogram(Subprogram);
        }
    }
    for (Function &F : make_early_inc_range(M))
        if (F.isDeclaration() && F.use_empty() && F.getName().starts_with(KernelBodyPrefix))
            F.eraseFromParent();
}
