#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum { BYTES = 4 };

typedef int32_t Ints __attribute__((vector_size(16)));
typedef uint32_t Wrapping __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(16)));

static inline Floats between(const Ints *sums, int64_t from, int64_t to) {
    return __builtin_convertvector((Ints)((Wrapping)sums[to] - (Wrapping)sums[from]), Floats);
}

// Prefix sums make every box equally cheap, whatever its width. They may wrap around; the differences are still exact.
// One extra place at each end lets boxes without partial pixels read a zero difference.
void textart_row(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                 textart_sum *scratch, float *line) {
    const textart_box last = boxes[count - 1];
    const uint32_t end = last.first + last.whole + (last.trailing > 0);
    Ints *sums = (Ints *)scratch + 1, sum = {0};
    sums[-1] = sums[0] = sum;
    for (uint32_t x = 0; x < end; x++, pixels += BYTES) {
        Ints own = {(int32_t)light[pixels[0]], (int32_t)light[pixels[1]], (int32_t)light[pixels[2]], 0};
        sums[x + 1] = sum = (Ints)((Wrapping)sum + (Wrapping)own);
    }
    sums[end + 1] = sum;
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        uint32_t first = box.first, after = first + box.whole;
        Floats whole = between(sums, first, after);
        Floats all = whole + between(sums, (int64_t)first - 1, first) * box.leading + between(sums, after, (int64_t)after + 1) * box.trailing;
        line[i] = all[0];
        line[count + i] = all[1];
        line[2 * count + i] = all[2];
    }
}

void textart_row_grey(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                      textart_sum *scratch, float *line) {
    const uint32_t *red = light, *green = light + 256, *blue = light + 512;
    const textart_box last = boxes[count - 1];
    const uint32_t end = last.first + last.whole + (last.trailing > 0);
    int64_t *sums = (int64_t *)scratch + 1, sum = 0;
    sums[-1] = sums[0] = 0;
    for (uint32_t x = 0; x < end; x++, pixels += BYTES)
        sums[x + 1] = sum += (int64_t)(red[pixels[0]] + green[pixels[1]] + blue[pixels[2]]);
    sums[end + 1] = sum;
    for (int32_t i = 0; i < count; i++) {
        textart_box box = boxes[i];
        uint32_t first = box.first, after = first + box.whole;
        line[i] = (float)(sums[after] - sums[first]) + (float)(sums[first] - sums[(int64_t)first - 1]) * box.leading
                + (float)(sums[after + 1] - sums[after]) * box.trailing;
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

WIDER void textart_store(float *sums, int64_t first_sum, float scale, int32_t count, uint16_t *samples,
                         int64_t first_sample) {
    sums += first_sum;
    samples += first_sample;
    for (int32_t i = 0; i < count; i++) {
        float value = sums[i] * scale + 0.5f;
        value = value < 65535.0f ? value : 65535.0f;
        samples[i] = (uint16_t)(int32_t)value;
        sums[i] = 0;
    }
}
