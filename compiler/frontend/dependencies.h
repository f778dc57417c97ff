// SPDX-License-Identifier: Apache-2.0
// What a compilation depends on besides its request: files that were read, that were there or were not, and the time.
#ifndef WEFT_FRONTEND_DEPENDENCIES_H
#define WEFT_FRONTEND_DEPENDENCIES_H

#include "compiler/program_binary.h"
#include "compiler/wire.h"

#include "clang/Lex/PPCallbacks.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <map>
#include <memory>
#include <string>

namespace weft {

class Dependencies {
public:
    // Of several things said about one path the strongest stays, in the order of enum weft_dependency.
    void note(weft_dependency Kind, llvm::StringRef Path, uint64_t Hash = 0);
    // As in struct weft_binary_view.
    void write(weft_writer *Out) const;

private:
    struct Fact {
        weft_dependency Kind;
        uint64_t Hash;
    };
    std::map<std::string, Fact> Facts; // by path
};

// `Files`, whose use is noted as long as `Noted` lives: by the bytes that the compiler got, not by those that lie there
// later.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
createNotingFileSystem(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files, Dependencies &Noted);

// Notes the expansion of __TIME__, __DATE__ and __TIMESTAMP__.
std::unique_ptr<clang::PPCallbacks> createTimeNoter(Dependencies &Noted);

} // namespace weft

#endif
