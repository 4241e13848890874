#pragma once
#include <stdint.h>

#include "dither.h"
#include "pens.h"

// Integers only, or floating-point operations in a fixed order, so that every machine produces the same bytes. A part
// of an array is given as the array and the index of the part's first element.

/// The machine's vector instructions, from none to the widest. All paths produce the same bytes.
typedef enum __attribute__((enum_extensibility(closed))) {
    TEXTART_PLAIN,
    TEXTART_SSE2,
    TEXTART_AVX2,
    /// AVX-512 with integer multiply-accumulate (VNNI).
    TEXTART_VNNI,
} textart_path;

/// The widest path that this machine supports.
textart_path textart_widest(void);

/// Glyphs are processed in blocks of this size.
enum { TEXTART_BLOCK = 32 };

/// Inner products of three channels with every glyph: `sums[channel * count + glyph]`. `glyphs` holds `pairs` rows of
/// `count` glyphs, two values each; `samples` holds three channels of `2 * pairs` values. `count` is a multiple of
/// TEXTART_BLOCK.
void textart_correlate(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples, int32_t *sums,
                       int64_t first_sum);

/// Does what `textart_correlate` does from the first sum on, on a given path, which the machine must support.
void textart_correlate_by(textart_path path, const int16_t *glyphs, int32_t pairs, int32_t count,
                          const int16_t *samples, int32_t *sums);

/// `gains[glyph]` is the sum of the squared sums, weighted by channel, times the glyph's scale.
void textart_gains(const int32_t *sums, int64_t first_sum, const float *scales, const float *weights, int32_t count,
                   float *gains, int64_t first_gain);

/// The glyph with the greatest gain; the first of equals. `count` is a multiple of TEXTART_BLOCK.
int32_t textart_greatest(const float *gains, int32_t count);

/// The pixels from `first` to below `first + whole` lie wholly in the box; `leading` and `trailing` are the fractions
/// of the pixels before and after them that do.
typedef struct {
    uint32_t first, whole;
    float leading, trailing;
} textart_box;

/// Scratch space for the sums of three channels.
typedef struct {
    _Alignas(16) int32_t sums[4];
} textart_sum;

/// The light of one row of opaque pixels in each box, in pixels: `line[channel * count + box]`. `light` holds the light
/// of each code. A pixel has four bytes; a box is at most 32,767 pixels wide. `scratch` has three elements more than
/// pixels.
void textart_row(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                 textart_sum *scratch, float *line);

/// Like `textart_row`, for pixels with alpha, over a background given as light in three channels.
void textart_row_over(const uint8_t *pixels, const uint32_t *light, const uint32_t *background,
                      const textart_box *boxes, int32_t count, float *line);

/// The luminance of one row in each box: `line[box]`. `light` holds the luminance of each code of red, then of green,
/// then of blue. Pixels are opaque, of four bytes.
void textart_row_grey(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                      textart_sum *scratch, float *line);

/// Like `textart_row_grey`, for pixels with alpha, over a background with the luminance `background`.
void textart_row_grey_over(const uint8_t *pixels, const uint32_t *light, uint32_t background,
                           const textart_box *boxes, int32_t count, float *line);

/// Marks the boxes that overlap a pixel whose alpha is not 0; existing marks are kept.
void textart_row_seen(const uint8_t *pixels, const textart_box *boxes, int32_t count, uint8_t *seen);

/// `sums[i] += line[i] * share`.
void textart_add(float *sums, const float *line, float share, int32_t count);

/// Rounds `count` of the sums times `scale` to samples of 0-65,535 and clears the sums.
void textart_store(float *sums, int64_t first_sum, float scale, int32_t count, uint16_t *samples,
                   int64_t first_sample);

/// Copies a cell of 8x16 samples out of a plane: their codes less the rounded mean, and their light. Returns the sum of
/// the codes.
int32_t textart_load(const uint16_t *plane, int64_t first, int32_t width, const uint16_t *codes, int16_t *samples,
                     int64_t first_sample, float *lights, int64_t first_light);

