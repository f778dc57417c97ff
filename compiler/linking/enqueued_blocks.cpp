// SPDX-License-Identifier: Apache-2.0
// Blocks that kernels enqueue become kernels of the program that have numbers.
#include "compiler/linking/enqueued_blocks.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/kernel_abi.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

static constexpr StringLiteral BlockAttribute = "weft.block"; // holds the number
static constexpr StringLiteral SaysWhyFlag = "weft.says_why"; // of modules

// Which operand of a call of the function is the block's kernel; -1: the function is another one.
static int
blockOperand(StringRef Name)
{
    return StringSwitch<int>(Name)
        .Cases({"__enqueue_kernel_basic", "__enqueue_kernel_varargs"}, 3)
        .Cases({"__enqueue_kernel_basic_events", "__enqueue_kernel_events_varargs"}, 6)
        .Cases({"__get_kernel_work_group_size_impl", "__get_kernel_preferred_work_group_size_multiple_impl"}, 0)
        .Cases({"__get_kernel_sub_group_count_for_ndrange_impl", "__get_kernel_max_sub_group_size_for_ndrange_impl"}, 1)
        .Default(-1);
}

// The operands that are blocks' kernels, by kernel, in the order of the module.
static MapVector<Function *, SmallVector<Use *, 2>>
findBlocks(Module &M)
{
    MapVector<Function *, SmallVector<Use *, 2>> Blocks;

    for (Function &F : M) {
        int Operand = F.isDeclaration() ? blockOperand(F.getName()) : -1;
        for (User *U : F.users()) {
            auto *Call = dyn_cast<CallInst>(U);
            if (Operand < 0 || !Call || Call->getCalledOperand() != &F || Call->arg_size() <= unsigned(Operand))
                continue;
            Use &Place = Call->getArgOperandUse(unsigned(Operand));
            auto *Kernel = dyn_cast<Function>(Place->stripPointerCasts());
            if (Kernel && !Kernel->isDeclaration() && Kernel->getCallingConv() == CallingConv::SPIR_KERNEL)
                Blocks[Kernel].push_back(&Place);
        }
    }
    // Users have no order that means anything.
    MapVector<Function *, SmallVector<Use *, 2>> Sorted;
    for (Function &F : M)
        if (Blocks.contains(&F))
            Sorted[&F] = Blocks[&F];
    return Sorted;
}

void
weft::hideBlocks(Module &M, bool SaysWhy)
{
    for (auto &[Kernel, Places] : findBlocks(M))
        Kernel->setLinkage(GlobalValue::InternalLinkage);
    if (SaysWhy)
        M.addModuleFlag(Module::Max, SaysWhyFlag, 1);
}

// What Clang says of kernels, so that the block is described like one.
static void
describe(Function &Kernel)
{
    LLVMContext &Context = Kernel.getContext();
    SmallVector<Metadata *, 4> Spaces;

    for (const Argument &Arg : Kernel.args()) {
        auto *Space = ConstantInt::get(Type::getInt32Ty(Context), Arg.getType()->getPointerAddressSpace());
        Spaces.push_back(ConstantAsMetadata::get(Space));
    }
    Kernel.setMetadata("kernel_arg_addr_space", MDNode::get(Context, Spaces));
}

// A kernel whose first argument is a pointer to global memory, which the runtime has copied the captures to.
static Function &
makeKernel(Function &Old, uint64_t Number)
{
    LLVMContext &Context = Old.getContext();
    SmallVector<Type *, 4> Types;

    for (Argument &Arg : Old.args())
        Types.push_back(Arg.getArgNo() ? Arg.getType() : PointerType::get(Context, weft::GlobalSpace));
    Function *New = Function::Create(FunctionType::get(Old.getReturnType(), Types, false), GlobalValue::ExternalLinkage,
                                     Old.getAddressSpace(), "", Old.getParent());
    New->takeName(&Old);
    New->copyAttributesFrom(&Old);
    New->setSubprogram(Old.getSubprogram());
    Old.setSubprogram(nullptr);
    New->splice(New->begin(), &Old);
    IRBuilder<> B(&*New->getEntryBlock().getFirstInsertionPt());
    Old.getArg(0)->replaceAllUsesWith(B.CreateAddrSpaceCast(New->getArg(0), Old.getArg(0)->getType()));
    for (unsigned I = 1; I < Old.arg_size(); ++I)
        Old.getArg(I)->replaceAllUsesWith(New->getArg(I));
    New->addParamAttr(0, Attribute::NoAlias);
    New->addParamAttr(0, Attribute::ReadOnly);
    New->addParamAttr(0, Attribute::NonNull);
    New->addParamAttr(0, Attribute::getWithAlignment(Context, Align(WEFT_ARENA_ALIGN)));
    for (unsigned I = 1; I < New->arg_size(); ++I)
        New->addParamAttr(I, Attribute::getWithAlignment(Context, Align(WEFT_ARENA_ALIGN)));
    weft::setSize(*New, BlockAttribute, Number);
    describe(*New);
    return *New;
}

// Clang tells kernels, and not blocks, what -cl-std and -cl-uniform-work-group-size say of groups.
static void
copyUniformGroups(Module &M, Function &Block)
{
    static constexpr StringLiteral Name = "uniform-work-group-size";

    for (const Function &F : M)
        if (weft::isProgramKernel(F) && F.hasFnAttribute(Name)) {
            Block.addFnAttr(Name, F.getFnAttribute(Name).getValueAsString());
            return;
        }
}

bool
weft::numberBlocks(Module &M, weft_log *Log)
{
    const uint64_t Says = M.getModuleFlag(SaysWhyFlag) ? WEFT_BLOCK_SAYS_WHY : 0;
    uint64_t Number = 0;

    for (auto &[Kernel, Places] : findBlocks(M)) {
        auto IsFit = [](const Argument &Arg) {
            return Arg.getType()->isPointerTy() &&
                   Arg.getType()->getPointerAddressSpace() == (Arg.getArgNo() ? LocalSpace : GenericSpace);
        };
        if (Kernel->arg_empty() || !all_of(Kernel->args(), IsFit)) {
            appendLog(Log, "error: block '" + Kernel->getName().str() + "' cannot be enqueued: its arguments are not " +
                               "pointers to local memory\n");
            return false;
        }
        auto *Int = Type::getInt64Ty(M.getContext());
        Constant *Value = ConstantInt::get(Int, Number | Says);
        for (Use *Place : Places)
            Place->set(ConstantExpr::getIntToPtr(Value, Place->get()->getType()));
        Kernel->removeDeadConstantUsers();
        Function &New = makeKernel(*Kernel, Number++);
        copyUniformGroups(M, New);
        Kernel->eraseFromParent();
    }
    return true;
}

int64_t
weft::blockNumber(const Function &F)
{
    return F.hasFnAttribute(BlockAttribute) ? static_cast<int64_t>(getSize(F, BlockAttribute)) : -1;
}

extern "C" bool
weft_module_number_blocks(weft_module *Module, weft_log *Log)
{
    return weft::numberBlocks(*Module->M, Log);
}
