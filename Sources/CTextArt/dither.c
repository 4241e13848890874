#include "dither.h"

#include <float.h>
#include <math.h>

#pragma STDC FP_CONTRACT OFF

enum { WIDTH = 8, HEIGHT = 16, MOST_STEPS = 64 };

static const float luma[3] = {0.2126f, 0.7152f, 0.0722f};

void textart_mean_dots(const uint16_t *plane, int32_t columns, int32_t rows, int32_t across, const int32_t *cuts,
                       int32_t down, float *means) {
    int64_t width = (int64_t)columns * WIDTH, dots = (int64_t)columns * across;
    int32_t wide = WIDTH / across;
    for (int32_t line = 0; line < rows * down; line++) {
        const uint16_t *cell = plane + (int64_t)(line / down) * HEIGHT * width;
        int32_t top = cuts[line % down], end = cuts[line % down + 1];
        for (int64_t dot = 0; dot < dots; dot++) {
            int64_t sum = 0;
            for (int32_t y = top; y < end; y++)
                for (int32_t x = 0; x < wide; x++) sum += cell[y * width + dot * wide + x];
            means[line * dots + dot] = (float)sum / ((float)(wide * (end - top)) * 65535.0f);
        }
    }
}

static float within(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

/// The pens in a rough perceptual scale: the square roots of their light.
typedef struct {
    int32_t count;
    float roots[3][TEXTART_PENS];
} looks;

static void look(const textart_pens *pens, looks *all) {
    all->count = pens->count;
    for (int c = 0; c < 3; c++)
        for (int32_t pen = 0; pen < pens->count; pen++) all->roots[c][pen] = sqrtf(pens->values[c][pen]);
}

static int32_t nearest(const looks *pens, const float *light) {
    float root[3];
    for (int c = 0; c < 3; c++) root[c] = sqrtf(within(light[c]));
    int32_t best = 0;
    float least = FLT_MAX;
    for (int32_t pen = 0; pen < pens->count; pen++) {
        float far = 0, lighter = 0;
        for (int c = 0; c < 3; c++) {
            float difference = pens->roots[c][pen] - root[c];
            far += difference * difference * (c == 1 ? 0.5f : 0.3f);
            lighter += difference * luma[c];
        }
        far += 2 * lighter * lighter;
        if (far < least) least = far, best = pen;
    }
    return best;
}

static int32_t own(const textart_pens *pens, const float *light) {
    for (int32_t pen = 0; pen < pens->count; pen++) {
        int same = 1;
        for (int c = 0; c < 3; c++) same &= light[c] >= pens->low[c][pen] && light[c] <= pens->high[c][pen];
        if (same) return pen;
    }
    return -1;
}

void textart_diffuse(const textart_pens *pens, float *dots, int32_t width, int32_t height, int32_t *chosen) {
    looks all;
    look(pens, &all);
    int64_t plane = (int64_t)width * height;
    for (int64_t dot = 0; dot < plane; dot++) {
        const float light[3] = {dots[dot], dots[plane + dot], dots[2 * plane + dot]};
        chosen[dot] = own(pens, light);
    }
    for (int32_t y = 0; y < height; y++) {
        int32_t step = y % 2 == 0 ? 1 : -1;
        for (int32_t n = 0; n < width; n++) {
            int32_t x = step > 0 ? n : width - 1 - n;
            int64_t dot = (int64_t)y * width + x;
            if (chosen[dot] >= 0) continue;
            float light[3];
            for (int c = 0; c < 3; c++) light[c] = within(dots[c * plane + dot]);
            chosen[dot] = nearest(&all, light);
            for (int c = 0; c < 3; c++) {
                float error = (light[c] - pens->values[c][chosen[dot]]) / 16;
                float *at = dots + c * plane + dot;
                int before = x - step >= 0 && x - step < width, after = x + step >= 0 && x + step < width;
                if (after) at[step] += 7 * error;
                if (y + 1 == height) continue;
                if (before) at[width - step] += 3 * error;
                at[width] += 5 * error;
                if (after) at[width + step] += error;
            }
        }
    }
}

void textart_order(const textart_pens *pens, const float *dots, int32_t width, int32_t height, const uint16_t *ranks,
                   int32_t side, int32_t *chosen) {
    looks all;
    look(pens, &all);
    int64_t plane = (int64_t)width * height;
    int32_t steps = pens->count > 2 ? 16 : MOST_STEPS;
    for (int64_t dot = 0; dot < plane; dot++) {
        float light[3], lack[3] = {0};
        for (int c = 0; c < 3; c++) light[c] = dots[c * plane + dot];
        chosen[dot] = own(pens, light);
        if (chosen[dot] >= 0) continue;
        int32_t mix[MOST_STEPS];
        float lights[MOST_STEPS];
        for (int32_t n = 0; n < steps; n++) {
            float wanted[3];
            for (int c = 0; c < 3; c++) wanted[c] = light[c] + lack[c];
            int32_t pen = nearest(&all, wanted), place = n;
            float value = 0;
            for (int c = 0; c < 3; c++) {
                lack[c] = wanted[c] - pens->values[c][pen];
                lack[c] = lack[c] < -1 ? -1 : lack[c] > 1 ? 1 : lack[c];
                value += pens->values[c][pen] * luma[c];
            }
            for (; place > 0 && lights[place - 1] > value; place--) {
                lights[place] = lights[place - 1];
                mix[place] = mix[place - 1];
            }
            lights[place] = value;
            mix[place] = pen;
        }
        int64_t rank = ranks[dot / width % side * side + dot % width % side];
        chosen[dot] = mix[rank * steps / (side * side)];
    }
}

enum { SIDE = TEXTART_BLUE_SIDE, DOTS = SIDE * SIDE, REACH = 6, ONES = DOTS / 10 };

/// The number of set dots around each dot, weighted by distance.
typedef struct {
    int32_t crowd[DOTS];
    uint8_t is_set[DOTS];
} pattern;

/// A Gaussian with a sigma of 1.5 dots, by squared distance, in parts of 65,536.
static int32_t weight(int32_t squared) {
    double value = 65536, factor = 0.8007374029168081;  // exp(-1 / 4.5)
    for (int32_t n = 0; n < squared; n++) value *= factor;
    return (int32_t)(value + 0.5);
}

static void put(pattern *all, int32_t dot, int is_set, const int32_t *weights) {
    int32_t sign = is_set ? 1 : -1;
    all->is_set[dot] = (uint8_t)is_set;
    for (int32_t y = -REACH; y <= REACH; y++)
        for (int32_t x = -REACH; x <= REACH; x++) {
            int32_t line = (dot / SIDE + y + SIDE) % SIDE, place = (dot % SIDE + x + SIDE) % SIDE;
            all->crowd[line * SIDE + place] += sign * weights[y * y + x * x];
        }
}

/// The most crowded set dot, or the least crowded unset one.
static int32_t extreme(const pattern *all, int is_set) {
    int32_t found = -1;
    for (int32_t dot = 0; dot < DOTS; dot++) {
        if (all->is_set[dot] != is_set) continue;
        if (found < 0 || (is_set ? all->crowd[dot] > all->crowd[found] : all->crowd[dot] < all->crowd[found]))
            found = dot;
    }
    return found;
}

void textart_blue_ranks(uint16_t *ranks) {
    int32_t weights[2 * REACH * REACH + 1];
    for (int32_t n = 0; n <= 2 * REACH * REACH; n++) weights[n] = weight(n);
    pattern first = {{0}, {0}};
    uint32_t seed = 1;
    for (int32_t n = 0; n < ONES;) {
        seed = seed * 1664525u + 1013904223u;
        int32_t dot = (int32_t)(seed >> 20);
        if (first.is_set[dot]) continue;
        put(&first, dot, 1, weights);
        n++;
    }
    // Moves crowded dots into voids until no move improves the pattern.
    for (int32_t turn = 0; turn < DOTS; turn++) {
        int32_t from = extreme(&first, 1);
        put(&first, from, 0, weights);
        int32_t to = extreme(&first, 0);
        put(&first, to, 1, weights);
        if (to == from) break;
    }
    pattern last = first;
    for (int32_t rank = ONES - 1; rank >= 0; rank--) {
        int32_t dot = extreme(&first, 1);
        put(&first, dot, 0, weights);
        ranks[dot] = (uint16_t)rank;
    }
    for (int32_t rank = ONES; rank < DOTS; rank++) {
        int32_t dot = extreme(&last, 0);
        put(&last, dot, 1, weights);
        ranks[dot] = (uint16_t)rank;
    }
}