/// Sums the samples of three channels of a cell by part: the left and the right half of each band, the columns of each
/// half, and the dots of braille. Bands end at `cuts`, of which one is the middle. Samples lie within +-4,080, so that
/// the sums fit into 16 bits.
void textart_sum_parts(const int16_t *samples, const int32_t *cuts, int32_t bands, int16_t *sums);

/// The sum of 128 lights, and the sum weighted by `shares`, the coverage of each.
void textart_inked(const float *shares, int64_t first_share, const float *lights, int64_t first_light, float *all,
                   float *inked);

/// Tones are matched in cells of these many samples, each 2x2 pixels. Blurs reach no farther than the margin.
enum { TEXTART_ACROSS = 4, TEXTART_DOWN = 8, TEXTART_MARGIN = 12, TEXTART_TONE_BLOCK = 32 };

/// The reach of tone blurs. A print is the contribution of a glyph to a blurred field: its cell and the reach around
/// it.
enum {
    TEXTART_REACH = 6,
    TEXTART_PRINT_ACROSS = TEXTART_ACROSS + 2 * TEXTART_REACH,
    TEXTART_PRINT_DOWN = TEXTART_DOWN + 2 * TEXTART_REACH,
    TEXTART_PRINT = TEXTART_PRINT_ACROSS * TEXTART_PRINT_DOWN
};

/// Adds the weighted blur of a field of `width` by `height` samples to `blurred`, which has TEXTART_REACH samples more
/// on each side. The field counts as 0 beyond its edges. `scratch` has room for 14 rows of `blurred`.
void textart_blur_field(const float *field, int32_t width, int32_t height, const float *taps, int32_t reach,
                        float weight, float *scratch, float *blurred);

/// Adds, for each of `count` glyphs, the weighted blur of its samples to its print (see TEXTART_PRINT).
void textart_prints(const float *glyphs, int32_t count, const float *taps, int32_t reach, float weight, float *prints);

/// Adds the weighted blur of a cell's samples, with zeros around them, to `blurred`.
void textart_blur_within(const float *glyph, const float *taps, int32_t reach, float weight, float *blurred);

/// Adds the print of the glyph `before` to a blurred field and subtracts that of the glyph `after`, which replaces it;
/// -1 is an empty cell. `corner` is the index of the sample at the prints' upper left corner.
void textart_swap(float *field, int64_t corner, int32_t stride, const float *prints, int32_t before, int32_t after);

/// The values of a cell of a blurred field, in parts of 8,192 and clipped to 1.4 either way.
void textart_lacking(const float *field, int64_t first, int32_t stride, int16_t *sums);

/// The glyph for which its cost minus its inner product with the sums is smallest; the first of equals. `glyphs` holds
/// a row of `count` glyphs for each two samples, two values each, in parts of 4,096. Costs are in parts of 2^25, and
/// below 8. `count` is a multiple of TEXTART_TONE_BLOCK.
int32_t textart_cheapest(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums);

/// Does what `textart_cheapest` does, on a given path, which the machine must support.
int32_t textart_cheapest_by(textart_path path, const int16_t *glyphs, const int32_t *costs, int32_t count,
                            const int16_t *sums);

/// A search for the characters of `columns` by `rows` cells among `count` glyphs, padded to blocks.
typedef struct {
    int32_t columns, rows, count, passes;
    /// The share of whole areas' error that is tolerated.
    float leeway;
} textart_match;

/// Chooses a glyph for each cell, row by row, repeating as long as many cells change, so that the blurred field
/// approaches zero. Each cell gets the cheapest glyph for its part of the field without its current glyph. `even` may be
/// null; in cells where it is 1, no four cells of a row alternate between two glyphs, or repeat one that is `upright`.
/// `own`, `prints` and `inks` belong to the glyphs.
/// `lacks` holds each cell's sum of samples, with two cells of margin on both sides and one row above and below; `near`
/// has twice as many elements. `field` and `lacks` are modified, `costs` only during the call. The machine must support
/// `path`.
void textart_match_tones(textart_path path, textart_match match, const int16_t *pairs, int32_t *costs,
                         const float *own, const float *inks, const float *prints, const uint8_t *upright,
                         const uint8_t *even, const float *shares, float *field, float *lacks, uint8_t *near,
                         int32_t *chosen);

