// SPDX-License-Identifier: Apache-2.0
// Clang's kernel metadata to struct weft_program_info.
#include "compiler/analysis/argument_layout.h"
#include "compiler/analysis/kernels.h"
#include "compiler/linking/enqueued_blocks.h"
#include "compiler/linking/program_objects.h"
#include "compiler/module.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"

#include <cstdlib>
#include <cstring>

using namespace llvm;

// Values of the OpenCL API, as clGetKernelArgInfo returns them.
enum : uint32_t {
    AddressGlobal = 0x119B,
    AddressLocal = 0x119C,
    AddressConstant = 0x119D,
    AddressPrivate = 0x119E,
    AccessReadOnly = 0x11A0,
    AccessWriteOnly = 0x11A1,
    AccessReadWrite = 0x11A2,
    AccessNone = 0x11A3,
    TypeConst = 1,
    TypeRestrict = 2,
    TypeVolatile = 4,
    TypePipe = 8,
};

static StringRef
metadataString(const Function &Kernel, StringRef Kind, unsigned Index)
{
    MDNode *Node = Kernel.getMetadata(Kind);

    if (!Node || Index >= Node->getNumOperands())
        return "";
    auto *Text = dyn_cast<MDString>(Node->getOperand(Index));
    return Text ? Text->getString() : "";
}

static uint64_t
metadataInteger(const MDNode *Node, unsigned Index)
{
    if (!Node || Index >= Node->getNumOperands())
        return 0;
    auto *Value = mdconst::dyn_extract<ConstantInt>(Node->getOperand(Index));
    return Value ? Value->getZExtValue() : 0;
}

static char *
copyText(StringRef Text)
{
    auto *Copy = static_cast<char *>(malloc(Text.size() + 1));

    if (Copy) {
        memcpy(Copy, Text.data(), Text.size());
        Copy[Text.size()] = 0;
    }
    return Copy;
}

// The OpenCL C name of vec_type_hint's type; LLVM's integers have lost their sign.
static std::string
typeName(Type *T, bool Signed)
{
    std::string Lanes;
    std::string Name;

    if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
        Lanes = utostr(Vector->getNumElements());
        T = Vector->getElementType();
    }
    if (T->isHalfTy())
        Name = "half";
    else if (T->isFloatTy())
        Name = "float";
    else if (T->isDoubleTy())
        Name = "double";
    else if (T->isIntegerTy(8))
        Name = "char";
    else if (T->isIntegerTy(16))
        Name = "short";
    else if (T->isIntegerTy(32))
        Name = "int";
    else if (T->isIntegerTy(64))
        Name = "long";
    if (T->isIntegerTy() && !Signed)
        Name = "u" + Name;
    return Name + Lanes;
}

// "Attributes are returned ... with surrounding whitespace removed and multiple attributes space delimited".
static std::string
attributesText(const Function &Kernel)
{
    std::string Text;
    auto Append = [&](const Twine &Attribute) {
        if (!Text.empty())
            Text += ' ';
        Text += Attribute.str();
    };

    if (MDNode *Hint = Kernel.getMetadata("vec_type_hint")) {
        auto *Value = dyn_cast<ValueAsMetadata>(Hint->getOperand(0));
        if (Value)
            Append(Twine("vec_type_hint(") + typeName(Value->getType(), metadataInteger(Hint, 1) != 0) + ")");
    }
    for (const char *Name : {"work_group_size_hint", "reqd_work_group_size"}) {
        if (MDNode *Sizes = Kernel.getMetadata(Name))
            Append(Twine(Name) + "(" + utostr(metadataInteger(Sizes, 0)) + "," + utostr(metadataInteger(Sizes, 1)) +
                   "," + utostr(metadataInteger(Sizes, 2)) + ")");
    }
    if (MDNode *Size = Kernel.getMetadata("intel_reqd_sub_group_size"))
        Append(Twine("intel_reqd_sub_group_size(") + utostr(metadataInteger(Size, 0)) + ")");
    return Text;
}

static uint64_t
typeQualifiers(StringRef Text)
{
    SmallVector<StringRef, 4> Words;
    uint64_t Bits = 0;

    Text.split(Words, ' ');
    for (StringRef Word : Words) {
        if (Word == "const")
            Bits |= TypeConst;
        else if (Word == "restrict")
            Bits |= TypeRestrict;
        else if (Word == "volatile")
            Bits |= TypeVolatile;
        else if (Word == "pipe")
            Bits |= TypePipe;
    }
    return Bits;
}

static uint32_t
accessQualifier(StringRef Text)
{
    if (Text == "read_only")
        return AccessReadOnly;
    if (Text == "write_only")
        return AccessWriteOnly;
    if (Text == "read_write")
        return AccessReadWrite;
    return AccessNone;
}

// Alignment of what a pointer to __local points at: Clang says it on the argument.
static uint32_t
pointeeAlign(const Argument &A)
{
    MaybeAlign Known = A.getParamAlign();

    return Known ? static_cast<uint32_t>(Known->value()) : 1;
}

