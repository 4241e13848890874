#include <string.h>

#include "blur.h"
#include "textart.h"
#include "tones.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum {
    ACROSS = TEXTART_ACROSS,
    DOWN = TEXTART_DOWN,
    REACH = TEXTART_REACH,
    WIDTH = TEXTART_PRINT_ACROSS
};

static inline __attribute__((always_inline)) void blur_field(
    const float *field, int32_t width, int32_t height, const float *taps, int32_t reach, float weight, float *scratch,
    float *blurred) {
    const int32_t rows = 2 * reach + 1;
    int64_t stride = width + 2 * REACH;
    // A row with REACH zeros on both sides.
    float *middle = scratch + (int64_t)rows * width + REACH;
    const float *before[REACH + 1], *after[REACH + 1];
    float shares[REACH + 1];
    for (int32_t tap = 0; tap <= reach; tap++) shares[tap] = taps[tap] * weight;
    for (int64_t i = 0; i < (int64_t)rows * width + stride; i++) scratch[i] = 0;
    for (int32_t y = -reach; y < height; y++) {
        // A ring buffer: the newest row replaces the one no longer needed.
        float *last = scratch + (int64_t)((y + 2 * reach) % rows) * width;
        for (int32_t tap = 1; tap <= reach; tap++) {
            before[tap] = middle - tap;
            after[tap] = middle + tap;
        }
        if (y + reach < height) {
            memcpy(middle, field + (int64_t)(y + reach) * width, (size_t)width * sizeof *middle);
            blur_lines(NULL, middle, before, after, 0, width, taps, reach, last);
        } else memset(last, 0, (size_t)width * sizeof *last);
        if (y < 0) continue;
        for (int32_t tap = 1; tap <= reach; tap++) {
            before[tap] = scratch + (int64_t)((y + reach - tap) % rows) * width;
            after[tap] = scratch + (int64_t)((y + reach + tap) % rows) * width;
        }
        float *sum = blurred + (y + REACH) * stride + REACH;
        const float *line = scratch + (int64_t)((y + reach) % rows) * width;
        blur_lines(sum, line, before, after, 0, width, shares, reach, sum);
    }
}

// With a constant reach the taps' addresses stay in registers.
WIDER void textart_blur_field(const float *field, int32_t width, int32_t height, const float *taps, int32_t reach,
                              float weight, float *scratch, float *blurred) {
    switch (reach) {
    case 5: return blur_field(field, width, height, taps, 5, weight, scratch, blurred);
    case 6: return blur_field(field, width, height, taps, 6, weight, scratch, blurred);
    default: return blur_field(field, width, height, taps, reach, weight, scratch, blurred);
    }
}

static void add_print(const float *glyph, const float *taps, int32_t reach, float weight, float *print) {
    float wide[DOWN][WIDTH] = {{0}};
    for (int y = 0; y < DOWN; y++)
        for (int x = 0; x < ACROSS; x++)
            for (int tap = -reach; tap <= reach; tap++)
                wide[y][x + REACH + tap] += glyph[y * ACROSS + x] * taps[tap < 0 ? -tap : tap];
    for (int y = 0; y < DOWN; y++)
        for (int tap = -reach; tap <= reach; tap++) {
            float share = taps[tap < 0 ? -tap : tap] * weight, *row = print + (y + REACH + tap) * WIDTH;
            for (int x = 0; x < WIDTH; x++) row[x] += wide[y][x] * share;
        }
}

void textart_prints(const float *glyphs, int32_t count, const float *taps, int32_t reach, float weight, float *prints) {
    for (int32_t glyph = 0; glyph < count; glyph++, glyphs += TONES_SAMPLES, prints += TEXTART_PRINT)
        add_print(glyphs, taps, reach, weight, prints);
}

void textart_blur_within(const float *glyph, const float *taps, int32_t reach, float weight, float *blurred) {
    float across[ACROSS][ACROSS], down[DOWN], lines[DOWN][ACROSS];
    for (int one = 0; one < ACROSS; one++)
        for (int x = 0; x < ACROSS; x++) {
            int tap = x > one ? x - one : one - x;
            across[one][x] = tap <= reach ? taps[tap] : 0;
        }
    for (int tap = 0; tap < DOWN; tap++) down[tap] = tap <= reach ? taps[tap] * weight : 0;
    for (int y = 0; y < DOWN; y++) {
        for (int x = 0; x < ACROSS; x++) lines[y][x] = glyph[y * ACROSS] * across[0][x];
        for (int one = 1; one < ACROSS; one++)
            for (int x = 0; x < ACROSS; x++) lines[y][x] += glyph[y * ACROSS + one] * across[one][x];
    }
    for (int y = 0; y < DOWN; y++)
        for (int one = 0; one < DOWN; one++) {
            float share = down[y > one ? y - one : one - y];
            for (int x = 0; x < ACROSS; x++) blurred[y * ACROSS + x] += lines[one][x] * share;
        }
}

WIDER void textart_swap(float *field, int64_t corner, int32_t stride, const float *prints, int32_t before,
                        int32_t after) {
    static const float empty[TEXTART_PRINT];
    tones_swap(field + corner, stride, before < 0 ? empty : prints + (int64_t)before * TEXTART_PRINT,
               after < 0 ? empty : prints + (int64_t)after * TEXTART_PRINT);
}
