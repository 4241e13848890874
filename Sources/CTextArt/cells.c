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
