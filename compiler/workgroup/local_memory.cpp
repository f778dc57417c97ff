// SPDX-License-Identifier: Apache-2.0
// Pass local-memory: static __local variables become offsets into the worker's local memory.
#include "compiler/workgroup/local_memory.h"

#include "compiler/analysis/address_spaces.h"
#include "compiler/analysis/kernel_sizes.h"
#include "compiler/analysis/kernels.h"
#include "compiler/analysis/primitives.h"
#include "compiler/errors.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace weft {

static FunctionCallee
localBase(Module &M)
{
    LLVMContext &Context = M.getContext();
    FunctionCallee Base = M.getOrInsertFunction(WEFT_PRIMITIVE_LOCAL_BASE, PointerType::get(Context, 3));

    if (auto *F = dyn_cast<Function>(Base.getCallee())) {
        F->setDoesNotAccessMemory();
        F->setDoesNotThrow();
        F->setWillReturn();
    }
    return Base;
}

static uint64_t
alignOf(const GlobalVariable &G, uint64_t Bytes)
{
    uint64_t Alignment = G.getDataLayout().getPreferredAlign(&G).value();

    return Bytes >= 64 ? std::max<uint64_t>(Alignment, 64) : Alignment; // whole cache lines for arrays
}

// A debugger finds the variable, which has no fixed address, as a variable of the kernel.
static void
describeToDebugger(Function &Kernel, GlobalVariable &G, Instruction &Address)
{
    SmallVector<DIGlobalVariableExpression *, 1> Expressions;
    DISubprogram *Subprogram = Kernel.getSubprogram();

    G.getDebugInfo(Expressions);
    if (!Subprogram || Expressions.empty())
        return;
    DIBuilder Builder(*Kernel.getParent(), /*AllowUnresolved=*/false);
    DIGlobalVariable *Variable = Expressions[0]->getVariable();
    // In a function that was inlined the variable belongs to the first copy of it.
    DILocalScope *Scope = Subprogram;
    DILocation *InlinedAt = nullptr;
    auto *Declared = dyn_cast_or_null<DILocalScope>(Variable->getScope());
    for (Instruction &I : instructions(Kernel)) {
        const DILocation *At = I.getDebugLoc();
        if (Declared && At && At->getScope()->getSubprogram() == Declared->getSubprogram()) {
            Scope = Declared;
            InlinedAt = At->getInlinedAt();
            break;
        }
    }
    DILocalVariable *Local = Builder.createAutoVariable(Scope, Variable->getName(), Variable->getFile(),
                                                        Variable->getLine(), Variable->getType(), true);
    DILocation *Location = DILocation::get(Kernel.getContext(), Variable->getLine(), 0, Scope, InlinedAt);
    // The debugger finds the address in memory, where it stays through the kernel when nothing is optimized.
    IRBuilder<> B(&Kernel.getEntryBlock(), Kernel.getEntryBlock().begin());
    AllocaInst *Where = B.CreateAlloca(Address.getType(), nullptr, G.getName() + ".address");
    B.SetInsertPoint(Address.getNextNode());
    B.CreateStore(&Address, Where);
    Builder.insertDeclare(Where, Local, Builder.createExpression(ArrayRef<uint64_t>(dwarf::DW_OP_deref)), Location,
                          B.GetInsertPoint());
}

// The variables are described as the kernels' now.
static void
forgetGlobals(Module &M, ArrayRef<Constant *> Locals)
{
    SmallPtrSet<Metadata *, 8> Gone;

    for (Constant *Local : Locals) {
        SmallVector<DIGlobalVariableExpression *, 1> Expressions;
        cast<GlobalVariable>(Local)->getDebugInfo(Expressions);
        Gone.insert(Expressions.begin(), Expressions.end());
    }
    if (Gone.empty())
        return;
    for (DICompileUnit *Unit : M.debug_compile_units()) {
        SmallVector<Metadata *, 8> Kept;
        for (DIGlobalVariableExpression *Expression : Unit->getGlobalVariables())
            if (!Gone.contains(Expression))
                Kept.push_back(Expression);
        Unit->replaceGlobalVariables(MDTuple::get(M.getContext(), Kept));
    }
}

static void
placeVariables(Function &Kernel, ArrayRef<GlobalVariable *> Variables)
{
    IRBuilder<> B(&*Kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    CallInst *Base = B.CreateCall(localBase(*Kernel.getParent()), {}, "local.base");
    uint64_t Bytes = 0;

    for (GlobalVariable *G : Variables) {
        uint64_t Size = Kernel.getDataLayout().getTypeAllocSize(G->getValueType());
        Bytes = alignTo(Bytes, alignOf(*G, Size));
        auto *Address = cast<Instruction>(
            B.Insert(GetElementPtrInst::CreateInBounds(B.getInt8Ty(), Base, {B.getInt64(Bytes)}), G->getName()));
        G->replaceUsesWithIf(Address, [&](Use &U) {
            auto *I = dyn_cast<Instruction>(U.getUser());
            return I && I->getFunction() == &Kernel;
        });
        describeToDebugger(Kernel, *G, *Address);
        Bytes += Size;
    }
    setSize(Kernel, LocalBytesAttribute, Bytes);
}

PreservedAnalyses
LocalMemoryPass::run(Module &M, ModuleAnalysisManager &)
{
    SmallVector<Constant *, 8> Locals;
    MapVector<Function *, SmallVector<GlobalVariable *, 4>> UsedBy;

    for (GlobalVariable &G : M.globals())
        if (G.getAddressSpace() == LocalSpace)
            Locals.push_back(&G);
    if (Locals.empty())
        return PreservedAnalyses::all();
    convertUsersOfConstantsToInstructions(Locals);
    for (Constant *Local : Locals) {
        auto *G = cast<GlobalVariable>(Local);
        for (User *U : G->users()) {
            auto *I = dyn_cast<Instruction>(U);
            if (!I)
                continue;
            SmallVector<GlobalVariable *, 4> &Used = UsedBy[I->getFunction()];
            if (!is_contained(Used, G))
                Used.push_back(G);
        }
    }
    for (auto &[F, Used] : UsedBy) {
        if (isKernel(*F))
            placeVariables(*F, Used);
        else
            reportError(*F, "a __local variable is used outside of a kernel");
    }
    forgetGlobals(M, Locals);
    for (Constant *Local : Locals) {
        auto *G = cast<GlobalVariable>(Local);
        G->removeDeadConstantUsers();
        if (!G->use_empty()) {
            M.getContext().emitError("the address of the __local variable '" + G->getName() +
                                     "' is used in an initializer");
            G->replaceAllUsesWith(PoisonValue::get(G->getType()));
        }
        G->eraseFromParent();
    }
    return PreservedAnalyses::none();
}

} // namespace weft
