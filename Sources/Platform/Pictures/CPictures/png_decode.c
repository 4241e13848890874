#include "decoder.h"
#include "numbers.h"
#include "png_colors.h"
#include "png_head.h"
#include "png_quick.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

/// The conversion of libpng's rows to RGBA.
typedef enum { RowIsRGBA, RowIsRGB, RowIsGrey, RowIsColored } RowShape;

/// The maximum size of any chunk except IDAT.
enum { MOST_CHUNK = 4 << 20 };

/// The number of unknown chunks that libpng may keep. Only cICP is kept, but libpng's count of remaining chunks ends at
/// 2 (pngrutil.c, png_handle_unknown).
enum { MOST_CHUNKS = 3 };

typedef struct {
    Decoder *decoder;
    png_structp png;
    png_infop info;
    RowShape shape;
    /// NULL if the codes are sRGB already.
    Colors *colors;
    bool has_bad_profile;
    size_t row_bytes;
    /// The memory that libpng allocates for its rows.
    int64_t library_bytes;
    /// The last eight bytes that libpng requested at once: a chunk header.
    uint8_t chunk[8];
    bool is_quick;
    int passes;
    int pass;
    uint32_t row;
} Reader;

static void on_error(png_structp png, png_const_charp message) {
    Reader *reader = png_get_error_ptr(png);
    Decoder *decoder = reader->decoder;
    decoder_fail(decoder, decoder->has_ended ? PictureStatusTruncated : PictureStatusCorrupt, message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    Reader *reader = png_get_error_ptr(png);
    if (strncmp(message, "iCCP", 4) == 0) reader->has_bad_profile = true;
}

static void on_read(png_structp png, png_bytep into, size_t count) {
    Reader *reader = png_get_io_ptr(png);
    if (!decoder_read(reader->decoder, into, count)) png_error(png, "unexpected end of data");
    if (count == sizeof reader->chunk) memcpy(reader->chunk, into, count);
}

/// Skips chunks that aren't needed: texts, dates, print hints.
static void skip_chunks(png_structp png) {
    static const png_byte names[] =
        "bKGD\0hIST\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0tEXt\0tIME\0zTXt\0eXIf";
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, 0);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, names, (int)(sizeof names / 5));
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, (png_const_bytep)"cICP", 1);
    png_set_chunk_malloc_max(png, MOST_CHUNK);
    png_set_chunk_cache_max(png, MOST_CHUNKS);
}

/// Determines the colours, or uses those that the parts of a file share.
static void set_colors(Reader *reader, CodeShape shape) {
    SharedColors *shared = reader->decoder->shared;
    if (shared && shared->is_known) {
        reader->colors = shared->colors;
        reader->has_bad_profile = shared->has_bad_profile;
        return;
    }
    reader->colors = png_colors(reader->png, reader->info, shape, &reader->has_bad_profile);
    if (shared) *shared = (SharedColors){true, reader->colors, reader->has_bad_profile};
}

