#pragma once

static inline float dot(const float *a, const float *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static inline void turn(const float *matrix, const float *from, float *to) {
    for (int k = 0; k < 3; k++) to[k] = dot(matrix + 3 * k, from);
}
