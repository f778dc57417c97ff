// SPDX-License-Identifier: Apache-2.0
// Keeps a program's names apart from all others.
//
// A program may call a function memcpy, a variable __weft_services or a kernel _init. LLVM, code generation, the kernel
// library and the work-group compiler know functions and variables by such names, and would take the program's for
// theirs, or call it where they mean C's.
#include "compiler/analysis/primitives.h"
#include "compiler/module.h"

#include "llvm/IR/Constants.h"

using namespace llvm;

// No name in C has a dot.
static constexpr StringLiteral Suffix = ".program";

bool
weft::isProgramName(StringRef Name)
{
    return Name.ends_with(Suffix);
}

StringRef
weft::withoutSuffix(StringRef Name)
{
    Name.consume_back(Suffix);
    return Name;
}

// Runs the same function by the name of the other.
static void
replaceAliases(Module &M)
{
    for (GlobalAlias &Alias : make_early_inc_range(M.aliases())) {
        Alias.replaceAllUsesWith(Alias.getAliasee());
        Alias.eraseFromParent();
    }
}

// Ours have one that the application's source does not name.
static bool
isForPrograms(StringRef Name)
{
    static constexpr StringLiteral Names[] = {"__weft_null_reserve_id", "__weft_null_event", "__weft_queue_word",
                                              "__weft_event_word"}; // see clang_header.c

    return !Name.starts_with("__weft_") || is_contained(Names, Name);
}

void
weft::keepNamesApart(Module &M)
{
    replaceAliases(M);
    for (GlobalObject &Object : M.global_objects()) {
        auto *F = dyn_cast<Function>(&Object);
        if (Object.getName().starts_with("llvm."))
            continue;
        Object.setSection(""); // may be one that the loader knows
        if (Object.getName().contains('.') || (Object.isDeclaration() && isForPrograms(Object.getName())))
            continue; // what Clang has named, and what the library or another unit is to define
        if (F && isProgramKernel(*F))
            F->addFnAttr(WEFT_ATTRIBUTE_KERNEL, F->getName());
        Object.setName(Object.getName() + Suffix);
    }
}
