#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares what LLVM makes of random programs of masked accesses with what they mean.

Each program is made from a seed and run by Python; LLVM's passes and code generator make a library of a module of them,
which is run in a process of its own. What memory holds then must be the same.
"""

import argparse
import ctypes
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

from generate import LOCAL_BYTES, function
from program import ARENA, Function, count, kept, without

ARGUMENTS = (1, 3, 6)
SIMPLIFICATION = ("sroa,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,loop-mssa(licm,loop-deletion),"
                  "gvn,dse,instsimplify,adce,simplifycfg")
PASSES = ("", "default<O3>", "default<O2>", SIMPLIFICATION, "instcombine<no-verify-fixpoint>",
          "instcombine<no-verify-fixpoint>,gvn,dse", "gvn", "dse", "early-cse<memssa>", "loop-mssa(licm),gvn,dse",
          "sroa,gvn,slp-vectorizer,vector-combine",
          "vector-combine,instcombine<no-verify-fixpoint>,aggressive-instcombine")
CPUS = ("x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4", "znver4", "nehalem", "haswell", "skylake-avx512")
FEATURES = {"x86-64": (), "x86-64-v2": ("sse4_2",), "nehalem": ("sse4_2",), "x86-64-v3": ("avx2", "fma", "bmi2"),
            "haswell": ("avx2", "fma", "bmi2"), "x86-64-v4": ("avx512bw", "avx512vl"),
            "skylake-avx512": ("avx512bw", "avx512vl"), "znver4": ("avx512_vbmi2", "avx512_bf16", "sse4a")}
PACKED = '"weft.pack_width"="8"'


def initial(seed):
    r = random.Random(seed)
    memory = bytearray(r.randbytes(ARENA + LOCAL_BYTES))
    # Small numbers and signs of every kind are frequent.
    for _ in range(ARENA // 16):
        memory[r.randrange(ARENA)] = r.choice((0, 1, 0x7f, 0x80, 0xff))
    return memory


class Settings:
    def __init__(self, passes, cpu, level, last):
        self.passes, self.cpu, self.level = passes, cpu, level
        if last and passes.startswith(("default<", "packed")):
            self.passes = f"{passes},function({last})"
        elif last:
            self.passes = f"function({passes},{last})" if passes else f"function({last})"

    def __str__(self):
        return f"--passes='{self.passes}' --cpu={self.cpu} --level={self.level}"


class Tester:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        asked = subprocess.run(["cc", "-print-libgcc-file-name"], capture_output=True, text=True)
        self.runtime = asked.stdout.split()  # conversions of halves where the CPU has none

    def tool(self, name):
        return os.path.join(self.options.llvm, name)

    def build(self, functions, settings):
        """(library, None), or (None, what a tool said)."""
        file = os.path.join(self.folder, "t")
        text = 'target triple = "x86_64-unknown-linux-gnu"\n' + "target datalayout = " \
            '"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"\n'
        attributes = f'nounwind "target-cpu"="{settings.cpu}" {PACKED if self.options.packed else ""}'
        with open(file + ".ll", "w") as out:
            text += "".join(f.text(attributes) for f in functions)
            out.write(text.replace("icmp slt", "icmp sgt") if self.options.wrong else text)
        steps = []
        code = file + ".ll"
        if settings.passes:
            opt = self.options.opt or self.tool("opt")
            steps.append([opt, f"--passes={settings.passes}", code, "-o", file + ".bc"] +
                         ([f"--cpu={settings.cpu}"] if self.options.opt else []) +
                         # Whatever it costs.
                         (["--slp-threshold=-100"] if "slp-vectorizer" in settings.passes else []))
            code = file + ".bc"
        steps.append([self.tool("llc"), f"-O{settings.level}", "--relocation-model=pic", "-filetype=obj",
                      code, "-o", file + ".o"])
        steps.append([self.tool("ld.lld"), "-shared", file + ".o", *self.runtime, "-o", file + ".so"])
        for step in steps:
            try:
                done = subprocess.run(step, capture_output=True, text=True, timeout=300)
            except subprocess.TimeoutExpired:
                return None, step[0] + ": no end"
            if done.returncode:
                return None, f"{step[0]}: {done.returncode}: {done.stderr[:300]}"
        return file + ".so", None

    def differences(self, functions, settings):
        """[(function, what differs)]."""
        library, said = self.build(functions, settings)
        if said:
            if len(functions) == 1:
                return [(functions[0], said)]
            half = len(functions) // 2
            return self.differences(functions[:half], settings) + self.differences(functions[half:], settings)
        results = []
        while functions:
            found, position = self.run(library, functions)
            results += [(functions[i], what) for i, what in found]
            if position is None:
                break
            results.append((functions[position], "ended by a signal"))
            functions = functions[position + 1:]
        return results

    def run(self, library, functions):
        """([(index, what differs)], index of the function that ended the process)."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            self.compare(library, functions, writing)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as lines:
            said = lines.read().splitlines()
        _, status = os.waitpid(child, 0)
        found = [tuple(line.split("\t")[1:]) for line in said if line.startswith("differs")]
        started = [int(line.split("\t")[1]) for line in said if line.startswith("start")]
        return [(int(i), what) for i, what in found], started[-1] if status else None

    def compare(self, library, functions, writing):
        code = ctypes.CDLL(library)
        start = ctypes.create_string_buffer(ARENA + 4096)
        base = (ctypes.addressof(start) + 64) & ~63
        for i, f in enumerate(functions):
            os.write(writing, f"start\t{i}\n".encode())
            for n in ARGUMENTS:
                memory = initial(n)
                ctypes.memmove(base, bytes(memory), ARENA)
                ends = ctypes.string_at(base + ARENA, 64)
                f.run(memory, n)
                getattr(code, f.name)(*(ctypes.c_void_p(base + p) for p in f.places), ctypes.c_void_p(base + 8192),
                                      ctypes.c_int64(n))
                got, wanted = ctypes.string_at(base, ARENA), bytes(memory[:ARENA])
                if got != wanted or ctypes.string_at(base + ARENA, 64) != ends:
                    where = next((k for k in range(ARENA) if got[k] != wanted[k]), ARENA)
                    os.write(writing, f"differs\t{i}\tn={n}: byte {where} is {got[where:where + 8].hex()}, "
                             f"expected {wanted[where:where + 8].hex()}\n".encode())
                    break

    def reduce(self, f, settings):
        """The smallest program with a difference that is found by leaving steps out."""
        def kinds(steps):
            found = self.differences([Function(f.name, f.places, f.noalias, steps)], settings)
            return found and found[0][1].split(":")[0:2][-1][:4]

        wanted = kinds(f.steps)

        def fails(steps):
            return kinds(steps) == wanted

        steps = kept(f.steps)
        if not wanted or not fails(steps):
            return f
        changed = True
        while changed:
            changed = False
            index = count(steps) - 1
            while index >= 0:
                fewer = without(steps, index)
                if fewer is not None:
                    fewer = kept(fewer)
                    if count(fewer) < count(steps) and fails(fewer):
                        steps, changed = fewer, True
                        index = min(index, count(steps))
                index -= 1
        return Function(f.name, f.places, f.noalias, steps)


