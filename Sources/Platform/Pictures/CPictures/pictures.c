#include "colors.h"
#include "decoder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void decoder_fail(Decoder *decoder, PictureStatus status, const char *message) {
    PictureResult *result = decoder->result;
    if (result->status != PictureStatusDone) return;
    result->status = status;
    snprintf(result->message, sizeof result->message, "%s", message);
}

static bool decoder_is_within_file_bound(Decoder *decoder, int64_t bytes) {
    if (bytes <= decoder->bounds.file_bytes) return true;
    decoder->result->limit = decoder->bounds.file_bytes;
    decoder->result->bytes = bytes;
    decoder_fail(decoder, PictureStatusTooManyBytes, "too many bytes");
    return false;
}

static ssize_t decoder_system_read(Decoder *decoder) {
    for (;;) {
        ssize_t got = decoder->can_seek
            ? pread(decoder->input.descriptor, decoder->buffer, PICTURE_BUFFER, decoder->offset)
            : read(decoder->input.descriptor, decoder->buffer, PICTURE_BUFFER);
        if (got >= 0 || errno != EINTR) return got;
    }
}

bool decoder_fill(Decoder *decoder) {
    if (decoder->window_count > 0) return true;
    if (decoder->input.bytes || decoder->has_ended) {
        decoder->has_ended = true;
        return false;
    }
    ssize_t got = decoder_system_read(decoder);
    if (got < 0) {
        decoder->result->code = errno;
        decoder_fail(decoder, PictureStatusReadFailed, strerror(errno));
    }
    if (got <= 0) {
        decoder->has_ended = true;
        return false;
    }
    decoder->offset += got;
    decoder->window = decoder->buffer;
    decoder->window_count = (size_t)got;
    return decoder_is_within_file_bound(decoder, decoder->offset);
}

bool decoder_read(Decoder *decoder, uint8_t *into, size_t count) {
    while (count > 0) {
        if (!decoder_fill(decoder)) return false;
        size_t part = count < decoder->window_count ? count : decoder->window_count;
        memcpy(into, decoder->window, part);
        decoder->window += part;
        decoder->window_count -= part;
        into += part;
        count -= part;
    }
    return true;
}

bool decoder_admits(Decoder *decoder, uint32_t width, uint32_t height, bool is_held) {
    PictureResult *result = decoder->result;
    result->width = width;
    result->height = height;
    // Two factors below 2^31 have a product below 2^62.
    int64_t pixels = (int64_t)width * (int64_t)height;
    int64_t limit = decoder->bounds.streamed_pixels;
    if (is_held && decoder->bounds.held_pixels < limit) limit = decoder->bounds.held_pixels;
    if (pixels <= limit) return true;
    result->limit = limit;
    decoder_fail(decoder, PictureStatusTooManyPixels, "too many pixels");
    return false;
}

static bool decoder_is_within_memory(Decoder *decoder, int64_t bytes) {
    if (bytes <= decoder->bounds.memory) return true;
    decoder->result->limit = decoder->bounds.memory;
    decoder->result->bytes = bytes;
    decoder_fail(decoder, PictureStatusTooMuchMemory, "too much memory");
    return false;
}

bool decoder_take(Decoder *decoder, int64_t bytes) {
    decoder->taken += bytes;
    return decoder_is_within_memory(decoder, PICTURE_BASE + decoder->taken);
}

bool decoder_reserve(Decoder *decoder, int64_t bytes) {
    decoder->head.memory = PICTURE_BASE + decoder->taken + bytes;
    if (!decoder_is_within_memory(decoder, decoder->head.memory)) return false;
    if (decoder->begin(decoder->context, &decoder->head)) return true;
    decoder_fail(decoder, PictureStatusStopped, "stopped");
    return false;
}

int64_t profile_memory(size_t count) {
    return (int64_t)count * PROFILE_BYTES + PROFILE_GRID;
}

