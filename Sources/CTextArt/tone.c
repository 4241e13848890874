#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum { ACROSS = TEXTART_ACROSS, DOWN = TEXTART_DOWN, LANES = TEXTART_MEAN_ROWS, MANY = 3 * LANES, MOST_LINES = DOWN + 2 * TEXTART_MARGIN };

static inline __attribute__((always_inline)) void costs_of(
    const float *values, const float *costs, int32_t count, const float *sums, int samples, int lanes,
    float *cost) {
    for (int lane = 0; lane < lanes; lane++) cost[lane] = costs[lane];
    for (int sample = 0; sample < samples; sample++, values += count) {
        float twice = 2 * sums[sample];
        for (int lane = 0; lane < lanes; lane++) cost[lane] -= values[lane] * twice;
    }
}

/// Each glyph's cost depends only on its own previous sum, so computing many at a time keeps the processor busy.
WIDER int32_t textart_cheapest_pair(const float *values, const float *costs, int32_t count, const float *sums) {
    const int samples = 2 * ACROSS * DOWN;
    int32_t best = 0;
    float least = 0;
    for (int32_t first = 0, lanes; first < count; first += lanes) {
        float cost[MANY], low[LANES];
        lanes = count - first < MANY ? LANES : MANY;
        if (lanes == MANY) costs_of(values + first, costs + first, count, sums, samples, MANY, cost);
        else costs_of(values + first, costs + first, count, sums, samples, LANES, cost);
        for (int lane = 0; lane < LANES; lane++) low[lane] = cost[lane];
        for (int part = LANES; part < lanes; part += LANES)
            for (int lane = 0; lane < LANES; lane++)
                low[lane] = cost[part + lane] < low[lane] ? cost[part + lane] : low[lane];
        for (int half = LANES / 2; half > 0; half /= 2)
            for (int lane = 0; lane < half; lane++)
                low[lane] = low[lane + half] < low[lane] ? low[lane + half] : low[lane];
        if (first > 0 && !(low[0] < least)) continue;
        int32_t lane = 0;
        while (lane + 1 < lanes && cost[lane] != low[0]) lane++;
        least = low[0];
        best = first + lane;
    }
    return best;
}

WIDER void textart_blur_cell(const float *field, int64_t first, int32_t stride, const float *taps, int32_t reach,
                             float weight, float *sums, int64_t first_sum) {
    const float *cell = field + first;
    sums += first_sum;
    float lines[MOST_LINES][ACROSS];
    for (int line = 0; line < DOWN + 2 * reach; line++) {
        const float *row = cell + (int64_t)(line - reach) * stride;
        for (int x = 0; x < ACROSS; x++) lines[line][x] = row[x] * taps[0];
        for (int tap = 1; tap <= reach; tap++)
            for (int x = 0; x < ACROSS; x++) lines[line][x] += (row[x - tap] + row[x + tap]) * taps[tap];
    }
    for (int y = 0; y < DOWN; y++) {
        float sum[ACROSS];
        for (int x = 0; x < ACROSS; x++) sum[x] = lines[y + reach][x] * taps[0];
        for (int tap = 1; tap <= reach; tap++)
            for (int x = 0; x < ACROSS; x++)
                sum[x] += (lines[y + reach - tap][x] + lines[y + reach + tap][x]) * taps[tap];
        for (int x = 0; x < ACROSS; x++) sums[y * ACROSS + x] += sum[x] * weight;
    }
}

// Box-filters several rows in parallel. Each row's running sum is updated in the same order, however many rows there
// are. `lines` holds the rows' values interleaved by place.
static inline __attribute__((always_inline)) void mean_lines(
    const float *lines, int32_t width, int32_t height, int32_t reach, int rows, float *turned) {
    float sums[LANES] = {0};
    for (int32_t x = 0; x < reach && x < width; x++)
        for (int row = 0; row < rows; row++) sums[row] += lines[x * LANES + row];
    for (int32_t x = 0; x < width; x++, turned += height) {
        if (x + reach < width)
            for (int row = 0; row < rows; row++) sums[row] += lines[(x + reach) * LANES + row];
        if (x > reach)
            for (int row = 0; row < rows; row++) sums[row] -= lines[(x - reach - 1) * LANES + row];
        int32_t last = x + reach < width ? x + reach : width - 1, first = x > reach ? x - reach : 0;
        float count = (float)(last - first + 1);
        for (int row = 0; row < rows; row++) turned[row] = sums[row] / count;
    }
}