static bool
fillArgument(const Function &Kernel, unsigned Index, const weft::ArgumentSlot &Slot, weft_arg_info *Info)
{
    const Argument *A = Kernel.getArg(Index);
    MDNode *Spaces = Kernel.getMetadata("kernel_arg_addr_space");
    uint64_t Qualifiers = typeQualifiers(metadataString(Kernel, "kernel_arg_type_qual", Index));

    Info->size = static_cast<uint32_t>(Slot.Size);
    Info->align = static_cast<uint32_t>(Slot.Align);
    Info->offset = static_cast<uint32_t>(Slot.Offset);
    Info->kind = WEFT_ARG_VALUE;
    Info->address_qualifier = AddressPrivate;
    if (A->getType()->isPointerTy() && !Slot.ByValue) {
        switch (metadataInteger(Spaces, Index)) {
        case 1:
            Info->kind = WEFT_ARG_GLOBAL;
            Info->address_qualifier = AddressGlobal;
            break;
        case 2:
            Info->kind = WEFT_ARG_CONSTANT;
            Info->address_qualifier = AddressConstant;
            // "CL_KERNEL_ARG_TYPE_CONST is returned if the argument is declared with the constant address space
            // qualifier", which Clang's metadata says already.
            break;
        case 3:
            Info->kind = WEFT_ARG_LOCAL;
            Info->address_qualifier = AddressLocal;
            Info->align = pointeeAlign(*A);
            break;
        default:
            break;
        }
    }
    if (Qualifiers & TypePipe)
        Info->kind = WEFT_ARG_PIPE;
    if (const auto *Opaque = dyn_cast<TargetExtType>(A->getType())) {
        if (Opaque->getName() == "spirv.Image") {
            Info->kind = WEFT_ARG_IMAGE;
            Info->address_qualifier = AddressGlobal;
        } else if (Opaque->getName() == "spirv.Sampler") {
            Info->kind = WEFT_ARG_SAMPLER;
        } else if (Opaque->getName() == "spirv.Queue") {
            Info->kind = WEFT_ARG_QUEUE;
        }
    }
    Info->type_qualifier = Qualifiers;
    Info->access_qualifier = accessQualifier(metadataString(Kernel, "kernel_arg_access_qual", Index));
    Info->name = copyText(metadataString(Kernel, "kernel_arg_name", Index));
    Info->type_name = copyText(metadataString(Kernel, "kernel_arg_type", Index));
    return Info->name && Info->type_name;
}

static bool
fillKernel(const Function &Kernel, weft_kernel_info *Info)
{
    SmallVector<weft::ArgumentSlot, 8> Slots;

    Info->name = copyText(Kernel.getName());
    Info->attributes = copyText(attributesText(Kernel));
    Info->arg_block_bytes = static_cast<uint32_t>(weft::layoutArguments(Kernel, Slots));
    for (unsigned D = 0; D < 3; ++D)
        Info->required_work_group_size[D] = weft::requiredLocalSize(Kernel, D);
    // Clang's answer to -cl-std and -cl-uniform-work-group-size, kept by each kernel through linking.
    Attribute Uniform = Kernel.getFnAttribute("uniform-work-group-size");
    Info->uniform_work_groups = Uniform.isValid() && Uniform.getValueAsString() != "false";
    if (!Info->name || !Info->attributes)
        return false;
    if (Slots.empty())
        return true;
    Info->args = static_cast<weft_arg_info *>(calloc(Slots.size(), sizeof(*Info->args)));
    if (!Info->args)
        return false;
    Info->arg_count = static_cast<uint32_t>(Slots.size());
    for (unsigned I = 0; I < Slots.size(); ++I)
        if (!fillArgument(Kernel, I, Slots[I], &Info->args[I]))
            return false;
    return true;
}

static void
fillProgramScope(const Module &M, weft_program_info *Info)
{
    for (const GlobalVariable &Variable : M.globals()) {
        unsigned Space = Variable.getAddressSpace();
        if (Variable.isDeclaration() || Variable.isConstant() || (Space != 0 && Space != 1) ||
            Variable.hasAppendingLinkage() || Variable.getSection() == "llvm.metadata")
            continue;
        Info->has_program_scope_variables = 1;
        Info->program_scope_bytes += M.getDataLayout().getTypeAllocSize(Variable.getValueType());
    }
}

extern "C" bool
weft_module_kernel_info(weft_module *Module, weft_program_info *Info, weft_log *Log)
{
    SmallVector<const Function *, 8> Kernels, Blocks;
    const Function *Begin = Module->M->getFunction(weft::BeginKernel), *End = Module->M->getFunction(weft::EndKernel);

    for (const Function &F : *Module->M)
        if (!F.isDeclaration() && weft::isProgramKernel(F) && &F != Begin && &F != End)
            (weft::blockNumber(F) < 0 ? Kernels : Blocks).push_back(&F);
    sort(Blocks, [](const Function *A, const Function *B) { return weft::blockNumber(*A) < weft::blockNumber(*B); });
    memset(Info, 0, sizeof(*Info));
    Info->kernel_count = static_cast<uint32_t>(Kernels.size());
    Info->has_begin = Begin != nullptr;
    Info->has_end = End != nullptr;
    for (const Function *F : {Begin, End})
        if (F)
            Kernels.push_back(F);
    Info->block_count = static_cast<uint32_t>(Blocks.size());
    append_range(Kernels, Blocks);
    fillProgramScope(*Module->M, Info);
    // What makes objects has state, if only what it has printed.
    if (Info->has_begin || Info->has_end)
        Info->has_program_scope_variables = 1;
    if (Kernels.empty())
        return true;
    Info->kernels = static_cast<weft_kernel_info *>(calloc(Kernels.size(), sizeof(*Info->kernels)));
    if (!Info->kernels) {
        Info->kernel_count = Info->has_begin = Info->has_end = Info->block_count = 0;
        weft::appendLog(Log, "error: out of memory\n");
        return false;
    }
    for (size_t I = 0; I < Kernels.size(); ++I) {
        if (!fillKernel(*Kernels[I], &Info->kernels[I])) {
            weft::appendLog(Log, "error: out of memory\n");
            return false;
        }
    }
    return true;
}
