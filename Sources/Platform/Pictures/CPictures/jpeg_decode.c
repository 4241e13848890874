#include "colors.h"
#include "decoder.h"
#include "jpeg_memory.h"
#include "jpeg_profile.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>
#include <jerror.h>

/// A malicious progressive file can require thousands of passes over the whole picture.
#define MOST_SCANS 500

typedef struct {
    struct jpeg_decompress_struct jpeg;
    struct jpeg_error_mgr errors;
    struct jpeg_source_mgr source;
    struct jpeg_progress_mgr progress;
    jmp_buf home;
    Decoder *decoder;
    /// NULL if the codes are sRGB already.
    Colors *colors;
    JPEGProfile profile;
    bool is_damaged;
    bool is_multiscan;
    uint32_t good_rows;
} Reader;

static Reader *reader_of(j_common_ptr jpeg) {
    return jpeg->client_data;
}

static void on_error(j_common_ptr jpeg) {
    Reader *reader = reader_of(jpeg);
    char message[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, message);
    if (jpeg->err->msg_code == JERR_BAD_PRECISION) {
        snprintf(message, sizeof message, "%d bits per sample; only 8 are supported", jpeg->err->msg_parm.i[0]);
    }
    PictureStatus status = reader->decoder->has_ended ? PictureStatusTruncated : PictureStatusCorrupt;
    decoder_fail(
        reader->decoder, jpeg->err->msg_code == JERR_OUT_OF_MEMORY ? PictureStatusOutOfMemory : status, message);
    longjmp(reader->home, 1);
}

/// Converts rows of the reduced picture to rows of the whole one.
static uint32_t stored_rows(const Reader *reader, uint32_t rows) {
    if (rows >= reader->jpeg.output_height) return reader->jpeg.image_height;
    uint64_t stored = (uint64_t)rows * reader->jpeg.scale_denom / reader->jpeg.scale_num;
    return stored < reader->jpeg.image_height ? (uint32_t)stored : reader->jpeg.image_height;
}

/// libjpeg warns and continues with grey. Warnings that mean lost pixels are recorded; those about stray bytes are
/// ignored.
static void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;
    Reader *reader = reader_of(jpeg);
    jpeg->err->num_warnings++;
    switch (jpeg->err->msg_code) {
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_MUST_RESYNC:
        break;
    default:
        return;
    }
    if (reader->is_damaged) return;
    reader->is_damaged = true;
    jpeg->err->format_message(jpeg, reader->decoder->result->message);
    if (reader->is_multiscan) return;
    reader->decoder->result->rows = stored_rows(reader, reader->good_rows);
}

static void on_output(j_common_ptr jpeg) {
    (void)jpeg;
}

static void on_progress(j_common_ptr jpeg) {
    if (!jpeg->is_decompressor) return;
    if (((j_decompress_ptr)jpeg)->input_scan_number <= MOST_SCANS) return;
    decoder_fail(reader_of(jpeg)->decoder, PictureStatusCorrupt, "too many scans");
    longjmp(reader_of(jpeg)->home, 1);
}

static void source_init(j_decompress_ptr jpeg) {
    (void)jpeg;
}

static boolean source_fill(j_decompress_ptr jpeg) {
    static const JOCTET end[2] = {0xFF, JPEG_EOI};
    Decoder *decoder = reader_of((j_common_ptr)jpeg)->decoder;
    decoder->window_count = 0;
    if (decoder_fill(decoder)) {
        jpeg->src->next_input_byte = decoder->window;
        jpeg->src->bytes_in_buffer = decoder->window_count;
        return TRUE;
    }
    if (decoder->result->status != PictureStatusDone) longjmp(reader_of((j_common_ptr)jpeg)->home, 1);
    jpeg->src->next_input_byte = end;
    jpeg->src->bytes_in_buffer = 2;
    return TRUE;
}

static void source_skip(j_decompress_ptr jpeg, long count) {
    while (count > 0) {
        if (jpeg->src->bytes_in_buffer == 0) source_fill(jpeg);
        if (reader_of((j_common_ptr)jpeg)->decoder->has_ended) return;
        size_t part = jpeg->src->bytes_in_buffer < (size_t)count ? jpeg->src->bytes_in_buffer : (size_t)count;
        jpeg->src->next_input_byte += part;
        jpeg->src->bytes_in_buffer -= part;
        count -= (long)part;
    }
}

