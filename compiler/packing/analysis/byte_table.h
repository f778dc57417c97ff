// SPDX-License-Identifier: Apache-2.0
// Bytes that lanes look up in a table of all lanes, by an index of eight bits.
#ifndef WEFT_PACKING_ANALYSIS_BYTE_TABLE_H
#define WEFT_PACKING_ANALYSIS_BYTE_TABLE_H

#include <cstdint>
#include <optional>

namespace llvm {
class Function;
class TargetTransformInfo;
class Type;
class Value;
} // namespace llvm

namespace weft {

// How a CPU finds bytes in registers.
struct ByteLookup {
    static constexpr unsigned PermutedPart = 64, ShuffledPart = 16;

    // Bytes of a table that one instruction finds them in: by AVX-512 VBMI or by a shuffle, as above; 0: none does.
    unsigned Part = 0;
    unsigned Lanes = 0; // that have them found at once

    explicit operator bool() const { return Part != 0; }
    bool isByShuffles() const { return Part == ShuffledPart; }
    // For one table and a vector of so many lanes.
    unsigned partsOf(unsigned TableBytes) const { return TableBytes / Part; }
    unsigned operations(unsigned TableBytes, unsigned Width) const;
};

// None where WEFT_SWITCH_BYTE_TABLES is off.
ByteLookup byteLookup(const llvm::Function &F, const llvm::TargetTransformInfo &Target);

struct ByteTable {
    unsigned Bytes;                   // that indexes may reach, in whole parts of the CPU's: up to 256
    std::optional<uint64_t> Readable; // of these, where the object is known; what is beyond is looked up by nobody
};

// Null if an access of so many lanes to elements of the type by this address is not by an index below 256 to bytes
// behind a scalar address, lies at an unknown place of a known object, or takes less with a load for each lane. The
// address is one lane's or a vector of all lanes'.
std::optional<ByteTable> byteTableOf(const llvm::Value &Address, const llvm::Type &Element, unsigned Width,
                                     ByteLookup Lookup);

} // namespace weft

#endif
