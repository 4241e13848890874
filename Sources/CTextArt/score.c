#include <string.h>

#include "blur.h"
#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

// Mirrors a place beyond an edge, repeatedly if the plane is narrow; the edge value counts twice. Most planes are
// longer than the reach of any blur, so the division is rarely needed.
static inline int32_t mirrored(int32_t place, int32_t length) {
    int32_t period = 2 * length;
    if (place < -length || place >= period) place %= period;
    if (place < -length) place += period;
    if (place < 0) return -1 - place;
    return place < length ? place : period - 1 - place;
}

enum { MOST_TAPS = TEXTART_GAUSS_REACH + 1 };

static inline float blurred_edge(const float *row, int32_t width, const float *taps, int32_t reach, int32_t x) {
    float sum = row[x] * taps[0];
    for (int32_t tap = 1; tap <= reach; tap++)
        sum += (row[mirrored(x - tap, width)] + row[mirrored(x + tap, width)]) * taps[tap];
    return sum;
}

enum { SIDE = 16, MOST_WIDE = 2 * SIDE + 2 * TEXTART_GAUSS_REACH };

// Blurs one end of a row. `near` holds `count` values and as many as the blur reaches on both sides.
static inline __attribute__((always_inline)) void blur_end(const float *near, int32_t count, const float *taps,
                                                           int32_t reach, float *line) {
    const float *before[MOST_TAPS], *after[MOST_TAPS];
    float ends[2 * SIDE];
    for (int32_t tap = 1; tap <= reach; tap++) {
        before[tap] = near + reach - tap;
        after[tap] = near + reach + tap;
    }
    blur_lines(NULL, near + reach, before, after, 0, count > SIDE ? 2 * SIDE : SIDE, taps, reach, ends);
    memcpy(line, ends, (size_t)count * sizeof *line);
}

// Mirrors both ends once for all taps.
static inline __attribute__((always_inline)) void blur_wide_row(const float *row, int32_t width, const float *taps,
                                                                int32_t reach, float *line) {
    const float *before[MOST_TAPS], *after[MOST_TAPS];
    const int32_t right = width / SIDE * SIDE - SIDE, rest = width - right;
    float near[MOST_WIDE] = {0};
    for (int32_t place = 0; place < reach; place++) near[place] = row[reach - 1 - place];
    memcpy(near + reach, row, (size_t)(SIDE + reach) * sizeof *near);
    blur_end(near, SIDE, taps, reach, line);
    for (int32_t tap = 1; tap <= reach; tap++) {
        before[tap] = row - tap;
        after[tap] = row + tap;
    }
    blur_lines(NULL, row, before, after, SIDE, right, taps, reach, line);
    memcpy(near, row + right - reach, (size_t)(rest + reach) * sizeof *near);
    for (int32_t place = 0; place < reach; place++) near[rest + reach + place] = row[width - 1 - place];
    blur_end(near, rest, taps, reach, line + right);
}

static inline __attribute__((always_inline)) void gauss(
    const float *plane, int32_t width, int32_t height, const float *taps, int32_t reach, float *lines, float *blurred) {
    const float *before[MOST_TAPS], *after[MOST_TAPS];
    const int32_t left = reach < width ? reach : width, right = width - reach > left ? width - reach : left;
    for (int32_t y = 0; y < height; y++) {
        const float *row = plane + (int64_t)y * width;
        float *line = lines + (int64_t)y * width;
        if (width >= 2 * SIDE) {
            blur_wide_row(row, width, taps, reach, line);
            continue;
        }
        for (int32_t tap = 1; tap <= reach; tap++) {
            before[tap] = row - tap;
            after[tap] = row + tap;
        }
        blur_lines(NULL, row, before, after, left, right, taps, reach, line);
        for (int32_t x = 0; x < left; x++) line[x] = blurred_edge(row, width, taps, reach, x);
        for (int32_t x = right; x < width; x++) line[x] = blurred_edge(row, width, taps, reach, x);
    }
    for (int32_t y = 0; y < height; y++) {
        for (int32_t tap = 1; tap <= reach; tap++) {
            before[tap] = lines + (int64_t)mirrored(y - tap, height) * width;
            after[tap] = lines + (int64_t)mirrored(y + tap, height) * width;
        }
        const float *middle = lines + (int64_t)y * width;
        blur_lines(NULL, middle, before, after, 0, width, taps, reach, blurred + (int64_t)y * width);
    }
}

// With a constant reach the taps' addresses stay in registers.
WIDER void textart_gauss(const float *plane, int32_t width, int32_t height, const float *taps, int32_t reach,
                         float *lines, float *blurred) {
    switch (reach) {
    case 4: return gauss(plane, width, height, taps, 4, lines, blurred);
    case 5: return gauss(plane, width, height, taps, 5, lines, blurred);
    default: return gauss(plane, width, height, taps, reach, lines, blurred);
    }
}

