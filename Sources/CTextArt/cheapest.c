#include <string.h>

#include "tones.h"

#pragma STDC FP_CONTRACT OFF

// BARRED is a cost above that of every other glyph; the greatest product of glyph and sums can be subtracted from it and
// added to it.
enum { PAIRS = TONES_SAMPLES / 2, MOST_VECTORS = 6, BARRED = 1 << 29 };

// A search in progress: its candidates and its state.
typedef struct {
    int32_t columns, rows, stride;
    const int16_t *pairs;
    int32_t *costs;
    int32_t count;
    const float *own, *inks, *prints, *shares;
    const uint8_t *upright, *even;
    float leeway;
    float *field, *lacks;
    // Cells with a neighbour that changed in the last pass, and in this one.
    uint8_t *last, *now;
    int32_t *chosen;
} search;

typedef int32_t chooser(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums);

static float line_lack(const float *middle, const float *beside) {
    return middle[0] * beside[0] + (middle[-1] + middle[1]) * beside[1] + (middle[-2] + middle[2]) * beside[2];
}

float textart_area_lack(const float *middle, int32_t stride, const float *shares) {
    float here = line_lack(middle, shares) * shares[3];
    float others = (line_lack(middle - stride, shares) + line_lack(middle + stride, shares)) * shares[4];
    return (here + others) / (float)TONES_SAMPLES;
}

static void mark(uint8_t *middle, int32_t stride) {
    for (int y = -1; y <= 1; y++) memset(middle + y * stride - 2, 1, 5);
}

// The glyph that a cell must not have, or -1: with the one two cells beside it, four cells would alternate between two
// glyphs or repeat an upright one. `cell` points to the cell; `step` leads to that side, on which there are `near`
// cells, and `far` on the other.
static int32_t barred(const search *s, const int32_t *cell, int step, int32_t near, int32_t far) {
    if (near < 2) return -1;
    int32_t beside = cell[step], other = cell[2 * step];
    if (beside < 0 || other < 0 || (beside == other && !s->upright[other])) return -1;
    return (near > 2 && cell[3 * step] == beside) || (far > 0 && cell[-step] == beside) ? other : -1;
}

// The cheapest glyph, without those that would draw a texture into an even area.
TONES int32_t choose(const search *s, int32_t cell, int32_t column, const int16_t *sums, chooser *cheapest) {
    if (!s->even || !s->even[cell]) return cheapest(s->pairs, s->costs, s->count, sums);
    const int32_t after = s->columns - 1 - column;
    const int32_t one = barred(s, s->chosen + cell, -1, column, after);
    const int32_t two = barred(s, s->chosen + cell, 1, after, column);
    int32_t *costs = s->costs;
    const int32_t cost_of_one = one < 0 ? 0 : costs[one], cost_of_two = two < 0 ? 0 : costs[two];
    if (one >= 0) costs[one] = BARRED;
    if (two >= 0) costs[two] = BARRED;
    const int32_t best = cheapest(s->pairs, costs, s->count, sums);
    if (two >= 0) costs[two] = cost_of_two;
    if (one >= 0) costs[one] = cost_of_one;
    return best;
}

// Returns the number of cells that changed.
TONES int32_t pass_over(const search *s, int isFirst, chooser *cheapest) {
    const int32_t around = s->columns + 4;
    int32_t changes = 0;
    for (int32_t row = 0, cell = 0; row < s->rows; row++) {
        for (int32_t column = 0; column < s->columns; column++, cell++) {
            int64_t place = (int64_t)(row + 1) * around + column + 2;
            if (!isFirst && !s->last[place] && !s->now[place]) continue;
            float *corner = s->field + (int64_t)row * TEXTART_DOWN * s->stride + column * TEXTART_ACROSS;
            int32_t old = s->chosen[cell];
            int16_t sums[TONES_SAMPLES];
            float drift = s->leeway > 0 ? s->leeway * textart_area_lack(s->lacks + place, around, s->shares) : 0;
            tones_lacking(corner + TEXTART_REACH * (s->stride + 1), s->stride,
                          old < 0 ? 0 : s->own + (int64_t)old * TONES_SAMPLES, drift, sums);
            int32_t new = choose(s, cell, column, sums, cheapest);
            if (new == old) continue;
            const float *after = s->prints + (int64_t)new * TEXTART_PRINT;
            if (old < 0) tones_put(corner, s->stride, after);
            else tones_swap(corner, s->stride, s->prints + (int64_t)old * TEXTART_PRINT, after);
            s->lacks[place] += (old < 0 ? 0 : s->inks[old]) - s->inks[new];
            s->chosen[cell] = new;
            mark(s->now + place, around);
            changes++;
        }
    }
    return changes;
}

