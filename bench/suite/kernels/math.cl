// SPDX-License-Identifier: Apache-2.0
// One function over an array; FUNCTION and, for two operands, BINARY come from the build options.
kernel void
apply(global const float *x, global const float *y, global float *out)
{
    size_t i = get_global_id(0);

#ifdef BINARY
    out[i] = FUNCTION(x[i], y[i]);
#else
    out[i] = FUNCTION(x[i]);
#endif
}
