// What a pipe cannot be is said by line; what it is for compiles.
// RUN: %weftc --emit=frontend %s -cl-std=CL3.0 | FileCheck %s
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DMEMBER 2>&1 | FileCheck %s --check-prefix=MEMBER
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DCHOICE 2>&1 | FileCheck %s --check-prefix=CHOICE
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DRESULT 2>&1 | FileCheck %s --check-prefix=RESULT
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DVARIABLE 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DBOTH_WAYS 2>&1 | FileCheck %s --check-prefix=BOTH_WAYS
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DWRONG_WAY 2>&1 | FileCheck %s --check-prefix=WRONG_WAY
// RUN: not %weftc --emit=frontend %s -cl-std=CL3.0 -DWRONG_PACKET 2>&1 | FileCheck %s --check-prefix=WRONG_PACKET
// CHECK: call spir_func i32 @__read_pipe_2
int
take(read_only pipe int p, global int *o)
{
    return read_pipe(p, o);
}
kernel void
k(read_only pipe int p, read_only pipe int q, global int *o)
{
    *o > 3 ? take(p, o) : take(q, o);
    if (!is_valid_reserve_id(CLK_NULL_RESERVE_ID))
        take(p, o);
}
#ifdef MEMBER
// MEMBER: [[@LINE+3]]:14: error: a structure or union cannot have a pipe as a member
struct s {
    int i;
    pipe int p;
};
#endif
#ifdef CHOICE
// CHOICE: [[@LINE+3]]:10: error: a pipe cannot be chosen with '?:'; choose between calls that take it
kernel void choice(read_only pipe int p, read_only pipe int q, global int *o)
{
    take(*o > 3 ? p : q, o);
}
#endif
#ifdef RESULT
// RESULT: [[@LINE+1]]:10: error: {{.*}} can only be used as a function parameter
pipe int result(pipe int p);
#endif
#ifdef VARIABLE
// VARIABLE: [[@LINE+1]]:17: error: {{.*}} can only be used as a function parameter
global pipe int variable;
#endif
#ifdef BOTH_WAYS
// BOTH_WAYS: [[@LINE+1]]:23: error: access qualifier 'read_write' cannot be used
kernel void both_ways(read_write pipe int p) {}
#endif
#ifdef WRONG_WAY
// WRONG_WAY: [[@LINE+1]]:73: error: invalid pipe access modifier (expecting write_only)
kernel void wrong_way(read_only pipe int p, global int *o) { write_pipe(p, o); }
#endif
#ifdef WRONG_PACKET
// WRONG_PACKET: [[@LINE+1]]:67: error: invalid argument type to function 'read_pipe'
kernel void wrong_packet(read_only pipe int p, global float *o) { read_pipe(p, o); }
#endif