bool decoder_begin(Decoder *decoder, int64_t bytes) {
    if (!decoder_reserve(decoder, bytes + (int64_t)decoder->head.width * 4)) return false;
    decoder->rgba = malloc((size_t)decoder->head.width * 4);
    if (decoder->rgba) return true;
    decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
    return false;
}

void decoder_fail_on_data(Decoder *decoder, const char *message) {
    decoder_fail(decoder, decoder->has_ended ? PictureStatusTruncated : PictureStatusCorrupt, message);
}

bool decoder_may_deliver(const Decoder *decoder) {
    PictureStatus status = decoder->result->status;
    if (status == PictureStatusDone) return true;
    return decoder->lenient && (status == PictureStatusTruncated || status == PictureStatusCorrupt);
}

void decoder_use_profile(Decoder *decoder, const uint8_t *profile, size_t count) {
    if (count < 128 || count > PICTURE_PROFILE || decoder->colors || memcmp(profile + 16, "RGB ", 4) != 0) return;
    ProfileWorth worth = ProfileIsStandard;
    CodeShape shape = {.channels = 3, .has_alpha = true, .bits = 8};
    decoder->colors = colors_of_profile(profile, count, shape, &worth);
    if (decoder->colors) decoder->taken += profile_memory(count);
    decoder->head.has_broken_profile = worth == ProfileIsBroken;
}

bool decoder_deliver(Decoder *decoder, const uint8_t *rgba) {
    if (decoder->colors && rgba == decoder->rgba) {
        colors_apply(decoder->colors, decoder->rgba, decoder->rgba, decoder->head.width);
    }
    const PictureHead *head = &decoder->head;
    if (decoder->row(decoder->context, rgba, head->row_width > 0 ? head->row_width : head->width)) return true;
    decoder_fail(decoder, PictureStatusStopped, "stopped");
    return false;
}

void unmultiply(uint8_t *rgba, uint32_t width) {
    for (uint32_t x = 0; x < width; x++, rgba += 4) {
        unsigned alpha = rgba[3];
        if (alpha == 255) continue;
        for (int channel = 0; channel < 3; channel++) {
            unsigned full = alpha == 0 ? 0 : (rgba[channel] * 255u + alpha / 2) / alpha;
            rgba[channel] = (uint8_t)(full < 255 ? full : 255);
        }
    }
}

void lighten_inks(uint8_t *pixel, uint32_t width, bool is_inverted) {
    uint8_t flip = is_inverted ? 0 : 255;
    for (uint32_t x = 0; x < width; x++, pixel += 4) {
        unsigned key = pixel[3] ^ flip;
        for (int channel = 0; channel < 3; channel++) {
            unsigned light = (pixel[channel] ^ flip) * key + 127;
            pixel[channel] = (uint8_t)(light / 255);
        }
        pixel[3] = 255;
    }
}

static uint32_t tiff_number(const uint8_t *at, int bytes, bool is_little) {
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++) {
        number = number << 8 | at[is_little ? bytes - 1 - i : i];
    }
    return number;
}

uint8_t exif_orientation(const uint8_t *tiff, size_t count) {
    if (count < 14) return 1;
    bool is_little = tiff[0] == 'I' && tiff[1] == 'I';
    if (!is_little && !(tiff[0] == 'M' && tiff[1] == 'M')) return 1;
    if (tiff_number(tiff + 2, 2, is_little) != 42) return 1;
    size_t directory = tiff_number(tiff + 4, 4, is_little);
    if (directory > count - 2) return 1;
    size_t entries = tiff_number(tiff + directory, 2, is_little);
    const uint8_t *entry = tiff + directory + 2;
    for (size_t i = 0; i < entries && (size_t)(tiff + count - entry) >= 12; i++, entry += 12) {
        if (tiff_number(entry, 2, is_little) != 0x0112) continue;
        // A SHORT occupies the first two bytes of the value field; some encoders write a LONG.
        int bytes = tiff_number(entry + 2, 2, is_little) == 4 ? 4 : 2;
        uint32_t value = tiff_number(entry + 8, bytes, is_little);
        return value >= 1 && value <= 8 ? (uint8_t)value : 1;
    }
    return 1;
}

