// SPDX-License-Identifier: Apache-2.0
// Blocks with many calls, cut before the code generator selects instructions for them.
#include "compiler/backend/call_blocks.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Pass.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

#include <cstdint>

using namespace llvm;

// Looks of a scheduler in one block: calls times instructions. Up to so many are a hundredth of a second; blocks with
// more become parts with few.
static constexpr uint64_t MostLooks = 60000, PartLooks = 1500;

static bool
isCall(const Instruction &I)
{
    return isa<CallBase>(I) && !isa<IntrinsicInst>(I);
}

static uint64_t
countLooks(const BasicBlock &Block)
{
    uint64_t Calls = 0, Instructions = 0;

    for (const Instruction &I : Block) {
        Calls += isCall(I);
        Instructions++;
    }
    return Calls * Instructions;
}

// Where the second part of the block begins, or its end if one part is enough.
static BasicBlock::iterator
findCut(BasicBlock &Block)
{
    uint64_t Calls = 0, Instructions = 0;

    for (Instruction &I : Block) {
        // Allocations stay where they are one of the frame's, and nothing comes between a call and the return that it
        // is to be.
        if (isa<AllocaInst>(I))
            Calls = Instructions = 0;
        Instructions++;
        Calls += isCall(I);
        if (Calls * Instructions > PartLooks && !I.isTerminator() && !I.getNextNode()->isTerminator())
            return std::next(I.getIterator());
    }
    return Block.end();
}

namespace {

class CallBlocks : public FunctionPass {
public:
    static char ID;

    CallBlocks() : FunctionPass(ID) {}

    StringRef getPassName() const override { return "Cut blocks with many calls"; }

    void getAnalysisUsage(AnalysisUsage &Usage) const override
    {
        Usage.addPreserved<StackProtector>(); // of the frame's variables, asked for behind this pass
    }

    bool runOnFunction(Function &F) override
    {
        SmallVector<BasicBlock *> Blocks;

        for (BasicBlock &Block : F)
            if (countLooks(Block) > MostLooks)
                Blocks.push_back(&Block);
        for (BasicBlock *Block : Blocks)
            for (auto Cut = findCut(*Block); Cut != Block->end(); Cut = findCut(*Block))
                Block = Block->splitBasicBlock(Cut);
        return !Blocks.empty();
    }
};

char CallBlocks::ID = 0;

} // namespace

void
weft::cutCallBlocks()
{
    // Behind what merges blocks, and before what selects instructions.
    static const RegisterTargetPassConfigCallback Registration(
        [](TargetMachine &, PassManagerBase &, TargetPassConfig *Passes) {
            Passes->insertPass(&StackProtector::ID, IdentifyingPassPtr(new CallBlocks));
        });
}
