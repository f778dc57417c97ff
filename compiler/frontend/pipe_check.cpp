// SPDX-License-Identifier: Apache-2.0
// Uses of pipes that OpenCL C does not allow and Clang does not refuse.
#include "compiler/frontend/pipe_check.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/Diagnostic.h"

using namespace clang;

namespace {

bool
isPipe(QualType T)
{
    return !T.isNull() && T.getCanonicalType()->isPipeType();
}

// A pipe, or an array of them.
bool
leadsToPipe(QualType T)
{
    while (!T.isNull() && T->isArrayType())
        T = QualType(T->getArrayElementTypeNoTypeQual(), 0);
    return isPipe(T);
}

// A scalar, a vector or what the program makes of them.
bool
canBePacket(QualType T)
{
    return !T->isVoidType() && !T->isIncompleteType() && !T->isPipeType() && !T->isEventT() && !T->isReserveIDT() &&
           !T->isQueueT() && !T->isClkEventT() && !T->isSamplerT() && !T->isImageType();
}

class PipeCheck : public ASTConsumer, public DynamicRecursiveASTVisitor {
public:
    explicit PipeCheck(DiagnosticsEngine &TheDiagnostics) : Diagnostics(TheDiagnostics) {}

    bool HandleTopLevelDecl(DeclGroupRef Group) override
    {
        for (Decl *D : Group)
            TraverseDecl(D);
        return true;
    }

    bool VisitFieldDecl(FieldDecl *D) override
    {
        if (leadsToPipe(D->getType()))
            report(D->getLocation(), "a structure or union cannot have a pipe as a member");
        return true;
    }

    bool VisitConditionalOperator(ConditionalOperator *E) override
    {
        if (isPipe(E->getType()))
            report(E->getExprLoc(), "a pipe cannot be chosen with '?:'; choose between calls that take it");
        return true;
    }

    bool VisitParmVarDecl(ParmVarDecl *D) override
    {
        const QualType T = D->getType();

        if (!isPipe(T))
            return true;
        const QualType Packet = T->castAs<PipeType>()->getElementType();
        if (Packet->isArrayType()) // Clang's reading of `pipe int p[2]`
            report(D->getLocation(), "a parameter cannot be an array of pipes");
        else if (!canBePacket(Packet))
            report(D->getLocation(), "the packets of a pipe are scalars, vectors or structures of them");
        return true;
    }

    bool VisitCallExpr(CallExpr *E) override
    {
        const unsigned Builtin = E->getBuiltinCallee();

        if ((Builtin != Builtin::BIread_pipe && Builtin != Builtin::BIwrite_pipe) || !E->getNumArgs())
            return true;
        const QualType T = E->getArg(E->getNumArgs() - 1)->IgnoreParenImpCasts()->getType();
        const QualType Packet = T->getPointeeType();
        if (!Packet.isNull() && Packet.getAddressSpace() == LangAS::opencl_constant)
            report(E->getExprLoc(), "a pointer to a packet cannot lead to constant memory");
        else if (!Packet.isNull() && Packet.isConstQualified() && Builtin == Builtin::BIread_pipe)
            report(E->getExprLoc(), "read_pipe cannot write to what is const");
        return true;
    }

private:
    void report(SourceLocation Where, StringRef What)
    {
        Diagnostics.Report(Where, Diagnostics.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, What));
    }

    DiagnosticsEngine &Diagnostics;
};

} // namespace

std::unique_ptr<ASTConsumer>
weft::createPipeCheck(DiagnosticsEngine &Diagnostics)
{
    return std::make_unique<PipeCheck>(Diagnostics);
}
