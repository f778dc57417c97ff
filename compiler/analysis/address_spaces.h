// SPDX-License-Identifier: Apache-2.0
// The address spaces of spir64, which kernels keep until code is generated, and what is known of memory beside them.
#ifndef WEFT_ANALYSIS_ADDRESS_SPACES_H
#define WEFT_ANALYSIS_ADDRESS_SPACES_H

#include "llvm/ADT/StringRef.h"

namespace weft {

inline constexpr unsigned PrivateSpace = 0, GlobalSpace = 1, ConstantSpace = 2, LocalSpace = 3, GenericSpace = 4;

// On a load or store of a value that a work-item keeps in the group's context: nobody but the thread that runs the
// group accesses that memory, and behind the last work-item's there are WEFT_CONTEXT_SLACK places more of that value.
inline constexpr llvm::StringLiteral SlotMetadata = "weft.slot";

// On the load of a pointer that a kernel is given, with the argument's number: no work-item stores by what is made of
// another such pointer what it accesses by what is made of this one.
inline constexpr llvm::StringLiteral ApartMetadata = "weft.apart";

} // namespace weft

#endif
