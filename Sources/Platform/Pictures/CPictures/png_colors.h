// What a PNG says of its colours; not for Swift.
#pragma once

#include "colors.h"

#include <png.h>

/// The first of cICP, a profile that can be used, sRGB, and gAMA with cHRM decides. NULL for sRGB.
/// `has_bad_profile` comes with whether libpng has thrown a profile away, and says in the end whether one is missed.
Colors *png_colors(png_structp png, png_infop info, CodeShape shape, bool *has_bad_profile);
