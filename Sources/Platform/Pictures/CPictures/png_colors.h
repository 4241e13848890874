// The colour space of a PNG; not for Swift.
#pragma once

#include "colors.h"

#include <png.h>

/// Determines the colours from the first available of cICP, a usable profile, sRGB, and gAMA with cHRM. NULL for sRGB.
/// On entry `has_bad_profile` says whether libpng has discarded a profile; on return, whether its loss matters.
Colors *png_colors(png_structp png, png_infop info, CodeShape shape, bool *has_bad_profile);
