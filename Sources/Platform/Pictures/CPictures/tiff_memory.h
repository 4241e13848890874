// The memory that libtiff needs besides pixels; not for Swift.
#pragma once

#include "decoder.h"

/// The memory for the tags of the first directory of a file of `file` bytes.
int64_t tiff_tags_memory(Decoder *decoder, int64_t file);
/// Whether a codec's memory is bounded by the size of its strip.
bool tiff_codec_is_bounded(uint16_t compression);
