// SPDX-License-Identifier: Apache-2.0
// Bodies, options, the Mandelbrot set and particles.
#include "bench/suite/native/native.h"

#include <math.h>

void
native_nbody(int n, const float *restrict position, const float *restrict velocity, float *restrict new_position,
             float *restrict new_velocity, float dt, float softening)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        float x = position[4 * i], y = position[4 * i + 1], z = position[4 * i + 2];
        float ax = 0, ay = 0, az = 0;

#pragma omp simd reduction(+ : ax, ay, az)
        for (int j = 0; j < n; j++) {
            float rx = position[4 * j] - x, ry = position[4 * j + 1] - y, rz = position[4 * j + 2] - z;
            float inverse = 1 / sqrtf(rx * rx + ry * ry + rz * rz + softening);
            float s = position[4 * j + 3] * inverse * inverse * inverse;

            ax += rx * s;
            ay += ry * s;
            az += rz * s;
        }
        new_velocity[4 * i] = velocity[4 * i] + ax * dt;
        new_velocity[4 * i + 1] = velocity[4 * i + 1] + ay * dt;
        new_velocity[4 * i + 2] = velocity[4 * i + 2] + az * dt;
        new_velocity[4 * i + 3] = velocity[4 * i + 3];
        new_position[4 * i] = x + new_velocity[4 * i] * dt;
        new_position[4 * i + 1] = y + new_velocity[4 * i + 1] * dt;
        new_position[4 * i + 2] = z + new_velocity[4 * i + 2] * dt;
        new_position[4 * i + 3] = position[4 * i + 3];
    }
}

static inline float
cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float c = 0.39894228040143f * expf(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));

    return d > 0 ? 1 - c : c;
}

void
native_blackscholes(size_t n, float *restrict call, float *restrict put, const float *restrict price,
                    const float *restrict strike, const float *restrict years, float rate, float volatility)
{
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        float s = price[i], x = strike[i], t = years[i];
        float root = sqrtf(t);
        float d1 = (logf(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
        float d2 = d1 - volatility * root;
        float n1 = cnd(d1), n2 = cnd(d2);
        float discounted = x * expf(-rate * t);

        call[i] = s * n1 - discounted * n2;
        put[i] = discounted * (1 - n2) - s * (1 - n1);
    }
}

void
native_mandelbrot(int *out, int width, int height, float x0, float y0, float step, int limit)
{
#pragma omp parallel for schedule(dynamic, 4)
    for (int py = 0; py < height; py++)
        for (int px = 0; px < width; px++) {
            float cx = x0 + (float)px * step, cy = y0 + (float)py * step;
            float x = 0, y = 0;
            int i = 0;

            while (i < limit && x * x + y * y <= 4) {
                float next = x * x - y * y + cx;

                y = 2 * x * y + cy;
                x = next;
                i++;
            }
            out[py * width + px] = i;
        }
}

void
native_particles_aos(size_t n, struct particle *p, float dt, float drag)
{
#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++) {
        struct particle q = p[i];
        float k = 1 - drag * dt / q.mass;

        q.vx *= k;
        q.vy = q.vy * k - 9.81f * dt;
        q.vz *= k;
        q.x += q.vx * dt;
        q.y += q.vy * dt;
        q.z += q.vz * dt;
        q.life -= dt;
        if (q.y < 0) {
            q.y = -q.y;
            q.vy = -0.8f * q.vy;
        }
        if (q.life < 0) {
            q.life = 10;
            q.y = 5;
            q.vy = 0;
        }
        p[i] = q;
    }
}

void
native_particles_soa(size_t n, float *const arrays[8], float dt, float drag)
{
    float *restrict x = arrays[0], *restrict y = arrays[1], *restrict z = arrays[2];
    float *restrict vx = arrays[3], *restrict vy = arrays[4], *restrict vz = arrays[5];
    float *restrict life = arrays[7];
    const float *restrict mass = arrays[6];

#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++) {
        float k = 1 - drag * dt / mass[i];
        float speed = vy[i] * k - 9.81f * dt, height = y[i] + speed * dt, left = life[i] - dt;

        vx[i] *= k;
        vz[i] *= k;
        x[i] += vx[i] * dt;
        z[i] += vz[i] * dt;
        speed = height < 0 ? -0.8f * speed : speed;
        height = height < 0 ? -height : height;
        y[i] = left < 0 ? 5 : height;
        vy[i] = left < 0 ? 0 : speed;
        life[i] = left < 0 ? 10 : left;
    }
}
