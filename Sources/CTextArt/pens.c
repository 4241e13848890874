#include "pens.h"

#include <math.h>
#include <string.h>

#include "textart.h"
#include "vectors.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum { SAMPLES = TEXTART_CELL, LANES = 16 };

WIDER void textart_turn(const float *matrix, const float *cell, float *turned, textart_moments *moments) {
    for (int k = 0; k < 3; k++) {
        const float *row = matrix + 3 * k;
        float total[8] = {0};
        for (int p = 0; p < SAMPLES; p += 8)
            for (int l = 0; l < 8; l++) {
                const float *at = cell + p + l;
                float value = row[0] * at[0] + row[1] * at[SAMPLES] + row[2] * at[2 * SAMPLES];
                turned[k * SAMPLES + p + l] = value;
                total[l] += value;
            }
        moments->total[k] = 0;
        for (int l = 0; l < 8; l++) moments->total[k] += total[l];
    }
    for (int i = 0, n = 0; i < 3; i++)
        for (int k = i; k < 3; k++, n++) {
            float product[8] = {0};
            for (int p = 0; p < SAMPLES; p += 8)
                for (int l = 0; l < 8; l++) product[l] += turned[i * SAMPLES + p + l] * turned[k * SAMPLES + p + l];
            float sum = 0;
            for (int l = 0; l < 8; l++) sum += product[l];
            moments->spread[n] = sum - moments->total[i] * moments->total[k] / SAMPLES;
        }
}

WIDER void textart_tally(const float *glyphs, int32_t count, const float *turned, float *sums) {
    for (int32_t first = 0; first < count; first += LANES) {
        float sum[3][LANES];
        memset(sum, 0, sizeof sum);
        const float *value = glyphs + first;
        for (int p = 0; p < SAMPLES; p++, value += count)
            for (int l = 0; l < LANES; l++) {
                sum[0][l] += value[l] * turned[p];
                sum[1][l] += value[l] * turned[SAMPLES + p];
                sum[2][l] += value[l] * turned[2 * SAMPLES + p];
            }
        for (int k = 0; k < 3; k++) memcpy(sums + k * count + first, sum[k], sizeof sum[k]);
    }
}

/// Newton's method from above; the same bits on every machine.
static double cube_root(double value) {
    double root = value < 1 ? 1 : value;
    for (int i = 0; i < 14; i++) root -= (root - value / (root * root)) / 3;
    return root;
}

void textart_look_matrix(const float *light, float *matrix) {
    static const double cones[9] = {0.4122214708, 0.5363325363, 0.0514459929, 0.2119034982, 0.6806995451,
                                    0.1073969566, 0.0883024619, 0.2817188376, 0.6299787005};
    static const double lab[9] = {0.2104542553, 0.7936177850, -0.0040720468, 1.9779984951, -2.4285922050,
                                  0.4505937099, 0.0259040371, 0.7827717662, -0.8086757660};
    double slope[3];
    for (int i = 0; i < 3; i++) {
        double cone = cones[3 * i] * light[0] + cones[3 * i + 1] * light[1] + cones[3 * i + 2] * light[2];
        double root = cube_root(cone + 0.01);
        slope[i] = 1 / (3 * root * root);
    }
    for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++) {
            double sum = 0;
            for (int i = 0; i < 3; i++) sum += lab[3 * k + i] * slope[i] * cones[3 * i + c];
            matrix[3 * k + c] = (float)sum;
        }
}

void textart_add_pen(textart_pens *pens, const uint8_t *codes, const float *halves) {
    if (pens->count == TEXTART_PENS) return;
    int32_t pen = pens->count++;
    for (int c = 0; c < 3; c++) {
        int code = codes[c], less = code > 0 ? code - 1 : 0, more = code < 255 ? code + 1 : 255;
        pens->codes[c][pen] = codes[c];
        pens->values[c][pen] = pens->is_near ? (float)code / 255 : halves[2 * code];
        pens->low[c][pen] = pens->is_near ? (float)less / 255 : halves[2 * less];
        pens->high[c][pen] = pens->is_near ? (float)more / 255 : halves[2 * more];
    }
}

int32_t textart_plain_pen(const float *cell, const textart_pens *pens) {
    float low[3], high[3];
    for (int c = 0; c < 3; c++) {
        low[c] = high[c] = cell[c * SAMPLES];
        for (int p = 1; p < SAMPLES; p++) {
            float value = cell[c * SAMPLES + p];
            low[c] = value < low[c] ? value : low[c];
            high[c] = value > high[c] ? value : high[c];
        }
    }
    for (int32_t pen = 0; pen < pens->count; pen++) {
        int same = 1;
        for (int c = 0; c < 3; c++) same &= low[c] >= pens->low[c][pen] && high[c] <= pens->high[c][pen];
        if (same) return pen;
    }
    return -1;
}

void textart_show(const textart_pens *inks, int32_t ink, const textart_pens *papers, int32_t paper,
                  const float *coverage, const float *sag, const float *halves, float *cell) {
    const textart_pens *pens = ink < 0 ? papers : inks;
    int32_t pen = ink < 0 ? paper : ink;
    for (int c = 0; c < 3; c++) {
        float base = papers->values[c][paper], top = pens->values[c][pen];
        float middle = halves[pens->codes[c][pen] + papers->codes[c][paper]];
        float fall = papers->is_near ? 0 : 2 * (top + base) - 4 * middle;
        for (int p = 0; p < SAMPLES; p++) cell[c * SAMPLES + p] = base + coverage[p] * (top - base) - sag[p] * fall;
    }
}

void textart_add_cell(float *field, int64_t first, int64_t plane, int32_t stride, const float *cell, float sign) {
    field += first;
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < TEXTART_DOWN; y++) {
            float *line = field + c * plane + (int64_t)y * stride;
            const float *from = cell + c * SAMPLES + y * TEXTART_ACROSS;
            for (int x = 0; x < TEXTART_ACROSS; x++) line[x] += from[x] * sign;
        }
}

void textart_take_cell(const float *planes, int64_t first, int64_t plane, int32_t across, float *cell) {
    planes += first;
    for (int c = 0; c < 3; c++)
        for (int y = 0; y < TEXTART_DOWN; y++)
            memcpy(cell + c * SAMPLES + y * TEXTART_ACROSS, planes + c * plane + (int64_t)y * across,
                   TEXTART_ACROSS * sizeof(float));
}

float textart_mean_length(const float *matrix, const float *cell) {
    float sum = 0;
    for (int p = 0; p < SAMPLES; p++) {
        float from[3] = {cell[p], cell[SAMPLES + p], cell[2 * SAMPLES + p]}, to[3];
        turn(matrix, from, to);
        sum += sqrtf(dot(to, to));
    }
    return sum / SAMPLES;
}
