#include "child.h"
#include "library.h"

#include <libheif/heif.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(use)                                                                                                 \
    use(heif_context_alloc) use(heif_context_free) use(heif_context_read_from_reader)                                  \
    use(heif_context_get_primary_image_handle) use(heif_image_handle_get_width) use(heif_image_handle_get_height)      \
    use(heif_image_handle_has_alpha_channel) use(heif_image_handle_get_luma_bits_per_pixel)                            \
    use(heif_image_handle_is_premultiplied_alpha)                             \
    use(heif_image_handle_release) use(heif_decoding_options_alloc) use(heif_decoding_options_free)                    \
    use(heif_decode_image) use(heif_image_get_width) use(heif_image_get_height) use(heif_image_get_plane_readonly)     \
    use(heif_image_release) use(heif_image_handle_get_color_profile_type)                                            \
    use(heif_image_handle_get_raw_color_profile_size) use(heif_image_handle_get_raw_color_profile)
LIBRARY("libheif.so.1", FUNCTIONS)

// The memory of libheif 1.15 and its codecs, measured by lowering limits until decoding failed: 9 bytes per pixel at 8
// bits and 4:2:0 (planes, RGB and RGBA), twice that above 8 bits, 12 at 4:4:4. The subsampling is not known before
// decoding, so 12 are reserved if the limit permits.
#define HEIF_BASE ((int64_t)40 << 20)
#define HEIF_LEAST 9
#define HEIF_MOST 12
/// The alpha plane, decoded and scaled.
#define HEIF_ALPHA 3
/// The memory left for rendering if the picture gets only the minimum.
#define HEIF_REST ((int64_t)32 << 20)

typedef struct {
    Decoder *decoder;
    int64_t position;
    int64_t size;
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
} Reader;

static int64_t on_position(void *reader) {
    return ((Reader *)reader)->position;
}

static int on_read(void *into, size_t count, void *context) {
    Reader *reader = context;
    size_t got = decoder_read_at(reader->decoder, reader->position, into, count);
    reader->position += (int64_t)got;
    if (got == count) return 0;
    reader->decoder->has_ended = true;
    return 1;
}

static int on_seek(int64_t position, void *reader) {
    ((Reader *)reader)->position = position;
    return 0;
}

static enum heif_reader_grow_status on_wait(int64_t wanted, void *context) {
    Reader *reader = context;
    if (wanted <= reader->size) return heif_reader_grow_status_size_reached;
    reader->decoder->has_ended = true;
    return heif_reader_grow_status_size_beyond_eof;
}

static bool is_good(Reader *reader, struct heif_error error) {
    switch (error.code) {
    case heif_error_Ok: return true;
    case heif_error_Unsupported_filetype:
    case heif_error_Unsupported_feature:
    case heif_error_Color_profile_does_not_exist:
        decoder_fail(reader->decoder, PictureStatusUnsupportedKind, error.message);
        return false;
    default: decoder_fail_on_data(reader->decoder, error.message); return false;
    }
}

