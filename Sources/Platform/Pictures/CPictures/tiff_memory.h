// What libtiff holds beside pixels; not for Swift.
#pragma once

#include "decoder.h"

/// The bytes that the tags of the first directory become, of a file of so many.
int64_t tiff_tags_memory(Decoder *decoder, int64_t file);
/// Whether a codec holds no more than its strip's size says.
bool tiff_codec_is_bounded(uint16_t compression);