/// The weighted error of the area around a cell, per sample. `shares` are the weights of the cell, of the next one
/// beside it and of the one after that, then of its own row and of the rows next to it.
float textart_area_lack(const float *middle, int32_t stride, const float *shares);

/// The glyph of two cells for which its cost minus twice its inner product with the sums is smallest; the first of
/// equals. `values` holds a row of `count` glyphs for each sample: those of the first cell, then those of the second.
int32_t textart_cheapest_pair(const float *values, const float *costs, int32_t count, const float *sums);

/// Adds the weighted blur of a cell's samples to `sums`. At least `reach` samples must exist around the cell.
void textart_blur_cell(const float *field, int64_t first, int32_t stride, const float *taps, int32_t reach,
                       float weight, float *sums, int64_t first_sum);

/// Replaces each value by the mean of the values within `reach` of it in its row, and transposes the plane. `scratch`
/// has room for TEXTART_MEAN_ROWS rows.
enum { TEXTART_MEAN_ROWS = 16 };
void textart_mean_rows(const float *values, int32_t width, int32_t height, int32_t reach, float *scratch,
                       float *turned);

/// The base of each value times `top` plus the value's difference from its base, clipped to 0 to `top`.
void textart_flatten(const float *values, const float *base, int64_t count, float top, float *flat);

/// `paper` plus `sign` times the sRGB codes, from 0 to 1, of lights from 0 to 1. `codes` holds 16 times the code of
/// each of 65,536 lights.
void textart_inks(const float *lights, const uint16_t *codes, int64_t count, float paper, float sign, float *inks);

/// A histogram of lights in 4,096 bins.
void textart_bins(const uint16_t *lights, int64_t count, int64_t *bins);

/// Adds a histogram of codes from 0 to 1 to `counts`, which has a bin more at both ends.
void textart_code_bins(const float *codes, int64_t count, int32_t bins, int32_t *counts);

/// The means of 2x2 lights, from 0 to 1, for `across` by `down` of them.
void textart_quarter(const uint16_t *lights, int32_t across, int32_t down, float *means);

/// Stretches lights from 0 to 1: subtracts `low`, multiplies by `scale`, clips to 0-1 and mixes in the share `lift` of
/// the square root.
void textart_stretch(float *lights, int64_t count, float low, float scale, float lift);

/// Lights as floats from 0 to 1.
void textart_shares(const uint16_t *lights, int64_t count, float *shares);

/// The luminance of three channels; `shares` are in parts of 65,536.
void textart_luminance(const uint16_t *red, const uint16_t *green, const uint16_t *blue, const uint32_t *shares,
                       int64_t count, uint16_t *luminance);

/// Decides which parts of a plane are ink (1): those with a positive margin, where each neighbour that is ink adds half
/// of `pull` and each that is not subtracts it. Diagonal neighbours count 0.7. Runs at most `passes` rounds, row by
/// row.
void textart_settle(const float *margins, int32_t width, int32_t height, float pull, int32_t passes, uint8_t *ink);

/// The greatest reach of a Gaussian blur.
enum { TEXTART_GAUSS_REACH = 15 };

/// A Gaussian blur by its taps from the centre outwards; the plane is mirrored at its edges. `lines` is scratch space
/// of the plane's size.
void textart_gauss(const float *plane, int32_t width, int32_t height, const float *taps, int32_t reach, float *lines,
                   float *blurred);

/// The products, element by element.
void textart_multiply(const float *one, const float *other, int64_t count, float *products);

/// The sums of the structural similarity and of its contrast and structure terms, from local means and mean products of
/// values from 0 to 1 (Wang et al. 2004).
void textart_likeness(const float *a, const float *b, const float *aa, const float *bb, const float *ab,
                      int64_t count, double *similarity, double *structure);

