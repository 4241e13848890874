#include <string.h>

#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum { WIDTH = 8, HEIGHT = 16, PIXELS = WIDTH * HEIGHT };

WIDER int32_t textart_load(const uint16_t *plane, int64_t first, int32_t width, const uint16_t *codes, int16_t *samples,
                     int64_t first_sample, float *lights, int64_t first_light) {
    plane += first;
    samples += first_sample;
    lights += first_light;
    int32_t sum = 0;
    for (int y = 0; y < HEIGHT; y++) {
        const uint16_t *row = plane + (int64_t)y * width;
        for (int x = 0; x < WIDTH; x++) samples[y * WIDTH + x] = (int16_t)codes[row[x]];
        for (int x = 0; x < WIDTH; x++) lights[y * WIDTH + x] = (float)row[x];
    }
    for (int i = 0; i < PIXELS; i++) sum += samples[i];
    int16_t mean = (int16_t)((sum + PIXELS / 2) / PIXELS);
    for (int i = 0; i < PIXELS; i++) samples[i] = (int16_t)(samples[i] - mean);
    return sum;
}

typedef int16_t row_of_samples __attribute__((vector_size(2 * WIDTH)));

static inline row_of_samples row_at(const int16_t *samples) {
    row_of_samples row;
    memcpy(&row, samples, sizeof row);
    return row;
}

/// The sums of a cell by part: bands in two halves, half columns, dots.
static int16_t *sum_parts(const int16_t *cell, const int32_t *cuts, int32_t bands, int16_t *into) {
    row_of_samples columns[2] = {{0}, {0}};
    int32_t y = 0;
    for (int32_t band = 0; band < bands; band++) {
        const int half = y >= HEIGHT / 2;
        row_of_samples sums = {0};
        for (; y < cuts[band + 1]; y++) sums += row_at(cell + y * WIDTH);
        columns[half] += sums;
        *into++ = (int16_t)(sums[0] + sums[1] + sums[2] + sums[3]);
        *into++ = (int16_t)(sums[4] + sums[5] + sums[6] + sums[7]);
    }
    memcpy(into, columns, sizeof columns);
    into += 2 * WIDTH;
    for (int top = 1; top < HEIGHT; top += 4) {
        const row_of_samples sums = row_at(cell + top * WIDTH) + row_at(cell + (top + 1) * WIDTH);
        *into++ = (int16_t)(sums[1] + sums[2]);
        *into++ = (int16_t)(sums[5] + sums[6]);
    }
    return into;
}

void textart_sum_parts(const int16_t *samples, const int32_t *cuts, int32_t bands, int16_t *sums) {
    for (int channel = 0; channel < 3; channel++) sums = sum_parts(samples + channel * PIXELS, cuts, bands, sums);
}

WIDER void textart_inked(const float *shares, int64_t first_share, const float *lights, int64_t first_light, float *all,
                   float *inked) {
    shares += first_share;
    lights += first_light;
    float whole[WIDTH] = {0}, part[WIDTH] = {0};
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            float light = lights[y * WIDTH + x];
            whole[x] += light;
            part[x] += light * shares[y * WIDTH + x];
        }
    }
    *all = *inked = 0;
    for (int x = 0; x < WIDTH; x++) {
        *all += whole[x];
        *inked += part[x];
    }
}
