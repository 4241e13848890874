#pragma once
#include <stddef.h>
#include <stdint.h>

// Blurs one line: each value is the middle one plus the pairs at equal distances on both sides, weighted by the taps
// and added to `start` if given. Several values at a time stay in registers for all taps; each one is summed in the
// order of the taps.
static inline __attribute__((always_inline)) void blur_lines(
    const float *start, const float *middle, const float *const *before, const float *const *after, int32_t from,
    int32_t to, const float *taps, int32_t reach, float *line) {
    enum { VALUES = 16 };
    int32_t x = from;
    for (; x + VALUES <= to; x += VALUES) {
        float sums[VALUES];
        for (int i = 0; i < VALUES; i++) sums[i] = middle[x + i] * taps[0];
        if (start) for (int i = 0; i < VALUES; i++) sums[i] += start[x + i];
        for (int32_t tap = 1; tap <= reach; tap++)
            for (int i = 0; i < VALUES; i++) sums[i] += (before[tap][x + i] + after[tap][x + i]) * taps[tap];
        for (int i = 0; i < VALUES; i++) line[x + i] = sums[i];
    }
    for (; x < to; x++) {
        float sum = middle[x] * taps[0];
        if (start) sum += start[x];
        for (int32_t tap = 1; tap <= reach; tap++) sum += (before[tap][x] + after[tap][x]) * taps[tap];
        line[x] = sum;
    }
}
