// SPDX-License-Identifier: Apache-2.0
// How each value of SPMD code moves from one work-item of a pack to the next.
#ifndef WEFT_PACKING_ANALYSIS_SHAPES_H
#define WEFT_PACKING_ANALYSIS_SHAPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class DataLayout;
class Function;
class Instruction;
class Type;
class Value;
} // namespace llvm

namespace weft {

// There is a base, not always what some lane has, such that each lane l that is on and not poison has the value
// base + l * Stride, modulo 2 to the bits of the type. Pointers count bytes.
class Shape {
public:
    static Shape uniform() { return Shape(Kind::Linear, 0); }
    static Shape linear(int64_t Stride) { return Shape(Kind::Linear, Stride); }
    static Shape varying() { return Shape(Kind::Varying, 0); }

    bool isUniform() const { return K == Kind::Linear && Step == 0; }
    bool isLinear() const { return K == Kind::Linear; } // uniform included
    bool isVarying() const { return K == Kind::Varying; }
    int64_t stride() const { return Step; }
    bool operator==(const Shape &Other) const { return K == Other.K && Step == Other.Step; }
    bool operator!=(const Shape &Other) const { return !(*this == Other); }
    bool operator<(const Shape &Other) const { return K != Other.K ? K < Other.K : Step < Other.Step; }

private:
    enum class Kind { Linear, Varying };
    Shape(Kind TheKind, int64_t Stride) : K(TheKind), Step(Stride) {}

    Kind K;
    int64_t Step;
};

// What is known about a value, finer than its shape.
struct LaneFact {
    int64_t Stride = 0;
    // Lanes that are on differ by multiples of Stride modulo 2 to this; 0 when nothing is known. A value whose type has
    // no more bits than this is linear; what lies between comes from extensions that nothing proves exact.
    unsigned Bits = 0;
    // Whether a linear function of the lane, in 64 bits, has the values as signed (unsigned) numbers in each such lane.
    bool Signed = false;
    bool Unsigned = false;
    // A pointer whose lanes, where they access it, lie in one object each, one object for all unless it is small.
    bool InObject = false;

    bool operator==(const LaneFact &Other) const
    {
        return Stride == Other.Stride && Bits == Other.Bits && Signed == Other.Signed && Unsigned == Other.Unsigned &&
               InObject == Other.InObject;
    }
};

// The shapes of a function all of whose branches are uniform (linearize made it so), by data flow alone.
//
// An extension of a linear integer stays linear where the flags of the arithmetic or the work-item primitives prove
// that no lane wraps against another: the launch never lets a pack of work-items cross a multiple of 2^31 in global id
// 0 (such packs run one work-item at a time).
//
// Without proof, the extension of 32 bits is linear modulo 2^32 only. The lanes that access an address made with it are
// linear among themselves all the same when otherwise two of them, 2^32 elements apart, would need an object larger
// than any: WEFT_MAX_OBJECT_BYTES, and 4 GiB in local and private memory. See atAccess().
//
// An alloca has one copy for each lane: linear with the size of the allocation as its stride. So an address into it
// with that same stride means the same place in each lane's copy, however the copies are laid out.
class Shapes {
public:
    // One shape for each argument of F; arguments without one (the mask) are varying. No load or call is uniform for
    // which IsDivergent is true: linearize was told that these differ, so that they may run when no lane is on.
    Shapes(const llvm::Function &F, llvm::ArrayRef<Shape> Arguments, unsigned Width,
           llvm::function_ref<bool(const llvm::Instruction &)> IsDivergent = nullptr);

    // Constants, globals and values never seen are uniform.
    Shape of(const llvm::Value *V) const;

    // The shape that the address has among the lanes that access it, when some access has it as its operand. The base
    // of a linear one must be computed from such a lane when the address as a value is not linear.
    Shape atAccess(const llvm::Value *Pointer) const;

    // Whether the extension of zext or sext is that of the linear function that V has in 64 bits as a signed number,
    // not as an unsigned one.
    bool extendsAsSigned(const llvm::Instruction &Extension) const;

    // Whether V's lanes are, as signed or as unsigned numbers, what a linear function of the lane is in 64 bits: none
    // wraps against another.
    bool isExact(const llvm::Value *V, bool Signed) const;

    // What the function returns, uniform or varying; uniform for void.
    Shape ofResult() const { return Result; }

private:
    LaneFact fact(const llvm::Value *V) const;
    LaneFact compute(const llvm::Instruction &I) const;
    LaneFact computeBinary(const llvm::Instruction &I) const;
    LaneFact computeExtension(const llvm::Instruction &I) const;
    LaneFact computeTrunc(const llvm::Instruction &I) const;
    LaneFact computeAddress(const llvm::Instruction &I) const;
    LaneFact computeCall(const llvm::Instruction &I) const;
    bool isKnown(const llvm::Value *V) const;

    const llvm::DataLayout &Layout;
    unsigned Width;
    llvm::DenseMap<const llvm::Value *, LaneFact> Known;
    Shape Result = Shape::uniform();
};

} // namespace weft

#endif
