// SPDX-License-Identifier: Apache-2.0
// c = beta c + alpha a a', updated in global memory: two rows are walked.
kernel void
syrk(global const float *a, global float *c, float alpha, float beta, int n)
{
    int j = get_global_id(0), i = get_global_id(1);

    if (i < n && j < n) {
        c[i * n + j] *= beta;
        for (int k = 0; k < n; k++)
            c[i * n + j] += alpha * a[i * n + k] * a[j * n + k];
    }
}
