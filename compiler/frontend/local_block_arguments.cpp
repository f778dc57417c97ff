// SPDX-License-Identifier: Apache-2.0
// cl_khr_device_enqueue_local_arg_types: blocks that are enqueued take pointers to anything in local memory.
//
// Clang 22 knows `local void *` alone, and refuses the rest with an error that no option switches off. So the linker
// hands the calls of its three checks to those below (llvm_libraries.cmake, --wrap), which show them a block that takes
// `local void *`, by a cast. Code is generated for the block behind it, as it stands.
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaOpenCL.h"

using namespace clang;

static bool
isLocalPointer(QualType T)
{
    return T->isPointerType() && T->getPointeeType().getAddressSpace() == LangAS::opencl_local;
}

// `T`, of a block, with `local void *` for each pointer to local memory that it takes; null where that is no other type
// or something else is taken.
static QualType
withLocalVoid(ASTContext &Context, QualType T)
{
    const auto *Block = T->getAs<BlockPointerType>();
    const auto *Function = Block ? Block->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
    const QualType LocalVoid =
        Context.getPointerType(Context.getAddrSpaceQualType(Context.VoidTy, LangAS::opencl_local));

    if (!Function || Function->getNumParams() == 0 || !llvm::all_of(Function->param_types(), isLocalPointer))
        return {};
    const llvm::SmallVector<QualType, 4> Parameters(Function->getNumParams(), LocalVoid);
    const QualType Taking =
        Context.getFunctionType(Function->getReturnType(), Parameters, Function->getExtProtoInfo());
    const QualType Wanted = // in the address space of blocks
        Context.getBlockPointerType(Context.getQualifiedType(Taking, Block->getPointeeType().getQualifiers()));
    return Context.hasSameType(T, Wanted) ? QualType() : Wanted;
}

static void
showLocalVoid(SemaOpenCL &Check, CallExpr &Call)
{
    ASTContext &Context = Check.getASTContext();

    for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
        Expr *Argument = Call.getArg(I);
        const QualType Wanted = withLocalVoid(Context, Argument->getType());
        if (Wanted.isNull())
            continue;
        if (Argument->isGLValue())
            Argument = ImplicitCastExpr::Create(Context, Argument->getType(), CK_LValueToRValue, Argument, nullptr,
                                                VK_PRValue, FPOptionsOverride());
        Call.setArg(I, ImplicitCastExpr::Create(Context, Wanted, CK_BitCast, Argument, nullptr, VK_PRValue,
                                                FPOptionsOverride()));
    }
}

// NOLINTBEGIN(bugprone-reserved-identifier): what --wrap takes for names.
extern "C" {
// Clang's.
bool __real__ZN5clang10SemaOpenCL25checkBuiltinEnqueueKernelEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
bool __real__ZN5clang10SemaOpenCL27checkBuiltinNDRangeAndBlockEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
bool __real__ZN5clang10SemaOpenCL31checkBuiltinKernelWorkGroupSizeEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
// In their place.
bool __wrap__ZN5clang10SemaOpenCL25checkBuiltinEnqueueKernelEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
bool __wrap__ZN5clang10SemaOpenCL27checkBuiltinNDRangeAndBlockEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
bool __wrap__ZN5clang10SemaOpenCL31checkBuiltinKernelWorkGroupSizeEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call);
}

bool
__wrap__ZN5clang10SemaOpenCL25checkBuiltinEnqueueKernelEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call)
{
    showLocalVoid(*Check, *Call);
    return __real__ZN5clang10SemaOpenCL25checkBuiltinEnqueueKernelEPNS_8CallExprE(Check, Call);
}

bool
__wrap__ZN5clang10SemaOpenCL27checkBuiltinNDRangeAndBlockEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call)
{
    showLocalVoid(*Check, *Call);
    return __real__ZN5clang10SemaOpenCL27checkBuiltinNDRangeAndBlockEPNS_8CallExprE(Check, Call);
}

bool
__wrap__ZN5clang10SemaOpenCL31checkBuiltinKernelWorkGroupSizeEPNS_8CallExprE(SemaOpenCL *Check, CallExpr *Call)
{
    showLocalVoid(*Check, *Call);
    return __real__ZN5clang10SemaOpenCL31checkBuiltinKernelWorkGroupSizeEPNS_8CallExprE(Check, Call);
}
// NOLINTEND(bugprone-reserved-identifier)
