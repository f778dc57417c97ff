// SPDX-License-Identifier: Apache-2.0
// The bodies of kernels that are not wanted are stepped over.
#include "compiler/frontend/other_kernels.h"
#include "compiler/module.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {
class SkipOtherKernels : public clang::ASTConsumer {
public:
    explicit SkipOtherKernels(weft::OtherKernels &ToSkip) : Others(ToSkip) {}

    bool shouldSkipFunctionBody(clang::Decl *D) override
    {
        const auto *Function = dyn_cast<clang::FunctionDecl>(D);

        if (!Function || !Function->hasAttr<clang::DeviceKernelAttr>() || !Function->getDeclName().isIdentifier() ||
            Function->getName() == Others.Wanted)
            return false;
        Others.Skipped.push_back(Function->getNameAsString());
        return true;
    }

private:
    weft::OtherKernels &Others;
};
} // namespace

std::unique_ptr<clang::ASTConsumer>
weft::createOtherKernels(OtherKernels &Others)
{
    return std::make_unique<SkipOtherKernels>(Others);
}

bool
weft::isAnyCalled(const OtherKernels &Others, const Module &M)
{
    return any_of(Others.Skipped, [&](const std::string &Name) {
        return M.getFunction(Name) || M.getFunction((KernelBodyPrefix + Name).str());
    });
}
