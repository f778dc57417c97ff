// SPDX-License-Identifier: Apache-2.0
// What the passes tell about a kernel: string attributes on the kernel, later on its entry.
#ifndef WEFT_ANALYSIS_KERNEL_SIZES_H
#define WEFT_ANALYSIS_KERNEL_SIZES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

struct weft_kernel_info;

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

// Each holds a decimal number.
inline constexpr llvm::StringLiteral LocalBytesAttribute = "weft.local_bytes";
inline constexpr llvm::StringLiteral PrivateBytesAttribute = "weft.private_bytes";
inline constexpr llvm::StringLiteral ContextBytesAttribute = "weft.context_bytes_per_item";
inline constexpr llvm::StringLiteral HasBarrierAttribute = "weft.has_barrier";
inline constexpr llvm::StringLiteral UsesPrintfAttribute = "weft.uses_printf";
inline constexpr llvm::StringLiteral EnqueuesAttribute = "weft.enqueues";
inline constexpr llvm::StringLiteral WantsLocalSizeAttribute = "weft.wants_local_size";
inline constexpr llvm::StringLiteral WantsArgumentsAttribute = "weft.wants_arguments"; // a bit for each
inline constexpr llvm::StringLiteral MergedItemsAttribute = "weft.merged_items";
inline constexpr llvm::StringLiteral AsksApartAttribute = "weft.asks_apart";
inline constexpr llvm::StringLiteral OrdersGroupsAttribute = "weft.orders_groups";
inline constexpr llvm::StringLiteral FormAttribute = "weft.form"; // as weft_kernel_info
inline constexpr llvm::StringLiteral WantedFormAttribute =
    "weft.wanted_form"; // of a kernel: the one that it is to have
inline constexpr llvm::StringLiteral OtherFormsAttribute = "weft.other_forms";
inline constexpr llvm::StringLiteral PackWidthAttribute = "weft.pack_width"; // only on what is packed

void setSize(llvm::Function &F, llvm::StringRef Attribute, uint64_t Value);

// Sets 1 on the kernels among the functions, and among all whose calls lead to them.
void markCallers(llvm::ArrayRef<llvm::Function *> Functions, llvm::StringRef Attribute);

// 0 when the function does not have the attribute.
uint64_t getSize(const llvm::Function &F, llvm::StringRef Attribute);

// An estimate of the frame of `F` and of what it calls, in bytes.
uint64_t estimateStack(const llvm::Function &F);

// Bytes of the variables that a work-item has in memory, with those of called functions.
uint64_t countPrivateBytes(const llvm::Function &F);

// Whether an entry of the module runs work-items in the lanes of vectors.
bool hasPackedKernels(const llvm::Module &M);

// After the pipeline: fills local_bytes, private_bytes, context_bytes_per_item, stack_bytes, has_barrier and
// uses_printf of the kernel called info->name from attributes of its entry. Returns false when the module has no such
// entry.
bool readKernelSizes(const llvm::Module &M, weft_kernel_info *Info);

} // namespace weft

#endif
