#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sysroot.sh ARCHITECTURE DIRECTORY: what Weft is built with, of another Debian architecture, unpacked into a directory
# of its own. The -dev packages of two architectures cannot be installed side by side.
set -eu

[ $# -eq 2 ] || { echo "usage: sysroot.sh ARCHITECTURE DIRECTORY" >&2; exit 2; }
architecture=$1
mkdir -p "$2/.packages"
root=$(cd "$2" && pwd)

packages="libc6 libc6-dev libcrypt1 linux-libc-dev libgcc-s1 libstdc++6
          llvm-22 llvm-22-dev llvm-22-linker-tools llvm-22-runtime llvm-22-tools libllvm22
          libclang-22-dev libclang-common-22-dev libclang1-22 libclang-cpp22 liblld-22 liblld-22-dev lld-22 libpolly-22-dev
          zlib1g zlib1g-dev libzstd1 libzstd-dev libxml2 libicu72 liblzma5 libtinfo6 libffi8 libedit2 libbsd0 libmd0 libz3-4 libz3-dev
          libhwloc15 libhwloc-dev libudev1 ocl-icd-libopencl1 ocl-icd-opencl-dev opencl-c-headers:all
          libcmocka0 libcmocka-dev libmpfr6 libmpfr-dev libgmp10 libgmp-dev"

as_root()
{
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

case " $(dpkg --print-foreign-architectures | tr '\n' ' ') " in
*" $architecture "*) ;;
*)
    as_root dpkg --add-architecture "$architecture"
    as_root apt-get update -qq
    ;;
esac

cd "$root/.packages"
for package in $packages; do
    case $package in
    *:all) echo "${package%:all}" ;;
    *) echo "$package:$architecture" ;;
    esac
done | xargs apt-get download -qq
for package in *.deb; do
    dpkg-deb -x "$package" "$root"
done

# Links that lead to the root of the system lead to that of the directory.
find "$root" -type l -lname '/*' | while read -r link; do
    ln -sfn "$root$(readlink "$link")" "$link"
done
