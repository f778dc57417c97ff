#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the kernel library's sections have all of it, that the index says which has what, and that a build whose
program uses a section that is not there says so, while others do without.

    check_sections.py whole.bc --stem lib/weft/kernel-lib --tools LLVM/bin [--weftc WEFTC]
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile


def functions(tools, file):
    lines = subprocess.run([tools / "llvm-nm", "--defined-only", "--format=posix", file], check=True,
                           capture_output=True, text=True).stdout.splitlines()
    return {line.split()[0] for line in lines if line.split()[1] in "TtWw"}


def check_index(whole, stem, tools):
    header, *lines = pathlib.Path(f"{stem}.index").read_text().splitlines()
    index = [tuple(line.split()) for line in lines]
    if index != sorted(index):
        yield "the index is not sorted"
    core = functions(tools, f"{stem}.bc")
    found = set(core)
    for section in header.split():
        its = functions(tools, f"{stem}-{section}.bc")
        if its != {name for name, where in index if where == section}:
            yield f"{section}: the index has other functions"
        if its & found:
            yield f"{section}: {sorted(its & found)[0]} is there twice"
        found |= its
    if found != functions(tools, whole):
        yield f"the library has others: {sorted(found ^ functions(tools, whole))[:5]}"
    # A small program's build reads this file alone.
    if len(core) * 20 > len(found):
        yield f"{len(core)} of {len(found)} functions are in no section"


def check_missing(stem, weftc):
    """`weftc` on a library whose math is gone."""
    with tempfile.TemporaryDirectory() as folder:
        for file in pathlib.Path(stem).parent.glob("kernel-lib*"):
            if file.name != "kernel-lib-math.bc":
                shutil.copy(file, folder)
        environment = dict(os.environ, WEFT_KERNEL_LIB=os.path.join(folder, "kernel-lib.bc"))
        for body, works in (("x[get_global_id(0)] += 1;", True), ("x[get_global_id(0)] = sin(x[0]);", False)):
            run = subprocess.run([weftc, "-o", os.devnull, "-"], input=f"kernel void k(global float *x) {{ {body} }}",
                                 env=environment, capture_output=True, text=True)
            if (run.returncode == 0) != works or (not works and "kernel-lib-math.bc" not in run.stderr):
                yield f"without math, {body}: {run.returncode}, {run.stderr!r}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("whole")
    parser.add_argument("--stem", required=True)
    parser.add_argument("--tools", type=pathlib.Path, required=True)
    parser.add_argument("--weftc")
    given = parser.parse_args()
    faults = list(check_index(given.whole, given.stem, given.tools))
    if given.weftc:
        faults += check_missing(given.stem, given.weftc)
    print("\n".join(faults) if faults else "the sections have all")
    sys.exit(bool(faults))


main()
