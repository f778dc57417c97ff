// SPDX-License-Identifier: Apache-2.0
// A program becomes a version of one of its kernels, for launches that are alike.
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/module.h"
#include "compiler/passes/fixed_images.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static Function *
kernelNamed(Module &M, StringRef Name)
{
    Function *F = M.getFunction(Name);

    return F && !F->isDeclaration() && F->getCallingConv() == CallingConv::SPIR_KERNEL ? F : nullptr;
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

// The pair of fixed-images' metadata.
static MDNode *
knownArgument(LLVMContext &Context, uint32_t Argument, Constant *Known)
{
    auto *Number = ConstantInt::get(Type::getInt32Ty(Context), Argument);

    return MDNode::get(Context, {ConstantAsMetadata::get(Number), ConstantAsMetadata::get(Known)});
}

// Integers become constants here; images and samplers are known as what they are once they have the host's types.
// False when there is no such argument.
static bool
fixArgument(Function &Kernel, const weft_fixed_argument &Fixed, SmallVectorImpl<Metadata *> &Known)
{
    LLVMContext &Context = Kernel.getContext();
    Argument *Arg = Fixed.argument < Kernel.arg_size() ? Kernel.getArg(Fixed.argument) : nullptr;
    const auto *Opaque = Arg ? dyn_cast<TargetExtType>(Arg->getType()) : nullptr;

    if (Opaque && Opaque->getName() == (Fixed.is_image ? "spirv.Image" : "spirv.Sampler")) {
        Constant *Value = Fixed.is_image ? ConstantDataArray::get(Context, ArrayRef(Fixed.facts))
                                         : ConstantInt::get(Type::getInt64Ty(Context), Fixed.value);
        Known.push_back(knownArgument(Context, Fixed.argument, Value));
        return true;
    }
    auto *T = Arg && !Fixed.is_image ? dyn_cast<IntegerType>(Arg->getType()) : nullptr;
    if (!T || T->getBitWidth() > 64)
        return false;
    Arg->replaceAllUsesWith(ConstantInt::get(T, APInt(64, Fixed.value).trunc(T->getBitWidth())));
    return true;
}

extern "C" bool
weft_module_specialize(weft_module *Module, const weft_specialization *Special, weft_log *Log)
{
    Function *Kernel = kernelNamed(*Module->M, Special->kernel);
    if (!Kernel) {
        weft::appendLog(Log, (Twine("error: no kernel '") + Special->kernel + "' to specialize\n").str());
        return false;
    }
    weft::mergeKernelBodies(*Module->M);
    Module->M->addModuleFlag(Module::Max, weft::VersionFlag, 1);
    if (Special->local_size[0])
        fixLocalSize(*Kernel, Special->local_size);
    if (Special->form)
        weft::setSize(*Kernel, weft::WantedFormAttribute, Special->form);
    SmallVector<Metadata *, 8> Known;
    for (const weft_fixed_argument &Fixed : ArrayRef(Special->fixed, Special->fixed_count)) {
        if (fixArgument(*Kernel, Fixed, Known))
            continue;
        weft::appendLog(Log, (Twine("error: argument ") + Twine(Fixed.argument) + " is not " +
                              (Fixed.is_image ? "an image\n" : "an integer or a sampler\n"))
                                 .str());
        return false;
    }
    if (!Known.empty())
        Kernel->setMetadata(weft::FixedMetadata, MDNode::get(Kernel->getContext(), Known));
    return true;
}
