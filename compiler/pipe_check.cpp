// SPDX-License-Identifier: Apache-2.0
// Uses of pipes that OpenCL C does not allow and Clang does not refuse.
#include "compiler/pipe_check.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
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

class PipeCheck : public ASTConsumer, public DynamicRecursiveASTVisitor {
public:
    explicit PipeCheck(DiagnosticsEngine &TheDiagnostics) : Diagnostics(TheDiagnostics) {}

    bool
    HandleTopLevelDecl(DeclGroupRef Group) override
    {
        for (Decl *D : Group)
            TraverseDecl(D);
        return true;
    }

    bool
    VisitFieldDecl(FieldDecl *D) override
    {
        if (leadsToPipe(D->getType()))
            report(D->getLocation(), "a structure or union cannot have a pipe as a member");
        return true;
    }

    bool
    VisitConditionalOperator(ConditionalOperator *E) override
    {
        if (isPipe(E->getType()))
            report(E->getExprLoc(), "a pipe cannot be chosen with '?:'; choose between calls that take it");
        return true;
    }

private:
    void
    report(SourceLocation Where, StringRef What)
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