void textart_lacking(const float *field, int64_t first, int32_t stride, int16_t *sums) {
    tones_lacking(field + first, stride, NULL, 0, sums);
}

static int32_t cheapest_plainly(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums) {
    int32_t best = 0, least = INT32_MAX;
    for (int32_t first = 0; first < count; first += TEXTART_TONE_BLOCK) {
        int32_t cost[TEXTART_TONE_BLOCK];
        for (int g = 0; g < TEXTART_TONE_BLOCK; g++) cost[g] = costs[first + g];
        for (int pair = 0; pair < PAIRS; pair++) {
            const int16_t *row = glyphs + ((int64_t)pair * count + first) * 2;
            for (int g = 0; g < TEXTART_TONE_BLOCK; g++)
                cost[g] -= row[2 * g] * sums[2 * pair] + row[2 * g + 1] * sums[2 * pair + 1];
        }
        for (int g = 0; g < TEXTART_TONE_BLOCK; g++) {
            if (cost[g] >= least) continue;
            least = cost[g];
            best = first + g;
        }
    }
    return best;
}

#if defined(__x86_64__)
#include <immintrin.h>

// Four vectors of eight glyphs stay in registers; each lane keeps its first minimum.
__attribute__((target("avx2"))) static int32_t cheapest_avx2(const int16_t *glyphs, const int32_t *costs,
                                                             int32_t count, const int16_t *sums) {
    __m256i least = _mm256_set1_epi32(INT32_MAX), best = _mm256_setzero_si256();
    __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for (int32_t first = 0; first < count; first += TEXTART_TONE_BLOCK) {
        __m256i cost[4];
        for (int v = 0; v < 4; v++) cost[v] = _mm256_loadu_si256((const __m256i *)(costs + first + 8 * v));
        for (int pair = 0; pair < PAIRS; pair++) {
            int32_t both;
            memcpy(&both, sums + 2 * pair, sizeof both);
            __m256i sum = _mm256_set1_epi32(both);
            const int16_t *row = glyphs + ((int64_t)pair * count + first) * 2;
#pragma clang loop unroll(full)
            for (int v = 0; v < 4; v++) {
                __m256i glyph = _mm256_loadu_si256((const __m256i *)(row + 16 * v));
                cost[v] = _mm256_sub_epi32(cost[v], _mm256_madd_epi16(glyph, sum));
            }
        }
        for (int v = 0; v < 4; v++) {
            __m256i isLess = _mm256_cmpgt_epi32(least, cost[v]);
            least = _mm256_blendv_epi8(least, cost[v], isLess);
            best = _mm256_blendv_epi8(best, _mm256_add_epi32(places, _mm256_set1_epi32(first + 8 * v)), isLess);
        }
    }
    int32_t values[8], glyph[8], lane = 0;
    _mm256_storeu_si256((__m256i *)values, least);
    _mm256_storeu_si256((__m256i *)glyph, best);
    for (int other = 1; other < 8; other++)
        if (values[other] < values[lane] || (values[other] == values[lane] && glyph[other] < glyph[lane]))
            lane = other;
    return glyph[lane];
}

#define VNNI __attribute__((target("avx512f,avx512vnni")))

// Finds the greatest gain, which is the negative cost, among blocks of glyphs: sixteen per vector, with products and
// sums in one instruction. Each pair of sums is broadcast to all blocks at once, whose gains stay in registers; each
// lane keeps its first maximum.
VNNI static inline __attribute__((always_inline)) void gain_most(
    const int16_t *glyphs, const int32_t *costs, int32_t count, int32_t first, int vectors, const int16_t *sums,
    __m512i *most, __m512i *best) {
    __m512i gain[MOST_VECTORS];
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++)
        gain[v] = _mm512_sub_epi32(_mm512_setzero_si512(), _mm512_loadu_si512(costs + first + 16 * v));
