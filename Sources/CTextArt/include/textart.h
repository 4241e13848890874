#pragma once
#include <stdint.h>

#include "dither.h"
#include "pens.h"

// Whole numbers alone, or floats in one fixed order: every machine gets the same bytes.

/// The machine's vector instructions, from none to the widest; every path gives the same bytes.
typedef enum __attribute__((enum_extensibility(closed))) {
    TEXTART_PLAIN,
    TEXTART_SSE2,
    TEXTART_AVX2,
    /// AVX-512 with products of whole numbers that add up.
    TEXTART_VNNI,
} textart_path;

/// The widest that this machine has.
textart_path textart_widest(void);

/// Glyphs are handled in blocks of this many.
enum { TEXTART_BLOCK = 32 };

/// Inner products of three channels with every glyph: `sums[channel * count + glyph]`.
/// `glyphs` holds `pairs` rows of `count` glyphs, two values each; `samples` holds three channels of `2 * pairs` values.
/// `count` is a multiple of TEXTART_BLOCK.
void textart_correlate(const int16_t *glyphs, int32_t pairs, int32_t count, const int16_t *samples, int32_t *sums);

/// The same on a path that the machine has.
void textart_correlate_by(textart_path path, const int16_t *glyphs, int32_t pairs, int32_t count,
                          const int16_t *samples, int32_t *sums);

/// `gains[glyph]` is the squared sums by channel weight, times the glyph's own scale.
void textart_gains(const int32_t *sums, const float *scales, const float *weights, int32_t count, float *gains);

/// The first of the greatest gains. `count` is a multiple of TEXTART_BLOCK.
int32_t textart_greatest(const float *gains, int32_t count);

/// Pixels `first` to below `first + whole` lie wholly in the box; `leading` and `trailing` are the parts of the pixels
/// before and after them that do, in parts of a pixel.
typedef struct {
    uint32_t first, whole;
    float leading, trailing;
} textart_box;

/// Room for a sum of three channels.
typedef struct {
    _Alignas(16) int32_t sums[4];
} textart_sum;

/// The light of one row in each box, in pixels: `line[channel * count + box]`. `light` holds the light of each code.
/// Opaque pixels of four bytes; no box is wider than 32,767 of them. There is scratch space for three sums more than
/// pixels.
void textart_row(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                 textart_sum *scratch, float *line);

/// The same with alpha, over the light of a background of three channels.
void textart_row_over(const uint8_t *pixels, const uint32_t *light, const uint32_t *background,
                      const textart_box *boxes, int32_t count, float *line);

/// The luminance of one row in each box: `line[box]`. `light` holds what each code of red adds to it, then of green, then of
/// blue. Opaque pixels of four bytes.
void textart_row_grey(const uint8_t *pixels, const uint32_t *light, const textart_box *boxes, int32_t count,
                      textart_sum *scratch, float *line);

/// The same with alpha, over a background of so much luminance.
void textart_row_grey_over(const uint8_t *pixels, const uint32_t *light, uint32_t background,
                           const textart_box *boxes, int32_t count, float *line);

/// Marks the boxes that a pixel with any alpha touches; marks that stand already stay.
void textart_row_seen(const uint8_t *pixels, const textart_box *boxes, int32_t count, uint8_t *seen);

/// `sums[i] += line[i] * share`.
void textart_add(float *sums, const float *line, float share, int32_t count);

/// Rounds `sums[i] * scale` to 0 to 65,535 and clears the sums.
void textart_store(float *sums, float scale, int32_t count, uint16_t *samples);

/// Takes a cell of 8 by 16 samples out of a plane: their codes less the rounded mean, and their lights. Answers the
/// sum of the codes.
int32_t textart_load(const uint16_t *plane, int32_t width, const uint16_t *codes, int16_t *samples, float *lights);

/// The sum of 128 lights, and that of the shares of them that are ink.
void textart_inked(const float *shares, const float *lights, float *all, float *inked);

/// Tone is matched in cells of so many samples, each two by two pixels; blurs reach no farther than the margin.
enum { TEXTART_ACROSS = 4, TEXTART_DOWN = 8, TEXTART_MARGIN = 12, TEXTART_TONE_BLOCK = 32 };

/// The blurs of tones reach no farther than this. A print is what a glyph adds to a blurred field: its cell and as much
/// around it.
enum {
    TEXTART_REACH = 6,
    TEXTART_PRINT_ACROSS = TEXTART_ACROSS + 2 * TEXTART_REACH,
    TEXTART_PRINT_DOWN = TEXTART_DOWN + 2 * TEXTART_REACH,
    TEXTART_PRINT = TEXTART_PRINT_ACROSS * TEXTART_PRINT_DOWN
};

/// Adds the weighted blur of a field of `width` by `height` samples, around which there is nothing, to `blurred`, which has
/// TEXTART_REACH samples more on each side. There is scratch space for 14 rows of `blurred`.
void textart_blur_field(const float *field, int32_t width, int32_t height, const float *taps, int32_t reach,
                        float weight, float *scratch, float *blurred);

/// Adds the weighted blurs of glyphs' samples to their prints.
void textart_prints(const float *glyphs, int32_t count, const float *taps, int32_t reach, float weight, float *prints);

/// Adds the weighted blur of a cell's samples, where there is nothing around them, to `blurred`.
void textart_blur_within(const float *glyph, const float *taps, int32_t reach, float weight, float *blurred);

/// Puts the print `before` into a blurred field, whose sample at the print's corner is given, and takes `after` out.
void textart_swap(float *corner, int32_t stride, const float *before, const float *after);