static void set_shape(Reader *reader) {
    png_structp png = reader->png;
    png_byte color = png_get_color_type(png, reader->info);
    png_byte depth = png_get_bit_depth(png, reader->info);
    bool has_key = png_get_valid(png, reader->info, PNG_INFO_tRNS) != 0;
    bool has_alpha = has_key || (color & PNG_COLOR_MASK_ALPHA) != 0;
    bool is_grey = (color & PNG_COLOR_MASK_COLOR) == 0;
    CodeShape shape = {.channels = is_grey ? 1 : 3, .has_alpha = has_alpha, .bits = depth == 16 ? 16 : 8};
    set_colors(reader, shape);
    if (color == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(png);
    if (color == PNG_COLOR_TYPE_GRAY && depth < 8) png_set_expand_gray_1_2_4_to_8(png);
    if (has_key) png_set_tRNS_to_alpha(png);
    png_uint_32 profile = 0;
    png_bytep bytes;
    png_charp name;
    int method;
    if (png_get_iCCP(png, reader->info, &name, &method, &bytes, &profile)) {
        reader->decoder->taken += (int64_t)profile + (reader->colors ? profile_memory(profile) : 0);
    }
    reader->decoder->head.has_alpha = has_alpha;
    reader->decoder->head.has_broken_profile = reader->has_bad_profile;
    if (reader->colors) {
        // Colour conversion comes first; the other transformations follow it.
        if (depth == 16 && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__) png_set_swap(png);
        reader->shape = RowIsColored;
        return;
    }
    if (depth == 16) png_set_scale_16(png);
    if (is_grey && has_alpha) png_set_gray_to_rgb(png);
    reader->shape = has_alpha ? RowIsRGBA : is_grey ? RowIsGrey : RowIsRGB;
}

/// Computes the size of libpng's output rows and the memory that libpng needs for them: two rows of the widest format
/// between the file's and the output's, in units of eight pixels (pngrutil.c, png_read_start_row). The allocation of
/// png_read_update_info is thus known before it is called.
static void measure(Reader *reader) {
    png_byte depth = png_get_bit_depth(reader->png, reader->info);
    size_t width = reader->decoder->head.width, pixel = 0;
    switch (reader->shape) {
    case RowIsRGBA: pixel = 4; break;
    case RowIsRGB: pixel = 3; break;
    case RowIsGrey: pixel = 1; break;
    case RowIsColored: {
        bool is_grey = (png_get_color_type(reader->png, reader->info) & PNG_COLOR_MASK_COLOR) == 0;
        pixel = ((is_grey ? 1u : 3u) + reader->decoder->head.has_alpha) * (depth == 16 ? 2u : 1u);
    }
    }
    size_t widest = depth == 16 && reader->shape != RowIsColored ? pixel * 2 : pixel;
    reader->row_bytes = width * pixel;
    reader->library_bytes = 2 * (int64_t)(((width + 7) & ~(size_t)7) * widest + 128);
}

static int64_t held_bytes(const Reader *reader) {
    size_t rows = reader->passes > 1 ? reader->decoder->head.height : 1;
    int64_t rgba = reader->shape == RowIsRGBA ? 0 : (int64_t)reader->decoder->head.width * 4;
    return reader->library_bytes + (int64_t)(reader->row_bytes * rows + 1) + rgba;
}

/// Converts a row to sRGB with alpha. Expanding rows here instead of in libpng takes one load and one store per pixel.
static const uint8_t *widened(Reader *reader, const uint8_t *from) {
    if (reader->shape == RowIsRGBA) return from;
    uint32_t width = reader->decoder->head.width;
    uint8_t *to = reader->decoder->rgba;
    if (reader->colors) {
        colors_apply(reader->colors, from, to, width);
        return to;
    }
    if (reader->shape == RowIsGrey) {
        for (uint32_t x = 0; x < width; x++) {
            uint32_t pixel = 0xFF000000u | from[x] * 0x010101u;
            memcpy(to + 4 * (size_t)x, &pixel, 4);
        }
        return to;
    }
    // The row has a spare byte at its end, so the last load stays within the buffer.
    for (uint32_t x = 0; x < width; x++) {
        uint32_t pixel;
        memcpy(&pixel, from + 3 * (size_t)x, 4);
        pixel |= 0xFF000000u;
        memcpy(to + 4 * (size_t)x, &pixel, 4);
    }
    return to;
}

static bool reserve(Reader *reader) {
    Decoder *decoder = reader->decoder;
    size_t rows = reader->passes > 1 ? decoder->head.height : 1;
    decoder->pixels = calloc(reader->row_bytes * rows + 1, 1);
    if (reader->shape != RowIsRGBA) decoder->rgba = malloc((size_t)decoder->head.width * 4);
    if (decoder->pixels && (decoder->rgba || reader->shape == RowIsRGBA)) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

/// Whether the rows can be read without libpng: the format is simple enough, and the source is complete and not a pipe.
static bool is_plain(Reader *reader, bool is_whole) {
    Decoder *decoder = reader->decoder;
    if (!is_whole || memcmp(reader->chunk + 4, "IDAT", 4) != 0) return false;
    if (!decoder->input.bytes && !decoder->can_seek) return false;
    if (png_get_bit_depth(reader->png, reader->info) != 8) return false;
    if (png_get_interlace_type(reader->png, reader->info) != PNG_INTERLACE_NONE) return false;
    png_byte color = png_get_color_type(reader->png, reader->info);
    bool is_known = color == PNG_COLOR_TYPE_GRAY || color == PNG_COLOR_TYPE_RGB || color == PNG_COLOR_TYPE_RGBA;
    bool has_key = png_get_valid(reader->png, reader->info, PNG_INFO_tRNS) != 0;
    return is_known && !has_key && !reader->colors && png_quick_is_there();
}

static bool prepare(Reader *reader) {
    Decoder *decoder = reader->decoder;
    png_set_read_fn(reader->png, reader, on_read);
    png_set_user_limits(reader->png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    // libpng drops its last partly filled buffer. A truncated file shall lose nothing; a pipe may.
    bool is_whole = png_survey(decoder);
    if (decoder->lenient && !is_whole) png_set_compression_buffer_size(reader->png, 1);
    else if (decoder->lenient && !decoder->input.bytes && !decoder->can_seek) {
        png_set_compression_buffer_size(reader->png, 512);
    }
    skip_chunks(reader->png);
    png_read_info(reader->png, reader->info);
    set_shape(reader);
    if (is_plain(reader, is_whole)) {
        int channels = reader->shape == RowIsGrey ? 1 : reader->shape == RowIsRGB ? 3 : 4;
        reader->is_quick = decoder_reserve(decoder, png_quick_bytes(decoder->head.width, channels));
        return reader->is_quick;
    }
    reader->passes = png_set_interlace_handling(reader->png);
    measure(reader);
    if (!decoder_reserve(decoder, held_bytes(reader))) return false;
    png_read_update_info(reader->png, reader->info);
    if (png_get_rowbytes(reader->png, reader->info) == reader->row_bytes) return reserve(reader);
    decoder_fail(decoder, PictureStatusCorrupt, "the row size differs from the one in the header");
    return false;
}

static void stream(Reader *reader) {
    Decoder *decoder = reader->decoder;
    for (; reader->row < decoder->head.height; reader->row++) {
        png_read_row(reader->png, decoder->pixels, NULL);
        decoder->result->rows = reader->row + 1;
        if (!decoder_deliver(decoder, widened(reader, decoder->pixels))) return;
    }
    png_read_end(reader->png, NULL);
}

/// Decodes an interlaced picture. Each pass paints its pixels as blocks, so that a truncated picture is complete but
/// coarse.
static void hold(Reader *reader) {
    Decoder *decoder = reader->decoder;
    uint32_t height = decoder->head.height;
    for (; reader->pass < reader->passes; reader->pass++) {
        for (reader->row = 0; reader->row < height; reader->row++) {
            png_read_row(reader->png, NULL, decoder->pixels + reader->row * reader->row_bytes);
            if (reader->pass == reader->passes - 1) decoder->result->rows = reader->row + 1;
        }
    }
    png_read_end(reader->png, NULL);
}

static void deliver_held(Reader *reader) {
    Decoder *decoder = reader->decoder;
    PictureStatus status = decoder->result->status;
    bool is_damaged = status == PictureStatusTruncated || status == PictureStatusCorrupt;
    if (status != PictureStatusDone && !(is_damaged && decoder->lenient)) return;
    // If the data end in the first pass, only its rows exist.
    uint32_t rows = reader->pass == 0 ? reader->row : decoder->head.height;
    for (uint32_t row = 0; row < rows; row++) {
        if (!decoder->row(decoder->context, widened(reader, decoder->pixels + row * reader->row_bytes),
                decoder->head.width)) {
            return;
        }
    }
}

/// The only function with setjmp. libpng is called only below it, so a jump never skips Swift frames.
static void read_all(Reader *reader) {
    if (setjmp(png_jmpbuf(reader->png))) return;
    if (!prepare(reader) || reader->is_quick) return;
    if (reader->passes > 1) {
        hold(reader);
    } else {
        stream(reader);
    }
}

void decode_png(Decoder *decoder) {
    if (!png_admits_header(decoder)) return;
    Reader reader = {.decoder = decoder};
    reader.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader, on_error, on_warning);
    reader.info = reader.png ? png_create_info_struct(reader.png) : NULL;
    if (reader.info) {
        read_all(&reader);
        if (reader.is_quick) {
            int channels = reader.shape == RowIsGrey ? 1 : reader.shape == RowIsRGB ? 3 : 4;
            png_quick_stream(decoder, channels, big_endian(reader.chunk));
        } else if (decoder->pixels && reader.passes > 1) deliver_held(&reader);
    } else {
        decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    }
    if (!decoder->shared) colors_close(reader.colors);
    png_destroy_read_struct(&reader.png, &reader.info, NULL);
}
