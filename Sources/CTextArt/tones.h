#pragma once
#include "textart.h"

// The innermost steps of the tone search, inlined for every vector width.
#define TONES static inline __attribute__((always_inline))

enum { TONES_SAMPLES = TEXTART_ACROSS * TEXTART_DOWN, TONES_MOST = 11468 };

TONES void tones_lacking(const float *cell, int32_t stride, const float *own, float drift, int16_t *sums) {
    float lacks[TONES_SAMPLES];
    for (int y = 0; y < TEXTART_DOWN; y++)
        for (int x = 0; x < TEXTART_ACROSS; x++) lacks[y * TEXTART_ACROSS + x] = cell[(int64_t)y * stride + x];
    if (own) for (int i = 0; i < TONES_SAMPLES; i++) lacks[i] += own[i];
    for (int i = 0; i < TONES_SAMPLES; i++) {
        float sum = (lacks[i] - drift) * 8192;
        sum = sum > -TONES_MOST ? sum : -TONES_MOST;
        sum = sum < TONES_MOST ? sum : TONES_MOST;
        sums[i] = (int16_t)(int32_t)(sum + (sum < 0 ? -0.5f : 0.5f));
    }
}

// A row of a print is one or two vectors wide. `restrict` tells the compiler that prints and field don't overlap, so
// that it can use whole vectors.
TONES void tones_swap(float *restrict corner, int32_t stride, const float *restrict before,
                      const float *restrict after) {
    for (int y = 0; y < TEXTART_PRINT_DOWN; y++, corner += stride) {
        for (int x = 0; x < TEXTART_PRINT_ACROSS; x++) corner[x] += before[x] - after[x];
        before += TEXTART_PRINT_ACROSS;
        after += TEXTART_PRINT_ACROSS;
    }
}

// Adds a glyph to an empty cell.
TONES void tones_put(float *restrict corner, int32_t stride, const float *restrict after) {
    for (int y = 0; y < TEXTART_PRINT_DOWN; y++, corner += stride, after += TEXTART_PRINT_ACROSS)
        for (int x = 0; x < TEXTART_PRINT_ACROSS; x++) corner[x] -= after[x];
}
