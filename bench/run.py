#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the platform benchmarks on each ICD by turns and prints medians and ratios to the first one.

    bench/run.py --programs build/release/bench --icd weft=build/release/vendors --icd peer=/path/to/vendors
"""

import argparse
import math
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

CACHES = ("WEFT_CACHE_DIR", "POCL_CACHE_DIR", "XDG_CACHE_HOME")


def run(program, arguments, vendors, cache):
    """One process: (milliseconds, its output)."""
    env = dict(os.environ, OCL_ICD_VENDORS=str(vendors), **{name: str(cache) for name in CACHES})
    start = time.perf_counter()
    process = subprocess.Popen([str(program)] + arguments, env=env, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    process.wait()
    seconds = time.perf_counter() - start
    if process.returncode:
        raise SystemExit(f"{program} {arguments} on {vendors} ended with {process.returncode}")
    return 1e3 * seconds, output


def measure(programs, vendors, rounds):
    """{measurement: [values]} of `rounds` runs of everything on one ICD."""
    values = {}
    cache = Path(tempfile.mkdtemp(prefix="weft-bench-"))

    def note(name, value):
        values.setdefault(name, []).append(value)

    try:
        run(programs / "bench_startup", [], vendors, cache)
        for _ in range(rounds):
            milliseconds, output = run(programs / "bench_startup", [], vendors, cache)
            note("startup, ms", milliseconds)
            note("startup, peak MB", int(output.split()[1]) / 1024)
        for size in ("small", "large"):
            for _ in range(rounds):
                shutil.rmtree(cache)
                cache.mkdir()
                note(f"build {size}, cold, ms", run(programs / "bench_build", [size], vendors, cache)[0])
                note(f"build {size}, cached, ms", run(programs / "bench_build", [size], vendors, cache)[0])
        for program in ("bench_launch", "bench_usm"):
            for line in run(programs / program, [], vendors, cache)[1].splitlines():
                name, value = line.split()
                note(f"{name}, us", float(value))
    finally:
        shutil.rmtree(cache, ignore_errors=True)
    return values


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--programs", required=True, type=Path, help="directory of the bench_* programs")
    parser.add_argument("--icd", required=True, action="append",
                        help="name=vendors-directory; the first is the measure")
    parser.add_argument("--rounds", type=int, default=5, help="turns (default: 5)")
    options = parser.parse_args()
    platforms = [icd.split("=", 1) for icd in options.icd]

    results = {name: {} for name, _ in platforms}
    for _ in range(options.rounds):
        for name, vendors in platforms:
            for key, values in measure(options.programs, vendors, 3).items():
                results[name].setdefault(key, []).extend(values)

    first = platforms[0][0]
    titles = [name for name, _ in platforms] + [f"{name}/{first}" for name, _ in platforms[1:]]
    print(f"{'':28}" + "".join(f"{title:>14}" for title in titles))
    for key in results[first]:
        medians = [statistics.median(results[name].get(key, [math.nan])) for name, _ in platforms]
        ratios = "".join(f"{value / medians[0]:14.2f}" for value in medians[1:])
        print(f"{key:28}" + "".join(f"{value:14.3f}" for value in medians) + ratios)


if __name__ == "__main__":
    main()
