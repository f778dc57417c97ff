// SPDX-License-Identifier: Apache-2.0
// Floats that become integers narrower than int.
#include "compiler/linking/narrow_conversions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void
weft::convertByInts(Module &M)
{
    for (Function &F : M)
        for (Instruction &I : make_early_inc_range(instructions(F))) {
            const unsigned Bits = I.getType()->getScalarSizeInBits();

            if (!isa<FPToSIInst, FPToUIInst>(I) || Bits < 8 || Bits >= 32)
                continue;
            IRBuilder<> B(&I);
            Value *Int = B.CreateFPToSI(I.getOperand(0), I.getType()->getWithNewBitWidth(32));
            I.replaceAllUsesWith(B.CreateTrunc(Int, I.getType()));
            I.eraseFromParent();
        }
}
