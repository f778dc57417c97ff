#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""switches.py WEFTC FUZZ: each optimization that WEFT_WITHOUT can switch off is, and all of them at once.

Random kernels have the right results without it, and where a source has something for it, its code is another one. A
name that there is not is refused.
"""

import os
import subprocess
import sys
import tempfile

# Something for each: private arrays, structures, bounds, ids in ints, gathers, atomics of local memory ...
SOURCE = """
typedef struct { float a, b, c; } three;
kernel void stride(global float *o, global const float *a, int n, int w) {
    int y = get_global_id(1), x = get_global_id(0);
    if (x < n && y < n) { float s = 0; for (int i = 0; i < 64; i++) s += a[(y * w + i) * 33 + x]; o[x * n + y] = s; }
}
kernel void fields(global three *o, global const three *a) {
    int i = get_global_id(0); three t = a[i]; t.a += t.b; t.c *= t.a; o[i] = t;
}
kernel void arrays(global int *o, global const int *a, global const int *at) {
    int i = get_global_id(0), v[16];
    for (int k = 0; k < 16; k++) v[k] = a[i * 16 + k];
    for (int k = 0; k < at[i]; k++) v[k & 15] += v[(k * 7) & 15];
    o[i] = v[at[i] & 15] + v[3];
}
kernel void counts(global int *o, local int *l) {
    atomic_add(l + (get_local_id(0) & 3), 1); barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = l[get_local_id(0) & 3];
}
kernel void rows(global float4 *o, global const float4 *a) {
    int i = get_global_id(0); float4 v = a[i];
    for (int k = 0; k < 100; k++) v = v * a[i + k] + v.wzyx;
    o[i] = v;
}
kernel void sums(global float *o, global const float *a, int n) {
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) o[i] += a[i * n + k];
}
kernel void rounds(global float *o, float x, int n) {
    for (int k = 0; k < n; k++) x = x * 1.5f + k;
    o[get_global_id(0)] = x;
}
kernel void column(global float *o, global const float *a, int n) {
    int y = get_global_id(1); float s = 0;
    for (int x = 0; x < n; x++) s += a[x * get_global_size(1) + y];
    o[y] = s;
}
kernel void inside(global float *o, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h) o[y * w + x] += 1;
}
kernel void edges(global float *o, global const float *a, int n) {
    int i = get_global_id(0);
    if (i > 0 && i < n - 1) o[i] = a[i - 1] + a[i + 1];
}
void turn(float *v, global const float *a) {
    for (int k = 0; k < 3; k++) { v[k] = v[k] * a[k] + v[3 - k]; v[3] -= v[k] / a[k + 4]; }
    v[0] += v[1] * v[3] - a[9];
    v[1] = v[2] > v[0] ? v[1] * a[10] : v[3] - v[0] * a[11];
    v[2] = v[3] * v[1] + v[0] / a[12];
}
kernel void lends(global float *o, global const float *a) {
    int i = get_global_id(0);
    float v[4] = {i, 1, 2, 3};
    turn(v, a); turn(v, a + 16);
    o[i] = v[0] + v[1] + v[2] + v[3];
}
kernel void triangle(global float *o, int n) {
    int i = get_global_id(0);
    for (int k = 0; k < n; k++) if (i < k) o[k * n + i] += 1;
}
kernel void few(global int *o, global const int *a, int n) {
    int i = get_global_id(0), count[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k++) count[a[i * n + k] & 3]++;
    o[i] = count[a[i] & 3];
}
kernel void refilled(global uint *o, global uint *s, global const float *a, int n) {
    int i = get_global_id(0); global uint *t = s + 65 * i; float sum = 0;
    for (int d = 0; d < n; d++) {
        if (t[64] == 64) { for (int k = 0; k < 64; k++) t[k] ^= t[(k + 25) & 63] >> 1; t[64] = 0; }
        sum += sqrt(a[d] + t[t[64]++]);
    }
    o[i] = sum;
}
kernel void search(global int *o, global const float *table, global const float *a, int n) {
    int i = get_global_id(0), at = -1; float below = 0, above = 0, x = a[i];
    for (int k = 0; k < n; k++)
        if (table[k] >= x) { at = k; above = table[k]; below = above - x; break; }
    o[i] = at; o[i + n] = above; o[i + 2 * n] = below;
}
kernel void tree(global int *o, local int *l) {
    size_t i = get_local_id(0);
    l[i] = o[get_global_id(0)]; barrier(CLK_LOCAL_MEM_FENCE);
    if (i < 32) l[i] += l[i + 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0) o[get_group_id(0)] = l[0];
}
kernel void planes(global int *o, global const int *a, int n) {
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++) sum += a[k * n + i];
    o[i] = sum;
}
kernel void strided(global int *o, global const int *a, int n) {
    for (int i = get_global_id(0); i < n; i += 64) o[i] = a[i] + 1;
}
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void sized(global int *o) {
    int n = get_local_size(0);
    for (int s = n / 2; s > 0; s >>= 1) o[get_global_id(0) * n] += s;
}
"""
# What has nothing to do here, or not on every CPU.
MAY_DO_NOTHING = {
    "byte-tables", "joined-questions", "prefix-stores", "reciprocal-roots", "row-values", "strand-order",
    "stream-prefetch", "sunk-splats", "whole-stores", "wide-masks",
}


def assembly(weftc, path, *options):
    run = subprocess.run([weftc, "--emit=asm", "--width=8", "-o", "-", *options, path], capture_output=True, check=True)
    return run.stdout


def main():
    weftc, fuzz = map(os.path.abspath, sys.argv[1:])
    listed = subprocess.run([weftc, "--without=help"], capture_output=True, check=True, text=True).stdout
    names = [line.split()[0] for line in listed.splitlines()]
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "kernels.cl")
        with open(path, "w") as file:
            file.write(SOURCE)
        whole = assembly(weftc, path)
        if whole != assembly(weftc, path):
            failed.append("the same build twice differs")
        for name in names:
            if name not in MAY_DO_NOTHING and assembly(weftc, path, "--without=" + name) == whole:
                failed.append(f"{name}: the code is the same without it")
        if subprocess.run([weftc, "--without=no-such-name", path], capture_output=True, cwd=folder).returncode == 0:
            failed.append("no-such-name was taken")
    for number, without in enumerate(names + [",".join(names)]):
        environment = dict(os.environ, WEFT_WITHOUT=without)
        command = [fuzz, "--seed", str(1000 + 10 * number), "--count", "5", "--widths", "0,8", "--no-reference"]
        run = subprocess.run(command, env=environment, capture_output=True, text=True)
        print(f"{without}: {run.stdout.strip().splitlines()[-1] if run.stdout.strip() else run.stderr}")
        if run.returncode or " 0 differences" not in run.stdout:
            failed.append(f"{without}: wrong results ({' '.join(command)})")
    print("\n".join(failed) if failed else f"{len(names)} switches")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
