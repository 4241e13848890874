// The canvas of a clip, on which its frames are composed; not for Swift.
#pragma once

#include "clips.h"

/// What becomes of a frame's pixels before the next frame is drawn.
typedef enum { ClipDisposalKeeps, ClipDisposalClears, ClipDisposalRestores } ClipDisposal;

/// A frame's rectangle and how it is composed.
typedef struct {
    uint32_t left, top, width, height;
    ClipDisposal disposal;
    /// Drawn over the canvas; otherwise its pixels, with their alpha, replace the canvas'.
    bool blends;
} ClipPlacement;

typedef struct {
    uint32_t width, height;
    uint8_t *pixels;
    /// The pixels under a frame with `ClipDisposalRestores`.
    uint8_t *saved;
    /// The size of `saved`: that of the largest such frame.
    size_t saved_bytes;
    ClipPlacement frame;
    /// The part of the frame that is on the canvas.
    ClipArea visible;
    bool has_frame;
} ClipCanvas;

/// The part of a frame that is on the canvas.
ClipArea clip_canvas_part(const ClipCanvas *canvas, const ClipPlacement *frame);
/// Allocates the pixels, all transparent. Returns false if out of memory.
bool clip_canvas_open(ClipCanvas *canvas);
void clip_canvas_close(ClipCanvas *canvas);
/// Disposes of the last frame and prepares the next. Returns what the two change together.
ClipArea clip_canvas_start(ClipCanvas *canvas, const ClipPlacement *frame);
/// Draws a row of the frame; `rgba` has the frame's width. What is outside of the canvas is left out.
void clip_canvas_draw(ClipCanvas *canvas, uint32_t row, const uint8_t *rgba);
