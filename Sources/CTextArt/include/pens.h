#pragma once
#include <stdint.h>

// Floating-point operations in a fixed order, so that every machine produces the same bytes. Cells have the samples of
// `textart.h`, in three planes.

enum { TEXTART_PENS = 256, TEXTART_CELL = 32, TEXTART_PAIRS = 8 };

/// A palette in the three channels in which it is matched; pens are added one by one.
typedef struct {
    int32_t count;
    /// Matched by sRGB codes from 0 to 1 instead of light.
    int32_t is_near;
    float values[3][TEXTART_PENS];
    /// The range of values, within one code, that counts as the pen itself.
    float low[3][TEXTART_PENS], high[3][TEXTART_PENS];
    uint8_t codes[3][TEXTART_PENS];
} textart_pens;

/// Adds an sRGB colour. `halves` holds the light, from 0 to 1, of the 511 codes from 0 to 255 in steps of one half.
void textart_add_pen(textart_pens *pens, const uint8_t *codes, const float *halves);

/// The cost of a glyph in one ink on one paper, as a polynomial in the glyph's figures.
typedef struct {
    int32_t ink, paper;
    float constant, sag, sag2, share, sagged, self, slope[3];
} textart_pair;

/// The totals of transformed samples, and their spread: products of the channels 00, 01, 02, 11, 12, 22.
typedef struct {
    float total[3], spread[6];
} textart_moments;

/// The matrix that maps small differences of light around `light` to perceived differences (Oklab).
void textart_look_matrix(const float *light, float *matrix);

/// The pen that all samples of a cell match within one code; -1 if there is none.
int32_t textart_plain_pen(const float *cell, const textart_pens *pens);

/// Multiplies each sample of three channels by a matrix.
void textart_turn(const float *matrix, const float *cell, float *turned, textart_moments *moments);

/// Inner products of transformed samples with `count` glyphs: `sums[channel * count + glyph]`. `count` is a multiple of
/// TEXTART_TONE_BLOCK.
void textart_tally(const float *glyphs, int32_t count, const float *turned, float *sums);

/// The most promising pairs, at most TEXTART_PAIRS; returns their number. `whole` is the blurred square of a flat cell,
/// `most` the mean coverage of the fullest glyph. `has_opposites` is set if every glyph has an inverse; pairs of equal
/// palettes are then tried in one order only.
int32_t textart_pairs(const float *matrix, const textart_moments *moments, float whole, float most,
                      int32_t has_opposites, const textart_pens *inks, const textart_pens *papers,
                      const float *halves, textart_pair *pairs);

/// The best of the given pairs, and its glyph. `figures` are four rows of `count`: each glyph's mean sag, its coverage,
/// the product of both, and its own square.
int32_t textart_best_pair(const float *figures, const float *sums, int32_t count, const textart_pair *pairs,
                          int32_t number, int32_t *glyph);

/// Writes the appearance of a glyph with the given coverage and sag in each sample. An ink below 0 is replaced by the
/// paper.
void textart_show(const textart_pens *inks, int32_t ink, const textart_pens *papers, int32_t paper,
                  const float *coverage, const float *sag, const float *halves, float *cell);

/// Adds `sign` times a cell to three planes that are `plane` apart.
void textart_add_cell(float *field, int64_t first, int64_t plane, int32_t stride, const float *cell, float sign);

/// Copies a cell out of three planes with `across` samples per line.
void textart_take_cell(const float *planes, int64_t first, int64_t plane, int32_t across, float *cell);

/// The mean length of the cell's samples after multiplication by `matrix`.
float textart_mean_length(const float *matrix, const float *cell);
