// SPDX-License-Identifier: Apache-2.0
// Which functions a program's kernels reach, and whether some of them call themselves.
#include "compiler/analysis/call_graph.h"

#include "compiler/analysis/kernels.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

using namespace llvm;

namespace weft {

Function *
calledFunction(const CallBase &Call)
{
    return dyn_cast<Function>(Call.getCalledOperand()->stripPointerCastsAndAliases());
}

namespace {
// A function whose calls are being followed.
struct Frame {
    Function *F;
    SmallVector<const CallBase *, 8> Calls;
    size_t Next = 0; // the call behind the one that is followed

    explicit Frame(Function *Which) : F(Which)
    {
        for (const Instruction &I : instructions(*Which))
            if (const auto *Call = dyn_cast<CallBase>(&I))
                if (const Function *Callee = calledFunction(*Call); Callee && !Callee->isDeclaration())
                    Calls.push_back(Call);
    }
};
} // namespace

// Chains of calls may be longer than our stack.
CallGraphWalk
walkCallGraph(Module &M)
{
    CallGraphWalk Walk;
    DenseMap<const Function *, bool> Open;
    std::vector<Frame> Path;

    auto Enter = [&](Function *F) {
        Walk.Reached.insert(F);
        Open[F] = true;
        Path.emplace_back(F);
    };
    for (Function *Kernel : kernelsOf(M)) {
        if (!Walk.Reached.contains(Kernel))
            Enter(Kernel);
        while (!Path.empty()) {
            Frame &Top = Path.back();
            if (Top.Next == Top.Calls.size()) {
                Open[Top.F] = false;
                Path.pop_back();
                continue;
            }
            Function *Callee = calledFunction(*Top.Calls[Top.Next++]);
            if (!Walk.Reached.contains(Callee)) {
                Enter(Callee);
                continue;
            }
            if (!Open.lookup(Callee))
                continue;
            for (const Frame &Caller : Path)
                if (Caller.F == Callee || !Walk.Cycle.empty())
                    Walk.Cycle.push_back(Caller.Calls[Caller.Next - 1]);
            return Walk;
        }
    }
    return Walk;
}

} // namespace weft
