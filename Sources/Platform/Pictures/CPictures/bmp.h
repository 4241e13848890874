// Shared by the parts of the BMP decoder; not for Swift.
#pragma once

#include "decoder.h"

/// A channel's position in a pixel of 16 or 32 bits.
typedef struct {
    uint32_t mask;
    int shift;
    /// The maximum value; 0 if the channel is missing.
    uint32_t most;
} BMPChannel;

typedef struct {
    Decoder *decoder;
    uint32_t bits;
    uint32_t compression;
    bool is_top_down;
    /// The offset of the pixels.
    int64_t offset;
    size_t row_bytes;
    BMPChannel channels[4];
    uint8_t palette[256][4];
} BMP;

/// Reads the headers, the masks and the palette, and sets the picture's head. Returns false with a failure set.
bool bmp_read_head(BMP *bmp);
/// Decodes the indices of a run-length encoded picture into `decoder->pixels`, top row first. Returns false if there
/// are none.
bool bmp_read_runs(BMP *bmp);
