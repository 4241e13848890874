#include "textart.h"

#pragma STDC FP_CONTRACT OFF

static const float corner = 0.7f;

static int32_t within(int32_t place, int32_t length) { return place < 0 ? 0 : place < length ? place : length - 1; }

// The neighbours that are ink less those that are not; edge values are repeated beyond the edges.
static float neighbours(const uint8_t *ink, int32_t width, int32_t height, int32_t x, int32_t y) {
    float sum = 0;
    for (int32_t dy = -1; dy <= 1; dy++) {
        for (int32_t dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0) continue;
            int32_t nx = within(x + dx, width), ny = within(y + dy, height);
            float share = dx != 0 && dy != 0 ? corner : 1.0f;
            sum += ink[(int64_t)ny * width + nx] ? share : -share;
        }
    }
    return sum;
}

void textart_settle(const float *margins, int32_t width, int32_t height, float pull, int32_t passes, uint8_t *ink) {
    for (int64_t i = 0; i < (int64_t)width * height; i++) ink[i] = margins[i] > 0;
    for (int32_t pass = 0; pass < passes; pass++) {
        int64_t changes = 0;
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                int64_t place = (int64_t)y * width + x;
                uint8_t now = margins[place] + pull * 0.5f * neighbours(ink, width, height, x, y) > 0;
                changes += now != ink[place];
                ink[place] = now;
            }
        }
        if (changes == 0) break;
    }
}
