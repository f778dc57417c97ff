// SPDX-License-Identifier: Apache-2.0
// Pass plain-debug-info: removes address spaces from debug information.
#include "compiler/passes/plain_debug_info.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

// Clang ends the expression with: DW_OP_constu <space>, DW_OP_swap, DW_OP_xderef.
static DIExpression *
withoutAddressSpace(DIExpression *Expression)
{
    ArrayRef<uint64_t> Elements = Expression->getElements();
    size_t Size = Elements.size();

    if (Size < 4 || Elements[Size - 1] != dwarf::DW_OP_xderef || Elements[Size - 2] != dwarf::DW_OP_swap ||
        Elements[Size - 4] != dwarf::DW_OP_constu)
        return Expression;
    return DIExpression::get(Expression->getContext(), Elements.drop_back(4));
}

PreservedAnalyses
PlainDebugInfoPass::run(Module &M, ModuleAnalysisManager &)
{
    bool Changed = false;

    for (Function &F : M) {
        for (Instruction &I : instructions(F)) {
            for (DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange())) {
                DIExpression *Expression = withoutAddressSpace(Record.getExpression());
                Changed |= Expression != Record.getExpression();
                Record.setExpression(Expression);
            }
        }
    }
    auto Plain = [&](DIGlobalVariableExpression *Global) {
        return DIGlobalVariableExpression::get(M.getContext(), Global->getVariable(),
                                               withoutAddressSpace(Global->getExpression()));
    };
    for (GlobalVariable &G : M.globals()) {
        SmallVector<DIGlobalVariableExpression *, 1> Expressions;
        G.getDebugInfo(Expressions);
        if (Expressions.empty())
            continue;
        G.eraseMetadata(LLVMContext::MD_dbg);
        for (DIGlobalVariableExpression *Expression : Expressions)
            G.addDebugInfo(Plain(Expression));
        Changed = true;
    }
    for (DICompileUnit *Unit : M.debug_compile_units()) {
        SmallVector<Metadata *, 8> Globals;
        for (DIGlobalVariableExpression *Expression : Unit->getGlobalVariables())
            Globals.push_back(Plain(Expression));
        if (!Globals.empty())
            Unit->replaceGlobalVariables(MDTuple::get(M.getContext(), Globals));
    }
    return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace weft