static void source_end(j_decompress_ptr jpeg) {
    (void)jpeg;
}

static int next_byte(j_decompress_ptr jpeg) {
    if (jpeg->src->bytes_in_buffer == 0) source_fill(jpeg);
    jpeg->src->bytes_in_buffer--;
    return *jpeg->src->next_input_byte++;
}

/// Reads the body of a marker segment into the Exif buffer. Returns its length, 0 if there is none.
static size_t read_block(j_decompress_ptr jpeg) {
    Decoder *decoder = reader_of((j_common_ptr)jpeg)->decoder;
    long count = (long)next_byte(jpeg) << 8;
    count = (count | next_byte(jpeg)) - 2;
    for (long i = 0; i < count && !decoder->has_ended; i++) decoder->exif[i] = (uint8_t)next_byte(jpeg);
    return count > 0 && !decoder->has_ended ? (size_t)count : 0;
}

/// Keeps only the first Exif segment; libjpeg's own marker saving would keep all of them.
static boolean on_app1(j_decompress_ptr jpeg) {
    Decoder *decoder = reader_of((j_common_ptr)jpeg)->decoder;
    size_t count = read_block(jpeg);
    if (decoder->exif_count > 0 || count <= 6 || memcmp(decoder->exif, "Exif\0\0", 6) != 0) return TRUE;
    decoder->exif_count = count;
    decoder->head.orientation = exif_orientation(decoder->exif + 6, count - 6);
    return TRUE;
}

static boolean on_app2(j_decompress_ptr jpeg) {
    Reader *reader = reader_of((j_common_ptr)jpeg);
    size_t count = read_block(jpeg);
    jpeg_profile_take(&reader->profile, reader->decoder->exif, count);
    return TRUE;
}

/// Applies the profile. A grey picture may have a grey profile, or an RGB one, of which it uses the greys.
static void use_profile(Reader *reader) {
    j_decompress_ptr jpeg = &reader->jpeg;
    if (!reader->profile.was_there) return;
    ProfileWorth worth = ProfileIsBroken;
    size_t count;
    uint8_t *profile = jpeg_profile_whole(&reader->profile, &count);
    if (profile) {
        bool is_grey = jpeg->jpeg_color_space == JCS_GRAYSCALE && count > 20 && memcmp(profile + 16, "GRAY", 4) == 0;
        bool is_ink = jpeg->out_color_space == JCS_CMYK;
        CodeShape shape = {
            .channels = is_grey ? 1 : is_ink ? 4 : 3, .has_alpha = !is_grey && !is_ink, .bits = 8,
            .is_inverted = is_ink && jpeg->saw_Adobe_marker};
        reader->colors = colors_of_profile(profile, count, shape, &worth);
        reader->decoder->taken += (int64_t)count + (reader->colors ? profile_memory(count) : 0);
        if (reader->colors && is_grey) jpeg->out_color_space = JCS_GRAYSCALE;
        free(profile);
    }
    reader->decoder->head.has_broken_profile = worth == ProfileIsBroken;
}

/// Chooses a scale of a half, a quarter or an eighth, which have fast transforms and average whole blocks: the smallest
/// that is no smaller than the aim.
static void reduce(Reader *reader) {
    Decoder *decoder = reader->decoder;
    j_decompress_ptr jpeg = &reader->jpeg;
    uint32_t columns = 0, rows = 0;
    decoder->aim(decoder->context, &decoder->head, &columns, &rows);
    jpeg->scale_denom = 8;
    jpeg->scale_num = 8;
    while (columns > 0 && rows > 0 && jpeg->scale_num > 1) {
        uint64_t half = jpeg->scale_num / 2;
        if ((uint64_t)jpeg->image_width * half / 8 < columns || (uint64_t)jpeg->image_height * half / 8 < rows) break;
        jpeg->scale_num = (unsigned)half;
    }
    jpeg_calc_output_dimensions(jpeg);
    decoder->head.row_width = jpeg->output_width;
    decoder->head.row_count = jpeg->output_height;
}

