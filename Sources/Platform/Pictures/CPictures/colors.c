#include "colors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double light_of_code(double code) {
    return code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4);
}

double code_of_light(double light) {
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

static double light_in(const ColorSpace *space, double code) {
    return space->exponent > 0 ? pow(code, space->exponent) : light_of_code(code);
}

static double code_in(const ColorSpace *space, double light) {
    return space->exponent > 0 ? pow(light, 1 / space->exponent) : code_of_light(light);
}

/// The light of a code under the target curve.
static double shown_light(const ColorSpace *space, double code) {
    return space->is_plain ? pow(code, 2.2) : light_of_code(code);
}

/// Inverts a 3 × 3 matrix in row-major order. Returns false if it is singular.
static bool invert(const double *m, double *into) {
    double a = m[4] * m[8] - m[5] * m[7], b = m[5] * m[6] - m[3] * m[8], c = m[3] * m[7] - m[4] * m[6];
    double all = m[0] * a + m[1] * b + m[2] * c;
    if (!(fabs(all) > 1e-6)) return false;
    double found[9] = {
        a, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
        b, m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
        c, m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3],
    };
    for (int i = 0; i < 9; i++) into[i] = found[i] / all;
    return true;
}

static void multiply(const double *one, const double *other, double *into) {
    for (int i = 0; i < 9; i++) {
        const double *row = one + i / 3 * 3, *column = other + i % 3;
        into[i] = row[0] * column[0] + row[1] * column[3] + row[2] * column[6];
    }
}

