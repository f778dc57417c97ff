// RUN: %weftc --cpu=x86-64-v3 --remarks --emit=ir -o /dev/null %s 2>&1 | FileCheck %s
// RUN: %weftc --cpu=x86-64-v3 --width=8 --emit=ir -o - %s | FileCheck --check-prefix=CODE %s
// Whoever asks for local ids of dimension 1 alone has groups that are columns: packs are along these, and what has
// fewer work-items in a column runs one at a time.
// CHECK: kernel 'blur_columns': {{[0-9]+}} work-items of dimension 1 side by side
// CHECK: kernel 'blur_columns': one work-item at a time
// So has whoever tells work-items of a group apart by global ids of dimension 1 alone.
// CHECK: kernel 'columns_of_groups': {{[0-9]+}} work-items of dimension 1 side by side
// CHECK: kernel 'columns_of_groups': one work-item at a time
// Where it is known that columns have more work-items than rows, accesses say which are better.
// CHECK: kernel 'columns_of_4x64': {{[0-9]+}} work-items of dimension 1 side by side
// The first of a group's work-items does not say where it is.
// CHECK: kernel 'rows': {{[0-9]+}} work-items of dimension 0 side by side

// The launch's local size of dimension 1 (compiler/kernel_abi.h), not the global one.
// CODE-LABEL: define {{.*}}@__weft_kernel_blur_columns.aligned(
// CODE: %[[PLACE:.*]] = getelementptr inbounds nuw i8, ptr %launch, i64 72
// CODE: %[[ROWS:.*]] = load i64, ptr %[[PLACE]]
// CODE: icmp ugt i64 %[[ROWS]], 7

kernel void
blur_columns(global const float *in, global float *out, global const float *weights, int radius, int width, int height,
             local float *buffer)
{
    const int l = get_local_id(1), n = get_local_size(1), x = get_global_id(0), y = get_global_id(1);

    buffer[radius + l] = in[y * width + x];
    if (l < radius)
        buffer[l] = in[max(y - radius, 0) * width + x];
    if (l >= n - radius)
        buffer[l + 2 * radius] = in[min(y + radius, height - 1) * width + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int i = 0; i <= 2 * radius; i++)
        sum += weights[i] * buffer[l + i];
    out[y * width + x] = sum;
}

kernel void
columns_of_groups(global const float *in, global float *out, int height)
{
    local float column[1024];
    const int x = get_group_id(0), y = get_global_id(1);

    column[y] = in[x * height + y];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[x * height + y] = column[y] + column[height - 1 - y];
}

kernel __attribute__((reqd_work_group_size(4, 64, 1))) void
columns_of_4x64(global const float *in, global float *out, int height)
{
    local float tile[64][4];
    const int x = get_local_id(0), y = get_local_id(1);

    tile[y][x] = in[get_global_id(0) * height + get_global_id(1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += tile[63 - y][i];
    out[get_global_id(0) * height + get_global_id(1)] = sum;
}

kernel void
rows(global const float *in, global float *out, local float *buffer)
{
    const int l = get_local_id(0), n = get_local_size(0), i = get_global_id(1) * get_global_size(0) + get_global_id(0);

    buffer[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = buffer[n - 1 - l];
}
