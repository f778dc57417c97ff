// SPDX-License-Identifier: Apache-2.0
// Pass byte-tables: lanes look bytes up in registers.
//
// A byte that each lane looks up by another byte, as of a curve for an image or a substitution of a cipher, is a load
// for each lane: no CPU gathers bytes. Those with AVX-512 VBMI find 64 in a register, or two, at once; the table is
// four of them at most. Others shuffle each 16 bytes of a register by four bits of the indexes, whose other bits choose
// among up to 16 of such parts. What of the table is not there is not read: it is loaded whole where it lies in one
// page, of which the lanes read something anyway, or as far as an object goes whose size is known.
//
// Requires: runs before gather-lowering. Acts for x86 CPUs that shuffle bytes (SSSE3) only.
// Guarantees: a gather of at least 8 bytes by indexes below 256 from one scalar address, which is no unknown place of a
//   known object, and which takes less so, is done by a loop over the lanes where its table crosses a page, or no lane
//   is on, and by no load of a lane elsewhere.
#ifndef WEFT_PACKING_AFTER_BYTE_TABLES_H
#define WEFT_PACKING_AFTER_BYTE_TABLES_H

#include "llvm/IR/PassManager.h"

namespace weft {

class ByteTablesPass : public llvm::PassInfoMixin<ByteTablesPass> {
public:
    llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &AM);
};

} // namespace weft

#endif
