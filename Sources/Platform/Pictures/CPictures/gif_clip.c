#include "clip.h"
#include "gif_read.h"
#include "numbers.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    GIFReader reader;
    /// A line's indices, and its colours.
    uint8_t *line, *rgba;
} State;

/// What the extensions before a frame say about it.
typedef struct {
    uint32_t delay;
    int disposal;
    bool has_transparency;
} Control;

/// Reads a block of at most 255 bytes; the last one is empty.
static bool read_block(Clip *clip, uint8_t *block, uint8_t *count) {
    return clip_take(clip, count, 1) && clip_take(clip, block, *count);
}

static bool skip_blocks(Clip *clip) {
    uint8_t count = 0;
    do {
        if (!clip_take(clip, &count, 1)) return false;
        decoder_jump(clip->decoder, count);
    } while (count > 0);
    return true;
}

static void skip_palette(Clip *clip, uint8_t flags) {
    if (flags & 0x80) decoder_jump(clip->decoder, 3 << ((flags & 7) + 1));
}

/// Reads the number of repetitions: 0 for ever. An animation without it is played once.
static bool read_loops(Clip *clip) {
    uint8_t block[255], count;
    if (!read_block(clip, block, &count)) return false;
    if (count == 0) return true;
    bool is_loop = count == 11 && (memcmp(block, "NETSCAPE2.0", 11) == 0 || memcmp(block, "ANIMEXTS1.0", 11) == 0);
    while (count > 0) {
        if (!read_block(clip, block, &count)) return false;
        if (!is_loop || count < 3 || (block[0] & 7) != 1) continue;
        uint32_t repeats = little_endian(block + 1, 2);
        clip->plays = repeats == 0 ? 0 : repeats + 1;
    }
    return true;
}

static bool read_extension(Clip *clip, Control *control) {
    uint8_t label, block[255], count;
    if (!clip_take(clip, &label, 1)) return false;
    if (label == 0xFF) return read_loops(clip);
    if (label != 0xF9) return skip_blocks(clip);
    if (!read_block(clip, block, &count)) return false;
    if (count == 4) {
        *control = (Control){
            .delay = little_endian(block + 1, 2) * 10, .disposal = block[0] >> 2 & 7,
            .has_transparency = block[0] & 1};
    }
    return count == 0 || skip_blocks(clip);
}

/// Some programs write 4 for 3, as browsers know.
static ClipDisposal disposal_of(int number) {
    return number == 2 ? ClipDisposalClears : number == 3 || number == 4 ? ClipDisposalRestores : ClipDisposalKeeps;
}

static ClipPlacement placement_of(const uint8_t *description, int disposal) {
    return (ClipPlacement){
        .left = little_endian(description, 2), .top = little_endian(description + 2, 2),
        .width = little_endian(description + 4, 2), .height = little_endian(description + 6, 2),
        .disposal = disposal_of(disposal), .blends = true};
}

/// Sets the size of the canvas, which contains the first frame.
static bool set_canvas(Clip *clip, const ClipPlacement *frame) {
    uint32_t width = clip->canvas.width, height = clip->canvas.height;
    gif_enlarge(&width, &height, frame->left + frame->width, frame->top + frame->height);
    if (width > 0 && height > 0) return clip_set_canvas(clip, width, height);
    return clip_fail(clip, "the frame has a side of length zero");
}

static bool read_frame(Clip *clip, Control *control) {
    uint8_t description[9];
    if (!clip_take(clip, description, sizeof description)) return false;
    ClipPlacement frame = placement_of(description, control->disposal);
    // What sticks out of the canvas is decoded too.
    if (!decoder_admits(clip->decoder, frame.width, frame.height, true)) return false;
    if (clip->frame_count == 0 && !set_canvas(clip, &frame)) return false;
    if (!clip_add(clip, &frame, control->delay, control->has_transparency)) return false;
    *control = (Control){0};
    uint8_t bits;
    skip_palette(clip, description[8]);
    if (!clip_take(clip, &bits, 1) || !skip_blocks(clip)) return false;
    clip->is_inside = false;
    return true;
}

/// Like browsers, takes anything but a frame or an extension, after the first frame, as the end.
static bool scan(Clip *clip) {
    uint8_t head[13];
    if (!clip_take(clip, head, sizeof head)) return false;
    clip->canvas.width = little_endian(head + 6, 2);
    clip->canvas.height = little_endian(head + 8, 2);
    clip->plays = 1;
    skip_palette(clip, head[10]);
    Control control = {0};
    uint8_t type = 0;
    for (;;) {
        if (!decoder_read(clip->decoder, &type, 1)) return clip->frame_count > 0 || clip_take(clip, &type, 1);
        if (type == ',' && !read_frame(clip, &control)) return false;
        if (type == '!' && !read_extension(clip, &control)) return false;
        if (type != ',' && type != '!') return true;
    }
}

static bool prepare(Clip *clip) {
    State *state = clip->state;
    Decoder *decoder = clip->decoder;
    if (!decoder_take(decoder, (int64_t)clip->most_width * 5)) return false;
    state->line = malloc((size_t)clip->most_width + 1);
    state->rgba = malloc((size_t)clip->most_width * 4 + 1);
    decoder_seek(decoder, 0);
    if (state->line && state->rgba) return gif_open(&state->reader, decoder);
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

static bool draw_line(Clip *clip, uint32_t row) {
    State *state = clip->state;
    if (!gif_read_line(&state->reader, state->line)) return false;
    gif_color(&state->reader, state->line, state->rgba);
    clip_draw(clip, row, state->rgba);
    return true;
}

static bool draw_lines(Clip *clip) {
    const GIFReader *reader = &((State *)clip->state)->reader;
    if (!reader->is_interlaced) {
        for (uint32_t row = 0; row < reader->height; row++) {
            if (!draw_line(clip, row)) return false;
        }
        return true;
    }
    for (const GIFPass *pass = gif_passes; pass < gif_passes + 4; pass++) {
        for (uint32_t row = pass->first; row < reader->height; row += pass->step) {
            if (!draw_line(clip, row)) return false;
        }
    }
    return true;
}

static bool draw(Clip *clip) {
    GIFReader *reader = &((State *)clip->state)->reader;
    if (!gif_find_frame(reader)) return false;
    ClipPlacement frame = {
        .left = reader->left, .top = reader->top, .width = reader->width, .height = reader->height,
        .disposal = disposal_of(reader->disposal), .blends = reader->transparent >= 0};
    if (frame.width > clip->most_width) return clip_fail(clip, "the file has changed");
    if (!gif_set_palette(reader)) return false;
    clip_start(clip, &frame);
    ClipArea part = clip_canvas_part(&clip->canvas, &frame);
    bool is_visible = part.right > part.left;
    return is_visible ? draw_lines(clip) : gif_skip_lines(reader);
}

static void release(Clip *clip) {
    State *state = clip->state;
    gif_close(&state->reader);
    free(state->line);
    free(state->rgba);
}

const ClipFormat gif_clip = {
    .state_bytes = sizeof(State), .scan = scan, .prepare = prepare, .draw = draw, .close = release};
