#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs weft-fuzz with seeds of this commit's own: of_commit.sh SOURCE-DIRECTORY WEFT-FUZZ OPTIONS...
# The same commit has the same kernels everywhere; without git they are always the same.
set -eu
commit=$(git -C "$1" rev-parse --short=8 HEAD 2>/dev/null) || commit=5eed5eed
fuzz=$2
shift 2
# A multiple of what one program holds, so that kernels stand in the same program whichever is the first.
seed=$((0x$(printf %.8s "$commit") * 4096))
echo "commit $commit: $fuzz --seed $seed $*"
exec "$fuzz" --seed "$seed" "$@"
