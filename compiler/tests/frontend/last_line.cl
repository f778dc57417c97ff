// Clang gets a source whose last line has an end: it would search the start of one without anew for each place in it,
// which takes seconds where all of a program is in one line.
// RUN: printf '#pragma clang diagnostic error "-Wnewline-eof"\nkernel void k(global int *o) { *o = 1; }' > %t.cl
// RUN: %weftc -o %t %t.cl
