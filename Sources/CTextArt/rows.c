#include "textart.h"
#include "wider.h"

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

void textart_row_grey(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                      float *line) {
    const uint32_t *red = light, *green = light + 256, *blue = light + 512;
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        const uint8_t *p = pixels + (uint64_t)box.first * BYTES;
        const uint8_t *before = p - BYTES;
        uint64_t whole = 0;
        for (uint32_t n = box.whole; n > 0; n--, p += BYTES) whole += red[p[0]] + green[p[1]] + blue[p[2]];
        float sum = (float)(int64_t)whole;
        if (box.leading > 0) sum += (float)(red[before[0]] + green[before[1]] + blue[before[2]]) * box.leading;
        if (box.trailing > 0) sum += (float)(red[p[0]] + green[p[1]] + blue[p[2]]) * box.trailing;
        line[i] = sum;
    }
}

void textart_row_grey_over(const uint8_t *pixels, const uint32_t *light, uint32_t background,
                           const textart_box *boxes, int32_t count, float *line) {
    const uint32_t *red = light, *green = light + 256, *blue = light + 512;
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        uint32_t first = box.first - (box.leading > 0), end = box.first + box.whole + (box.trailing > 0);
        float sum = 0;
        for (uint32_t x = first; x < end; x++) {
            const uint8_t *p = pixels + (uint64_t)x * BYTES;
            uint64_t own = red[p[0]] + green[p[1]] + blue[p[2]], alpha = p[3];
            float value = (float)(int64_t)(own * alpha + background * (255 - alpha)) / 255.0f;
            sum += x < box.first ? value * box.leading : x < box.first + box.whole ? value : value * box.trailing;
        }
        line[i] = sum;
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

WIDER void textart_add(float *sums, const float *line, float share, int32_t count) {
    for (int32_t i = 0; i < count; i++) sums[i] += line[i] * share;
}

WIDER void textart_store(float *sums, float scale, int32_t count, uint16_t *samples) {
    for (int32_t i = 0; i < count; i++) {
        float value = sums[i] * scale + 0.5f;
        value = value < 65535.0f ? value : 65535.0f;
        samples[i] = (uint16_t)(int32_t)value;
        sums[i] = 0;
    }
}