static void transform(const double *m, const double *v, double *into) {
    for (int i = 0; i < 3; i++) into[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
}

/// Computes the XYZ of full red, green and blue that add up to white.
static bool xyz_of_lights(const double *primaries, double *white, double *into) {
    double chroma[9], back[9], shares[3];
    for (int i = 0; i < 4; i++) {
        double x = primaries[2 * i], y = primaries[2 * i + 1];
        if (!(y > 1e-4) || !(x >= 0) || !(x + y <= 1.0001)) return false;
        double xyz[3] = {x / y, 1, (1 - x - y) / y};
        for (int k = 0; k < 3; k++) {
            if (i == 0) white[k] = xyz[k];
            else chroma[3 * k + i - 1] = xyz[k];
        }
    }
    if (!invert(chroma, back)) return false;
    transform(back, white, shares);
    for (int i = 0; i < 9; i++) into[i] = chroma[i] * shares[i % 3];
    return true;
}

/// Bradford chromatic adaptation (ICC.1, annex E).
static bool adapt(const double *from, const double *to, double *into) {
    static const double cones[9] = {0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296};
    double back[9], one[3], other[3], scaled[9];
    transform(cones, from, one);
    transform(cones, to, other);
    for (int i = 0; i < 9; i++) {
        if (!(fabs(one[i / 3]) > 1e-6)) return false;
        scaled[i] = cones[i] * other[i / 3] / one[i / 3];
    }
    if (!invert(cones, back)) return false;
    multiply(back, scaled, into);
    return true;
}

typedef enum { MatrixIsBroken, MatrixIsIdentity, MatrixIsUsed } MatrixWorth;

/// Computes the matrix from the space's linear RGB to that of sRGB.
static MatrixWorth matrix_of(const ColorSpace *space, double *matrix) {
    static const double standard[8] = {0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06};
    double white[3], shown[3], own[9], target[9], back[9], turn[9], part[9];
    if (!space->has_primaries) return MatrixIsIdentity;
    if (!xyz_of_lights(space->primaries, white, own) || !xyz_of_lights(standard, shown, target)) return MatrixIsBroken;
    if (!invert(target, back) || !adapt(white, shown, turn)) return MatrixIsBroken;
    multiply(turn, own, part);
    multiply(back, part, matrix);
    double most = 0;
    for (int i = 0; i < 9; i++) {
        if (!(fabs(matrix[i]) < 16)) return MatrixIsBroken;
        most = fmax(most, fabs(matrix[i] - (i % 4 == 0)));
    }
    return most < 0.002 ? MatrixIsIdentity : MatrixIsUsed;
}

/// Fills a monotonic table: entry i holds the last code whose start is at or below i. A code starts half-way between
/// its value and the previous code's.
static void fill(uint8_t *table, size_t count, double (*start)(const ColorSpace *, double, double), double scale,
                 const ColorSpace *space) {
    size_t at = 0;
    for (int code = 1; code <= 255; code++) {
        double from = ceil(start(space, (code - 0.5) / 255, scale));
        while (at < count && (double)at < from) table[at++] = (uint8_t)(code - 1);
    }
    while (at < count) table[at++] = 255;
}

static double stored_start(const ColorSpace *space, double code, double scale) {
    return code_in(space, shown_light(space, code)) * scale;
}

static double light_start(const ColorSpace *space, double code, double scale) {
    return shown_light(space, code) * scale;
}

static bool fill_table(Colors *colors, const ColorSpace *space) {
    size_t count = (size_t)1 << colors->shape.bits;
    colors->table = malloc(count);
    if (!colors->table) return false;
    fill(colors->table, count, stored_start, (double)(count - 1), space);
    return true;
}

static bool fill_lights(Colors *colors, const ColorSpace *space, const double *matrix) {
    size_t count = (size_t)1 << colors->shape.bits, coarse = ((size_t)1 << COARSE_BITS) + 1;
    colors->light = malloc(count * sizeof *colors->light);
    colors->coarse = malloc(coarse);
    colors->fine = malloc(FINE_LIGHTS);
    if (!colors->light || !colors->coarse || !colors->fine) return false;
    for (size_t i = 0; i < count; i++) {
        colors->light[i] = (int32_t)(light_in(space, (double)i / (double)(count - 1)) * (1 << LIGHT_BITS) + 0.5);
    }
    for (int i = 0; i < 9; i++) colors->matrix[i] = (int32_t)lround(matrix[i] * (1 << MATRIX_BITS));
    fill(colors->coarse, coarse, light_start, 1 << COARSE_BITS, space);
    fill(colors->fine, FINE_LIGHTS, light_start, 1 << LIGHT_BITS, space);
    return true;
}

Colors *colors_of_space(const ColorSpace *space, CodeShape shape) {
    double matrix[9];
    if (!(space->exponent >= 0) || space->exponent > 100) return NULL;
    MatrixWorth worth = matrix_of(space, matrix);
    // A curve within 5 % of the target curve counts as equal, as in libpng: files that mean sRGB declare 0.45.
    bool is_near = space->exponent == 0 || fabs(2.2 / space->exponent - 1) < 0.05;
    if (space->exponent > 0 && !space->is_plain) is_near = false;
    bool needs_matrix = worth == MatrixIsUsed && shape.channels == 3;
    if (is_near && !needs_matrix) return NULL;
    Colors *colors = calloc(1, sizeof *colors);
    if (!colors) return NULL;
    colors->shape = shape;
    if (needs_matrix ? fill_lights(colors, space, matrix) : fill_table(colors, space)) return colors;
    colors_close(colors);
    return NULL;
}

static inline unsigned code_at(const void *codes, size_t index, int bits) {
    return bits == 16 ? ((const uint16_t *)codes)[index] : ((const uint8_t *)codes)[index];
}

static inline uint8_t alpha_of(unsigned code, int bits) {
    return (uint8_t)(bits == 16 ? (code * 255u + 32767u) / 65535u : code);
}

static void apply_table(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width) {
    const int bits = colors->shape.bits, channels = colors->shape.channels;
    size_t at = 0;
    for (uint32_t x = 0; x < width; x++, rgba += 4) {
        for (int channel = 0; channel < 3; channel++) {
            rgba[channel] = colors->table[code_at(codes, at + (channels == 3 ? (size_t)channel : 0), bits)];
        }
        at += (size_t)channels;
        rgba[3] = colors->shape.has_alpha ? alpha_of(code_at(codes, at++, bits), bits) : 255;
    }
}

static inline uint8_t code_of(const Colors *colors, int64_t sum) {
    int64_t light = (sum + (1 << (MATRIX_BITS - 1))) >> MATRIX_BITS;
    if (light < 0) light = 0;
    if (light < FINE_LIGHTS) return colors->fine[light];
    if (light >= 1 << LIGHT_BITS) return 255;
    return colors->coarse[light >> (LIGHT_BITS - COARSE_BITS)];
}

static void apply_matrix(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width) {
    const int bits = colors->shape.bits;
    const int32_t *m = colors->matrix;
    size_t at = 0;
    for (uint32_t x = 0; x < width; x++, at += 3, rgba += 4) {
        int64_t red = colors->light[code_at(codes, at, bits)], green = colors->light[code_at(codes, at + 1, bits)],
                blue = colors->light[code_at(codes, at + 2, bits)];
        for (int i = 0; i < 3; i++) {
            rgba[i] = code_of(colors, red * m[3 * i] + green * m[3 * i + 1] + blue * m[3 * i + 2]);
        }
        rgba[3] = 255;
        if (!colors->shape.has_alpha) continue;
        rgba[3] = alpha_of(code_at(codes, at + 3, bits), bits);
        at++;
    }
}

void colors_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width) {
    if (colors->transform) profile_apply(colors, codes, rgba, width);
    else if (colors->table) apply_table(colors, codes, rgba, width);
    else apply_matrix(colors, codes, rgba, width);
}

void colors_close(Colors *colors) {
    if (!colors) return;
    if (colors->transform) profile_close(colors->transform);
    free(colors->table);
    free(colors->light);
    free(colors->coarse);
    free(colors->fine);
    free(colors);
}