static bool reserve(Reader *reader) {
    Decoder *decoder = reader->decoder;
    decoder->rgba = malloc((size_t)decoder->head.row_width * 4);
    decoder->pixels = malloc((size_t)decoder->head.row_width * 4);
    if (decoder->rgba && decoder->pixels) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

static bool prepare(Reader *reader) {
    Decoder *decoder = reader->decoder;
    j_decompress_ptr jpeg = &reader->jpeg;
    decoder->head.orientation = 1;
    jpeg_set_marker_processor(jpeg, JPEG_APP0 + 1, on_app1);
    jpeg_set_marker_processor(jpeg, JPEG_APP0 + 2, on_app2);
    jpeg_read_header(jpeg, TRUE);
    reader->is_multiscan = jpeg_has_multiple_scans(jpeg);
    if (!decoder_admits(decoder, jpeg->image_width, jpeg->image_height, reader->is_multiscan)) return false;
    decoder->head.width = jpeg->image_width;
    decoder->head.height = jpeg->image_height;
    bool is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
    jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    use_profile(reader);
    reduce(reader);
    int64_t bytes = jpeg_memory(jpeg, reader->is_multiscan);
    if (!decoder_reserve(decoder, bytes + (int64_t)decoder->head.row_width * 8)) return false;
    // Applies to coefficients only. Without a swap file, exceeding it is an error (jmemnobs.c).
    jpeg->mem->max_memory_to_use = (long)(bytes + PICTURE_BASE);
    return reserve(reader);
}

static const uint8_t *finished(Reader *reader) {
    Decoder *decoder = reader->decoder;
    if (reader->colors) {
        colors_apply(reader->colors, decoder->pixels, decoder->rgba, decoder->head.row_width);
        return decoder->rgba;
    }
    if (reader->jpeg.out_color_space == JCS_CMYK) lighten_inks(decoder->pixels, decoder->head.row_width, reader->jpeg.saw_Adobe_marker);
    return decoder->pixels;
}

static void note_damage(Reader *reader) {
    Decoder *decoder = reader->decoder;
    if (reader->is_multiscan && decoder->has_ended) reader->is_damaged = true;
    if (!reader->is_damaged || decoder->result->status != PictureStatusDone) return;
    decoder->result->status = decoder->has_ended ? PictureStatusTruncated : PictureStatusCorrupt;
}

static void stream(Reader *reader) {
    Decoder *decoder = reader->decoder;
    JSAMPROW row = decoder->pixels;
    while (reader->jpeg.output_scanline < reader->jpeg.output_height) {
        reader->good_rows = reader->jpeg.output_scanline;
        jpeg_read_scanlines(&reader->jpeg, &row, 1);
        if (!reader->is_damaged) decoder->result->rows = stored_rows(reader, reader->jpeg.output_scanline);
        // Rows that libjpeg makes up after the end of the data are not part of the picture.
        if (reader->is_damaged && !reader->is_multiscan && decoder->has_ended) return;
        if (!decoder_deliver(decoder, finished(reader))) return;
    }
}

/// The only function with setjmp. libjpeg is called only below it, so a jump never skips Swift frames.
static void read_all(Reader *reader) {
    if (setjmp(reader->home)) return;
    jpeg_create_decompress(&reader->jpeg);
    reader->jpeg.src = &reader->source;
    reader->jpeg.progress = &reader->progress;
    if (!prepare(reader)) return;
    jpeg_start_decompress(&reader->jpeg);
    if (reader->is_multiscan) note_damage(reader);
    if (reader->decoder->result->status != PictureStatusDone && !reader->decoder->lenient) return;
    stream(reader);
    note_damage(reader);
}

void decode_jpeg(Decoder *decoder) {
    Reader reader;
    memset(&reader, 0, sizeof reader);
    reader.decoder = decoder;
    reader.jpeg.err = jpeg_std_error(&reader.errors);
    reader.errors.error_exit = on_error;
    reader.errors.emit_message = on_message;
    reader.errors.output_message = on_output;
    reader.jpeg.client_data = &reader;
    reader.progress.progress_monitor = on_progress;
    reader.source.init_source = source_init;
    reader.source.fill_input_buffer = source_fill;
    reader.source.skip_input_data = source_skip;
    reader.source.resync_to_restart = jpeg_resync_to_restart;
    reader.source.term_source = source_end;
    reader.source.next_input_byte = decoder->window;
    reader.source.bytes_in_buffer = decoder->window_count;
    read_all(&reader);
    jpeg_destroy_decompress(&reader.jpeg);
    jpeg_profile_free(&reader.profile);
    colors_close(reader.colors);
}
