#include "decoder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

size_t decoder_read_at(Decoder *decoder, int64_t offset, uint8_t *into, size_t count) {
    if (offset < 0) return 0;
    if (!decoder->input.bytes) {
        size_t done = 0;
        while (decoder->can_seek && done < count) {
            ssize_t got = pread(decoder->input.descriptor, into + done, count - done, offset + (int64_t)done);
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) break;
            done += (size_t)got;
        }
        return done;
    }
    if ((uint64_t)offset >= decoder->input.count) return 0;
    size_t left = decoder->input.count - (size_t)offset;
    size_t part = left < count ? left : count;
    memcpy(into, decoder->input.bytes + offset, part);
    return part;
}

bool decoder_peek(Decoder *decoder, int64_t offset, uint8_t *into, size_t count) {
    return decoder_read_at(decoder, offset, into, count) == count;
}

bool decoder_hold(Decoder *decoder) {
    if (decoder->input.bytes) return true;
    size_t room = 0, count = 0;
    while (decoder_fill(decoder)) {
        if (room - count < decoder->window_count) {
            // While realloc moves the block, both the old and the new one use memory.
            size_t needs = (room + decoder->window_count) * 2;
            if (!decoder_take(decoder, (int64_t)(needs + room - decoder->taken_by_source))) return false;
            decoder->taken_by_source = needs + room;
            room = needs;
            uint8_t *larger = realloc(decoder->held, room);
            if (!larger) {
                decoder_fail(decoder, PictureStatusOutOfMemory, "out of memory");
                return false;
            }
            decoder->held = larger;
        }
        memcpy(decoder->held + count, decoder->window, decoder->window_count);
        count += decoder->window_count;
        decoder->window_count = 0;
    }
    if (decoder->result->status != PictureStatusDone) return false;
    decoder->has_ended = false;
    decoder->input.bytes = decoder->window = decoder->held;
    decoder->input.count = decoder->window_count = count;
    decoder->offset = (int64_t)count;
    return true;
}

bool decoder_make_seekable(Decoder *decoder) {
    return decoder->input.bytes || decoder->can_seek || decoder_hold(decoder);
}

int64_t decoder_size(Decoder *decoder) {
    if (decoder->input.bytes) return (int64_t)decoder->input.count;
    struct stat about;
    return decoder->can_seek && fstat(decoder->input.descriptor, &about) == 0 ? about.st_size : -1;
}

bool decoder_skip(Decoder *decoder, size_t count) {
    while (count > 0) {
        if (!decoder_fill(decoder)) return false;
        size_t part = count < decoder->window_count ? count : decoder->window_count;
        decoder->window += part;
        decoder->window_count -= part;
        count -= part;
    }
    return true;
}

int64_t decoder_position(const Decoder *decoder) {
    return decoder->offset - (int64_t)decoder->window_count;
}

void decoder_seek(Decoder *decoder, int64_t offset) {
    decoder->has_ended = false;
    if (!decoder->input.bytes) {
        decoder->offset = offset;
        decoder->window_count = 0;
        return;
    }
    int64_t count = (int64_t)decoder->input.count, start = offset < count ? offset : count;
    decoder->window = decoder->input.bytes + start;
    decoder->window_count = (size_t)(count - start);
    decoder->offset = count;
}

void decoder_jump(Decoder *decoder, int64_t count) {
    int64_t held = (int64_t)decoder->window_count;
    if (count > held) return decoder_seek(decoder, decoder_position(decoder) + count);
    decoder->window += count;
    decoder->window_count -= (size_t)count;
}
