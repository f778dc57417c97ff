#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""no_include_circle.py [--folders] SOURCE_DIR FOLDER...: fails when imports of the folders' files go where they must not.

- Folders do not import each other in a circle. In compiler/ what drives its folders stands beside what all of them
  share, and is a folder by itself.
- Without --folders: modules (foo.c and foo.h are one) do not either, nor do they when those that share a folder's
  private.h are taken for one.
- A file of runtime/base imports nothing but that folder's headers.
- private.h is for the files of its own folder.

What is wrong is printed with the imports that make it so. Tests may import what they like.
"""

import pathlib
import re
import sys

IMPORT = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


# Files of compiler/ that say in which order its folders work.
DRIVERS = {
    "compiler/build.c",
    "compiler/pass_registry.cpp",
    "compiler/passes.def",
    "compiler/pipeline.cpp",
    "compiler/pipeline.h",
    "compiler/run_pipeline.cpp",
}


def read_imports(root, folders):
    """Of each file, the files it imports; all relative to the root."""
    imports = {}
    for folder in folders:
        for path in sorted((root / folder).rglob("*.[chd]*")):
            name = path.relative_to(root)
            if path.suffix not in (".c", ".cpp", ".h", ".def") or name.parts[1] in ("tests", "tools"):
                continue
            imports[name.as_posix()] = [
                i if (root / i).exists() else (name.parent / i).as_posix() for i in IMPORT.findall(path.read_text())
            ]
    return imports


def folder(file):
    return "compiler's drivers" if file in DRIVERS else file.rpartition("/")[0]


def module(file):
    return file.rpartition(".")[0]


def find_circles(imports, group):
    """One circle for each knot of groups: a list of (importing file, imported file)."""
    edges = {}
    for file, targets in imports.items():
        for target in targets:
            if target in imports and group(file) != group(target):
                edges.setdefault(group(file), {}).setdefault(group(target), (file, target))
    circles = []
    done = set()
    for start in sorted(edges):
        if start in done:
            continue
        # The shortest way back, breadth first.
        ways = {start: []}
        queue = [start]
        for here in queue:
            for there, edge in sorted(edges.get(here, {}).items()):
                if there == start:
                    circles.append(ways[here] + [edge])
                    done.update(ways, [start])
                    queue.clear()
                    break
                if there not in ways:
                    ways[there] = ways[here] + [edge]
                    queue.append(there)
    return circles


def main():
    arguments = sys.argv[1:]
    folders_only = arguments[0] == "--folders"
    arguments = arguments[folders_only:]
    imports = read_imports(pathlib.Path(arguments[0]), arguments[1:])
    shares = {module(f) for f, targets in imports.items() if folder(f) + "/private.h" in targets}
    groupings = {
        "modules": module,
        "modules, those with one private.h taken for one,": lambda f: folder(f) + "/private"
        if module(f) in shares else module(f),
        "folders": folder,
    }
    if folders_only:
        groupings = {"folders": folder}
    wrong = []
    known = []
    for what, group in groupings.items():
        for circle in find_circles(imports, group):
            if circle in known:
                continue
            known.append(circle)
            names = [group(file) for file, _ in circle]
            wrong.append(f"{what} import each other in a circle: {' -> '.join(names + names[:1])}")
            wrong += [f"    {file} imports {target}" for file, target in circle]
    for file, targets in imports.items():
        for target in targets:
            if folder(file) == "runtime/base" and folder(target) != "runtime/base":
                wrong.append(f"{file} imports {target}, and base/ knows nobody")
            if target.endswith("private.h") and folder(file) != folder(target):
                wrong.append(f"{file} imports {target}, which is {folder(target)}'s own")
    print("\n".join(wrong + [f"{len(imports)} files, {sum(map(len, imports.values()))} imports"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
