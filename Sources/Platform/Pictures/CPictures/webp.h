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

/// Reads the orientation from EXIF, which follows the pixels, of a source that can seek.
uint8_t webp_orientation(Decoder *decoder);
/// Uses the profile of a source that can seek.
void webp_use_profile(Decoder *decoder);
/// The peak memory of decoding a file of `count` bytes.
int64_t webp_file_bytes(uint32_t width, uint32_t height, bool has_tables, int64_t count);
