#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""every_lock_is_in_the_table.py SOURCE_DIR: fails when ARCHITECTURE.md's table of locks and the code do not agree.

Each mutex that runtime/ and icd/ define, a variable or a member, has a row that begins with its name and its file, and
each row has a mutex.
"""

import collections
import pathlib
import re
import sys

MUTEX = re.compile(
    r"^[ \t]*(?:(?:static|extern|_Alignas\(\w+\)|_Thread_local)\s+)*(?:struct weft_mutex|pthread_(?:mutex|rwlock|spinlock)_t)"
    r"\s+(?:\w+\(\w+\)\s+)?(\w+)\s*(?:\[[^]]*\])?\s*(?:=[^;]*)?;", re.MULTILINE)
INITIALIZER = re.compile(r"(\w+)\s*=\s*(?:WEFT_MUTEX_INITIALIZER|PTHREAD_MUTEX_INITIALIZER)")
ROW = re.compile(r"^\| `(\w+)`[^|]*\| (\S+) \|", re.MULTILINE)
ANNOTATED = ("runtime/base/thread.h", "pthread")  # the mutex that struct weft_mutex is made of


def main():
    root = pathlib.Path(sys.argv[1])
    defined = []
    for folder in ("runtime", "icd"):
        for path in sorted((root / folder).rglob("*.[ch]")):
            file = path.relative_to(root).as_posix()
            if not file.startswith("runtime/tests/"):
                text = path.read_text()
                names = MUTEX.findall(text)
                names += set(INITIALIZER.findall(text)) - set(names)
                defined += [(file, name) for name in names if (file, name) != ANNOTATED]
    defined = collections.Counter(defined)
    section = (root / "ARCHITECTURE.md").read_text().partition("\n## Locks\n")[2].partition("\n## ")[0]
    listed = collections.Counter((file, name) for name, file in ROW.findall(section))
    for file, name in sorted(defined - listed):
        print(f"{file}: {name} is not in ARCHITECTURE.md's table of locks")
    for file, name in sorted(listed - defined):
        print(f"ARCHITECTURE.md's table of locks has a {name} in {file}, which defines none")
    print(f"{defined.total()} locks")
    return 0 if defined == listed and defined else 1


if __name__ == "__main__":
    sys.exit(main())
