// SPDX-License-Identifier: Apache-2.0
// The relocatable object to a shared one: lld as a library, through memory files, so that nothing is left on disk.
#include "compiler/backend/object_file.h"
#include "compiler/module.h"

#include "lld/Common/CommonLinkerContext.h"
#include "lld/Common/Driver.h"
#include "llvm/Support/raw_ostream.h"

#include <cerrno>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

LLD_HAS_DRIVER(elf)

static bool
writeAll(int File, StringRef Bytes)
{
    while (!Bytes.empty()) {
        ssize_t Written = write(File, Bytes.data(), Bytes.size());
        if (Written < 0 && errno == EINTR)
            continue;
        if (Written <= 0)
            return false;
        Bytes = Bytes.drop_front(static_cast<size_t>(Written));
    }
    return true;
}

static bool
readAll(int File, SmallVectorImpl<char> &Bytes)
{
    struct stat Status;

    if (fstat(File, &Status) || Status.st_size <= 0)
        return false;
    Bytes.resize_for_overwrite(static_cast<size_t>(Status.st_size));
    size_t Done = 0;
    while (Done < Bytes.size()) {
        ssize_t Read = pread(File, Bytes.data() + Done, Bytes.size() - Done, static_cast<off_t>(Done));
        if (Read < 0 && errno == EINTR)
            continue;
        if (Read <= 0)
            return false;
        Done += static_cast<size_t>(Read);
    }
    return true;
}

// lld with its output on a memory file in place of the standard output ("-o -").
static bool
runLinker(ArrayRef<const char *> Arguments, int Output, std::string &Errors)
{
    raw_string_ostream Stream(Errors);
    int Saved = dup(STDOUT_FILENO); // may be closed: then it is closed again afterwards

    outs().flush();
    if (dup2(Output, STDOUT_FILENO) < 0) {
        if (Saved >= 0)
            close(Saved);
        return false;
    }
    bool Linked = lld::elf::link(Arguments, outs(), Stream, /*exitEarly=*/false, /*disableOutput=*/false);
    lld::CommonLinkerContext::destroy();
    outs().flush();
    if (Saved >= 0) {
        dup2(Saved, STDOUT_FILENO);
        close(Saved);
    } else {
        close(STDOUT_FILENO);
    }
    return Linked;
}

weft::LinkResult
weft::linkObject(StringRef Object, bool KeepSymbols, SmallVectorImpl<char> &Linked, weft_log *Log)
{
    PhaseTimer Timer("link");
    int Input = memfd_create("weft-object", MFD_CLOEXEC);
    int Output = memfd_create("weft-kernels", MFD_CLOEXEC);
    std::string Errors;
    bool Done = false;

    if (Input >= 0 && Output >= 0 && writeAll(Input, Object)) {
        std::string Path = "/proc/self/fd/" + std::to_string(Input);
        SmallVector<const char *, 16> Arguments = {
            "ld.lld",          "-shared",        "-Bsymbolic",     "--hash-style=gnu",
            "--build-id=none", "--threads=1",    "--no-rosegment", "-z",
            "norelro",         "--eh-frame-hdr", "--gc-sections",  "--color-diagnostics=never"};
        if (!KeepSymbols)
            Arguments.push_back("--strip-all");
        Arguments.append({"-o", "-", Path.c_str()});
        Done = runLinker(Arguments, Output, Errors) && readAll(Output, Linked);
    }
    const bool Far = !Done && StringRef(Errors).contains("out of range");
    if (!Done && !Far)
        appendLog(Log, "error: linking the kernels failed: " + (Errors.empty() ? strerror(errno) : Errors) + "\n");
    if (Input >= 0)
        close(Input);
    if (Output >= 0)
        close(Output);
    return Done ? LinkResult::Linked : Far ? LinkResult::TooFar : LinkResult::Failed;
}
