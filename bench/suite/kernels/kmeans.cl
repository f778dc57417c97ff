// SPDX-License-Identifier: Apache-2.0
// The nearest centre of each point; features in rows of all points.
kernel void
kmeans(global const float *feature, global const float *centre, global int *membership, int points, int clusters,
       int features)
{
    int point = get_global_id(0);

    if (point < points) {
        int index = 0;
        float best = FLT_MAX;

        for (int c = 0; c < clusters; c++) {
            float distance = 0.0f;

            for (int f = 0; f < features; f++) {
                float d = feature[f * points + point] - centre[c * features + f];

                distance += d * d;
            }
            if (distance < best) {
                best = distance;
                index = c;
            }
        }
        membership[point] = index;
    }
}
