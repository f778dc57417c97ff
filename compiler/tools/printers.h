// SPDX-License-Identifier: Apache-2.0
// Passes of weft-opt that print what an analysis says of each instruction, to the standard output.
//
//   print<weft-uniformity>  uniform or divergent: for all work-items of a group, or with the attribute "weft.pack" on
//                           the function, which names its divergent arguments, for the lanes of a pack. (LLVM has a
//                           print<uniformity>.)
//   print<shapes>           how the value moves from lane to lane: uniform, +N for each lane, or varying. The attribute
//                           "weft.shapes" on the function says so of arguments: "x:4,y" is a step of 4, and varying.
//   print<cost>             what an instruction is taken to cost, times how often it is taken to run.
#ifndef WEFT_TOOLS_PRINTERS_H
#define WEFT_TOOLS_PRINTERS_H

namespace llvm {
class PassBuilder;
}

namespace weft {

// Width: lanes of a pack; 0: 8.
void registerPrinters(llvm::PassBuilder &PB, unsigned Width);

} // namespace weft

#endif
