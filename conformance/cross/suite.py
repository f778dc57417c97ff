#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/suite for a CPU of which there is no runtime: kernels by weftc, all linked statically.

Each program is run once, small, under the emulator. Its results are compared with its native form, which the C compiler
makes, and their bits with those of the same on this machine. Prints what differs, and how many passed and failed.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

import toolchain

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = ROOT / "bench" / "suite"


class Machine:
    """Compiles for a machine, into a folder of its own."""

    def __init__(self, folder, cc, objcopy):
        self.folder, self.cc, self.objcopy = folder, cc, objcopy
        include = folder / "include"
        include.mkdir(parents=True)
        (include / "CL").symlink_to("/usr/include/CL")  # not all of /usr/include, which is this machine's
        self.flags = ["-std=gnu11", "-O2", "-ffp-contract=off", f"-I{ROOT}", f"-I{include}"]
        self.objects = []
        patterns = SUITE.parent / "patterns"
        for source in [*SUITE.glob("*.c"), *SUITE.glob("*/*.c"), *patterns.glob("*.c"),
                       ROOT / "conformance" / "cross" / "opencl.c"]:
            self.objects.append(folder / f"{source.parent.name}-{source.stem}.o")
            subprocess.run([cc, *self.flags, '-DWEFT_SUITE_KERNELS="."', "-c", source, "-o", self.objects[-1]],
                           check=True)

    def link(self, kernels, table):
        """A program of the suite, objects of kernels and the table of these, text in C."""
        program, text = self.folder / "suite", self.folder / "table.c"
        text.write_text(f'#include "conformance/cross/opencl.h"\n{table}')
        subprocess.run([self.cc, *self.flags, "-static", text, *self.objects, *kernels, "-o", program, "-lm"],
                       check=True)
        return program

    def compile_kernels(self, weftc, builds):
        """Objects of the builds, which are pairs of a source and options, and the table's text."""
        declarations, rows, objects = "", "", []
        for number, (source, words) in enumerate(builds):
            command = [*weftc, SUITE / "kernels" / source, *words.split()]
            made = self.folder / f"kernels-{number}.o"
            subprocess.run([*command, "--emit=object", "-o", made], check=True)
            info = subprocess.run([*command, "--emit=info"], check=True, capture_output=True, text=True).stdout
            # Programs have kernels of one name, so that a number goes before it and all else is hidden.
            changes = [toolchain.LINKABLE]
            for kernel in re.split(r"^kernel ", info, flags=re.MULTILINE)[1:]:
                head, *arguments = kernel.splitlines()
                name, sizes = head.split()[0], dict(re.findall(r"(\w+)=(\d+)", head))
                symbol = f"cross_{number}_{name}"
                changes += [f"--redefine-sym=__weft_kernel_{name}={symbol}", f"--keep-global-symbol={symbol}"]
                fields = [re.search(r"kind=(\d+) offset=(\d+) size=(\d+)", line).groups() for line in arguments]
                declarations += (f"extern void {symbol}(const struct weft_launch *, "
                                 "const struct weft_worker_memory *, uint64_t, uint64_t);\n")
                rows += (f'    {{"{source}", "{words}", "{name}", {symbol}, {sizes["local"]}, {sizes["context"]}, '
                         f'{len(fields)}, {{{", ".join("{" + ", ".join(f) + "}" for f in fields) or "{0}"}}}}},\n')
            subprocess.run([self.objcopy, *changes, made], check=True)
            objects.append(made)
        return objects, f"{declarations}const struct cross_kernel cross_kernels[] = {{\n{rows}    {{0}}}};\n"


def run(command, program, scale, names):
    """Whether a program of the suite says that its results are right, their checksums, and its complaints."""
    result = subprocess.run([*command, "--program", program, "--scale", scale, "--runs", "1", "--kernels", names],
                            check=False, capture_output=True, text=True)
    lines = result.stderr.splitlines()
    sums = [line for line in lines if line.startswith("result ")]
    return (result.returncode == 0 and '"verified": true' in result.stdout, sums,
            " ".join([f"status {result.returncode}", *(line for line in lines if line not in sums)]))


def main():
    parser = toolchain.options_of(__doc__)
    parser.add_argument("--width", type=int, default=0, help="of the kernels; as weftc has it")
    parser.add_argument("--scale", default="0.0005", help="of the suite's sizes")
    parser.add_argument("--programs", default="", help="a regular expression; all by default")
    parser.add_argument("--break", dest="broken", action="store_true", help="kernels work on their first group alone")
    options = parser.parse_args()
    passed = failed = stopped = same = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        host, target = Machine(folder / "host", "cc", "objcopy"), Machine(folder / "target", options.cc, options.objcopy)
        listed = subprocess.run([host.link([], "const struct cross_kernel cross_kernels[] = {{0}};\n"), "--list"],
                                check=True, capture_output=True, text=True).stdout
        programs = [line.split(maxsplit=3) for line in listed.splitlines()]
        # What launches kernels here has no images, and no queues on the device.
        programs = [words for words in programs
                    if words[0] not in ("images", "enqueue") and re.fullmatch(options.programs or ".*", words[1])]
        builds = sorted({(words[2], words[3] if len(words) > 3 else "") for words in programs})
        names = folder / "names"
        names.mkdir()
        for source, _ in builds:
            (names / source).write_text(source)
        changes = [f"--width={options.width}"] if options.width else []
        changes += ["-Dget_global_id=get_local_id"] if options.broken else []
        here = [host.link(*host.compile_kernels([options.weftc], builds))]
        there = [*options.emulator.split(), target.link(*target.compile_kernels(
            [*toolchain.compiler(options), *changes], builds))]
        for words in programs:
            good, sums, complaints = run(there, words[1], options.scale, names)
            _, wanted, _ = run(here, words[1], options.scale, names)
            gave_up = not good and re.search(r"qemu-\w+: .*: Assertion ", complaints)
            passed += good
            stopped += bool(gave_up)
            failed += not good and not gave_up
            same += good and sums == wanted
            print(f"{words[1]}:", "same bits as here" if good and sums == wanted else "other bits than here" if good else
                  f"{'STOPPED' if gave_up else 'FAILED'} {complaints}", flush=True)
    print(f"{options.triple} {options.cpu}: {passed} passed, {failed} failed, {stopped} stopped by the emulator's own "
          f"assertions; {same} with the same bits as here")
    return failed != 0 or not passed


if __name__ == "__main__":
    sys.exit(main())
