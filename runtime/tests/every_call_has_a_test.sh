#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# every_call_has_a_test.sh SOURCE_DIR: fails when a row of icd/entrypoints.def is called by no test.
set -eu

cd "$1"
missing=0
for call in $(sed -n 's/^[A-Z]*(\(cl[A-Za-z0-9]*\),.*/\1/p' icd/entrypoints.def); do
    if ! grep -rqw --include='*.c' --include='*.def' "$call" runtime/tests conformance; then
        echo "no test calls $call"
        missing=$((missing + 1))
    fi
done
echo "$missing calls without a test"
[ "$missing" -eq 0 ]