#pragma clang loop unroll(full)
    for (int pair = 0; pair < PAIRS; pair++) {
        int32_t both;
        memcpy(&both, sums + 2 * pair, sizeof both);
        __m512i sum = _mm512_set1_epi32(both);
        const int16_t *row = glyphs + ((int64_t)pair * count + first) * 2;
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++)
            gain[v] = _mm512_dpwssd_epi32(gain[v], _mm512_loadu_si512(row + 32 * v), sum);
    }
    const __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#pragma clang loop unroll(full)
    for (int v = 0; v < vectors; v++) {
        __mmask16 isMore = _mm512_cmpgt_epi32_mask(gain[v], *most);
        *most = _mm512_max_epi32(*most, gain[v]);
        *best = _mm512_mask_add_epi32(*best, isMore, places, _mm512_set1_epi32(first + 16 * v));
    }
}

VNNI static int32_t cheapest_vnni(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums) {
    __m512i most = _mm512_set1_epi32(-INT32_MAX), best = _mm512_setzero_si512();
    int32_t first = 0;
    for (; first + 16 * MOST_VECTORS <= count; first += 16 * MOST_VECTORS)
        gain_most(glyphs, costs, count, first, MOST_VECTORS, sums, &most, &best);
    for (; first < count; first += TEXTART_TONE_BLOCK) gain_most(glyphs, costs, count, first, 2, sums, &most, &best);
    __mmask16 isMost = _mm512_cmpeq_epi32_mask(most, _mm512_set1_epi32(_mm512_reduce_max_epi32(most)));
    // A single lane is by far the most common case.
    if ((isMost & (isMost - 1)) == 0) {
        int32_t lanes[16];
        _mm512_storeu_si512(lanes, best);
        return lanes[__builtin_ctz(isMost)];
    }
    return _mm512_mask_reduce_min_epi32(isMost, best);
}

__attribute__((target("avx2"))) static int32_t pass_avx2(const search *s, int isFirst) {
    return pass_over(s, isFirst, cheapest_avx2);
}

__attribute__((target("avx512f,avx512vnni"))) static int32_t pass_vnni(const search *s, int isFirst) {
    return pass_over(s, isFirst, cheapest_vnni);
}

int32_t textart_cheapest_by(textart_path path, const int16_t *glyphs, const int32_t *costs, int32_t count,
                            const int16_t *sums) {
    switch (path) {
    case TEXTART_PLAIN:
    case TEXTART_SSE2: return cheapest_plainly(glyphs, costs, count, sums);
    case TEXTART_AVX2: return cheapest_avx2(glyphs, costs, count, sums);
    case TEXTART_VNNI: return cheapest_vnni(glyphs, costs, count, sums);
    }
}

static int32_t pass_by(textart_path path, const search *s, int isFirst) {
    switch (path) {
    case TEXTART_PLAIN:
    case TEXTART_SSE2: return pass_over(s, isFirst, cheapest_plainly);
    case TEXTART_AVX2: return pass_avx2(s, isFirst);
    case TEXTART_VNNI: return pass_vnni(s, isFirst);
    }
}
#else
static int32_t pass_by(textart_path path, const search *s, int isFirst) {
    (void)path;
    return pass_over(s, isFirst, cheapest_plainly);
}

int32_t textart_cheapest_by(textart_path path, const int16_t *glyphs, const int32_t *costs, int32_t count,
                            const int16_t *sums) {
    (void)path;
    return cheapest_plainly(glyphs, costs, count, sums);
}
#endif

int32_t textart_cheapest(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums) {
    return textart_cheapest_by(textart_widest(), glyphs, costs, count, sums);
}

void textart_match_tones(textart_path path, textart_match match, const int16_t *pairs, int32_t *costs,
                         const float *own, const float *inks, const float *prints, const uint8_t *upright,
                         const uint8_t *even, const float *shares, float *field, float *lacks,
                         uint8_t *near, int32_t *chosen) {
    const int32_t cells = match.columns * match.rows;
    const size_t places = (size_t)(match.columns + 4) * (size_t)(match.rows + 2);
    search s = {match.columns, match.rows, match.columns * TEXTART_ACROSS + 2 * TEXTART_REACH, pairs, costs,
                match.count, own, inks, prints, shares, upright, even, match.leeway, field, lacks, near,
                near + places, chosen};
    for (int32_t cell = 0; cell < cells; cell++) chosen[cell] = -1;
    for (int32_t pass = 0; pass < match.passes; pass++) {
        memset(s.now, 0, places);
        if ((int64_t)pass_by(path, &s, pass == 0) * 400 < cells) break;
        uint8_t *last = s.last;
        s.last = s.now;
        s.now = last;
    }
}
