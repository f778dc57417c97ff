// SPDX-License-Identifier: Apache-2.0
// One column is taken from all later ones: two walks down a column.
kernel void
gramschmidt(global float *a, global const float *q, global float *r, int n, int k)
{
    int j = get_global_id(0) + k + 1;

    if (j < n) {
        r[j] = 0.0f;
        for (int i = 0; i < n; i++)
            r[j] += q[i * n + k] * a[i * n + j];
        for (int i = 0; i < n; i++)
            a[i * n + j] -= q[i * n + k] * r[j];
    }
}