static bool open_picture(Reader *reader) {
    // The library keeps a pointer to this during the lifetime of the context.
    static const struct heif_reader source = {
        .reader_api_version = 1,
        .get_position = on_position,
        .read = on_read,
        .seek = on_seek,
        .wait_for_file_size = on_wait,
    };
    reader->context = real.heif_context_alloc();
    if (!reader->context) {
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    return is_good(reader, real.heif_context_read_from_reader(reader->context, &source, reader, NULL))
        && is_good(reader, real.heif_context_get_primary_image_handle(reader->context, &reader->handle));
}

/// Sends the ICC profile. Photos from phones are usually in Display P3.
static void tell_profile(Reader *reader) {
    enum heif_color_profile_type type = real.heif_image_handle_get_color_profile_type(reader->handle);
    if (type != heif_color_profile_type_rICC && type != heif_color_profile_type_prof) return;
    size_t count = real.heif_image_handle_get_raw_color_profile_size(reader->handle);
    uint8_t *profile = count > 0 && count <= PICTURE_PROFILE ? malloc(count) : NULL;
    if (profile) reader->decoder->taken += (int64_t)count;
    if (profile && real.heif_image_handle_get_raw_color_profile(reader->handle, profile).code == heif_error_Ok) {
        child_tell_profile(reader->decoder, profile, count);
    }
    free(profile);
}

static int64_t codec_bytes(const Reader *reader, int64_t pixels) {
    int deep = real.heif_image_handle_get_luma_bits_per_pixel(reader->handle) > 8 ? 2 : 1;
    int64_t alpha = reader->decoder->head.has_alpha ? HEIF_ALPHA * pixels : 0;
    int64_t least = HEIF_BASE + deep * (HEIF_LEAST * pixels + alpha), most = HEIF_BASE + deep * (HEIF_MOST * pixels + alpha);
    int64_t room = reader->decoder->bounds.memory - PICTURE_BASE - HEIF_REST;
    return most <= room ? most : least > room ? least : room;
}

/// Sets the head. The size is the one after the file's own rotation and cropping, which libheif applies; an additional
/// Exif orientation is redundant and ignored.
static bool set_head(Reader *reader) {
    Decoder *decoder = reader->decoder;
    int width = real.heif_image_handle_get_width(reader->handle);
    int height = real.heif_image_handle_get_height(reader->handle);
    if (width <= 0 || height <= 0) {
        decoder_fail(decoder, PictureStatusCorrupt, "invalid picture size");
        return false;
    }
    decoder->head.width = (uint32_t)width;
    decoder->head.height = (uint32_t)height;
    decoder->head.has_alpha = real.heif_image_handle_has_alpha_channel(reader->handle) != 0;
    if (!decoder_admits(decoder, decoder->head.width, decoder->head.height, true)) return false;
    tell_profile(reader);
    return decoder_begin(decoder, codec_bytes(reader, (int64_t)width * height));
}

static bool decode(Reader *reader) {
    struct heif_decoding_options *options = real.heif_decoding_options_alloc();
    if (!options) {
        decoder_fail(reader->decoder, PictureStatusOutOfMemory, "out of memory");
        return false;
    }
    options->convert_hdr_to_8bit = 1;
    struct heif_error error = real.heif_decode_image(
        reader->handle, &reader->image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options);
    real.heif_decoding_options_free(options);
    return is_good(reader, error);
}

static void deliver(Reader *reader) {
    Decoder *decoder = reader->decoder;
    int stride = 0;
    const uint8_t *plane = real.heif_image_get_plane_readonly(reader->image, heif_channel_interleaved, &stride);
    bool is_as_told = real.heif_image_get_width(reader->image, heif_channel_interleaved) == (int)decoder->head.width
        && real.heif_image_get_height(reader->image, heif_channel_interleaved) == (int)decoder->head.height;
    if (!plane || !is_as_told) return decoder_fail(decoder, PictureStatusCorrupt, "the decoded size differs from the declared one");
    bool is_multiplied =
        decoder->head.has_alpha && real.heif_image_handle_is_premultiplied_alpha(reader->handle) != 0;
    for (uint32_t row = 0; row < decoder->head.height; row++) {
        memcpy(decoder->rgba, plane + (size_t)row * (size_t)stride, (size_t)decoder->head.width * 4);
        if (is_multiplied) unmultiply(decoder->rgba, decoder->head.width);
        decoder->result->rows = row + 1;
        if (!decoder_deliver(decoder, decoder->rgba)) return;
    }
}

static void decode_here(Decoder *decoder) {
    Reader reader = {.decoder = decoder, .size = decoder_size(decoder)};
    if (open_picture(&reader) && set_head(&reader) && decode(&reader)) deliver(&reader);
    if (reader.image) real.heif_image_release(reader.image);
    if (reader.handle) real.heif_image_handle_release(reader.handle);
    if (reader.context) real.heif_context_free(reader.context);
}

/// The bitstreams of HEIC and AVIF contain their own headers, which the codecs trust: a file of 400 bytes can make them
/// allocate gigabytes. The codecs have no limit that could be set from here, but a process does.
void decode_heif(Decoder *decoder) {
    if (!library_is_there(decoder) || !decoder_make_seekable(decoder)) return;
    decode_in_child(decoder, decode_here);
}
