// SPDX-License-Identifier: Apache-2.0
// Reads by a sampler and coordinates that are floats: see weft_image_sample.h.
#include "weft_image_sample.h"

#define SAMPLE(T, S, shape)                                                                                            \
    T##4 __weft_by_lane_sample_##S##_##shape(__weft_image_ptr image, ulong sampler, float x, float y, float z,         \
                                             float layer)                                                              \
    {                                                                                                                  \
        return __weft_sample_level_##S(image, 0, sampler, WEFT_SHAPE_##shape, x, y, z, layer);                         \
    }                                                                                                                  \
    T##4 __weft_by_lane_sample_lod_##S##_##shape(__weft_image_ptr image, ulong sampler, float x, float y, float z,     \
                                                 float layer, float lod)                                               \
    {                                                                                                                  \
        return __weft_sample_lod_##S(image, lod, sampler, WEFT_SHAPE_##shape, x, y, z, layer);                         \
    }
WEFT_SAMPLED_SHAPES(SAMPLE, float, f)
WEFT_SAMPLED_SHAPES(SAMPLE, uint, ui)