/// What a cell of a blurred field lacks, `own` added where there is one and `drift` taken off, in parts of
/// 8,192: within 1.4 either way.
void textart_lacking(const float *cell, int32_t stride, const float *own, float drift, int16_t *sums);

/// The first glyph with the least cost less its inner product with the sums. `glyphs` holds a row of `count` glyphs for
/// each two samples, two values each, in parts of 4,096; costs are in parts of 2 to the power of 25, and below 8; `count`
/// is a multiple of TEXTART_TONE_BLOCK.
int32_t textart_cheapest(const int16_t *glyphs, const int32_t *costs, int32_t count, const int16_t *sums);

/// The same on a path that the machine has.
int32_t textart_cheapest_by(textart_path path, const int16_t *glyphs, const int32_t *costs, int32_t count,
                            const int16_t *sums);

/// A search for the characters of `columns` by `rows` cells among `count` glyphs, padded to blocks.
typedef struct {
    int32_t columns, rows, count, passes;
    /// How much of what areas lack may stay so.
    float leeway;
} textart_match;

/// Chooses a glyph for each cell, row by row and again while many change, so that a blurred field comes to lack little:
/// each cell has the cheapest for what it lacks, its own `own` not counted. `fixed` may be null; where it is not below 0
/// it is what a cell gets. `own`, `prints` and `inks` are those of the glyphs; `lacks` holds each cell's sum of
/// samples, two places more on both sides and one above and below, and `near` has twice as many places. `field` and
/// `lacks` change. `path` is one that the machine has.
void textart_match_tones(textart_path path, textart_match match, const int16_t *pairs, const int32_t *costs,
                         const float *own, const float *inks, const float *prints, const int32_t *fixed,
                         const float *shares, float *field, float *lacks, uint8_t *near, int32_t *chosen);

/// What the area around a cell lacks, a sample's worth. `shares` tells how a cell counts: with itself, with the next
/// and the one after that beside it, and with its row and the rows next to it.
float textart_area_lack(const float *middle, int32_t stride, const float *shares);

/// The first glyph of two cells with the least cost less twice its inner product with the sums. `values` holds a row of
/// `count` glyphs for each sample: those of the first cell, then those of the second.
int32_t textart_cheapest_pair(const float *values, const float *costs, int32_t count, const float *sums);

/// Adds the weighted blur of a cell's samples to `sums`; there are `reach` samples around the cell at least.
void textart_blur_cell(const float *cell, int32_t stride, const float *taps, int32_t reach, float weight,
                       float *sums);

/// Each value becomes the mean of those within `reach` of it in its row; rows become columns. There is scratch space for
/// TEXTART_MEAN_ROWS rows.
enum { TEXTART_MEAN_ROWS = 16 };
void textart_mean_rows(const float *values, int32_t width, int32_t height, int32_t reach, float *scratch,
                       float *turned);

/// The base of each value times `top` and the value's own difference from its base, between 0 and `top`.
void textart_flatten(const float *values, const float *base, int64_t count, float top, float *flat);

/// `paper` and `sign` times the sRGB codes, from 0 to 1, of lights from 0 to 1, by a table of codes times sixteen for
/// 65,536 lights.
void textart_inks(const float *lights, const uint16_t *codes, int64_t count, float paper, float sign, float *inks);

/// Counts lights in 4,096 bins.
void textart_bins(const uint16_t *lights, int64_t count, int64_t *bins);

/// The means of two by two lights, from 0 to 1, for `across` by `down` of them.
void textart_quarter(const uint16_t *lights, int32_t across, int32_t down, float *means);

/// Stretches lights from 0 to 1: those from `low` on, times `scale`, with so much of their root mixed in.
void textart_stretch(float *lights, int64_t count, float low, float scale, float lift);

/// Lights as floats from 0 to 1.
void textart_shares(const uint16_t *lights, int64_t count, float *shares);

/// The luminance of three channels, by shares in parts of 65,536.
void textart_luminance(const uint16_t *red, const uint16_t *green, const uint16_t *blue, const uint32_t *shares,
                       int64_t count, uint16_t *luminance);

/// Which parts of a plane are ink (1): those whose margin is above zero, when each neighbour more that is ink adds
/// `pull` and each fewer takes it away; those across corners count 0.7. At most `passes` rounds, row by row.
void textart_settle(const float *margins, int32_t width, int32_t height, float pull, int32_t passes, uint8_t *ink);

/// Gaussian blurs of planes reach no farther than this.
enum { TEXTART_GAUSS_REACH = 15 };

/// A Gaussian blur by its taps from the middle outwards; beyond the edges the plane is mirrored. `lines` is scratch
/// space of the plane's size.
void textart_gauss(const float *plane, int32_t width, int32_t height, const float *taps, int32_t reach, float *lines,
                   float *blurred);

/// Value by value.
void textart_multiply(const float *one, const float *other, int64_t count, float *products);

/// Sums of the structural similarity, and of its part that leaves out the means, from local means and mean products
/// (Wang and others 2004; values from 0 to 1).
void textart_likeness(const float *a, const float *b, const float *aa, const float *bb, const float *ab,
                      int64_t count, double *similarity, double *structure);

/// The means of two by two values; an odd last row or column is left out.
void textart_halve(const float *plane, int32_t width, int32_t height, float *half);

/// The sum of the distances in Oklab of two pictures of three channels of linear light from 0 to 1.
double textart_distance(const float *one, const float *other, int64_t count);

/// Lights from 0 to 1 to sRGB codes from 0 to 1, by a table of codes times sixteen for 65,536 lights.
void textart_codes(const float *lights, const uint16_t *codes, int64_t count, float *values);

/// Pearson's, 0 where one of them is flat.
double textart_correlation(const float *one, const float *other, int64_t count);
