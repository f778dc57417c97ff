// SPDX-License-Identifier: Apache-2.0
// The address spaces of spir64, which kernels keep until code is generated.
#ifndef WEFT_ANALYSIS_ADDRESS_SPACES_H
#define WEFT_ANALYSIS_ADDRESS_SPACES_H

namespace weft {

inline constexpr unsigned PrivateSpace = 0, GlobalSpace = 1, ConstantSpace = 2, LocalSpace = 3, GenericSpace = 4;

} // namespace weft

#endif
