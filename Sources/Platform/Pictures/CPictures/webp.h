// Between the two halves of reading WebP; not for Swift.
#pragma once

#include "decoder.h"

/// The first frame of a moving picture, on its canvas.
typedef struct {
    uint32_t width, height;
    uint32_t left, top;
    bool has_alpha;
    /// A WebP bitstream, alive until `webp_frame_free`. Short when the data ended in it.
    const uint8_t *bytes;
    size_t count;
    void *demuxer;
} WebPFrame;

/// Needs the whole source in `input.bytes`. False with a failure set.
bool webp_first_frame(Decoder *decoder, WebPFrame *frame);
void webp_frame_free(WebPFrame *frame);