/// The means of 2x2 values; an odd last row or column is dropped.
void textart_halve(const float *plane, int32_t width, int32_t height, float *half);

/// The sum of the Oklab distances between two pictures of three channels of linear light from 0 to 1.
double textart_distance(const float *one, const float *other, int64_t count);

/// The sRGB codes, from 0 to 1, of lights from 0 to 1. `codes` holds 16 times the code of each of 65,536 lights.
void textart_codes(const float *lights, const uint16_t *codes, int64_t count, float *values);

/// How local contrast is amplified, in codes from 0 to 1: towards a deviation, at most by `gain`, and not below `noise`.
/// `keep` is the share of the local mean's distance from mid-grey that is kept where the deviation is above `room`.
typedef struct {
    float deviation, noise, room, gain, keep;
} textart_contrast;

/// Replaces each value by the square of its difference from its local mean.
void textart_squares(const float *means, int64_t count, float *values);

/// Squares each value.
void textart_square(int64_t count, float *values);

/// Replaces the local means of squares by the local variances, at least 0.
void textart_variances(const float *means, int64_t count, float *squares);

/// Amplifies differences of codes from their local means; `variances` are local too. `close` are the variances among
/// close neighbours, at half the resolution; where they are below the noise, nothing is amplified. Clips to 0-1.
void textart_local_contrast(const float *means, const float *variances, const float *close, int32_t width,
                            int32_t height, textart_contrast contrast, float *codes);

/// Adds `gain` times the difference from the mean of close neighbours to each code, less so where the difference is
/// below `noise`. Clips to 0-1.
void textart_contours(const float *near, int64_t count, float gain, float noise, float *codes);

/// The lights of codes from 0 to 1. `light` holds the light of each of 4,081 codes.
void textart_lights(const float *codes, const float *light, int64_t count, float *lights);

/// The root mean square of a plane's gradients, each the difference between the places on both sides.
double textart_steepness(const float *plane, int32_t width, int32_t height);

/// Multiplies lights, four to each place of a plane of `width` by `height`, by how much light the place has gained.
void textart_scale(const float *before, const float *after, int32_t width, int32_t height, uint16_t *lights);

/// The agreement of two planes' contours: the inner product of their gradients over the product of their norms, from -1
/// to 1; 0 if either is flat.
double textart_agreement(const float *one, const float *other, int32_t width, int32_t height);

/// Pearson's correlation; 0 if either is flat.
double textart_correlation(const float *one, const float *other, int64_t count);

typedef struct {
    uint8_t red, green, blue;
} textart_color;

/// Draws a glyph into pixels of four bytes, from the pixel `first` on, rows `stride` pixels apart: ink over paper in
/// linear light, opaque. `coverage` has `height` rows of `width` values; the first `visible` values of each row are
/// drawn. `levels` lists the distinct values of `coverage`. `light` is the light of each code, from 0 to 65,535; `nearest` is the nearest code of
/// each light in steps of one half.
void textart_draw(const uint32_t *light, const uint8_t *nearest, textart_color ink, textart_color paper,
                  const uint8_t *levels, int32_t count, const uint8_t *coverage, int32_t width, int32_t visible,
                  int32_t height, uint8_t *pixels, int64_t first, int64_t stride);

/// Adds up, for each cell of two planes, the differences of their samples' codes, and the absolute differences. A cell
/// has `across` by `down` samples; `sums` and `spreads` have `columns` times `rows` values.
void textart_cell_changes(const uint16_t *now, const uint16_t *held, const uint16_t *codes, int32_t columns,
                          int32_t rows, int32_t across, int32_t down, int32_t *sums, int32_t *spreads);

/// Copies a cell whose first sample is `first` from one plane to another, both `width` samples wide.
void textart_hold_cell(const uint16_t *now, int64_t first, int64_t width, int32_t across, int32_t down,
                       uint16_t *held);
