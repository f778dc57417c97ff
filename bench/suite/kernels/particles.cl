// SPDX-License-Identifier: Apache-2.0
// A step of bouncing particles, as an array of structures and as arrays.
typedef struct {
    float x, y, z;
    float vx, vy, vz;
    float mass, life;
} particle;

kernel void
particles_aos(global particle *p, float dt, float drag)
{
    size_t i = get_global_id(0);
    particle q = p[i];
    float k = 1.0f - drag * dt / q.mass;

    q.vx *= k;
    q.vy = q.vy * k - 9.81f * dt;
    q.vz *= k;
    q.x += q.vx * dt;
    q.y += q.vy * dt;
    q.z += q.vz * dt;
    q.life -= dt;
    if (q.y < 0.0f) {
        q.y = -q.y;
        q.vy = -0.8f * q.vy;
    }
    if (q.life < 0.0f) {
        q.life = 10.0f;
        q.y = 5.0f;
        q.vy = 0.0f;
    }
    p[i] = q;
}

kernel void
particles_soa(global float *x, global float *y, global float *z, global float *vx, global float *vy, global float *vz,
              global const float *mass, global float *life, float dt, float drag)
{
    size_t i = get_global_id(0);
    float k = 1.0f - drag * dt / mass[i];

    vx[i] *= k;
    vy[i] = vy[i] * k - 9.81f * dt;
    vz[i] *= k;
    x[i] += vx[i] * dt;
    y[i] += vy[i] * dt;
    z[i] += vz[i] * dt;
    life[i] -= dt;
    if (y[i] < 0.0f) {
        y[i] = -y[i];
        vy[i] = -0.8f * vy[i];
    }
    if (life[i] < 0.0f) {
        life[i] = 10.0f;
        y[i] = 5.0f;
        vy[i] = 0.0f;
    }
}
