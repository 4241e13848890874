#pragma once
#include <stdint.h>

// Floats in one fixed order: every machine gets the same bytes. Cells have the samples of `textart.h`, in three planes.

enum { TEXTART_PENS = 256, TEXTART_CELL = 32, TEXTART_PAIRS = 8 };

/// Colours that a medium has, in the three channels in which they are matched; add them one by one.
typedef struct {
    int32_t count;
    /// Matched by codes from 0 to 1 instead of light.
    int32_t is_near;
    float values[3][TEXTART_PENS];
    /// The least and the greatest value that still is the pen's own.
    float low[3][TEXTART_PENS], high[3][TEXTART_PENS];
    uint8_t codes[3][TEXTART_PENS];
} textart_pens;

/// Adds an sRGB colour. `halves` holds the light, from 0 to 1, of 511 codes from 0 to 255 in halves.
void textart_add_pen(textart_pens *pens, const uint8_t *codes, const float *halves);

/// What a glyph in one ink on one paper costs, as a polynomial of the glyph's figures.
typedef struct {
    int32_t ink, paper;
    float constant, sag, sag2, share, sagged, self, slope[3];
} textart_pair;

/// Totals of turned samples, and how they spread: products of the channels 00, 01, 02, 11, 12, 22.
typedef struct {
    float total[3], spread[6];
} textart_moments;

/// A matrix that turns small differences of light around `light` into differences as they look (Oklab).
void textart_look_matrix(const float *light, float *matrix);

/// The pen that all samples of a cell have, within one code; -1 when there is none.
int32_t textart_plain_pen(const float *cell, const textart_pens *pens);

/// Multiplies each sample of three channels by a matrix.
void textart_turn(const float *matrix, const float *cell, float *turned, textart_moments *moments);

/// Inner products of turned samples with `count` glyphs: `sums[channel * count + glyph]`. `count` is a multiple of
/// TEXTART_TONE_BLOCK.
void textart_tally(const float *glyphs, int32_t count, const float *turned, float *sums);

/// The most promising pairs, at most TEXTART_PAIRS. `whole` is what a flat cell's square counts, `most` the share of
/// the fullest glyph; `has_opposites` when each glyph has one that is its opposite.
int32_t textart_pairs(const float *matrix, const textart_moments *moments, float whole, float most,
                      int32_t has_opposites, const textart_pens *inks, const textart_pens *papers,
                      const float *halves, textart_pair *pairs);

/// The best of some pairs, and its glyph. `figures` are four rows of `count`: each glyph's mean of what it sags, its
/// share, the product of these, and its own square.
int32_t textart_best_pair(const float *figures, const float *sums, int32_t count, const textart_pair *pairs,
                          int32_t number, int32_t *glyph);

/// What a cell shows with a glyph of so much coverage and so much sag in each sample. A pen below 0 is the paper's.
void textart_show(const textart_pens *inks, int32_t ink, const textart_pens *papers, int32_t paper,
                  const float *coverage, const float *sag, const float *halves, float *cell);

/// Adds a cell, `sign` times, to three planes that are `plane` apart.
void textart_add_cell(float *field, int64_t plane, int32_t stride, const float *cell, float sign);

/// Takes a cell out of three planes of `across` samples a line.
void textart_take_cell(const float *planes, int64_t plane, int32_t across, float *cell);

/// The mean length of turned samples.
float textart_mean_length(const float *matrix, const float *cell);
