// SPDX-License-Identifier: Apache-2.0
// Blocks that kernels enqueue become kernels of the program that have numbers.
//
// Clang makes a kernel of each block that is passed to enqueue_kernel or to a query: its argument is a pointer to what
// the block has captured, which the sizes of local memory follow. It hands over the kernel's address, which says
// nothing to the runtime. Here the number of the block takes the address's place, so that nothing refers to the kernel
// any more: it is compiled as any other, and described behind the program's own in struct weft_program_info.
#ifndef WEFT_LINKING_ENQUEUED_BLOCKS_H
#define WEFT_LINKING_ENQUEUED_BLOCKS_H

#include "compiler/module.h"

namespace weft {

// Of a unit as Clang leaves it: its blocks are no names of the program's, which another unit may have as well.
// SaysWhy: enqueue_kernel tells why it fails, in all of the program.
void hideBlocks(llvm::Module &M, bool SaysWhy);

// Of a whole program, before anything is taken from it: numbers are the same in the program and in versions of it.
// False after an error in the log.
bool numberBlocks(llvm::Module &M, weft_log *Log);

// The number of what numberBlocks has made of a block, or -1 for any other function.
int64_t blockNumber(const llvm::Function &F);

} // namespace weft

#endif
