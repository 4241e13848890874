// Shared by the decoders of this target; not for Swift.
#pragma once

#include "pictures.h"

#define PICTURE_BUFFER 65536
#define PICTURE_EXIF 65536

/// Everything one decode owns. It lies outside of the functions that call setjmp, so no local is clobbered by a jump.
typedef struct {
    PictureInput input;
    PictureBounds bounds;
    bool lenient;
    PictureBegin begin;
    PictureRow row;
    void *context;
    PictureResult *result;
    PictureHead head;
    /// The data ended before the decoder had enough.
    bool has_ended;
    bool can_seek;
    int64_t offset;
    const uint8_t *window;
    size_t window_count;
    uint8_t *pixels;
    uint8_t *rgba;
    size_t exif_count;
    uint8_t exif[PICTURE_EXIF];
    uint8_t buffer[PICTURE_BUFFER];
} Decoder;

/// Makes the next bytes available in `window`. False at the end of the data and when a read failed.
bool decoder_fill(Decoder *decoder);
/// Copies exactly `count` bytes. False when there are fewer.
bool decoder_read(Decoder *decoder, uint8_t *into, size_t count);
/// Reads at an offset without moving. False when the source can't, or has fewer bytes.
bool decoder_peek(Decoder *decoder, int64_t offset, uint8_t *into, size_t count);
/// Sets a failure, the first one wins.
void decoder_fail(Decoder *decoder, PictureStatus status, const char *message);
/// Checks the pixels against the bounds before anything is allocated for them.
bool decoder_admits(Decoder *decoder, uint32_t width, uint32_t height, bool is_held);
/// Hands one row on. False when the callback wants no more.
bool decoder_deliver(Decoder *decoder, const uint8_t *rgba);

/// The orientation in a TIFF structure, 1–8; 1 when there is none.
uint8_t exif_orientation(const uint8_t *tiff, size_t count);

void decode_png(Decoder *decoder);
void decode_jpeg(Decoder *decoder);
