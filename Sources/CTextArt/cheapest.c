#include "textart.h"

#pragma STDC FP_CONTRACT OFF

enum { ACROSS = TEXTART_ACROSS, DOWN = TEXTART_DOWN, PAIRS = ACROSS * DOWN / 2, MOST = 11468 };

void textart_lacking(const float *cell, int32_t stride, const float *own, float drift, int16_t *sums) {
    for (int y = 0; y < DOWN; y++, cell += stride)
        for (int x = 0; x < ACROSS; x++) {
            float sum = (cell[x] + (own ? own[y * ACROSS + x] : 0) - drift) * 8192;
            int32_t rounded = (int32_t)(sum < 0 ? sum - 0.5f : sum + 0.5f);
            sums[y * ACROSS + x] = (int16_t)(rounded < -MOST ? -MOST : rounded > MOST ? MOST : rounded);
        }
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
#include <string.h>

// Four vectors of eight glyphs stay in registers; each lane keeps its first least one.
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

// The same with sixteen glyphs a vector, products and sums in one instruction: the sums come negated.
__attribute__((target("avx512f,avx512vnni"))) static int32_t cheapest_vnni(
    const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums) {
    int32_t both[PAIRS];
    for (int pair = 0; pair < PAIRS; pair++) {
        int16_t less[2] = {(int16_t)-sums[2 * pair], (int16_t)-sums[2 * pair + 1]};
        memcpy(both + pair, less, sizeof less);
    }
    __m512i least = _mm512_set1_epi32(INT32_MAX), best = _mm512_setzero_si512();
    __m512i places = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int32_t first = 0; first < count; first += TEXTART_TONE_BLOCK) {
        __m512i low = _mm512_loadu_si512(costs + first), high = _mm512_loadu_si512(costs + first + 16);
        for (int pair = 0; pair < PAIRS; pair++) {
            const int16_t *row = glyphs + ((int64_t)pair * count + first) * 2;
            __m512i sum = _mm512_set1_epi32(both[pair]);
            low = _mm512_dpwssd_epi32(low, _mm512_loadu_si512(row), sum);
            high = _mm512_dpwssd_epi32(high, _mm512_loadu_si512(row + 32), sum);
        }
        __mmask16 isLow = _mm512_cmplt_epi32_mask(low, least);
        least = _mm512_mask_mov_epi32(least, isLow, low);
        best = _mm512_mask_add_epi32(best, isLow, places, _mm512_set1_epi32(first));
        __mmask16 isHigh = _mm512_cmplt_epi32_mask(high, least);
        least = _mm512_mask_mov_epi32(least, isHigh, high);
        best = _mm512_mask_add_epi32(best, isHigh, places, _mm512_set1_epi32(first + 16));
    }
    __mmask16 isLeast = _mm512_cmpeq_epi32_mask(least, _mm512_set1_epi32(_mm512_reduce_min_epi32(least)));
    return _mm512_mask_reduce_min_epi32(isLeast, best);
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
#else
int32_t textart_cheapest_by(textart_path path, const int16_t *glyphs, const int32_t *costs, int32_t count,
                            const int16_t *sums) {
    (void)path;
    return cheapest_plainly(glyphs, costs, count, sums);
}
#endif

int32_t textart_cheapest(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums) {
    return textart_cheapest_by(textart_widest(), glyphs, costs, count, sums);
}
