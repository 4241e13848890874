#pragma once

#include "pictures.h"

/// A moving picture (GIF, APNG, animated WebP) whose composed frames are pulled one by one. It may be used on any
/// thread, but only on one at a time.
typedef struct Clip Clip;

/// The properties known before the first frame.
typedef struct {
    PictureHead picture;
    /// 0 for ever.
    uint32_t plays;
    /// In milliseconds, as stored.
    const uint32_t *_Nullable delays;
    uint32_t frame_count;
} ClipHead;

/// What a composed frame changed on the canvas; `right` and `bottom` are exclusive.
typedef struct {
    uint32_t left;
    uint32_t top;
    uint32_t right;
    uint32_t bottom;
} ClipArea;

typedef enum __attribute__((enum_extensibility(closed))) {
    /// The next frame is on the canvas.
    ClipStepFrame = 0,
    /// There are no more frames. With `lenient`, the result may contain the damage that ended the clip.
    ClipStepEnd,
    /// The result contains the failure.
    ClipStepFailed,
} ClipStep;

/// Opens a clip and reads its container without decoding pixels. The descriptor must stay open, and `bytes` unchanged,
/// until the clip is closed. A source that can't seek is read into memory. Returns NULL with the result set; that is
/// `PictureStatusUnsupportedKind` for a picture that doesn't move.
///
/// With `lenient`, damage ends the clip after the frames before it; if it is in the first frame, that one is composed
/// as far as it can be read.
Clip *_Nullable clip_open(
    const PictureInput *_Nonnull input, const PictureBounds *_Nonnull bounds, bool lenient,
    PictureSniff _Nonnull sniff, void *_Nonnull context, PictureResult *_Nonnull result);
void clip_head(const Clip *_Nonnull clip, ClipHead *_Nonnull head);
/// Composes the next frame. `bytes` is the source's present address if it is in memory, otherwise NULL.
ClipStep clip_next(
    Clip *_Nonnull clip, const uint8_t *_Nullable bytes, ClipArea *_Nonnull changed, PictureResult *_Nonnull result);
/// A row of the canvas: RGBA, not premultiplied, sRGB.
const uint8_t *_Nonnull clip_row(const Clip *_Nonnull clip, uint32_t row);
void clip_close(Clip *_Nonnull clip);

/// Whether a source has more than one frame. False after any failure. A source that can't seek is left unread: the
/// result is false.
bool clip_moves(
    const PictureInput *_Nonnull input, const PictureBounds *_Nonnull bounds, PictureSniff _Nonnull sniff,
    void *_Nonnull context);
