// SPDX-License-Identifier: Apache-2.0
// A file system that notes what it is asked.
#include "compiler/frontend/dependencies.h"

#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Token.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

void
weft::Dependencies::note(weft_dependency Kind, StringRef Path, uint64_t Hash)
{
    auto [Entry, IsNew] = Facts.try_emplace(Path.str(), Fact{Kind, Hash});

    if (!IsNew && Kind > Entry->second.Kind)
        Entry->second = {Kind, Hash};
}

void
weft::Dependencies::write(weft_writer *Out) const
{
    weft_writer_u32(Out, static_cast<uint32_t>(Facts.size()));
    for (const auto &[Path, Known] : Facts) {
        weft_writer_u32(Out, Known.Kind);
        weft_writer_string(Out, Path.c_str());
        weft_writer_u64(Out, Known.Hash);
    }
}

namespace {
class NotingFile : public vfs::File {
public:
    NotingFile(std::unique_ptr<vfs::File> TheFile, std::string ItsPath, weft::Dependencies &ToNote)
        : Inner(std::move(TheFile)), Path(std::move(ItsPath)), Noted(ToNote)
    {
    }

    ErrorOr<vfs::Status> status() override { return Inner->status(); }
    ErrorOr<std::string> getName() override { return Inner->getName(); }
    std::error_code close() override { return Inner->close(); }

    // The whole file, though #embed may want only its start; as a copy, which nobody changes after the hashing.
    ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t Size, bool NeedsTerminator,
                                                     bool IsVolatile) override
    {
        auto Status = Inner->status();

        // What a device gives is never the same again, and may have no end.
        if (!Status || !Status->isRegularFile()) {
            Noted.note(WEFT_DEPENDENCY_TIME, "");
            return Inner->getBuffer(Name, Size, NeedsTerminator, IsVolatile);
        }
        auto Buffer = Inner->getBuffer(Name, /*FileSize=*/-1, /*RequiresNullTerminator=*/true, /*IsVolatile=*/true);

        if (!Buffer)
            return Buffer;
        StringRef Text = (*Buffer)->getBuffer();
        Noted.note(WEFT_DEPENDENCY_CONTENT, Path, weft_hash64(Text.data(), Text.size(), 0));
        if (Size >= 0 && static_cast<uint64_t>(Size) < Text.size())
            return MemoryBuffer::getMemBufferCopy(Text.take_front(static_cast<size_t>(Size)), Name);
        return Buffer;
    }

private:
    std::unique_ptr<vfs::File> Inner;
    std::string Path;
    weft::Dependencies &Noted;
};

class NotingFileSystem : public vfs::ProxyFileSystem {
public:
    NotingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Files, weft::Dependencies &ToNote)
        : ProxyFileSystem(std::move(Files)), Noted(ToNote)
    {
    }

    ErrorOr<vfs::Status> status(const Twine &Path) override
    {
        auto Status = ProxyFileSystem::status(Path);

        // Directories matter by what is looked for in them.
        if (!Status || !Status->isDirectory())
            Noted.note(Status ? WEFT_DEPENDENCY_PRESENCE : WEFT_DEPENDENCY_ABSENCE, absolute(Path));
        return Status;
    }

    bool exists(const Twine &Path) override { return static_cast<bool>(status(Path)); }

    ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const Twine &Path) override
    {
        auto File = ProxyFileSystem::openFileForRead(Path);
        std::string Name = absolute(Path);

        Noted.note(File ? WEFT_DEPENDENCY_PRESENCE : WEFT_DEPENDENCY_ABSENCE, Name);
        if (File)
            return std::make_unique<NotingFile>(std::move(*File), std::move(Name), Noted);
        return File;
    }

private:
    std::string absolute(const Twine &Path)
    {
        SmallString<256> Absolute;

        Path.toVector(Absolute);
        if (!makeAbsolute(Absolute))
            sys::path::remove_dots(Absolute);
        return std::string(Absolute);
    }

    weft::Dependencies &Noted;
};

class TimeNoter : public clang::PPCallbacks {
public:
    explicit TimeNoter(weft::Dependencies &ToNote) : Noted(ToNote) {}

    void MacroExpands(const clang::Token &Name, const clang::MacroDefinition &Definition, clang::SourceRange,
                      const clang::MacroArgs *) override
    {
        const clang::MacroInfo *Macro = Definition.getMacroInfo();

        if (!Macro || !Macro->isBuiltinMacro())
            return;
        StringRef Text = Name.getIdentifierInfo()->getName();
        if (Text == "__TIME__" || Text == "__DATE__" || Text == "__TIMESTAMP__")
            Noted.note(WEFT_DEPENDENCY_TIME, "");
    }

private:
    weft::Dependencies &Noted;
};
} // namespace

IntrusiveRefCntPtr<vfs::FileSystem>
weft::createNotingFileSystem(IntrusiveRefCntPtr<vfs::FileSystem> Files, Dependencies &Noted)
{
    return makeIntrusiveRefCnt<NotingFileSystem>(std::move(Files), Noted);
}

std::unique_ptr<clang::PPCallbacks>
weft::createTimeNoter(Dependencies &Noted)
{
    return std::make_unique<TimeNoter>(Noted);
}
