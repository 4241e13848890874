#include "textart.h"
#include "wider.h"

// No fused multiply-add: results would differ on machines that have it.
#pragma STDC FP_CONTRACT OFF

static void correlate_plainly(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples,
                              int32_t *sums) {
    for (int32_t i = 0; i < 3 * count; i++) sums[i] = 0;
    for (int32_t pair = 0; pair < pairs; pair++) {
        const int16_t *row = glyphs + (int64_t)pair * count * 2;
        for (int32_t channel = 0; channel < 3; channel++) {
            const int16_t *x = samples + (channel * pairs + pair) * 2;
            int32_t *sum = sums + channel * count;
            for (int32_t g = 0; g < count; g++) sum[g] += row[2 * g] * x[0] + row[2 * g + 1] * x[1];
        }
    }
}

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

static int32_t both(const int16_t *x) {
    int32_t pair;
    memcpy(&pair, x, sizeof pair);
    return pair;
}

// Four vectors of eight glyphs by three channels: twelve sums stay in registers.
__attribute__((target("avx2"))) static void correlate_avx2(const int16_t *glyphs, int32_t pairs, int32_t count,
                                                           const int16_t *samples, int32_t *sums) {
    for (int32_t block = 0; block < count; block += TEXTART_BLOCK) {
        __m256i sum[3][4];
        for (int c = 0; c < 3; c++)
            for (int v = 0; v < 4; v++) sum[c][v] = _mm256_setzero_si256();
        for (int32_t pair = 0; pair < pairs; pair++) {
            const int16_t *row = glyphs + ((int64_t)pair * count + block) * 2;
            __m256i x0 = _mm256_set1_epi32(both(samples + pair * 2));
            __m256i x1 = _mm256_set1_epi32(both(samples + (pairs + pair) * 2));
            __m256i x2 = _mm256_set1_epi32(both(samples + (2 * pairs + pair) * 2));
#pragma clang loop unroll(full)
            for (int v = 0; v < 4; v++) {
                __m256i glyph = _mm256_loadu_si256((const __m256i *)(row + 16 * v));
                sum[0][v] = _mm256_add_epi32(sum[0][v], _mm256_madd_epi16(glyph, x0));
                sum[1][v] = _mm256_add_epi32(sum[1][v], _mm256_madd_epi16(glyph, x1));
                sum[2][v] = _mm256_add_epi32(sum[2][v], _mm256_madd_epi16(glyph, x2));
            }
        }
        for (int c = 0; c < 3; c++)
            for (int v = 0; v < 4; v++)
                _mm256_storeu_si256((__m256i *)(sums + c * count + block + 8 * v), sum[c][v]);
    }
}

// Sixteen glyphs per vector, with products and sums in one instruction: four vectors at a time, and two for the rest.
#define WIDEST __attribute__((target("avx512f,avx512vnni")))
WIDEST static inline __attribute__((always_inline)) void correlate_block(
    int vectors, const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples, int32_t *sums) {
    __m512i sum[3][4];
    for (int c = 0; c < 3; c++)
        for (int v = 0; v < vectors; v++) sum[c][v] = _mm512_setzero_si512();
    for (int32_t pair = 0; pair < pairs; pair++) {
        const int16_t *row = glyphs + (int64_t)pair * count * 2;
        __m512i x0 = _mm512_set1_epi32(both(samples + pair * 2));
        __m512i x1 = _mm512_set1_epi32(both(samples + (pairs + pair) * 2));
        __m512i x2 = _mm512_set1_epi32(both(samples + (2 * pairs + pair) * 2));
#pragma clang loop unroll(full)
        for (int v = 0; v < vectors; v++) {
            __m512i glyph = _mm512_loadu_si512(row + 32 * v);
            sum[0][v] = _mm512_dpwssd_epi32(sum[0][v], glyph, x0);
            sum[1][v] = _mm512_dpwssd_epi32(sum[1][v], glyph, x1);
            sum[2][v] = _mm512_dpwssd_epi32(sum[2][v], glyph, x2);
        }
    }
    for (int c = 0; c < 3; c++)
        for (int v = 0; v < vectors; v++) _mm512_storeu_si512(sums + c * count + 16 * v, sum[c][v]);
}

