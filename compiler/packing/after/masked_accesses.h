// SPDX-License-Identifier: Apache-2.0
// Pass masked-accesses: masked loads and stores that LLVM 22's code generator gets right.
//
// With AVX-512, LLVM 22 makes one masked store of a truncation and the masked store of its result. When the mask is
// known and has one lane, it then makes a plain store of that lane, with the size that it had before the truncation:
// what lies behind it in memory is overwritten. That also happens to a part of a masked store that is too wide for one
// register. Where the CPU has no masked loads or stores of a type, it makes accesses of single lanes, which for
// pointers all get the alignment that the first has. With AVX and AVX2 it takes a register's mask whose lanes are found
// to be off, when the others' are not known, for one whose lanes are all on: it reads what is not to be read, or
// crashes. With AVX-512's mask registers it accesses eight bytes as the first of sixteen, and takes what clears the
// other lanes of their mask (kmovb) for a copy: where registers are short both are one, and others are written, too,
// whose lanes a comparison has left on.
//
// Requires: runs last, when no other pass finds out what masks are.
// Guarantees: of masked stores with constant masks, those that have exactly one lane in four neighbours, or in a larger
//   part that can become a store of its own, are plain stores of the lanes that they have, in as few pieces as halving
//   gives; parts that are safe stay masked, unless pieces cost less on the target. Masked stores with all lanes, or
//   none, are plain, or gone. Of masked loads of several registers, those whose lanes are known to be off are left out.
//   Those of eight bytes have sixteen lanes where there are AVX-512's mask registers, and their masks come by way of
//   others. Masked loads and stores of pointers say no more than a pointer's alignment.
// Metadata: stays.
#ifndef WEFT_PACKING_AFTER_MASKED_ACCESSES_H
#define WEFT_PACKING_AFTER_MASKED_ACCESSES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class MaskedAccessesPass : public llvm::PassInfoMixin<MaskedAccessesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
    static bool isRequired() { return true; }
};

} // namespace weft

#endif
