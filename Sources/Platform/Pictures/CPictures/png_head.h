// What a PNG says before libpng sees it; not for Swift.
#pragma once

#include "decoder.h"

/// Looks at IHDR, and sets the picture's size. False with a failure set.
bool png_admits_header(Decoder *decoder);
/// Looks for the orientation. False when the end is known to be missing.
bool png_survey(Decoder *decoder);
