// SPDX-License-Identifier: Apache-2.0
// The code generators that offline tools have besides the host's.
#include "compiler/tools/all_targets.h"

#include "llvm/Support/TargetSelect.h"

// Those that are not built in are empty (compiler/backend/lld_targets.cpp).
extern "C" void
weft_initialize_all_targets(void)
{
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
}
