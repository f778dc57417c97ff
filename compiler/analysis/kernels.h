// SPDX-License-Identifier: Apache-2.0
// Recognizing kernels and the primitives of primitives.h in a module.
#ifndef WEFT_ANALYSIS_KERNELS_H
#define WEFT_ANALYSIS_KERNELS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace llvm {
class CallInst;
class Function;
class FunctionCallee;
class IRBuilderBase;
class Instruction;
class Module;
class Value;
} // namespace llvm

namespace weft {

enum class Primitive {
    None,
    GlobalId,
    GlobalId32,
    LocalId,
    LocalId32,
    LinearId,
    GroupId,
    LocalSize,
    EnqueuedLocalSize,
    GlobalSize,
    GlobalOffset,
    NumGroups,
    WorkDim,
    DefaultQueue,
    Barrier,
    SubGroupBarrier,
    SubGroupMeet,
    SubGroupStay,
    SubGroupId,
    SubGroupLocalId,
    SubGroupItems,
    SubGroupScratch,
    SubGroupTray,
    SubGroupStates,
    LocalBase,
    ContextBase,
    ContextEnd,
    StackBottom,
    StackTop,
    Scratch,
};

struct PrimitiveCall {
    Primitive Kind = Primitive::None;
    unsigned Dimension = 0; // 0, 1 or 2

    explicit operator bool() const { return Kind != Primitive::None; }
    // Until sub-group-meets.
    bool isMeeting() const { return Kind == Primitive::SubGroupMeet || Kind == Primitive::SubGroupStay; }
    // The others have a value and no effect.
    bool isBarrier() const { return Kind == Primitive::Barrier || Kind == Primitive::SubGroupBarrier || isMeeting(); }
};

// What a call of a function of this name means.
PrimitiveCall classifyPrimitive(llvm::StringRef Name);

// What this value means when it is a call of a primitive.
PrimitiveCall classifyPrimitive(const llvm::Value *V);

// Whether the call's value is another one for each work-item of a row, growing by 1.
bool countsWorkItems(PrimitiveCall Call);

// Whether it asks who the work-item is, or what its launch and group are like: a function that is called for the
// work-item may be given the answer. Not where its stack is, which differs there.
bool isId(const llvm::Instruction &I);

// Whether the value is an address that may be one of a work-item's own memory.
bool mayBePrivate(const llvm::Value &V);

// Whether the call makes groups run as one sub-group after the other.
bool asksForSubGroup(PrimitiveCall Call);

// `i1 __weft_any(i1)`: whether the value is true for any work-item of the pack; uniform. Pure.
inline constexpr const char *AnyName = "__weft_any";
bool isAny(const llvm::Value &V);
// `i1 __weft_few(i1)`: whether it is true for few of those that are on, or for none. Pure.
inline constexpr const char *FewName = "__weft_few";
bool isFew(const llvm::Value &V);
// `Name(Condition)`, either of them.
llvm::CallInst *askPack(llvm::IRBuilderBase &B, const char *Name, llvm::Value *Condition);

// Whether the function is a kernel that has a body and is not yet an entry.
bool isKernel(const llvm::Function &F);

// The work-items of the kernel's groups in the dimension as its attribute reqd_work_group_size says them; 0: it does
// not.
uint64_t requiredLocalSize(const llvm::Function &Kernel, unsigned Dimension);
// Whether no group is smaller: the attribute says their size, and launches are of whole groups.
bool hasEvenGroups(const llvm::Function &Kernel);
// Likewise work_group_size_hint: groups may have others.
uint64_t hintedLocalSize(const llvm::Function &Kernel, unsigned Dimension);

// Whether work-items of the function meet: at barriers, or in functions of sub-groups.
bool hasBarrier(const llvm::Function &F);

// The name that an application has for a kernel: its function may have another.
llvm::StringRef kernelName(const llvm::Function &Kernel);

// The module flag of a version, which no launch waits for (protocol.h).
inline constexpr const char *VersionFlag = "weft.version";

// Behind the name of a kernel that is for launches whose buffers do not overlap (passes/apart_arguments.h).
inline constexpr llvm::StringLiteral ApartSuffix = ".apart";

// The kernels of the module in its order.
llvm::SmallVector<llvm::Function *, 4> kernelsOf(llvm::Module &M);

// Tells LLVM what the primitives' declarations do not say: that they are pure, and the ranges of their results.
// Returns whether the module declares any.
bool annotatePrimitives(llvm::Module &M);

// What inlined functions' `restrict` has left on the kernel's accesses.
void dropAliasScopes(llvm::Function &Kernel);

// Whether the instruction loads what describes an image: nothing changes that, and it is there all the time.
bool isImageDescription(const llvm::Instruction &I);

// Whether the pointer is made from that to the pixels of an image that is known to be small
// (WEFT_ATTRIBUTE_SMALL_IMAGE).
bool leadsIntoSmallImage(const llvm::Value *Pointer);

// No dimension of a group has as many work-items: an int can count them. The runtime's limit is far lower.
inline constexpr uint64_t LocalSizeEnd = UINT64_C(1) << 31;

} // namespace weft

#endif
