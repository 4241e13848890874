// Reads the records of a GIF with giflib, which decompresses one line at a time; not for Swift.
#pragma once

#include "decoder.h"

typedef struct {
    Decoder *decoder;
    struct GifFileType *file;
    /// The index of the transparent colour; -1 if there is none.
    int transparent;
    /// The number that tells how the frame is removed, from the extension before it.
    int disposal;
    /// The frame's rectangle on the canvas.
    uint32_t left, top, width, height;
    bool is_interlaced;
    uint8_t palette[256][4];
} GIFReader;

/// Reads the header. Returns false with a failure set. The reader must be closed in any case.
bool gif_open(GIFReader *reader, Decoder *decoder);
void gif_close(GIFReader *reader);
/// Reads up to the pixels of the next frame, which may be empty. Returns false with a failure set, also if there is none.
bool gif_find_frame(GIFReader *reader);
/// The size of the canvas in the header.
void gif_canvas(const GIFReader *reader, uint32_t *width, uint32_t *height);
/// Enlarges a canvas to contain the first frame, as browsers do: many encoders leave its size at zero.
void gif_enlarge(uint32_t *width, uint32_t *height, uint32_t right, uint32_t bottom);
/// Sets the frame's palette.
bool gif_set_palette(GIFReader *reader);
/// Reads the next line of the frame, in the order of the file.
bool gif_read_line(GIFReader *reader, uint8_t *line);
/// Skips the frame's remaining lines.
bool gif_skip_lines(GIFReader *reader);
/// Converts a line to RGBA.
void gif_color(const GIFReader *reader, const uint8_t *line, uint8_t *rgba);

/// The rows of an interlaced frame: each pass reads every `step`th from `first`, and paints blocks of `block` rows.
typedef struct {
    uint32_t first, step, block;
} GIFPass;
extern const GIFPass gif_passes[4];
