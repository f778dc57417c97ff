// SPDX-License-Identifier: Apache-2.0
// Comparisons of queues and of events that kernels enqueue with.
#include "compiler/frontend/handle_comparisons.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace {

class HandleComparisons : public ASTConsumer, public DynamicRecursiveASTVisitor {
public:
    void Initialize(ASTContext &TheContext) override { Context = &TheContext; }

    bool HandleTopLevelDecl(DeclGroupRef Group) override
    {
        for (Decl *D : Group)
            TraverseDecl(D);
        return true;
    }

    bool VisitBinaryOperator(BinaryOperator *E) override
    {
        if (!E->isEqualityOp())
            return true;
        const QualType T = E->getLHS()->getType();
        const char *Word = T->isQueueT() ? "__weft_queue_word" : T->isClkEventT() ? "__weft_event_word" : nullptr;
        FunctionDecl *Function = Word ? find(Word) : nullptr;
        if (Function) {
            E->setLHS(word(*Function, E->getLHS()));
            E->setRHS(word(*Function, E->getRHS()));
        }
        return true;
    }

private:
    FunctionDecl *find(StringRef Name)
    {
        for (NamedDecl *D : Context->getTranslationUnitDecl()->lookup(&Context->Idents.get(Name)))
            if (auto *Function = dyn_cast<FunctionDecl>(D))
                return Function;
        return nullptr;
    }

    Expr *word(FunctionDecl &Function, Expr *Argument)
    {
        const SourceLocation At = Argument->getBeginLoc();
        const auto *Cast = dyn_cast<ImplicitCastExpr>(Argument);
        const QualType T = Function.getReturnType();

        if (Cast && Cast->getCastKind() == CK_NullToPointer)
            return IntegerLiteral::Create(*Context, llvm::APInt(Context->getTypeSize(T), 0), T, At);
        auto *Name =
            DeclRefExpr::Create(*Context, NestedNameSpecifierLoc(), SourceLocation(), &Function,
                                /*RefersToEnclosingVariableOrCapture=*/false, At, Function.getType(), VK_LValue);
        auto *Callee =
            ImplicitCastExpr::Create(*Context, Context->getPointerType(Function.getType()), CK_FunctionToPointerDecay,
                                     Name, nullptr, VK_PRValue, FPOptionsOverride());

        return CallExpr::Create(*Context, Callee, {Argument}, Function.getReturnType(), VK_PRValue, At,
                                FPOptionsOverride());
    }

    ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer>
weft::createHandleComparisons()
{
    return std::make_unique<HandleComparisons>();
}
