// SPDX-License-Identifier: Apache-2.0
// Bytes that lanes look up in a table of all lanes, by an index of eight bits.
#ifndef WEFT_PACKING_ANALYSIS_BYTE_TABLE_H
#define WEFT_PACKING_ANALYSIS_BYTE_TABLE_H

#include <cstdint>
#include <optional>

namespace llvm {
class Module;
class TargetTransformInfo;
class Type;
class Value;
} // namespace llvm

namespace weft {

// A register of a CPU that looks bytes up in registers.
inline constexpr unsigned TablePart = 64;
// Fewer lanes have loads of their own.
inline constexpr unsigned FewestTableLanes = 8;

// Whether the CPU finds bytes in one or two registers by one instruction for all lanes, as AVX-512 VBMI.
bool hasByteTables(const llvm::Module &M, const llvm::TargetTransformInfo &Target);

struct ByteTable {
    unsigned Bytes;                   // that indexes may reach: 64, 128 or 256
    std::optional<uint64_t> Readable; // of these, where the object is known; what is beyond is looked up by nobody
};

// Null if an access to elements of the type by this address is not by an index below 256 to bytes behind a scalar
// address, or lies at an unknown place of a known object. The address is one lane's or a vector of all lanes'.
std::optional<ByteTable> byteTableOf(const llvm::Value &Address, const llvm::Type &Element);

} // namespace weft

#endif
