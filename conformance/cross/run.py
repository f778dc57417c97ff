#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""kernels.cl compiled by weftc for a CPU, run by harness.c on an emulator of that CPU, or of one that has no more.

Linked statically for each width, and with the shared object that weftc makes for the last. Prints a line for each, and
how many passed and failed.
"""

import pathlib
import subprocess
import sys
import tempfile

import toolchain


def link(arguments, harness, kernels, static):
    """The harness and the kernels."""
    if static:
        subprocess.run([arguments.objcopy, toolchain.LINKABLE, kernels], check=True)
    subprocess.run([arguments.cc, *(["-static"] if static else []), f"{harness}.o", kernels, "-o", harness, "-lm"],
                   check=True)


def main():
    parser = toolchain.options_of(__doc__)
    parser.add_argument("--widths", default="1,0,4,32")
    parser.add_argument("--define", default="CROSS=1", help="a macro of the kernels; WRONG=1 makes one wrong")
    arguments = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    widths = arguments.widths.split(",")
    cases = [(width, "object") for width in widths] + [(widths[-1], "elf")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        harness = f"{folder}/harness"
        subprocess.run([arguments.cc, "-O1", "-ffp-contract=off", f"-I{here.parents[1]}", "-c", here / "harness.c", "-o",
                        f"{harness}.o"], check=True)
        for width, form in cases:
            kernels = f"{folder}/kernels-{width}{'.o' if form == 'object' else '.so'}"
            command = [*toolchain.compiler(arguments), "-cl-std=CL3.0", f"-D{arguments.define}", f"--emit={form}",
                       here / "kernels.cl", "-o", kernels]
            if width != "0":
                command.append(f"--width={width}")
            result = subprocess.run(command, check=False)
            if result.returncode == 0:
                link(arguments, harness, kernels, form == "object")
                result = subprocess.run([*arguments.emulator.split(), harness], check=False, capture_output=True,
                                        text=True)
            good = result.returncode == 0
            failed += not good
            print(f"{arguments.triple} {arguments.cpu} width {width} {form}: {'passed' if good else 'FAILED'} "
                  f"{result.returncode} {result.stdout or ''}{'' if good else result.stderr or ''}".strip())
    print(f"{len(cases) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