static void decoder_open_input(Decoder *decoder) {
    if (decoder->input.bytes) {
        decoder->window = decoder->input.bytes;
        decoder->window_count = decoder->input.count;
        decoder->offset = (int64_t)decoder->input.count;
        decoder_is_within_file_bound(decoder, decoder->offset);
        return;
    }
    decoder->can_seek = lseek(decoder->input.descriptor, 0, SEEK_CUR) >= 0;
    struct stat about;
    if (fstat(decoder->input.descriptor, &about) == 0 && S_ISREG(about.st_mode)) {
        decoder_is_within_file_bound(decoder, about.st_size);
    }
}

/// The first read of a pipe may return less than a whole signature.
static void decoder_fill_head(Decoder *decoder) {
    while (!decoder->input.bytes && !decoder->can_seek && decoder->window_count < 64) {
        ssize_t got = read(
            decoder->input.descriptor, decoder->buffer + decoder->window_count,
            PICTURE_BUFFER - decoder->window_count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        decoder->window_count += (size_t)got;
        decoder->offset += got;
    }
}

bool decoder_open(Decoder *decoder) {
    decoder_open_input(decoder);
    if (decoder->result->status != PictureStatusDone) return false;
    if (decoder_fill(decoder)) {
        decoder_fill_head(decoder);
        return true;
    }
    decoder_fail(decoder, PictureStatusNotAPicture, "empty");
    return false;
}

static void decoder_run(Decoder *decoder) {
    if (!decoder_open(decoder)) return;
    switch (decoder->sniff(decoder->context, decoder->window, decoder->window_count)) {
    case PictureKindPNG: return decode_png(decoder);
    case PictureKindJPEG: return decode_jpeg(decoder);
    case PictureKindGIF: return decode_gif(decoder);
    case PictureKindWebP: return decode_webp(decoder);
    case PictureKindHEIF: return decode_heif(decoder);
    case PictureKindTIFF: return decode_tiff(decoder);
    case PictureKindBMP: return decode_bmp(decoder);
    case PictureKindPNM: return decode_pnm(decoder);
    case PictureKindNone: break;
    }
    decoder_fail(decoder, PictureStatusNotAPicture, "unknown signature");
}

Decoder *decoder_create(
    const PictureInput *input, const PictureBounds *bounds, bool lenient, PictureResult *result) {
    memset(result, 0, sizeof *result);
    Decoder *decoder = malloc(sizeof *decoder);
    if (!decoder) {
        result->status = PictureStatusOutOfMemory;
        return NULL;
    }
    // The two buffers at the end need not be zeroed.
    memset(decoder, 0, offsetof(Decoder, exif));
    decoder->head.orientation = 1;
    decoder->input = *input;
    decoder->bounds = *bounds;
    decoder->lenient = lenient;
    decoder->result = result;
    return decoder;
}

void decoder_destroy(Decoder *decoder) {
    if (!decoder) return;
    free(decoder->pixels);
    free(decoder->rgba);
    free(decoder->held);
    colors_close(decoder->colors);
    free(decoder);
}

void picture_decode(
    const PictureInput *input, const PictureBounds *bounds, bool lenient, PictureSniff sniff, PictureAim aim,
    PictureBegin begin, PictureRow row, void *context, PictureResult *result) {
    Decoder *decoder = decoder_create(input, bounds, lenient, result);
    if (!decoder) return;
    decoder->sniff = sniff;
    decoder->aim = aim;
    decoder->begin = begin;
    decoder->row = row;
    decoder->context = context;
    decoder_run(decoder);
    decoder_destroy(decoder);
}

int picture_open(const char *path) {
    int descriptor;
    do {
        descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return -errno;
    struct stat about;
    if (fstat(descriptor, &about) == 0 && S_ISREG(about.st_mode)) return descriptor;
    close(descriptor);
    return -EINVAL;
}

void picture_close(int descriptor) {
    close(descriptor);
}
