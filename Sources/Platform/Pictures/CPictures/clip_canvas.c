#include "clip_canvas.h"

#include <stdlib.h>
#include <string.h>

static uint32_t least(uint32_t one, uint32_t other) {
    return one < other ? one : other;
}

static bool is_empty(const ClipArea *area) {
    return area->left >= area->right || area->top >= area->bottom;
}

static ClipArea both(ClipArea one, ClipArea other) {
    if (is_empty(&one)) return other;
    if (is_empty(&other)) return one;
    return (ClipArea){
        least(one.left, other.left), least(one.top, other.top),
        one.right > other.right ? one.right : other.right, one.bottom > other.bottom ? one.bottom : other.bottom};
}

static uint8_t *pixel_at(const ClipCanvas *canvas, uint32_t x, uint32_t y) {
    return canvas->pixels + ((size_t)y * canvas->width + x) * 4;
}

ClipArea clip_canvas_part(const ClipCanvas *canvas, const ClipPlacement *frame) {
    ClipArea part = {
        frame->left, frame->top, least(frame->left + frame->width, canvas->width),
        least(frame->top + frame->height, canvas->height)};
    return is_empty(&part) ? (ClipArea){0} : part;
}

bool clip_canvas_open(ClipCanvas *canvas) {
    canvas->pixels = calloc((size_t)canvas->width * canvas->height, 4);
    if (canvas->saved_bytes > 0) canvas->saved = malloc(canvas->saved_bytes);
    return canvas->pixels && (canvas->saved || canvas->saved_bytes == 0);
}

void clip_canvas_close(ClipCanvas *canvas) {
    free(canvas->pixels);
    free(canvas->saved);
}

/// Returns the area that the last frame's disposal changed.
static ClipArea dispose(ClipCanvas *canvas) {
    ClipArea area = canvas->visible;
    if (is_empty(&area) || canvas->frame.disposal == ClipDisposalKeeps) return (ClipArea){0};
    size_t count = (size_t)(area.right - area.left) * 4;
    for (uint32_t y = area.top; y < area.bottom; y++) {
        uint8_t *row = pixel_at(canvas, area.left, y);
        if (canvas->frame.disposal == ClipDisposalClears) memset(row, 0, count);
        else memcpy(row, canvas->saved + (y - area.top) * count, count);
    }
    return area;
}

static void save(ClipCanvas *canvas) {
    ClipArea area = canvas->visible;
    size_t count = (size_t)(area.right - area.left) * 4;
    for (uint32_t y = area.top; y < area.bottom; y++) {
        memcpy(canvas->saved + (y - area.top) * count, pixel_at(canvas, area.left, y), count);
    }
}

/// If the file has changed since it was scanned, more may have to be saved than was allocated.
static bool can_save(const ClipCanvas *canvas) {
    const ClipArea *area = &canvas->visible;
    return (size_t)(area->right - area->left) * (area->bottom - area->top) * 4 <= canvas->saved_bytes;
}

ClipArea clip_canvas_start(ClipCanvas *canvas, const ClipPlacement *frame) {
    ClipArea changed = dispose(canvas);
    canvas->frame = *frame;
    canvas->visible = clip_canvas_part(canvas, frame);
    if (frame->disposal == ClipDisposalRestores) {
        if (can_save(canvas)) save(canvas);
        else canvas->frame.disposal = ClipDisposalClears;
    }
    if (canvas->has_frame) return both(changed, canvas->visible);
    canvas->has_frame = true;
    return (ClipArea){0, 0, canvas->width, canvas->height};
}

/// The share of `from` in the result, in units of 1 / 65,536, is known to the caller, so that a pixel takes one
/// division.
static uint8_t mixed(uint8_t from, uint8_t to, uint32_t share) {
    return (uint8_t)((from * share + to * (65536 - share) + 32768) >> 16);
}

/// Draws a partly transparent pixel over another (PNG specification, third edition, 13.16).
static void blend(const uint8_t *from, uint8_t *to) {
    uint32_t alpha = from[3], under = (255 - alpha) * to[3], sum = alpha * 255 + under;
    uint32_t share = (alpha * 255 * 65536u / sum);
    for (int i = 0; i < 3; i++) to[i] = mixed(from[i], to[i], share);
    to[3] = (uint8_t)((sum + 127) / 255);
}

/// Whether every pixel is either opaque or transparent, as in a GIF.
static bool is_masked(const uint8_t *rgba, uint32_t count) {
    uint8_t partial = 0;
    for (uint32_t x = 0; x < count; x++) partial |= (uint8_t)(rgba[4 * (size_t)x + 3] + 1) & 0xFE;
    return partial == 0;
}

/// Copies the opaque pixels. Without branches, which could not be predicted, this takes a third of the time.
static void draw_masked(const uint8_t *rgba, uint8_t *to, uint32_t count) {
    for (uint32_t x = 0; x < count; x++, rgba += 4, to += 4) {
        uint32_t from, under;
        memcpy(&from, rgba, 4);
        memcpy(&under, to, 4);
        uint32_t mask = 0u - (rgba[3] >> 7);
        under = (from & mask) | (under & ~mask);
        memcpy(to, &under, 4);
    }
}

void clip_canvas_draw(ClipCanvas *canvas, uint32_t row, const uint8_t *rgba) {
    const ClipArea *area = &canvas->visible;
    if (is_empty(area) || row >= area->bottom - area->top) return;
    uint32_t count = area->right - area->left;
    uint8_t *to = pixel_at(canvas, area->left, area->top + row);
    if (!canvas->frame.blends) {
        memcpy(to, rgba, (size_t)count * 4);
        return;
    }
    if (is_masked(rgba, count)) return draw_masked(rgba, to, count);
    for (uint32_t x = 0; x < count; x++, rgba += 4, to += 4) {
        if (rgba[3] == 255 || (to[3] == 0 && rgba[3] > 0)) memcpy(to, rgba, 4);
        else if (rgba[3] > 0) blend(rgba, to);
    }
}
