// SPDX-License-Identifier: Apache-2.0
// The machine that kernels are made for, and what of it the compiler asks for by name.
#ifndef WEFT_BACKEND_TARGET_H
#define WEFT_BACKEND_TARGET_H

#include "compiler/module.h"

#include "llvm/ADT/StringMap.h"

namespace llvm {
class MCSubtargetInfo;
} // namespace llvm

namespace weft {

struct HostCpu {
    llvm::StringMap<bool> Features;
    std::string Tuning; // the CPU that the scheduling model comes from
};
const HostCpu &hostCpu();

// The widest vector registers that the CPU computes in.
unsigned vectorBytes(const llvm::TargetMachine &Machine);

// target_x86.cpp
std::string x86Level(const llvm::StringMap<bool> &Features);
bool isForSystems(llvm::StringRef Feature);
bool isX86Of64Bits(llvm::StringRef Cpu);
unsigned x86VectorBytes(const llvm::MCSubtargetInfo &Features);
llvm::StringRef x86Tuning(const llvm::MCSubtargetInfo &Features); // more features, which change no result

// target_aarch64.cpp: what the kernel says that the running CPU has. Nothing when another architecture runs this.
llvm::StringMap<bool> aarch64HostFeatures();

} // namespace weft

#endif
