// The parts of a clip that its formats share; not for Swift.
#pragma once

#include "clip_canvas.h"
#include "decoder.h"

/// A format's part of the work. Each function returns false with a failure set.
typedef struct {
    size_t state_bytes;
    /// Reads the container up to its end: `clip_set_canvas` before the first frame, `clip_add` for each.
    bool (*scan)(Clip *clip);
    /// Allocates what drawing needs, within the limit on memory.
    bool (*prepare)(Clip *clip);
    /// Draws the next frame: `clip_start`, then rows.
    bool (*draw)(Clip *clip);
    /// Frees the state's contents.
    void (*close)(Clip *clip);
} ClipFormat;

struct Clip {
    const ClipFormat *format;
    /// The format's own.
    void *state;
    /// Reads the container.
    Decoder *decoder;
    PictureResult result;
    /// The damage in the container after the frames that were counted.
    PictureResult damage;
    ClipCanvas canvas;
    uint32_t plays;
    uint32_t *delays;
    uint32_t frame_count, frame_room;
    /// Scanning ends at this number of frames.
    uint32_t most_frames;
    /// A frame was counted whose data have not been seen to be complete.
    bool is_inside;
    /// The last frame counted may leave transparent pixels behind.
    bool is_clearing;
    /// The sides of a rectangle that is large enough for every frame.
    uint32_t most_width, most_height;
    uint32_t index;
    bool is_over;
    ClipArea changed;
    /// The number of rows of the present frame that were drawn.
    uint32_t drawn;
    /// A row of a frame.
    uint8_t *row;
    /// A frame as a file of its own.
    uint8_t *file;
    size_t file_count, file_room;
    /// The memory for decoding it.
    int64_t file_memory;
    /// The colours of the parts of a PNG.
    SharedColors shared;
};

/// Fails because the container is invalid. Returns false.
bool clip_fail(Clip *clip, const char *message);
/// Reads bytes of the container. Returns false with a failure set if there are fewer.
bool clip_take(Clip *clip, uint8_t *into, size_t count);
/// Sets the size of the canvas. Returns false with a failure set if it is too large.
bool clip_set_canvas(Clip *clip, uint32_t width, uint32_t height);
/// Counts a frame. Returns false if no more are needed, or with a failure set.
bool clip_add(Clip *clip, const ClipPlacement *frame, uint32_t delay, bool has_alpha);
/// Checks that a frame is inside the canvas. Returns false with a failure set.
bool clip_contains(Clip *clip, const ClipPlacement *frame);
/// Starts drawing a frame.
void clip_start(Clip *clip, const ClipPlacement *frame);
/// Draws the next row of the frame, in sRGB.
void clip_draw(Clip *clip, uint32_t row, const uint8_t *rgba);

// A frame as a file of its own, which the decoder for still pictures reads.

/// Allocates memory for the largest file, within the limit on memory: at most `most` bytes of the container and `more`.
bool clip_file_reserve(Clip *clip, size_t most, size_t more);
/// Counts the memory for decoding the file. Returns false with a failure set if it exceeds the limit.
bool clip_file_take(Clip *clip, int64_t bytes);
/// Appends bytes. Returns false with a failure set if they don't fit.
bool clip_file_append(Clip *clip, const void *bytes, size_t count);
/// Appends bytes of the container, as many as there are if it is truncated. Returns false with a failure set.
bool clip_file_read(Clip *clip, size_t count);
/// Decodes the file and draws its rows. `frame` is already started.
bool clip_file_draw(Clip *clip, void (*decode)(Decoder *));
/// Reads the file's head, with the decoder's memory.
bool clip_file_head(Clip *clip, void (*decode)(Decoder *), PictureHead *head);

extern const ClipFormat gif_clip, apng_clip, webp_clip;
