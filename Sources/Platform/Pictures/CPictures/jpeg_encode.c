#include "pictures.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// The size of the parts in which bytes are written.
enum { PART = 4096 };

typedef struct {
    struct jpeg_compress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_destination_mgr destination;
    jmp_buf home;
    PictureFill fill;
    PictureWrite write;
    void *context;
    PictureResult *result;
    uint8_t *row;
    uint8_t part[PART];
} Writer;

static Writer *writer_of(j_common_ptr jpeg) {
    return jpeg->client_data;
}

static void fail(Writer *writer, PictureStatus status, const char *message) {
    if (writer->result->status != PictureStatusDone) return;
    writer->result->status = status;
    snprintf(writer->result->message, sizeof writer->result->message, "%s", message);
}

static void on_error(j_common_ptr jpeg) {
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    bool is_memory = jpeg->err->msg_code == JERR_OUT_OF_MEMORY;
    fail(writer_of(jpeg), is_memory ? PictureStatusOutOfMemory : PictureStatusCorrupt, message);
    longjmp(writer_of(jpeg)->home, 1);
}

static void on_message(j_common_ptr jpeg, int level) {
    (void)jpeg;
    (void)level;
}

static void on_output(j_common_ptr jpeg) {
    (void)jpeg;
}

static void write_part(j_compress_ptr jpeg, size_t count) {
    Writer *writer = writer_of((j_common_ptr)jpeg);
    if (count > 0 && !writer->write(writer->context, writer->part, count)) {
        fail(writer, PictureStatusStopped, "stopped");
        longjmp(writer->home, 1);
    }
    writer->destination.next_output_byte = writer->part;
    writer->destination.free_in_buffer = PART;
}

static void destination_init(j_compress_ptr jpeg) {
    write_part(jpeg, 0);
}

/// Called once the part is full; what `free_in_buffer` says then means nothing.
static boolean destination_empty(j_compress_ptr jpeg) {
    write_part(jpeg, PART);
    return TRUE;
}

static void destination_end(j_compress_ptr jpeg) {
    write_part(jpeg, PART - writer_of((j_common_ptr)jpeg)->destination.free_in_buffer);
}

/// The only function with setjmp.
static void write_all(Writer *writer, uint32_t width, uint32_t height, int quality) {
    if (setjmp(writer->home)) return;
    jpeg_create_compress(&writer->jpeg);
    writer->jpeg.dest = &writer->destination;
    writer->jpeg.image_width = width;
    writer->jpeg.image_height = height;
    writer->jpeg.input_components = 4;
    // Of libjpeg-turbo: the fourth byte is skipped.
    writer->jpeg.in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(&writer->jpeg);
    jpeg_set_quality(&writer->jpeg, quality, TRUE);
    writer->jpeg.optimize_coding = TRUE;
    jpeg_start_compress(&writer->jpeg, TRUE);
    for (uint32_t row = 0; row < height; row++) {
        if (!writer->fill(writer->context, row, writer->row)) {
            fail(writer, PictureStatusStopped, "stopped");
            return;
        }
        jpeg_write_scanlines(&writer->jpeg, &writer->row, 1);
    }
    jpeg_finish_compress(&writer->jpeg);
}

void picture_encode_jpeg(
    uint32_t width, uint32_t height, int quality, PictureFill fill, PictureWrite write, void *context,
    PictureResult *result) {
    memset(result, 0, sizeof *result);
    Writer *writer = calloc(1, sizeof *writer);
    if (writer) writer->row = calloc(width, 4);
    if (!writer || !writer->row) {
        free(writer);
        result->status = PictureStatusOutOfMemory;
        return;
    }
    writer->fill = fill;
    writer->write = write;
    writer->context = context;
    writer->result = result;
    writer->jpeg.err = jpeg_std_error(&writer->errors);
    writer->errors.error_exit = on_error;
    writer->errors.emit_message = on_message;
    writer->errors.output_message = on_output;
    writer->jpeg.client_data = writer;
    writer->destination.init_destination = destination_init;
    writer->destination.empty_output_buffer = destination_empty;
    writer->destination.term_destination = destination_end;
    write_all(writer, width, height, quality);
    jpeg_destroy_compress(&writer->jpeg);
    free(writer->row);
    free(writer);
}
