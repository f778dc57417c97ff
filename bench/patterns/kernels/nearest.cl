// SPDX-License-Identifier: Apache-2.0
// Distances of places to one place.
typedef struct {
    float latitude, longitude;
} place;
kernel void
nearest(global const place *places, global float *out, float latitude, float longitude)
{
    global const place *p = &places[get_global_id(0)];

    out[get_global_id(0)] = sqrt((latitude - p->latitude) * (latitude - p->latitude) +
                                 (longitude - p->longitude) * (longitude - p->longitude));
}
