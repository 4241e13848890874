#include "png_unfilter.h"

#include <stdlib.h>
#include <string.h>

static inline uint8_t nearest(int left, int above, int corner) {
    int all = left + above - corner;
    int one = abs(all - left), other = abs(all - above), last = abs(all - corner);
    return (uint8_t)(one <= other && one <= last ? left : other <= last ? above : corner);
}

bool png_unfilter_greys(int filter, uint8_t *raw, const uint8_t *above, uint32_t width) {
    uint8_t left = 0, corner = 0;
    switch (filter) {
    case 0: return true;
    case 1:
        for (uint32_t x = 0; x < width; x++) left = raw[x] = (uint8_t)(raw[x] + left);
        return true;
    case 2:
        for (uint32_t x = 0; x < width; x++) raw[x] = (uint8_t)(raw[x] + above[x]);
        return true;
    case 3:
        for (uint32_t x = 0; x < width; x++) left = raw[x] = (uint8_t)(raw[x] + (left + above[x]) / 2);
        return true;
    case 4:
        for (uint32_t x = 0; x < width; x++) {
            left = raw[x] = (uint8_t)(raw[x] + nearest(left, above[x], corner));
            corner = above[x];
        }
        return true;
    default: return false;
    }
}

// A pixel is a vector of four bytes or four sums, which every machine supports.
typedef uint8_t Bytes __attribute__((vector_size(4)));
typedef int16_t Sums __attribute__((vector_size(8)));

static inline Bytes load(const uint8_t *at) {
    Bytes pixel;
    memcpy(&pixel, at, 4);
    return pixel;
}

/// With three channels the fourth byte of `raw` belongs to the next pixel; the result is overwritten with alpha.
static inline void store(uint8_t *at, Bytes pixel, int channels) {
    if (channels == 3) pixel[3] = 255;
    memcpy(at, &pixel, 4);
}

static inline Sums magnitude(Sums value) {
    return __builtin_elementwise_max(value, -value);
}

/// The Paeth filter. Each pixel depends on the previous one, which is therefore kept as sums.
static inline __attribute__((always_inline)) void unfilter_nearest(
    int channels, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width) {
    Sums left = {0}, corner = {0};
    for (uint32_t x = 0; x < width; x++, raw += channels, above += 4, rgba += 4) {
        Sums pixel = __builtin_convertvector(load(raw), Sums), over = __builtin_convertvector(load(above), Sums);
        Sums rise = over - corner, run = left - corner;
        Sums one = magnitude(rise), other = magnitude(run), last = magnitude(rise + run);
        Sums least = __builtin_elementwise_min(last, __builtin_elementwise_min(one, other));
        Sums is_one = one == least, is_other = other == least;
        Sums rest = (is_other & over) | (~is_other & corner);
        left = (((is_one & left) | (~is_one & rest)) + pixel) & 255;
        corner = over;
        store(rgba, __builtin_convertvector(left, Bytes), channels);
    }
}

static inline __attribute__((always_inline)) void unfilter(
    int filter, int channels, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width) {
    Bytes left = {0};
    for (uint32_t x = 0; x < width; x++, raw += channels, above += 4, rgba += 4) {
        Bytes pixel = load(raw);
        if (filter == 1) pixel += left;
        if (filter == 2) pixel += load(above);
        if (filter == 3) {
            Bytes over = load(above);
            // The average, rounded down, computed without a sum that could overflow its byte.
            pixel += (left & over) + (((left ^ over) >> 1) & 0x7F);
        }
        store(rgba, pixel, channels);
        left = pixel;
    }
}

static void unfilter_three(int filter, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width) {
    switch (filter) {
    case 0: return unfilter(0, 3, raw, above, rgba, width);
    case 1: return unfilter(1, 3, raw, above, rgba, width);
    case 2: return unfilter(2, 3, raw, above, rgba, width);
    case 3: return unfilter(3, 3, raw, above, rgba, width);
    default: return unfilter_nearest(3, raw, above, rgba, width);
    }
}

static void unfilter_four(int filter, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width) {
    switch (filter) {
    case 0: return unfilter(0, 4, raw, above, rgba, width);
    case 1: return unfilter(1, 4, raw, above, rgba, width);
    case 2: return unfilter(2, 4, raw, above, rgba, width);
    case 3: return unfilter(3, 4, raw, above, rgba, width);
    default: return unfilter_nearest(4, raw, above, rgba, width);
    }
}

bool png_unfilter_colors(
    int filter, int channels, const uint8_t *raw, const uint8_t *above, uint8_t *rgba, uint32_t width) {
    if (filter < 0 || filter > 4) return false;
    if (channels == 3) unfilter_three(filter, raw, above, rgba, width);
    else unfilter_four(filter, raw, above, rgba, width);
    return true;
}
