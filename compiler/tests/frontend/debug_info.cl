// With -g the code names a file that holds the source, so that gdb can show it.
// RUN: %weftc --emit=frontend %s -g | FileCheck %s
// RUN: %weftc %s -g -cl-opt-disable -o %t.so
// RUN: llvm-dwarfdump --debug-line %t.so | FileCheck %s --check-prefix=LINES
// CHECK: !DIFile(filename: "{{/.*}}/debug_info.cl"
// CHECK: !DISubprogram(name: "k"
// LINES: name: "{{.*}}debug_info.cl"
kernel void
k(global int *a)
{
    int x = get_global_id(0);
    a[x] = x;
}
