// Shared by the parts of the WebP decoder; not for Swift.
#pragma once

#include "decoder.h"

/// The first frame of an animation, on its canvas.
typedef struct {
    uint32_t width, height;
    uint32_t left, top;
    bool has_alpha;
    /// A WebP bitstream, valid until `webp_frame_free`; incomplete if the data are truncated.
    const uint8_t *bytes;
    size_t count;
    void *demuxer;
} WebPFrame;

/// Finds the first frame. Needs the whole source in `input.bytes`. Returns false with a failure set.
bool webp_first_frame(Decoder *decoder, WebPFrame *frame);
void webp_frame_free(WebPFrame *frame);
