// Images are pointers to their description, samplers values of 8 bytes: no type and no accessor of the kernel library is
// left, with and without optimization, through functions and variables.
// RUN: %weftc --emit=ir %s | FileCheck %s --implicit-check-not=spirv. --implicit-check-not=_Z12__weft_image --implicit-check-not=_Z14__weft_sampler
// RUN: %weftc --emit=ir -cl-opt-disable %s | FileCheck %s --check-prefix=PLAIN --implicit-check-not=spirv. --implicit-check-not=_Z12__weft_image --implicit-check-not=_Z14__weft_sampler
// RUN: %weftc --emit=info %s | FileCheck %s --check-prefix=INFO
// RUN: %weftc --emit=ir --width=8 --cpu=x86-64-v3 --target=x86_64-pc-linux-gnu %s | FileCheck %s --check-prefix=PACKED
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

static float4 __attribute__((noinline))
pixel(read_only image2d_t image, sampler_t s, int2 at)
{
    return read_imagef(image, s, at);
}

// INFO: kernel choose [] block=36
// INFO-NEXT: image2d_t a: kind=4 offset=0 size=8 align=8 address=119b access=11a0 qualifiers=0
// INFO-NEXT: image2d_t b: kind=4 offset=8 size=8 align=8 address=119b access=11a0 qualifiers=0
// INFO-NEXT: sampler_t s: kind=5 offset=16 size=8 align=8 address=119e access=11a3 qualifiers=0
// INFO-NEXT: float4* out: kind=1 offset=24
// CHECK: define {{.*}}@__weft_kernel_choose(
// PLAIN: define {{.*}}@__weft_kernel_choose(
kernel void
choose(read_only image2d_t a, read_only image2d_t b, sampler_t s, global float4 *out, int which)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));

    out[get_global_id(0)] = pixel(a, s, at) + pixel(b, edge, at) * get_image_width(a);
}

// Where the format is not known, packs ask once whether it is one that many images have: else work-items take turns.
// PACKED: define {{.*}}@__weft_usual_load_f.{{packed|masked}}.8(ptr addrspace(2)
// PACKED: call <4 x float> @__weft_by_lane_load_f(
// PACKED: define {{.*}}@__weft_kernel_copy(
// PACKED: call {{.*}} @__weft_usual_load_f.{{packed|masked}}.8{{.*}}(ptr addrspace(2)
// PACKED: call void @__weft_usual_store_f.{{packed|masked}}.8{{.*}}(ptr addrspace(2)
kernel void
copy(read_only image2d_t a, write_only image2d_t b)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));

    write_imagef(b, at, read_imagef(a, edge, at));
}
