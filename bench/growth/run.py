#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How the compiler's time and memory grow with the size of a program: one work-item at a time, and packed.

    bench/growth/run.py --weftc build/bin/weftc [--families 'goto,loops'] [--largest 1000] [--width 4] [--guard]
"""

import argparse
import fnmatch
import math
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from families import FAMILIES

# What a packed build may cost, and what does not count.
MOST_TIMES, FLOOR_SECONDS, FLOOR_MB = 4, 0.3, 150
SIZES = (10, 30, 100, 300, 1000, 3000, 10000)


def limit(cpu_seconds, megabytes):
    def apply():
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    return apply


def build(weftc, source, width, options):
    """(CPU seconds, peak MB) of one build, or the reason why there is none."""
    with tempfile.TemporaryDirectory(prefix="weft-growth-") as folder:
        path = Path(folder) / "program.cl"
        path.write_text(source)
        command = [weftc, str(path), "-cl-std=CL3.0", "-o", str(Path(folder) / "program.so")]
        command += [f"--width={width}"] if width else []
        with open(Path(folder) / "log", "w+") as log:
            child = subprocess.Popen(command, stdout=log, stderr=log,
                                     preexec_fn=limit(options.cpu_seconds, options.memory_mb))
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            log.seek(0)
            text = log.read()
    seconds = usage.ru_utime + usage.ru_stime
    if child.returncode < 0:
        return f"signal {-child.returncode} at {seconds:.0f} s"
    if child.returncode:
        return text.strip().splitlines()[0] if text.strip() else f"exit code {child.returncode}"
    return seconds, usage.ru_maxrss / 1024


def cell(result):
    return f"{result[0]:9.2f} {result[1]:6.0f}" if isinstance(result, tuple) else f"{'-':>9} {'-':>6}"


def exponent(points):
    """Of the fitted power of n, where the time is more than a process needs to start; None for one point."""
    points = [(math.log(n), math.log(seconds)) for n, seconds in points if seconds > 0.2]
    if len(points) < 2:
        return None
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return sum((p[0] - x) * (p[1] - y) for p in points) / sum((p[0] - x) ** 2 for p in points)


def measure(name, options):
    """Prints the family's lines of the table; whether all of its packed builds kept within the limits."""
    generate, largest, _ = FAMILIES[name]
    points = {1: [], options.width: []}
    stopped = {}
    kept = True
    for n in SIZES:
        if n > min(largest, options.largest):
            break
        source = generate(n)
        results = {}
        for width in points:
            if width in stopped:
                results[width] = stopped[width]
                continue
            results[width] = build(options.weftc, source, width, options)
            if isinstance(results[width], tuple):
                points[width].append((n, results[width][0]))
            else:
                stopped[width] = results[width]
        single, packed = results[1], results[options.width]
        ratio = packed[0] / single[0] if isinstance(single, tuple) and isinstance(packed, tuple) else None
        kept &= within(single, packed)
        print(f"{name:10} {n:6} {cell(single)} {cell(packed)} {f'{ratio:8.2f}' if ratio else '       -'}", flush=True)
    fitted = [exponent(points[width]) for width in points]
    texts = [f"{value:16.2f}" if value else f"{'-':>16}" for value in fitted]
    print(f"{name:10} {'n^':>6} {texts[0]} {texts[1]}")
    for width, reason in stopped.items():
        print(f"{name}, width {width or 'chosen'}: {reason}")
    return kept


def within(single, packed):
    """Whether the packed build succeeds where the other does, in at most so many times its time and memory."""
    if not isinstance(single, tuple):
        return True
    if not isinstance(packed, tuple):
        return False
    return (packed[0] <= max(MOST_TIMES * single[0], single[0] + FLOOR_SECONDS)
            and packed[1] <= max(MOST_TIMES * single[1], single[1] + FLOOR_MB))


def guard(name, options):
    """One size: whether packing keeps within the limits, and what was measured."""
    generate, _, size = FAMILIES[name]
    source = generate(size)
    single, packed = (build(options.weftc, source, width, options) for width in (1, options.width))
    # A busy neighbour may have disturbed it.
    if not within(single, packed) and isinstance(packed, tuple):
        single, packed = (build(options.weftc, source, width, options) for width in (1, options.width))
    fine = within(single, packed) and isinstance(single, tuple)
    print(f"{name:10} {size:6} {cell(single)} {cell(packed)} {'' if fine else '  FAILED'}", flush=True)
    return fine


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--weftc", required=True)
    parser.add_argument("--families", default="*", help="names or patterns, with commas between")
    parser.add_argument("--largest", type=int, default=SIZES[-1])
    parser.add_argument("--width", type=int, default=0, help="the packed width; 0: the compiler chooses")
    parser.add_argument("--cpu-seconds", type=int, default=120)
    parser.add_argument("--memory-mb", type=int, default=4096)
    parser.add_argument("--guard", action="store_true", help="one size each; fails where packing costs too much")
    options = parser.parse_args()
    options.weftc = os.path.abspath(options.weftc)

    chosen = [name for name in FAMILIES
              if any(fnmatch.fnmatch(name, pattern) for pattern in options.families.split(","))]
    print(f"{'':17} {'width 1':>16} {f'width {options.width}' if options.width else 'chosen width':>16}")
    print(f"{'family':10} {'size':>6} {'s':>9} {'MB':>6} {'s':>9} {'MB':>6} {'ratio':>8}")
    results = [(guard if options.guard else measure)(name, options) for name in chosen]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
