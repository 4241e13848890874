#include "pictures.h"

#include "png_drawing.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/// Levels of zlib.
enum { FAST = 1, THOROUGH = 6 };

typedef struct {
    const PicturePlan *plan;
    PictureFill fill;
    PictureWrite write;
    void *context;
    PictureResult *result;
    png_structp png;
    png_infop info;
    png_textp texts;
    uint8_t *row;
    /// One byte per pixel, for grey.
    uint8_t *grey;
    /// NULL if libpng writes the pixels.
    PNGDrawing *drawing;
} Writer;

static void fail(Writer *writer, PictureStatus status, const char *message) {
    if (writer->result->status != PictureStatusDone) return;
    writer->result->status = status;
    snprintf(writer->result->message, sizeof writer->result->message, "%s", message);
}

static void on_error(png_structp png, png_const_charp message) {
    fail(png_get_error_ptr(png), PictureStatusCorrupt, message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static void on_write(png_structp png, png_bytep bytes, size_t count) {
    Writer *writer = png_get_io_ptr(png);
    if (writer->write(writer->context, bytes, count)) return;
    fail(writer, PictureStatusStopped, "stopped");
    png_error(png, "stopped");
}

static void on_flush(png_structp png) {
    (void)png;
}

static void set_texts(Writer *writer) {
    for (int i = 0; i < writer->plan->text_count; i++) {
        const PictureText *text = &writer->plan->texts[i];
        writer->texts[i].compression = text->is_international ? PNG_ITXT_COMPRESSION_NONE : PNG_TEXT_COMPRESSION_NONE;
        writer->texts[i].key = (png_charp)text->key;
        writer->texts[i].text = (png_charp)text->text;
        writer->texts[i].text_length = text->is_international ? 0 : strlen(text->text);
        writer->texts[i].itxt_length = text->is_international ? strlen(text->text) : 0;
    }
    png_set_text(writer->png, writer->info, writer->texts, writer->plan->text_count);
}

static void write_head(Writer *writer) {
    const PicturePlan *plan = writer->plan;
    png_set_write_fn(writer->png, writer, on_write, on_flush);
    png_set_user_limits(writer->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(
        writer->png, writer->info, plan->width, plan->height, plan->grey_bits ? plan->grey_bits : 8,
        plan->grey_bits ? PNG_COLOR_TYPE_GRAY : plan->has_alpha ? PNG_COLOR_TYPE_RGBA : PNG_COLOR_TYPE_RGB,
        PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_set_compression_level(writer->png, plan->is_drawing ? FAST : THOROUGH);
    png_set_filter(writer->png, PNG_FILTER_TYPE_BASE, plan->is_drawing ? PNG_FILTER_UP : PNG_ALL_FILTERS);
    if (plan->is_drawing) png_set_compression_strategy(writer->png, Z_DEFAULT_STRATEGY);
    if (plan->text_count > 0) set_texts(writer);
    png_write_info(writer->png, writer->info);
    if (plan->grey_bits) png_set_packing(writer->png);
    else if (!plan->has_alpha) png_set_filler(writer->png, 0, PNG_FILLER_AFTER);
}

/// Makes one byte per pixel, which libpng packs; `row` itself is kept for the next fill.
static png_bytep grey_row(Writer *writer) {
    for (uint32_t x = 0; x < writer->plan->width; x++) {
        writer->grey[x] = (uint8_t)(writer->row[4 * (size_t)x] >> (8 - writer->plan->grey_bits));
    }
    return writer->grey;
}

static void write_row(Writer *writer) {
    if (writer->drawing) png_drawing_add(writer->drawing, writer->png, writer->row);
    else png_write_row(writer->png, writer->plan->grey_bits ? grey_row(writer) : writer->row);
}

static void write_end(Writer *writer) {
    if (!writer->drawing) {
        png_write_end(writer->png, writer->info);
        return;
    }
    png_drawing_end(writer->drawing, writer->png);
    png_write_chunk(writer->png, (png_const_bytep)"IEND", NULL, 0);
}

/// The only function with setjmp.
static void write_all(Writer *writer) {
    if (setjmp(png_jmpbuf(writer->png))) return;
    write_head(writer);
    for (uint32_t row = 0; row < writer->plan->height; row++) {
        if (!writer->fill(writer->context, row, writer->row)) {
            fail(writer, PictureStatusStopped, "stopped");
            return;
        }
        write_row(writer);
    }
    write_end(writer);
}

void picture_encode_png(
    const PicturePlan *plan, PictureFill fill, PictureWrite write, void *context, PictureResult *result) {
    memset(result, 0, sizeof *result);
    Writer writer = {.plan = plan, .fill = fill, .write = write, .context = context, .result = result};
    writer.png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer, on_error, on_warning);
    writer.info = writer.png ? png_create_info_struct(writer.png) : NULL;
    writer.row = calloc(plan->width, 4);
    writer.grey = calloc(plan->width, 1);
    if (plan->is_drawing && !plan->grey_bits) writer.drawing = png_drawing_create(plan->width, plan->has_alpha ? 4 : 3);
    writer.texts = calloc((size_t)plan->text_count + 1, sizeof *writer.texts);
    if (writer.info && writer.row && writer.grey && writer.texts) {
        write_all(&writer);
    } else {
        result->status = PictureStatusOutOfMemory;
    }
    png_destroy_write_struct(&writer.png, &writer.info);
    png_drawing_free(writer.drawing);
    free(writer.row);
    free(writer.grey);
    free(writer.texts);
}
