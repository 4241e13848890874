// How the codes of a picture become sRGB; shared by the decoders, not for Swift.
#pragma once

#include "pictures.h"

/// What one pixel of a row is made of.
typedef struct {
    /// Without alpha: 1 of grey, 3 of light, 4 of ink.
    int channels;
    bool has_alpha;
    /// 8, or 16 in the machine's own order.
    int bits;
    /// Inks are stored as what they leave of the paper, as Adobe does.
    bool is_inverted;
} CodeShape;

/// A space of colours that is told in numbers.
typedef struct {
    /// Light is the code to this power; 0 for the curve of sRGB.
    double exponent;
    /// The curve that shall be shown is a plain power of 2.2, as gAMA has it, and not the one of sRGB.
    bool is_plain;
    bool has_primaries;
    /// White, red, green, blue: x and y of each (CIE 1931).
    double primaries[8];
} ColorSpace;

typedef enum { ProfileIsUsed, ProfileIsStandard, ProfileIsBroken } ProfileWorth;

/// What turns rows into sRGB. NULL stands for codes that are sRGB already.
typedef struct Colors Colors;

/// NULL when the space is so near to sRGB that nothing need be done, when its numbers make no sense, or without memory.
Colors *colors_of_space(const ColorSpace *space, CodeShape shape);
/// NULL unless the profile is used: one that says sRGB needs no work, and a broken one is left out.
Colors *colors_of_profile(const uint8_t *profile, size_t count, CodeShape shape, ProfileWorth *worth);
/// `codes` is one row as the shape says, aligned to the codes; `rgba` must not overlap it, unless both are 8 bits and
/// four channels.
void colors_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width);
void colors_close(Colors *colors);

/// Of the profiles' own file.
void profile_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width);
void profile_close(void *transform);
/// Whether an ICC profile says nothing but sRGB, or greys with its curve: by its numbers, whatever its name.
bool profile_is_standard(const uint8_t *profile, size_t count);

/// sRGB's own curve (IEC 61966-2-1), 0 to 1.
double light_of_code(double code);
double code_of_light(double light);

struct Colors {
    CodeShape shape;
    /// The sRGB code of each code: no channel needs another.
    uint8_t *table;
    /// The light of each code in parts of 1 << LIGHT_BITS, then a matrix in parts of 1 << MATRIX_BITS.
    int32_t *light;
    int32_t matrix[9];
    /// The sRGB code of each light: coarse for all, and fine for the darkest.
    uint8_t *coarse;
    uint8_t *fine;
    /// A transform of lcms.
    void *transform;
};

#define LIGHT_BITS 22
#define MATRIX_BITS 14
#define COARSE_BITS 16
/// Lights below this many parts are looked up one by one.
#define FINE_LIGHTS 65536
