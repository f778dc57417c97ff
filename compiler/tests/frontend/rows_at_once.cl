// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// Of rows that are walked along all at once, the processor fetches the next lines of about 16: of one matrix 32 lanes
// would take twice as long as 16 (rows of 16 KiB), of two matrices 16 lanes twice as long as 8.
// CHECK-DAG: kernel 'product': 16 work-items of dimension 0 side by side
// CHECK-DAG: kernel 'two_products': 8 work-items of dimension 0 side by side

kernel void
product(global const float *restrict a, global const float *restrict x, global float *restrict y, int n)
{
    const int row = get_global_id(0);
    float sum = 0;

    for (int j = 0; j < n; j++)
        sum += a[row * n + j] * x[j];
    y[row] = sum;
}

kernel void
two_products(global const float *restrict a, global const float *restrict b, global const float *restrict x,
             global float *restrict y, int n)
{
    const int row = get_global_id(0);
    float sum = 0;

    for (int j = 0; j < n; j++)
        sum += a[row * n + j] * x[j] + b[row * n + j] * x[j];
    y[row] = sum;
}
