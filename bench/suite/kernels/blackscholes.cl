// SPDX-License-Identifier: Apache-2.0
// European options by Black and Scholes; the normal distribution as a polynomial.
float
cnd(float d)
{
    const float a1 = 0.31938153f, a2 = -0.356563782f, a3 = 1.781477937f, a4 = -1.821255978f, a5 = 1.330274429f;
    float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
    float c = 0.39894228040143f * exp(-0.5f * d * d) * (k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5)))));

    if (d > 0)
        c = 1.0f - c;
    return c;
}

kernel void
blackscholes(global float *call, global float *put, global const float *price, global const float *strike,
             global const float *years, float rate, float volatility)
{
    size_t i = get_global_id(0);
    float s = price[i], x = strike[i], t = years[i];
    float root = sqrt(t);
    float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = cnd(d1), n2 = cnd(d2);
    float discounted = x * exp(-rate * t);

    call[i] = s * n1 - discounted * n2;
    put[i] = discounted * (1.0f - n2) - s * (1.0f - n1);
}
