#include "png_colors.h"

#include <string.h>

/// Reads cICP (ITU-T H.273) for common display colour spaces. PQ and HLG need more than a curve; for them the file's
/// other chunks are used.
static bool read_code_points(png_structp png, png_infop info, ColorSpace *space) {
    static const struct { png_byte number; double values[8]; } known[] = {
        {9, {0.3127, 0.3290, 0.708, 0.292, 0.170, 0.797, 0.131, 0.046}},
        {11, {0.314, 0.351, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060}},
        {12, {0.3127, 0.3290, 0.680, 0.320, 0.265, 0.690, 0.150, 0.060}},
        {5, {0.3127, 0.3290, 0.64, 0.33, 0.29, 0.60, 0.15, 0.06}},
        {6, {0.3127, 0.3290, 0.630, 0.340, 0.310, 0.595, 0.155, 0.070}},
    };
    png_unknown_chunkp chunks = NULL;
    int count = png_get_unknown_chunks(png, info, &chunks);
    for (int i = 0; i < count; i++) {
        const png_byte *values = chunks[i].data;
        if (memcmp(chunks[i].name, "cICP", 4) != 0 || chunks[i].size != 4 || values[2] != 0 || values[3] != 1) continue;
        switch (values[1]) {
        case 1: case 6: case 13: case 14: case 15: break;
        case 4: space->exponent = 2.2; break;
        case 5: space->exponent = 2.8; break;
        case 8: space->exponent = 1; break;
        default: return false;
        }
        if (values[0] == 1) return true;
        for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
            if (known[n].number != values[0]) continue;
            memcpy(space->primaries, known[n].values, sizeof space->primaries);
            space->has_primaries = true;
            return true;
        }
        return false;
    }
    return false;
}

/// Reads gAMA as the PNG specification recommends (13.13): codes to the power of 1 / (gamma × 2.2), as in libpng, for a
/// display of 2.2. A gamma of about 0.45 then means sRGB. cHRM is applied to light of the same curves.
static bool read_space(png_structp png, png_infop info, ColorSpace *space) {
    png_fixed_point gamma = 0;
    double *at = space->primaries;
    if (png_get_gAMA_fixed(png, info, &gamma) && gamma > 0) {
        space->exponent = 100000.0 / gamma;
        space->is_plain = true;
    }
    space->has_primaries =
        png_get_cHRM(png, info, at, at + 1, at + 2, at + 3, at + 4, at + 5, at + 6, at + 7) != 0;
    return space->exponent > 0 || space->has_primaries;
}

static Colors *profile_colors(png_structp png, png_infop info, CodeShape shape, bool *is_bad) {
    png_charp name;
    png_bytep profile;
    png_uint_32 count;
    int method;
    if (!png_get_iCCP(png, info, &name, &method, &profile, &count)) return NULL;
    ProfileWorth worth;
    Colors *colors = colors_of_profile(profile, count, shape, &worth);
    *is_bad = worth == ProfileIsBroken;
    return colors;
}

Colors *png_colors(png_structp png, png_infop info, CodeShape shape, bool *has_bad_profile) {
    ColorSpace space = {0};
    if (read_code_points(png, info, &space)) {
        *has_bad_profile = false;
        return colors_of_space(&space, shape);
    }
    Colors *colors = profile_colors(png, info, shape, has_bad_profile);
    bool has_profile = png_get_valid(png, info, PNG_INFO_iCCP) && !*has_bad_profile;
    bool is_standard = png_get_valid(png, info, PNG_INFO_sRGB) != 0;
    if (has_profile || is_standard) {
        *has_bad_profile = false;
        return colors;
    }
    space = (ColorSpace){0};
    return read_space(png, info, &space) ? colors_of_space(&space, shape) : NULL;
}
