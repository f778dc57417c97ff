// SPDX-License-Identifier: Apache-2.0
// Floats that become integers narrower than int.
#ifndef WEFT_LINKING_NARROW_CONVERSIONS_H
#define WEFT_LINKING_NARROW_CONVERSIONS_H

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

// A program's casts of floats to char, uchar, short and ushort go by way of int, so that those that do not fit give its
// low bits whatever the code around them becomes: OpenCL C leaves open what they give, LLVM anything, another thing in
// a pack than alone. Programs rely on what C compilers do. The library's conversions that do not saturate do likewise.
void convertByInts(llvm::Module &M);

} // namespace weft

#endif
