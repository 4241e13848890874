#include "textart.h"

#pragma STDC FP_CONTRACT OFF

enum { BYTES = 4 };

void textart_row(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count, float *line) {
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        const uint8_t *p = pixels + (uint64_t)box.first * BYTES;
        uint64_t red = 0, green = 0, blue = 0;
        for (uint32_t n = box.whole; n > 0; n--, p += BYTES) {
            red += light[p[0]];
            green += light[p[1]];
            blue += light[p[2]];
        }
        float r = (float)(int64_t)red, g = (float)(int64_t)green, b = (float)(int64_t)blue;
        if (box.leading > 0) {
            const uint8_t *q = pixels + ((uint64_t)box.first - 1) * BYTES;
            r += (float)light[q[0]] * box.leading;
            g += (float)light[q[1]] * box.leading;
            b += (float)light[q[2]] * box.leading;
        }
        if (box.trailing > 0) {
            r += (float)light[p[0]] * box.trailing;
            g += (float)light[p[1]] * box.trailing;
            b += (float)light[p[2]] * box.trailing;
        }
        line[i] = r;
        line[count + i] = g;
        line[2 * count + i] = b;
    }
}

static float over(uint8_t code, uint8_t alpha, const uint32_t *light, uint32_t background) {
    return ((float)(light[code] * alpha) + (float)(background * (255u - alpha))) / 255.0f;
}

void textart_row_over(const uint8_t *pixels, const uint32_t *light, const uint32_t *background,
                      const textart_box *boxes, int32_t count, float *line) {
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        const uint8_t *p = pixels + (uint64_t)box.first * BYTES;
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (uint32_t n = 0; n < box.whole; n++)
                sum += over(p[n * BYTES + c], p[n * BYTES + 3], light, background[c]);
            const uint8_t *before = pixels + ((uint64_t)box.first - 1) * BYTES, *after = p + (uint64_t)box.whole * BYTES;
            if (box.leading > 0) sum += over(before[c], before[3], light, background[c]) * box.leading;
            if (box.trailing > 0) sum += over(after[c], after[3], light, background[c]) * box.trailing;
            line[c * count + i] = sum;
        }
    }
}

void textart_row_seen(const uint8_t *pixels, const textart_box *boxes, int32_t count, uint8_t *seen) {
    for (int32_t i = 0; i < count; i++) {
        uint32_t first = boxes[i].first - (boxes[i].leading > 0);
        uint32_t end = boxes[i].first + boxes[i].whole + (boxes[i].trailing > 0);
        for (uint32_t x = first; !seen[i] && x < end; x++) seen[i] = pixels[(uint64_t)x * BYTES + 3] > 0;
    }
}

void textart_add(float *sums, const float *line, float share, int32_t count) {
    for (int32_t i = 0; i < count; i++) sums[i] += line[i] * share;
}

void textart_store(float *sums, float scale, int32_t count, uint16_t *samples) {
    for (int32_t i = 0; i < count; i++) {
        float value = sums[i] * scale + 0.5f;
        value = value < 65535.0f ? value : 65535.0f;
        samples[i] = (uint16_t)(int32_t)value;
        sums[i] = 0;
    }
}
