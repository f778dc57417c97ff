// SPDX-License-Identifier: Apache-2.0
// Makes an allocation failure inside LLVM end the build with its own exit code instead of SIGABRT.
#include <new>

#include "llvm/Support/ErrorHandling.h"

#include "compiler/limits.h"

namespace {

void
outOfMemory()
{
    weft_limits_out_of_memory();
}

void
badAlloc(void *, const char *, bool)
{
    weft_limits_out_of_memory();
}

} // namespace

void
weft_memory_handler_install(void)
{
    std::set_new_handler(outOfMemory);
    llvm::install_bad_alloc_error_handler(badAlloc);
}
