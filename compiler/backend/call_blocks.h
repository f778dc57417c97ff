// SPDX-License-Identifier: Apache-2.0
// Blocks with many calls, cut before the code generator selects instructions for them.
#ifndef WEFT_BACKEND_CALL_BLOCKS_H
#define WEFT_BACKEND_CALL_BLOCKS_H

namespace weft {

// LLVM's list schedulers look at each waiting call again for each instruction that they place, since calls must not
// begin before others have ended: a block of 400 calls takes a quarter of a minute. Its scheduler that does not look is
// wrong on AArch64: it lets a call stand between a comparison and what asks for the flags, which the call changes (LLVM
// 22). So such blocks become several for the code generator, whichever target it is for. For the whole process; once.
void cutCallBlocks();

} // namespace weft

#endif