WIDEST static void correlate_vnni(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples,
                                  int32_t *sums) {
    int32_t block = 0;
    for (; block + 64 <= count; block += 64)
        correlate_block(4, glyphs + block * 2, pairs, count, samples, sums + block);
    for (; block < count; block += TEXTART_BLOCK)
        correlate_block(2, glyphs + block * 2, pairs, count, samples, sums + block);
}

static void correlate_sse2(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples,
                           int32_t *sums) {
    for (int32_t block = 0; block < count; block += 16) {
        __m128i sum[3][4];
        for (int c = 0; c < 3; c++)
            for (int v = 0; v < 4; v++) sum[c][v] = _mm_setzero_si128();
        for (int32_t pair = 0; pair < pairs; pair++) {
            const int16_t *row = glyphs + ((int64_t)pair * count + block) * 2;
            __m128i x0 = _mm_set1_epi32(both(samples + pair * 2));
            __m128i x1 = _mm_set1_epi32(both(samples + (pairs + pair) * 2));
            __m128i x2 = _mm_set1_epi32(both(samples + (2 * pairs + pair) * 2));
#pragma clang loop unroll(full)
            for (int v = 0; v < 4; v++) {
                __m128i glyph = _mm_loadu_si128((const __m128i *)(row + 8 * v));
                sum[0][v] = _mm_add_epi32(sum[0][v], _mm_madd_epi16(glyph, x0));
                sum[1][v] = _mm_add_epi32(sum[1][v], _mm_madd_epi16(glyph, x1));
                sum[2][v] = _mm_add_epi32(sum[2][v], _mm_madd_epi16(glyph, x2));
            }
        }
        for (int c = 0; c < 3; c++)
            for (int v = 0; v < 4; v++)
                _mm_storeu_si128((__m128i *)(sums + c * count + block + 4 * v), sum[c][v]);
    }
}

void textart_correlate_by(textart_path path, const int16_t *glyphs, int32_t pairs, int32_t count,
                          const int16_t *samples, int32_t *sums) {
    switch (path) {
    case TEXTART_PLAIN: return correlate_plainly(glyphs, pairs, count, samples, sums);
    case TEXTART_SSE2: return correlate_sse2(glyphs, pairs, count, samples, sums);
    case TEXTART_AVX2: return correlate_avx2(glyphs, pairs, count, samples, sums);
    case TEXTART_VNNI: return correlate_vnni(glyphs, pairs, count, samples, sums);
    }
}
#else
void textart_correlate_by(textart_path path, const int16_t *glyphs, int32_t pairs, int32_t count,
                          const int16_t *samples, int32_t *sums) {
    (void)path;
    correlate_plainly(glyphs, pairs, count, samples, sums);
}
#endif

void textart_correlate(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples, int32_t *sums,
                       int64_t first_sum) {
    textart_correlate_by(textart_widest(), glyphs, pairs, count, samples, sums + first_sum);
}

WIDER void textart_gains(const int32_t *sums, int64_t first_sum, const float *scales, const float *weights,
                         int32_t count, float *gains, int64_t first_gain) {
    sums += first_sum;
    gains += first_gain;
    const int32_t *red = sums, *green = sums + count, *blue = sums + 2 * count;
    float wr = weights[0], wg = weights[1], wb = weights[2];
    for (int32_t g = 0; g < count; g++) {
        float r = (float)red[g], gr = (float)green[g], b = (float)blue[g];
        gains[g] = (wr * (r * r) + wg * (gr * gr) + wb * (b * b)) * scales[g];
    }
}

WIDER int32_t textart_greatest(const float *gains, int32_t count) {
    float most[TEXTART_BLOCK];
    for (int lane = 0; lane < TEXTART_BLOCK; lane++) most[lane] = gains[lane];
    for (int32_t first = TEXTART_BLOCK; first < count; first += TEXTART_BLOCK)
        for (int lane = 0; lane < TEXTART_BLOCK; lane++)
            most[lane] = gains[first + lane] > most[lane] ? gains[first + lane] : most[lane];
    float greatest = most[0];
    for (int lane = 1; lane < TEXTART_BLOCK; lane++) greatest = most[lane] > greatest ? most[lane] : greatest;
    for (int32_t first = 0; first < count; first += TEXTART_BLOCK) {
        int found = 0;
        for (int lane = 0; lane < TEXTART_BLOCK; lane++) found |= gains[first + lane] == greatest;
        for (int lane = 0; found && lane < TEXTART_BLOCK; lane++)
            if (gains[first + lane] == greatest) return first + lane;
    }
    return 0;
}
