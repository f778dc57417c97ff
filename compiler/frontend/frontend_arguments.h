// SPDX-License-Identifier: Apache-2.0
// Clang's arguments (as for clang -cc1) for a request and its options.
#ifndef WEFT_FRONTEND_FRONTEND_ARGUMENTS_H
#define WEFT_FRONTEND_FRONTEND_ARGUMENTS_H

#include "compiler/build.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <deque>
#include <string>
#include <vector>

namespace weft {

// Where embedded files are in Clang's view; nothing of the real file system is there.
inline constexpr const char *EmbeddedRoot = "/.weft";
inline constexpr const char *ClangHeaderDirectory = "/.weft/clang";
inline constexpr const char *ClangHeader = "/.weft/clang/opencl-c-base.h";
inline constexpr const char *OlderHeader = "/.weft/clang/older.h";
inline constexpr const char *OlderHeaderText =
    "int printf(__constant const char *format, ...) __attribute__((format(printf, 1, 2)));\n";
inline constexpr const char *MipmapHeader = "/.weft/clang/mipmap_functions.h";
inline constexpr const char *IntegerHeader = "/.weft/clang/integer_functions.h";
inline constexpr const char *HeaderDirectory = "/.weft/headers";

// Whether the program is OpenCL C 1.x.
bool isBeforeVersion2(const weft_options &Options);

class FrontendArguments {
public:
    FrontendArguments(const weft_request &Request, const weft_options &Options);

    // Builtins of mipmaps, where Clang has none. Together with what is declared of the same names that is a tenth of
    // the time that the front end needs for a small kernel, so they are there when a program has needed them.
    void addMipmapFunctions();
    // The same for bit fields and dot products of integers.
    void addIntegerFunctions();

    llvm::ArrayRef<const char *> get() const { return Pointers; }
    // The source's name in diagnostics; with -g the request's file, which a debugger can open.
    llvm::StringRef sourceName() const { return SourceName; }

private:
    void add(llvm::StringRef Argument);
    void addLanguage(const weft_options &Options);
    void addMath(const weft_options &Options);
    void addWarnings(const weft_options &Options);
    void addDebugInfo(const weft_request &Request);
    void addPreprocessor(const weft_request &Request, const weft_options &Options);

    std::deque<std::string> Strings;
    std::vector<const char *> Pointers; // borrowed from Strings
    std::string SourceName;
};

} // namespace weft

#endif