// Transposes a block of 8x8 values by three rounds of interleaving.
typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

static inline __attribute__((always_inline)) void turn_eight(const float *from, int64_t stride, float *to) {
    eight a[8], b[8];
    for (int i = 0; i < 8; i++) a[i] = *(const eight *)(from + i * stride);
    for (int i = 0; i < 4; i++) {
        b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 4; i++) {
        a[2 * i] = __builtin_shufflevector(b[i], b[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        a[2 * i + 1] = __builtin_shufflevector(b[i], b[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 4; i++) {
        b[2 * i] = __builtin_shufflevector(a[i], a[i + 4], 0, 8, 1, 9, 2, 10, 3, 11);
        b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 4], 4, 12, 5, 13, 6, 14, 7, 15);
    }
    for (int i = 0; i < 8; i++) *(eight *)(to + i * LANES) = b[i];
}

WIDER void textart_mean_rows(const float *values, int32_t width, int32_t height, int32_t reach, float *scratch,
                             float *turned) {
    for (int32_t y = 0; y < height; y += LANES) {
        int rows = height - y < LANES ? height - y : LANES;
        const int32_t turned_whole = rows == LANES ? width / 8 * 8 : 0;
        for (int32_t x = 0; x < turned_whole; x += 8)
            for (int row = 0; row < LANES; row += 8)
                turn_eight(values + (int64_t)(y + row) * width + x, width, scratch + x * LANES + row);
        for (int row = 0; row < rows; row++) {
            const float *from = values + (int64_t)(y + row) * width;
            for (int32_t x = turned_whole; x < width; x++) scratch[x * LANES + row] = from[x];
        }
        if (rows == LANES) mean_lines(scratch, width, height, reach, LANES, turned + y);
        else mean_lines(scratch, width, height, reach, rows, turned + y);
    }
}

WIDER void textart_flatten(const float *values, const float *base, int64_t count, float top, float *flat) {
    for (int64_t i = 0; i < count; i++) {
        float value = base[i] * top + (values[i] - base[i]);
        value = value > 0 ? value : 0;
        flat[i] = value < top ? value : top;
    }
}

WIDER void textart_inks(const float *lights, const uint16_t *codes, int64_t count, float paper, float sign, float *inks) {
    for (int64_t i = 0; i < count; i++)
        inks[i] = paper + sign * ((float)codes[(int32_t)(lights[i] * 65535.0f)] / 4080.0f);
}

void textart_bins(const uint16_t *lights, int64_t count, int64_t *bins) {
    for (int64_t i = 0; i < count; i++) bins[lights[i] >> 4]++;
}

void textart_code_bins(const float *codes, int64_t count, int32_t bins, int32_t *counts) {
    const float most = (float)(bins - 1);
    for (int64_t i = 0; i < count; i++) counts[(int32_t)(codes[i] * most + 0.5f) + 1]++;
}

void textart_quarter(const uint16_t *lights, int32_t across, int32_t down, float *means) {
    int64_t width = 2 * (int64_t)across;
    for (int32_t y = 0; y < down; y++) {
        const uint16_t *upper = lights + 2 * y * width, *lower = upper + width;
        for (int32_t x = 0; x < across; x++) {
            int32_t sum = upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1];
            means[(int64_t)y * across + x] = (float)sum / (4 * 65535.0f);
        }
    }
}

WIDER void textart_stretch(float *lights, int64_t count, float low, float scale, float lift) {
    for (int64_t i = 0; i < count; i++) {
        float light = (lights[i] - low) * scale;
        light = light > 0 ? light : 0;
        light = light < 1 ? light : 1;
        lights[i] = light + (__builtin_sqrtf(light) - light) * lift;
    }
}

void textart_shares(const uint16_t *lights, int64_t count, float *shares) {
    for (int64_t i = 0; i < count; i++) shares[i] = (float)lights[i] / 65535.0f;
}

void textart_luminance(const uint16_t *red, const uint16_t *green, const uint16_t *blue, const uint32_t *shares,
                       int64_t count, uint16_t *luminance) {
    for (int64_t i = 0; i < count; i++)
        luminance[i] = (uint16_t)((red[i] * shares[0] + green[i] * shares[1] + blue[i] * shares[2] + 32768) >> 16);
}
