#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum {
    ACROSS = TEXTART_ACROSS,
    DOWN = TEXTART_DOWN,
    REACH = TEXTART_REACH,
    WIDTH = TEXTART_PRINT_ACROSS,
    HEIGHT = TEXTART_PRINT_DOWN
};

// A row of the field, blurred along itself. `padded` has REACH places around the row, in which there is nothing.
static inline __attribute__((always_inline)) void blur_row(
    const float *row, int32_t width, const float *taps, int32_t reach, float *padded, float *line) {
    float *middle = padded + REACH;
    for (int32_t x = 0; x < width; x++) middle[x] = row[x];
    for (int32_t x = 0; x < width; x++) line[x] = middle[x] * taps[0];
    for (int32_t tap = 1; tap <= reach; tap++)
        for (int32_t x = 0; x < width; x++) line[x] += (middle[x - tap] + middle[x + tap]) * taps[tap];
}

WIDER void textart_blur_field(const float *field, int32_t width, int32_t height, const float *taps, int32_t reach,
                              float weight, float *scratch, float *blurred) {
    const int32_t rows = 2 * reach + 1;
    int64_t stride = width + 2 * REACH;
    float *padded = scratch + (int64_t)rows * width;
    for (int64_t i = 0; i < (int64_t)rows * width + stride; i++) scratch[i] = 0;
    for (int32_t y = -reach; y < height; y++) {
        // The last row that is needed takes the place of the first that is not.
        float *last = scratch + (int64_t)((y + 2 * reach) % rows) * width;
        if (y + reach < height) blur_row(field + (int64_t)(y + reach) * width, width, taps, reach, padded, last);
        else for (int32_t x = 0; x < width; x++) last[x] = 0;
        if (y < 0) continue;
        float *sum = blurred + (y + REACH) * stride + REACH;
        const float *line = scratch + (int64_t)((y + reach) % rows) * width;
        float share = taps[0] * weight;
        for (int32_t x = 0; x < width; x++) sum[x] += line[x] * share;
        for (int32_t tap = 1; tap <= reach; tap++) {
            const float *above = scratch + (int64_t)((y + reach - tap) % rows) * width;
            const float *below = scratch + (int64_t)((y + reach + tap) % rows) * width;
            share = taps[tap] * weight;
            for (int32_t x = 0; x < width; x++) sum[x] += (above[x] + below[x]) * share;
        }
    }
}

void textart_print(const float *glyph, const float *taps, int32_t reach, float weight, float *print) {
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

WIDER void textart_swap(float *corner, int32_t stride, const float *before, const float *after) {
    for (int y = 0; y < HEIGHT; y++, corner += stride, before += WIDTH, after += WIDTH)
        for (int x = 0; x < WIDTH; x++) corner[x] += before[x] - after[x];
}
