// RUN: %weftc --cpu=x86-64-v4 --remarks --emit=info -o - %s -cl-std=CL3.0 2>&1 | FileCheck %s
// Work-group functions ask for the linear id, which is made of the ids of all dimensions, in groups of one dimension,
// too: that alone does not make a group's rows short. Other questions for ids of another dimension do.

int
roots(int n)
{
    float a = n;

    for (int i = 0; i < 50; i++)
        a = sqrt(a * a + i);
    return a;
}

// CHECK: kernel 'row': {{32|64|128}} work-items of dimension 0 side by side
kernel void
row(global int *p)
{
    int i = get_global_id(0);

    p[i] = work_group_all(roots(p[i]) > 3) ? 7 : p[i];
}

// CHECK: kernel 'tile': 16 work-items of dimension 0 side by side
kernel void
tile(global int *p)
{
    int i = get_global_id(0) + get_local_id(1) * 4096;

    p[i] = work_group_all(roots(p[i]) > 3) ? 7 : p[i];
}
