// Checks of a PNG before libpng reads it; not for Swift.
#pragma once

#include "decoder.h"

/// Reads IHDR and sets the picture's size. Returns false with a failure set.
bool png_admits_header(Decoder *decoder);
/// Reads the orientation. Returns false if the end is known to be missing.
bool png_survey(Decoder *decoder);
