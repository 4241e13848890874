#include "decoder.h"

#include <string.h>

/// The six Netpbm formats: `P1` bits, `P2` greys and `P3` colours as text, `P4` to `P6` the same in binary.
typedef struct {
    Decoder *decoder;
    int kind;
    uint32_t most;
} Reader;

static bool next(Reader *reader, uint8_t *byte) {
    Decoder *decoder = reader->decoder;
    if (!decoder_fill(decoder)) {
        decoder_fail_on_data(decoder, "unexpected end of data");
        return false;
    }
    *byte = *decoder->window++;
    decoder->window_count--;
    return true;
}

static bool is_blank(uint8_t byte) {
    return byte == ' ' || (byte >= 9 && byte <= 13);
}

/// Skips white space and comments, and stores the first byte after them in `byte`.
static bool skip_blanks(Reader *reader, uint8_t *byte) {
    bool is_comment = false;
    do {
        if (!next(reader, byte)) return false;
        is_comment = *byte == '#' || (is_comment && *byte != '\n' && *byte != '\r');
    } while (is_comment || is_blank(*byte));
    return true;
}

static bool fail(Reader *reader, const char *message) {
    decoder_fail(reader->decoder, PictureStatusCorrupt, message);
    return false;
}

/// Reads a number and one white-space byte after it, which may be missing at the end of the file.
static bool read_number(Reader *reader, uint32_t *number) {
    uint8_t byte = 0;
    if (!skip_blanks(reader, &byte)) return false;
    uint64_t value = 0;
    for (int digits = 0; byte >= '0' && byte <= '9'; digits++) {
        value = value * 10 + (uint64_t)(byte - '0');
        if (digits >= 9) return fail(reader, "number too large");
        if (!decoder_fill(reader->decoder)) {
            byte = ' ';
        } else if (!next(reader, &byte)) {
            return false;
        }
    }
    if (!is_blank(byte) && byte != '#') return fail(reader, "expected a number");
    *number = (uint32_t)value;
    return true;
}

static bool read_head(Reader *reader) {
    Decoder *decoder = reader->decoder;
    uint8_t magic[2];
    if (!decoder_read(decoder, magic, 2)) return fail(reader, "the header is missing or invalid");
    reader->kind = magic[1] - '0';
    reader->most = 1;
    if (reader->kind < 1 || reader->kind > 6) return fail(reader, "the header is missing or invalid");
    bool is_bits = reader->kind == 1 || reader->kind == 4;
    PictureHead *head = &decoder->head;
    if (!read_number(reader, &head->width) || !read_number(reader, &head->height)) return false;
    if (!is_bits && !read_number(reader, &reader->most)) return false;
    if (head->width == 0 || head->height == 0) return fail(reader, "invalid picture size");
    if (reader->most == 0 || reader->most > 65535) return fail(reader, "invalid maximum value");
    return decoder_admits(decoder, head->width, head->height, false) && decoder_begin(decoder, 0);
}

static uint8_t scaled(const Reader *reader, uint32_t value) {
    if (value >= reader->most) return 255;
    return (uint8_t)((value * 255 + reader->most / 2) / reader->most);
}

static bool read_letters(Reader *reader, uint8_t *value) {
    if (reader->kind == 1) {
        if (!skip_blanks(reader, value)) return false;
        if (*value != '0' && *value != '1') return fail(reader, "expected 0 or 1");
        *value = *value == '0' ? 255 : 0;
        return true;
    }
    uint32_t number = 0;
    if (!read_number(reader, &number)) return false;
    *value = scaled(reader, number);
    return true;
}

static bool read_sample(Reader *reader, uint8_t *value) {
    if (reader->kind < 4) return read_letters(reader, value);
    uint8_t high = 0;
    if (reader->most > 255 && !next(reader, &high)) return false;
    if (!next(reader, value)) return false;
    *value = scaled(reader, (uint32_t)high << 8 | *value);
    return true;
}

static bool read_bits(Reader *reader) {
    uint8_t *pixel = reader->decoder->rgba, byte = 0;
    for (uint32_t x = 0; x < reader->decoder->head.width; x++, pixel += 4) {
        if (x % 8 == 0 && !next(reader, &byte)) return false;
        memset(pixel, byte & 0x80 >> x % 8 ? 0 : 255, 3);
        pixel[3] = 255;
    }
    return true;
}

static bool read_row(Reader *reader) {
    if (reader->kind == 4) return read_bits(reader);
    bool is_color = reader->kind == 3 || reader->kind == 6;
    uint8_t *pixel = reader->decoder->rgba;
    for (uint32_t x = 0; x < reader->decoder->head.width; x++, pixel += 4) {
        if (!read_sample(reader, pixel)) return false;
        pixel[1] = pixel[2] = pixel[0];
        if (is_color && (!read_sample(reader, pixel + 1) || !read_sample(reader, pixel + 2))) return false;
        pixel[3] = 255;
    }
    return true;
}

void decode_pnm(Decoder *decoder) {
    Reader reader = {.decoder = decoder};
    if (!read_head(&reader)) return;
    for (uint32_t row = 0; row < decoder->head.height; row++) {
        if (!read_row(&reader)) return;
        decoder->result->rows = row + 1;
        if (!decoder_deliver(decoder, decoder->rgba)) return;
    }
}
