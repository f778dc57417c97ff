#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# bootstrap.sh build|demo|test|install: from a fresh Debian 12 to a built, shown, tested or installed Weft.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
build=${WEFT_BUILD_DIR:-$root/build}
prefix=${PREFIX:-/usr/local}

toolchain="cmake ninja-build gcc g++ pkg-config libhwloc-dev opencl-headers ocl-icd-opencl-dev
           llvm-22-dev llvm-22-tools clang-22 libclang-22-dev libpolly-22-dev lld-22 liblld-22-dev zlib1g-dev libzstd-dev"
tests="libcmocka-dev libmpfr-dev clinfo python3 qemu-user"
ranks="openmpi-bin libopenmpi-dev" # for examples/mpi_stencil.c

usage()
{
    echo "usage: bootstrap.sh build|demo|test|install" >&2
    exit 2
}

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

# Installs the named Debian packages that are missing, and says which.
need()
{
    missing=
    for package in "$@"; do
        case $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) in
        *"ok installed") ;;
        *) missing="$missing $package" ;;
        esac
    done
    [ -n "$missing" ] || return 0
    echo "bootstrap: installing:$missing"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq
    # shellcheck disable=SC2086
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
}

# Builds with the tests (ON) or without (OFF), after the toolchain and the packages named.
build()
{
    with_tests=$1
    shift
    # shellcheck disable=SC2086
    need $toolchain "$@"
    mkdir -p "$build"
    cmake -S "$root" -B "$build" -G Ninja -DCMAKE_INSTALL_PREFIX="$prefix" -DWEFT_BUILD_TESTS="$with_tests" \
        >"$build/configure.log" 2>&1 ||
        { cat "$build/configure.log"; exit 1; }
    cmake --build "$build"
}

# A ctest entry is a program of many cases: says how many cases passed and failed in all, from what cmocka and lit
# printed; a program of neither counts as one.
count_cases()
{
    awk '
        /^[0-9]+\/[0-9]+ Testing: / { counted = 0 }
        /^\[  PASSED  \] [0-9]+ test/ { passed += $4; counted = 1 }
        /^\[  FAILED  \] [0-9]+ test/ { failed += $4; counted = 1 }
        /^  Passed *: [0-9]+/ { passed += $(NF - 1); counted = 1 }
        /^  Failed *: [0-9]+/ { failed += $(NF - 1); counted = 1 }
        /^Test Passed\./ { if (!counted) passed++ }
        /^Test Failed\./ { if (!counted) failed++ }
        END { printf "%d passed, %d failed\n", passed, failed }
    ' "$build/Testing/Temporary/LastTest.log"
}

[ $# -eq 1 ] || usage
case $1 in
build)
    # shellcheck disable=SC2086
    build ON $tests
    ;;
demo)
    # shellcheck disable=SC2086
    build ON $tests
    OCL_ICD_VENDORS="$build/vendors" "$build/examples/vector_add"
    ;;
test)
    # shellcheck disable=SC2086
    build ON $tests $ranks
    status=0
    ctest --test-dir "$build" --output-on-failure -j "$(nproc)" || status=$?
    count_cases
    exit "$status"
    ;;
install)
    build OFF
    as_root cmake --install "$build"
    ;;
*)
    usage
    ;;
esac