def runnable():
    with open("/proc/cpuinfo") as info:
        flags = set(re.search(r"^flags\s*:(.*)$", info.read(), re.M).group(1).split())
    return [cpu for cpu in CPUS if flags.issuperset(FEATURES[cpu])]


def commit_seed():
    done = subprocess.run(["git", "-C", os.path.dirname(os.path.abspath(__file__)), "rev-parse", "--short=8", "HEAD"],
                          capture_output=True, text=True)
    return int(done.stdout, 16) if done.returncode == 0 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--llvm", default="/usr/lib/llvm-22/bin", help="where opt, llc and ld.lld are")
    parser.add_argument("--opt", help="weft-opt instead of LLVM's opt")
    parser.add_argument("--passes", action="append", help="only these passes, one after the other module; '' for none")
    parser.add_argument("--last", help="a pass that runs after the others")
    parser.add_argument("--cpu", action="append", help="only these CPUs, 'all' is every one that runs here")
    parser.add_argument("--level", default="2", help="of llc")
    parser.add_argument("--seed", default="0", help="a number, or 'commit': one that changes with the commit")
    parser.add_argument("--count", type=int, default=1 << 40, help="programs")
    parser.add_argument("--module", type=int, default=40, help="programs in a module")
    parser.add_argument("--time", type=float, default=1e9, help="seconds")
    parser.add_argument("--scalars", type=float, default=0, help="the share of operations on scalars, up to 1")
    parser.add_argument("--packed", action="store_true", help="as code that is packed already")
    parser.add_argument("--break", dest="wrong", action="store_true", help="other code than what is compared with")
    parser.add_argument("--keep", help="where programs that differ go, reduced")
    parser.add_argument("--most", type=int, default=20, help="differences to stop after")
    options = parser.parse_args()
    cpus = options.cpu if options.cpu and options.cpu != ["all"] else runnable()
    passes = options.passes or PASSES
    end = time.monotonic() + options.time
    tried = found = 0
    folder = tempfile.mkdtemp(prefix="weft-masked-")
    tester = Tester(options, folder)
    seed = module = commit_seed() if options.seed == "commit" else int(options.seed)
    while tried < options.count and time.monotonic() < end and found < options.most:
        r = random.Random(module)
        settings = Settings(r.choice(passes), r.choice(cpus), options.level, options.last)
        size = min(options.module, options.count - tried)
        # Packed code has no stores that compress: LLVM 22 leaves out a masked store before one of the same mask there.
        functions = [function(f"f{s}", s, options.scalars, not options.packed) for s in range(seed, seed + size)]
        for f, what in tester.differences(functions, settings):
            found += 1
            print(f"{f.name} {settings}: {what}", flush=True)
            if options.keep:
                small = tester.reduce(f, settings)
                os.makedirs(options.keep, exist_ok=True)
                name = os.path.join(options.keep, f"{f.name}-{found}.ll")
                with open(name, "w") as out:
                    out.write(f"; {settings}: {what}\n; places {f.places}\n")
                    out.write(small.text(f'"target-cpu"="{settings.cpu}"'))
                print(f"  {name}: {count(small.steps)} steps", flush=True)
        seed += size
        module += size
        tried += size
    shutil.rmtree(folder)
    print(f"{tried} programs from seed {seed - tried}, {found} differences")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
