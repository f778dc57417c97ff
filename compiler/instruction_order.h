// SPDX-License-Identifier: Apache-2.0
// In which order the code generator puts the instructions of a block first.
#ifndef WEFT_COMPILER_INSTRUCTION_ORDER_H
#define WEFT_COMPILER_INSTRUCTION_ORDER_H

namespace weft {

// Makes it the scheduler that LLVM has for the target, but for blocks that this one would take seconds for: many calls
// in much code. LLVM's option -pre-RA-sched still chooses another. For the whole process; once.
void boundInstructionOrder();

} // namespace weft

#endif
