// Between the halves of reading BMP; not for Swift.
#pragma once

#include "decoder.h"

/// How a channel lies in a pixel of 16 or 32 bits.
typedef struct {
    uint32_t mask;
    int shift;
    /// The largest value; 0 when there is no such channel.
    uint32_t most;
} BMPChannel;

typedef struct {
    Decoder *decoder;
    uint32_t bits;
    uint32_t compression;
    bool is_top_down;
    /// Where the pixels begin.
    int64_t offset;
    size_t row_bytes;
    BMPChannel channels[4];
    uint8_t palette[256][4];
} BMP;

/// Reads the heads, the masks and the palette, and sets the picture's head. False with a failure set.
bool bmp_read_head(BMP *bmp);
/// The indices of a picture in runs, top row first, in `decoder->pixels`. False when nothing came of it.
bool bmp_read_runs(BMP *bmp);
