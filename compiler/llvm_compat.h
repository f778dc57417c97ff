// SPDX-License-Identifier: Apache-2.0
// The only file that may test LLVM's version.
#ifndef WEFT_LLVM_COMPAT_H
#define WEFT_LLVM_COMPAT_H

#include "llvm/Config/llvm-config.h"

#if LLVM_VERSION_MAJOR != 22
#error "weft-compiler is written for LLVM 22"
#endif

#endif
