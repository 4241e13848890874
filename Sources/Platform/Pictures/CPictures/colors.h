// Conversion of pixel codes to sRGB; shared by the decoders, not for Swift.
#pragma once

#include "pictures.h"

/// The layout of a pixel in a row.
typedef struct {
    /// The number of channels without alpha: 1 grey, 3 RGB, 4 CMYK.
    int channels;
    bool has_alpha;
    /// 8, or 16 in native byte order.
    int bits;
    /// Whether the CMYK values are stored inverted, as Adobe's programs do it.
    bool is_inverted;
} CodeShape;

/// A colour space defined by parameters.
typedef struct {
    /// The exponent from code to light; 0 for the sRGB curve.
    double exponent;
    /// The target curve is a pure power of 2.2, as gAMA implies, instead of the sRGB curve.
    bool is_plain;
    bool has_primaries;
    /// The x and y of white, red, green and blue (CIE 1931).
    double primaries[8];
} ColorSpace;

typedef enum { ProfileIsUsed, ProfileIsStandard, ProfileIsBroken } ProfileWorth;

/// Converts rows to sRGB. NULL means that the codes are sRGB already.
typedef struct Colors Colors;

/// NULL if the space is so close to sRGB that no conversion is needed, if its parameters are invalid, or if out of
/// memory.
Colors *colors_of_space(const ColorSpace *space, CodeShape shape);
/// NULL unless the profile is used: one equivalent to sRGB needs no conversion, and a broken one is ignored.
Colors *colors_of_profile(const uint8_t *profile, size_t count, CodeShape shape, ProfileWorth *worth);
/// Converts a row. `codes` has the layout of the shape and its alignment; `rgba` must not overlap it unless both have 8
/// bits and four channels.
void colors_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width);
void colors_close(Colors *colors);

/// profile.c and profile_standard.c
void profile_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width);
void profile_close(void *transform);
/// Whether an ICC profile is equivalent to sRGB, or to grey with its curve, judged by its values and not by its name.
bool profile_is_standard(const uint8_t *profile, size_t count);

/// The sRGB transfer curve (IEC 61966-2-1), 0 to 1.
double light_of_code(double code);
double code_of_light(double light);

struct Colors {
    CodeShape shape;
    /// The sRGB code of each code, if the channels are independent.
    uint8_t *table;
    /// The light of each code in units of 1 / (1 << LIGHT_BITS), then a matrix in units of 1 / (1 << MATRIX_BITS).
    int32_t *light;
    int32_t matrix[9];
    /// The sRGB code of each light: a coarse table for the whole range and a fine one for the darkest part.
    uint8_t *coarse;
    uint8_t *fine;
    /// An lcms transform.
    void *transform;
};

#define LIGHT_BITS 22
#define MATRIX_BITS 14
#define COARSE_BITS 16
/// Lights below this value have an entry each in the fine table.
#define FINE_LIGHTS 65536
