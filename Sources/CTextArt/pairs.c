#include "pens.h"

#include <float.h>
#include <math.h>

#include "vectors.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

enum { SAMPLES = TEXTART_CELL, LANES = 16, FEW = 16 };

/// Up to 16 colours of the palette (pens), in the colour space of the comparison: `at` is the product of the matrix and
/// the pen.
typedef struct {
    int32_t count, index[FEW];
    float at[3][FEW];
} shortlist;

WIDER static void distances(const float *matrix, const textart_pens *pens, const float *from, float *far) {
    for (int32_t first = 0; first < pens->count; first += LANES)
        for (int l = 0; l < LANES; l++) {
            float sum = 0;
            for (int k = 0; k < 3; k++) {
                float at = matrix[3 * k] * pens->values[0][first + l] + matrix[3 * k + 1] * pens->values[1][first + l] +
                           matrix[3 * k + 2] * pens->values[2][first + l] - from[k];
                sum += at * at;
            }
            far[first + l] = sum;
        }
}

WIDER static int32_t least(const float *values, int32_t count) {
    float low[LANES];
    for (int l = 0; l < LANES; l++) low[l] = FLT_MAX;
    for (int32_t first = 0; first < count; first += LANES)
        for (int l = 0; l < LANES; l++) low[l] = values[first + l] < low[l] ? values[first + l] : low[l];
    float lowest = low[0];
    for (int l = 1; l < LANES; l++) lowest = low[l] < lowest ? low[l] : lowest;
    for (int32_t i = 0; i < count; i++)
        if (values[i] == lowest) return i;
    return 0;
}

/// The principal axis of the samples' spread, scaled to its extent; zero if there is no spread.
static void axis(const float *spread, float *direction) {
    const float m[9] = {spread[0], spread[1], spread[2], spread[1], spread[3],
                        spread[4], spread[2], spread[4], spread[5]};
    float at[3] = {1, 0, 0};
    if (m[4] > m[0] && m[4] >= m[8]) at[0] = 0, at[1] = 1;
    else if (m[8] > m[0]) at[0] = 0, at[2] = 1;
    float length = 0;
    for (int i = 0; i < 4; i++) {
        float next[3];
        turn(m, at, next);
        length = sqrtf(dot(next, next));
        if (!(length > 1e-20f)) break;
        for (int k = 0; k < 3; k++) at[k] = next[k] / length;
    }
    float reach = sqrtf(length > 0 ? length : 0);
    for (int k = 0; k < 3; k++) direction[k] = at[k] * reach;
}

static void choose_near(const textart_pens *pens, const float *matrix, const float *from, int32_t wanted,
                        shortlist *list, float *far) {
    distances(matrix, pens, from, far);
    int32_t padded = (pens->count + LANES - 1) / LANES * LANES;
    for (int32_t i = pens->count; i < padded; i++) far[i] = FLT_MAX;
    for (int32_t n = 0; n < list->count; n++) far[list->index[n]] = FLT_MAX;
    for (int32_t n = 0; n < wanted; n++) {
        int32_t found = least(far, padded);
        far[found] = FLT_MAX;
        list->index[list->count++] = found;
    }
}

static void shorten(const textart_pens *pens, const float *matrix, const textart_moments *moments, const float *mean,
                    float whole, shortlist *list) {
    list->count = 0;
    if (pens->count <= FEW) {
        for (; list->count < pens->count; list->count++) list->index[list->count] = list->count;
    } else {
        float far[TEXTART_PENS], direction[3], end[3];
        axis(moments->spread, direction);
        float unit = sqrtf((float)SAMPLES) / whole;
        choose_near(pens, matrix, mean, 8, list, far);
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int k = 0; k < 3; k++) end[k] = mean[k] + (float)sign * unit * direction[k];
            choose_near(pens, matrix, end, 4, list, far);
        }
    }
    for (int n = 0; n < FEW; n++) {
        int32_t pen = list->index[n < list->count ? n : list->count - 1];
        for (int k = 0; k < 3; k++)
            list->at[k][n] = matrix[3 * k] * pens->values[0][pen] + matrix[3 * k + 1] * pens->values[1][pen] +
                             matrix[3 * k + 2] * pens->values[2][pen];
    }
}

/// Rates each ink on one paper, at the best share of it; less is better.
WIDER static void rate(const shortlist *inks, const float *paper, const float *mean, const textart_moments *moments,
                       float whole, float most, int closed, float *scores) {
    float away[3] = {mean[0] - paper[0], mean[1] - paper[1], mean[2] - paper[2]};
    const float *m = moments->spread;
    for (int l = 0; l < FEW; l++) {
        float x = inks->at[0][l] - paper[0], y = inks->at[1][l] - paper[1], z = inks->at[2][l] - paper[2];
        float length = x * x + y * y + z * z;
        float share = (away[0] * x + away[1] * y + away[2] * z) / (length + 1e-12f);
        float use = share < most ? share : most;
        float dx = away[0] - use * x, dy = away[1] - use * y, dz = away[2] - use * z;
        float far = dx * dx + dy * dy + dz * dz;
        float mixed = use * (1 - use) * length;
        float along = m[0] * x * x + m[3] * y * y + m[5] * z * z + 2 * (m[1] * x * y + m[2] * x * z + m[4] * y * z);
        float likely = along > 0 && mixed > 0 ? sqrtf(mixed * along / (length + 1e-12f)) : 0;
        float score = whole * far + mixed - likely;
        int none = (share <= 0) | (length < 1e-9f) | (closed & (share >= 1));
        scores[l] = none ? FLT_MAX : score;
    }
}

