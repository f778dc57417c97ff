#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs tests of a build with WEFT_RANDOM_DELAYS under many seeds, and says which failed and how to repeat that.

    delays.py BUILD 1..1000 --tests 'runtime\\.exec\\.(event|queue)'
    delays.py BUILD 1..1000 -- BUILD/runtime/tests/stress/runtime_stress -n 200 -r {seed}

Tests are ctest's, by regular expression, run with ctest's environment; what stands behind -- is one more program with
its arguments, in which {seed} is the seed, run with the environment of the test `runtime.stress`.
"""
import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

SKIPPED = 77  # a program's exit status, as for ctest
LIMIT = "time limit"


class Test:
    def __init__(self, name, command, environment):
        self.name, self.command, self.environment = name, command, environment

    def for_seed(self, seed):
        return [argument.replace("{seed}", str(seed)) for argument in self.command]


def ctest_entries(build):
    """All tests of the build."""
    output = subprocess.run(["ctest", "--test-dir", build, "--show-only=json-v1"], check=True, capture_output=True)
    tests = []
    for entry in json.loads(output.stdout)["tests"]:
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        if entry.get("command"):
            tests.append(Test(entry["name"], entry["command"], properties.get("ENVIRONMENT", [])))
    return tests


def stacks(process):
    """Where the threads of a process are, if gdb can tell."""
    if not shutil.which("gdb"):
        return ""
    command = ["gdb", "-p", str(process.pid), "-batch", "-ex", "thread apply all backtrace 24"]
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout
    except subprocess.TimeoutExpired:
        return ""


def run(test, seed, limit):
    """(what is wrong or None, output) of one run."""
    environment = dict(os.environ)
    environment.update(entry.split("=", 1) for entry in test.environment)
    environment["WEFT_DELAY_SEED"] = str(seed)
    # A session of its own: what the program has started ends with it.
    with subprocess.Popen(test.for_seed(seed), env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            where = stacks(process)
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return LIMIT, output + where
    if process.returncode in (0, SKIPPED):
        return None, output
    if process.returncode < 0:
        return signal.Signals(-process.returncode).name, output
    return f"exit status {process.returncode}", output


def how_to_repeat(test, seed):
    words = [f"WEFT_DELAY_SEED={seed}"] + [entry for entry in test.environment if not entry.startswith("CMOCKA")]
    return shlex.join(["env"] + words + test.for_seed(seed))


def seeds_of(text):
    first, _, last = text.partition("..")
    return range(int(first), int(last or first) + 1)


def chosen_tests(arguments):
    entries = ctest_entries(arguments.build)
    tests = [t for t in entries if arguments.tests and re.search(arguments.tests, t.name)]
    if arguments.program:
        environment = next((t.environment for t in entries if t.name == "runtime.stress"), [])
        tests.append(Test(os.path.basename(arguments.program[0]), arguments.program, environment))
    return tests


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", help="directory of the build")
    parser.add_argument("seeds", type=seeds_of, help="as 1..1000, or one")
    parser.add_argument("--tests", help="regular expression of ctest's names")
    parser.add_argument("--limit", type=float, default=120, help="seconds that a run may take (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="runs at a time (%(default)s)")
    parser.add_argument("--lines", type=int, default=40, help="of a failed run's output (%(default)s)")
    own, program = sys.argv[1:], []
    if "--" in own:
        own, program = own[:own.index("--")], own[own.index("--") + 1:]
    arguments = parser.parse_args(own)
    arguments.program = program
    tests = chosen_tests(arguments)
    if not tests:
        parser.error("no tests: --tests matches none, and no program stands behind --")

    start = time.monotonic()
    failed = 0
    work = [(test, seed) for seed in arguments.seeds for test in tests]
    with ThreadPoolExecutor(arguments.jobs) as executor:
        results = executor.map(lambda item: run(*item, arguments.limit), work)
        for (test, seed), (wrong, output) in zip(work, results):
            if wrong is None:
                continue
            failed += 1
            lines = output.splitlines()
            shown = lines if wrong == LIMIT else lines[-arguments.lines:]
            print(f"FAILED {test.name}, seed {seed}: {wrong}", *(f"    {line}" for line in shown),
                  f"  repeat: {how_to_repeat(test, seed)}", sep="\n", flush=True)
    print(f"{len(work)} runs of {len(tests)} programs under {len(arguments.seeds)} seeds in "
          f"{time.monotonic() - start:.0f} s: {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