void textart_multiply(const float *one, const float *other, int64_t count, float *products) {
    for (int64_t i = 0; i < count; i++) products[i] = one[i] * other[i];
}

// The terms are computed in parallel and summed in order.
WIDER void textart_likeness(const float *a, const float *b, const float *aa, const float *bb, const float *ab,
                            int64_t count, double *similarity, double *structure) {
    enum { TERMS = 64 };
    const float c1 = 0.0001f, c2 = 0.0009f;
    double sum = 0, alike = 0;
    for (int64_t first = 0; first < count; first += TERMS) {
        float same[TERMS], light[TERMS];
        const int64_t many = count - first < TERMS ? count - first : TERMS;
        for (int64_t i = 0, at = first; i < many; i++, at++) {
            float va = aa[at] - a[at] * a[at], vb = bb[at] - b[at] * b[at], vab = ab[at] - a[at] * b[at];
            same[i] = (2 * vab + c2) / (va + vb + c2);
            light[i] = (2 * a[at] * b[at] + c1) / (a[at] * a[at] + b[at] * b[at] + c1) * same[i];
        }
        for (int64_t i = 0; i < many; i++) {
            alike += same[i];
            sum += light[i];
        }
    }
    *similarity = sum;
    *structure = alike;
}

void textart_halve(const float *plane, int32_t width, int32_t height, float *half) {
    int32_t across = width / 2, down = height / 2;
    for (int32_t y = 0; y < down; y++) {
        const float *upper = plane + (int64_t)2 * y * width, *lower = upper + width;
        for (int32_t x = 0; x < across; x++)
            half[(int64_t)y * across + x] = (upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1]) / 4;
    }
}

// Newton's method, from a start within a factor of two.
static double cube_root(double value) {
    if (value <= 0) return 0;
    double scale = 1;
    while (value < 0.125) {
        value *= 8;
        scale *= 0.5;
    }
    double root = 0.5 + 0.5 * value;
    for (int i = 0; i < 5; i++) root -= (root - value / (root * root)) / 3;
    return root * scale;
}

static void perceive(const float *lights, int64_t count, int64_t i, double *color) {
    double r = lights[i], g = lights[count + i], b = lights[2 * count + i];
    double l = cube_root(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cube_root(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cube_root(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    color[0] = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    color[1] = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    color[2] = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
}

double textart_distance(const float *one, const float *other, int64_t count) {
    double sum = 0;
    for (int64_t i = 0; i < count; i++) {
        double a[3], b[3], square = 0;
        perceive(one, count, i, a);
        perceive(other, count, i, b);
        for (int c = 0; c < 3; c++) square += (a[c] - b[c]) * (a[c] - b[c]);
        sum += __builtin_sqrt(square);
    }
    return sum;
}

WIDER void textart_codes(const float *lights, const uint16_t *codes, int64_t count, float *values) {
    for (int64_t i = 0; i < count; i++) {
        float light = lights[i] < 0 ? 0 : lights[i] > 1 ? 1 : lights[i];
        values[i] = (float)codes[(int32_t)(light * 65535.0f + 0.5f)] / 4080.0f;
    }
}

double textart_correlation(const float *one, const float *other, int64_t count) {
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int64_t i = 0; i < count; i++) {
        x += one[i];
        y += other[i];
    }
    x /= (double)count;
    y /= (double)count;
    for (int64_t i = 0; i < count; i++) {
        double dx = one[i] - x, dy = other[i] - y;
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
    }
    return xx * yy > 1e-12 ? xy / __builtin_sqrt(xx * yy) : 0;
}

// The differences between the places on both sides, across and down.
typedef struct {
    float across, down;
} gradient;

static inline gradient gradient_at(const float *place, int32_t width) {
    return (gradient){place[1] - place[-1], place[width] - place[-width]};
}

double textart_agreement(const float *one, const float *other, int32_t width, int32_t height) {
    double both = 0, first = 0, second = 0;
    for (int32_t y = 1; y + 1 < height; y++)
        for (int32_t x = 1; x + 1 < width; x++) {
            const int64_t place = (int64_t)y * width + x;
            const gradient a = gradient_at(one + place, width), b = gradient_at(other + place, width);
            both += a.across * b.across + a.down * b.down;
            first += a.across * a.across + a.down * a.down;
            second += b.across * b.across + b.down * b.down;
        }
    double norm = __builtin_sqrt(first * second);
    return norm > 0 ? both / norm : 0;
}

double textart_steepness(const float *plane, int32_t width, int32_t height) {
    double sum = 0;
    for (int32_t y = 1; y + 1 < height; y++)
        for (int32_t x = 1; x + 1 < width; x++) {
            const gradient slope = gradient_at(plane + (int64_t)y * width + x, width);
            sum += slope.across * slope.across + slope.down * slope.down;
        }
    int64_t count = (int64_t)(width - 2) * (height - 2);
    return width > 2 && height > 2 ? __builtin_sqrt(sum / (double)count) : 0;
}