static void pair_up(const float *matrix, const textart_moments *moments, float whole, const textart_pens *inks,
                    int32_t ink, const textart_pens *papers, int32_t paper, const float *halves, textart_pair *pair) {
    float base[3], step[3], sag[3], b[3], v[3], k[3];
    for (int c = 0; c < 3; c++) {
        base[c] = papers->values[c][paper];
        step[c] = inks->values[c][ink] - base[c];
        int both = inks->codes[c][ink] + papers->codes[c][paper];
        sag[c] = papers->is_near ? 0 : 2 * (inks->values[c][ink] + base[c]) - 4 * halves[both];
    }
    turn(matrix, base, b);
    turn(matrix, step, v);
    turn(matrix, sag, k);
    pair->ink = ink;
    pair->paper = paper;
    pair->constant = whole * dot(b, b) - 2 * dot(b, moments->total);
    pair->sag = 2 * dot(k, moments->total) - 2 * whole * dot(b, k);
    pair->sag2 = whole * dot(k, k);
    pair->share = 2 * dot(b, v);
    pair->sagged = -2 * dot(k, v);
    pair->self = dot(v, v);
    for (int c = 0; c < 3; c++) pair->slope[c] = 2 * v[c];
}

int32_t textart_pairs(const float *matrix, const textart_moments *moments, float whole, float most,
                      int32_t has_opposites, const textart_pens *inks, const textart_pens *papers,
                      const float *halves, textart_pair *pairs) {
    float mean[3];
    for (int k = 0; k < 3; k++) mean[k] = moments->total[k] / whole;
    shortlist few_inks, few_papers;
    shorten(papers, matrix, moments, mean, whole, &few_papers);
    if (inks == papers) few_inks = few_papers;
    else shorten(inks, matrix, moments, mean, whole, &few_inks);
    float scores[(FEW + 1) * FEW];
    for (int p = 0; p < FEW; p++) {
        float *row = scores + p * FEW, paper[3] = {few_papers.at[0][p], few_papers.at[1][p], few_papers.at[2][p]};
        if (p < few_papers.count) {
            rate(&few_inks, paper, mean, moments, whole, most, inks == papers, row);
            for (int32_t i = few_inks.count; i < FEW; i++) row[i] = FLT_MAX;
            // If every glyph has an inverse, each pair of pens is tried in one order only.
            if (has_opposites && inks == papers)
                for (int i = 0; i < p; i++) row[i] = FLT_MAX;
            float x = mean[0] - paper[0], y = mean[1] - paper[1], z = mean[2] - paper[2];
            scores[FEW * FEW + p] = whole * (x * x + y * y + z * z);
        } else {
            for (int i = 0; i < FEW; i++) row[i] = FLT_MAX;
            scores[FEW * FEW + p] = FLT_MAX;
        }
    }
    int32_t count = 0;
    while (count < TEXTART_PAIRS) {
        int32_t place = least(scores, (FEW + 1) * FEW);
        if (scores[place] == FLT_MAX) break;
        scores[place] = FLT_MAX;
        int32_t flat = place - FEW * FEW, p = flat >= 0 ? flat : place / FEW;
        textart_pair *pair = pairs + count++;
        if (flat >= 0) {
            pair_up(matrix, moments, whole, papers, few_papers.index[p], papers, few_papers.index[p], halves, pair);
            pair->ink = -1;
        } else
            pair_up(matrix, moments, whole, inks, few_inks.index[place % FEW], papers, few_papers.index[p], halves,
                    pair);
    }
    return count;
}

WIDER int32_t textart_best_pair(const float *figures, const float *sums, int32_t count, const textart_pair *pairs,
                                int32_t number, int32_t *glyph) {
    const float *sag = figures, *share = figures + count, *both = figures + 2 * count, *self = figures + 3 * count;
    float lowest = FLT_MAX;
    int32_t best = 0;
    *glyph = 0;
    for (int32_t i = 0; i < number; i++) {
        textart_pair p = pairs[i];
        float low[LANES];
        int32_t at[LANES];
        for (int l = 0; l < LANES; l++) low[l] = FLT_MAX, at[l] = 0;
        for (int32_t first = 0; first < count; first += LANES)
            for (int l = 0; l < LANES; l++) {
                int32_t g = first + l;
                float cost = p.constant + sag[g] * (p.sag + sag[g] * p.sag2) + share[g] * p.share + both[g] * p.sagged +
                             self[g] * p.self -
                             (sums[g] * p.slope[0] + sums[count + g] * p.slope[1] + sums[2 * count + g] * p.slope[2]);
                at[l] = cost < low[l] ? g : at[l];
                low[l] = cost < low[l] ? cost : low[l];
            }
        for (int l = 0; l < LANES; l++)
            if (low[l] < lowest) lowest = low[l], best = i, *glyph = at[l];
    }
    return best;
}
