#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs prebuilt OpenCL-CTS programs against Weft and compares each subtest with expectations/.

A subtest passes, fails, is skipped (the device does not report what it tests), crashes its program, or runs out of
time. After a crash or a time-out the program is started again with the subtests that are left. What expectations/
does not list is expected to pass or to be skipped; a listed subtest that passes is an error too, so that the lists
stay true.
"""

import argparse
import csv
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
STARTED = re.compile(r"^(\w+)\.\.\.\s*$")
ENDED = re.compile(r"^(\w+) (passed|FAILED|skipped)\s*$")
UNSUPPORTED = re.compile(r"^(\w+) (?:test )?(?:not supported|currently not implemented|skipped \()")
STATUS = {"passed": "pass", "FAILED": "fail", "skipped": "skip"}


def read_suites(path, subset, only):
    """Rows of suites.csv that belong to `subset`, reduced to the suites named in `only` if any."""
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(line for line in file if not line.startswith("#"))]
    return [row for row in rows if subset in row["subsets"].split() and (not only or row["suite"] in only)]


def read_expectations(directory, suite):
    """{subtest: (status, reason)} of expectations/<suite>.csv; absent file means none."""
    path = directory / f"{suite}.csv"
    if not path.exists():
        return {}
    with open(path, newline="") as file:
        rows = csv.reader(line for line in file if line.strip() and not line.startswith("#"))
        return {row[0]: (row[1], row[2] if len(row) > 2 else "") for row in rows}


def list_subtests(program):
    """Names that the program's --list prints."""
    result = subprocess.run([str(program), "--list"], cwd=program.parent, text=True, capture_output=True, timeout=120)
    return [line.strip() for line in result.stdout.splitlines() if re.fullmatch(r"\s+\w+", line)]


def run_once(program, args, timeout, log):
    """One start of the program: ({subtest: status}, how it ended, the subtest under way)."""
    with tempfile.TemporaryDirectory() as scratch:
        results_file = Path(scratch) / "results.json"
        env = dict(os.environ, CL_CONFORMANCE_RESULTS_FILENAME=str(results_file))
        process = subprocess.Popen([str(program)] + args, cwd=program.parent, env=env, text=True, errors="replace",
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        killer = _Timer(process, timeout)
        results, current = {}, None
        for line in process.stdout:
            log.write(line)
            if match := STARTED.match(line):
                current = match[1]
            elif match := ENDED.match(line):
                results[match[1]] = STATUS[match[2]]
                current = None
            elif match := UNSUPPORTED.match(line):
                results[match[1]] = "skip"
                current = None
        code = process.wait()
        expired = killer.cancel()
        if results_file.exists():
            try:
                results.update(json.loads(results_file.read_text())["results"])
            except (ValueError, KeyError):
                pass
        how = "timeout" if expired else "crash" if code < 0 or (code > 1 and current) else "end"
        log.write(f"--- exit {code} ({how})\n")
        return results, how, current


class _Timer:
    """Ends the process group when its time is over."""

    def __init__(self, process, seconds):
        import threading
        self.expired = False
        self.process = process
        self.timer = threading.Timer(seconds, self._expire)
        self.timer.start()

    def _expire(self):
        self.expired = True
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def cancel(self):
        self.timer.cancel()
        return self.expired


def run_suite(row, cts, logs, timeout_scale):
    """All subtests of one row: ({subtest: status}, seconds)."""
    program = (cts / row["program"]).resolve()
    if not program.exists():
        return {"(program)": "missing"}, 0.0
    args = row["args"].split()
    start = time.monotonic()
    results = {}
    with open(logs / f"{row['suite']}.log", "w") as log:
        attempt = args
        while True:
            got, how, current = run_once(program, attempt, float(row["timeout"]) * timeout_scale, log)
            results.update(got)
            if how == "end":
                if not got:
                    results["(program)"] = "nothing ran"
                break
            if current is None:
                results["(program)"] = how
                break
            results[current] = how
            options = [arg for arg in args if not re.fullmatch(r"[a-z]\w*[\w*]*", arg) or arg == "dummy"]
            globs = [arg for arg in args if arg not in options and arg != "all"]
            left = [name for name in list_subtests(program) if name not in results]
            if globs:
                left = [name for name in left if any(Path(name).match(glob) for glob in globs)]
            if not left:
                break
            attempt = options + left
    return results, time.monotonic() - start


def judge(results, expected):
    """Lines about subtests whose outcome is not the expected one."""
    wrong = []
    for name, status in sorted(results.items()):
        want = expected.get(name, ("pass", ""))[0]
        if status != want and not (status == "skip" and want == "pass"):
            wrong.append(f"{name}: {status}, expected {want}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cts", required=True, type=Path, metavar="DIR", help="built test_conformance directory")
    parser.add_argument("--subset", default="quick", help="quick, core, standard or full (default: quick)")
    parser.add_argument("--suite", action="append", default=[], help="only this suite; may be repeated")
    parser.add_argument("--jobs", type=int, default=1, help="programs run at a time (default: 1)")
    parser.add_argument("--timeout-scale", type=float, default=1.0, help="multiplies the time limits of suites.csv")
    parser.add_argument("--logs", type=Path, default=Path("cts-logs"), help="directory for the programs' output")
    parser.add_argument("--expectations", type=Path, default=HERE / "expectations")
    parser.add_argument("--json", type=Path, help="write all results here")
    options = parser.parse_args()

    rows = read_suites(HERE / "suites.csv", options.subset, options.suite)
    if not rows:
        parser.error(f"no suite of subset '{options.subset}' matches")
    options.logs.mkdir(parents=True, exist_ok=True)
    totals, surprises, everything = {}, 0, {}

    with ThreadPoolExecutor(options.jobs) as pool:
        jobs = [(row, pool.submit(run_suite, row, options.cts, options.logs, options.timeout_scale)) for row in rows]
        for row, job in jobs:
            results, seconds = job.result()
            everything[row["suite"]] = results
            counts = {}
            for status in results.values():
                counts[status] = counts.get(status, 0) + 1
                totals[status] = totals.get(status, 0) + 1
            wrong = judge(results, read_expectations(options.expectations, row["suite"]))
            surprises += len(wrong)
            text = ", ".join(f"{count} {status}" for status, count in sorted(counts.items()))
            print(f"{row['suite']:28} {text:50} {seconds:7.1f} s", flush=True)
            for line in wrong:
                print(f"    {line}", flush=True)

    if options.json:
        options.json.write_text(json.dumps(everything, indent=1))
    print(", ".join(f"{count} {status}" for status, count in sorted(totals.items())))
    print(f"{totals.get('pass', 0)} passed, {surprises} failed")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(main())
