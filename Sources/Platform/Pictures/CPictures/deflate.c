#include "deflate.h"

#include "huffman.h"

#include <stdlib.h>
#include <string.h>

enum {
    /// The greatest distance and length of a match.
    WINDOW = 1 << 15,
    LONGEST = 258,
    /// The number of bytes after which a block ends, at the end of a row: codes that suit a part suit it better than
    /// codes for the whole picture.
    BLOCK = 1 << 17,
    /// Bytes that may be read or written beyond the end.
    SPARE = 16,
    LITERALS = 286,
    DISTANCES = 30,
    END = 256,
    HASH_BITS = 12,
    /// A pattern found by its hash is at least this long, so that it is worth its distance.
    PATTERN = 6,
};

/// Literals, then a match. The last element of a row may have no match.
typedef struct {
    uint32_t literals;
    uint16_t length, distance;
} Sequence;

typedef struct {
    uint64_t bits;
    uint32_t count;
    uint8_t *next;
} Bits;

struct Deflate {
    size_t line, unit;
    /// The window before the block, then the block.
    uint8_t *bytes;
    /// The block's first byte, and the end of the rows added.
    size_t start, end;
    size_t room;
    Sequence *sequences;
    size_t sequence_count;
    uint32_t literals[LITERALS], distances[DISTANCES];
    /// Where a pattern was last seen: its place plus 1 in `bytes`, or 0.
    uint32_t seen[1 << HASH_BITS];
    uint8_t *out;
    Bits bits;
    /// The number of rows added.
    uint64_t rows;
    uint32_t sum;
};

static uint64_t load(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, 8);
    return word;
}

static inline void put(Bits *bits, uint64_t value, uint32_t count) {
    bits->bits |= value << bits->count;
    bits->count += count;
}

/// Writes the whole bytes; at most 7 bits remain, so that 57 more fit.
static inline void flush(Bits *bits) {
    memcpy(bits->next, &bits->bits, 8);
    bits->next += bits->count / 8;
    bits->bits = bits->count < 64 ? bits->bits >> (bits->count & ~7u) : 0;
    bits->count &= 7;
}

Deflate *deflate_open(size_t line, size_t unit, uint32_t rows) {
    // Places are counted in 32 bits.
    Deflate *deflate = line < UINT32_MAX / 4 ? calloc(1, sizeof *deflate) : NULL;
    if (!deflate) return NULL;
    // A block grows by whole rows until it has at least BLOCK bytes, or all.
    size_t all = line < BLOCK / rows ? line * rows : BLOCK, most = all + line;
    *deflate = (Deflate){.line = line, .unit = unit, .room = WINDOW + most, .start = WINDOW, .end = WINDOW, .sum = 1};
    deflate->bytes = malloc(deflate->room + SPARE);
    deflate->sequences = malloc((most / 3 + 2 * (most / line) + 2) * sizeof *deflate->sequences);
    // No code has more than 15 bits, and a match of three bytes at most 48 with its extra bits.
    deflate->out = malloc(2 * most + 1024);
    if (deflate->bytes && deflate->sequences && deflate->out) {
        deflate->bits.next = deflate->out;
        // A window of 32 KiB, the fastest algorithm.
        put(&deflate->bits, 0x0178, 16);
        return deflate;
    }
    deflate_close(deflate);
    return NULL;
}

void deflate_close(Deflate *deflate) {
    if (!deflate) return;
    free(deflate->bytes);
    free(deflate->sequences);
    free(deflate->out);
    free(deflate);
}

uint8_t *deflate_row(Deflate *deflate) {
    return deflate->bytes + deflate->end;
}

// Matching

/// The number of equal bytes at two places, up to `most`.
static inline size_t equal_bytes(const uint8_t *one, const uint8_t *other, size_t most) {
    size_t count = 0;
    while (count < most) {
        uint64_t difference = load(one + count) ^ load(other + count);
        if (difference) {
            count += (size_t)__builtin_ctzll(difference) / 8;
            break;
        }
        count += 8;
    }
    return count < most ? count : most;
}

static inline int distance_code(uint32_t distance) {
    if (distance <= 2) return (int)distance - 1;
    int high = 31 - __builtin_clz(distance - 1);
    return 2 * high + (int)((distance - 1) >> (high - 1) & 1);
}

/// 257 to 285.
static inline int length_code(uint32_t length) {
    if (length == LONGEST) return 285;
    if (length < 11) return (int)length + 254;
    int high = 31 - __builtin_clz(length - 3);
    return 257 + 4 * (high - 1) + (int)((length - 3) >> (high - 2) & 3);
}

/// Adds a match of any length from 3 on. A rest of one or two bytes would be too short for a match of its own.
static void add_match(Deflate *deflate, size_t literals, size_t length, size_t distance) {
    while (length > 0) {
        size_t part = length <= LONGEST ? length : length - LONGEST < 3 ? LONGEST - 3 : LONGEST;
        deflate->sequences[deflate->sequence_count++] =
            (Sequence){.literals = (uint32_t)literals, .length = (uint16_t)part, .distance = (uint16_t)(distance - 1)};
        deflate->literals[length_code((uint32_t)part)]++;
        deflate->distances[distance_code((uint32_t)distance)]++;
        literals = 0;
        length -= part;
    }
}

typedef struct {
    size_t length, distance;
} Match;

/// The place at which the hash's pattern was last seen, replaced by this one.
static inline size_t replace_seen(Deflate *deflate, size_t at, uint64_t word) {
    uint64_t hash = ((word << 16) * 0x9E3779B97F4A7C15u) >> (64 - HASH_BITS);
    size_t before = deflate->seen[hash];
    deflate->seen[hash] = (uint32_t)at + 1;
    return before;
}

/// The number of equal bytes, up to `most`; 0 if they are fewer than `least`, which is at most 8.
static inline size_t match_length(uint64_t word, const uint8_t *one, const uint8_t *other, size_t least, size_t most) {
    uint64_t difference = word ^ load(other);
    if (difference << (64 - 8 * least)) return 0;
    if (difference || most <= 8) {
        size_t count = difference ? (size_t)__builtin_ctzll(difference) / 8 : 8;
        return count < most ? count : most;
    }
    return 8 + equal_bytes(one + 8, other + 8, most - 8);
}

/// The best match at a place: the pixel to the left repeated, the row above, or a pattern seen before.
static inline Match match_at(Deflate *deflate, size_t at, size_t most, size_t unit, size_t least, bool has_above) {
    const uint8_t *here = deflate->bytes + at;
    uint64_t word = load(here);
    Match best = {.length = match_length(word, here, here - unit, least, most), .distance = unit};
    if (has_above) {
        size_t length = match_length(word, here, here - deflate->line, least, most);
        // The distance to the row above takes about as many bits as a pixel.
        if (length > best.length + unit) best = (Match){.length = length, .distance = deflate->line};
    }
    size_t distance = at + 1 - replace_seen(deflate, at, word);
    if (best.length < PATTERN && distance <= WINDOW) {
        size_t length = match_length(word, here, here - distance, PATTERN, most);
        if (length > best.length + unit) best = (Match){.length = length, .distance = distance};
    }
    return best;
}

/// Divides the row at `at` into literals and matches of whole pixels.
static inline __attribute__((always_inline)) void match_row(Deflate *deflate, size_t at, size_t unit) {
    const uint8_t *bytes = deflate->bytes;
    size_t line = deflate->line, end = at + line;
    bool is_first = deflate->rows == 0, has_above = !is_first && line <= WINDOW;
    if (has_above && line >= 3 && memcmp(bytes + at, bytes + at - line, line) == 0) {
        add_match(deflate, 0, line, line);
        return;
    }
    // Whole pixels, of at least three bytes.
    size_t least = unit == 1 ? 3 : unit == 2 ? 4 : unit, literals = 1;
    deflate->literals[bytes[at]]++;
    size_t x = at + 1;
    while (x < end) {
        // Nothing precedes the very first pixel.
        bool is_matched = !is_first || x > at + unit;
        Match match = is_matched ? match_at(deflate, x, end - x, unit, least, has_above) : (Match){0};
        size_t length = match.length - match.length % unit;
        if (length >= least) {
            add_match(deflate, literals, length, match.distance);
            x += length;
            literals = 0;
            continue;
        }
        for (size_t i = 0; i < unit; i++) deflate->literals[bytes[x + i]]++;
        literals += unit;
        x += unit;
    }
    if (literals > 0) deflate->sequences[deflate->sequence_count++] = (Sequence){.literals = (uint32_t)literals};
}

// Writing

/// The lengths of both codes, each in three to four bits. Runs of lengths aren't shortened: a block is large.
static void put_lengths(Bits *bits, const Huffman *literals, const Huffman *distances) {
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint32_t counts[19] = {0};
    for (int i = 0; i < LITERALS; i++) counts[literals->lengths[i]]++;
    for (int i = 0; i < DISTANCES; i++) counts[distances->lengths[i]]++;
    Huffman code;
    huffman_make(&code, counts, 19, 7);
    put(bits, LITERALS - 257, 5);
    put(bits, DISTANCES - 1, 5);
    put(bits, 19 - 4, 4);
    flush(bits);
    for (int i = 0; i < 19; i++) {
        put(bits, code.lengths[order[i]], 3);
        flush(bits);
    }
    for (int i = 0; i < LITERALS + DISTANCES; i++) {
        int length = i < LITERALS ? literals->lengths[i] : distances->lengths[i - LITERALS];
        put(bits, code.codes[length], code.lengths[length]);
        flush(bits);
    }
}

static inline void put_match(Bits *bits, const Huffman *literals, const Huffman *distances, Sequence sequence) {
    uint32_t length = sequence.length, distance = sequence.distance + 1u;
    int code = length_code(length);
    put(bits, literals->codes[code], literals->lengths[code]);
    if (code >= 265 && code < 285) {
        uint32_t extra = (uint32_t)(code - 261) / 4;
        put(bits, (length - 3) & ((1u << extra) - 1), extra);
    }
    int far = distance_code(distance);
    put(bits, distances->codes[far], distances->lengths[far]);
    if (far >= 4) {
        uint32_t extra = (uint32_t)far / 2 - 1;
        put(bits, (distance - 1) & ((1u << extra) - 1), extra);
    }
    flush(bits);
}

static inline void put_literals(Bits *bits, const Huffman *code, const uint8_t *bytes, size_t count) {
    for (; count >= 3; count -= 3, bytes += 3) {
        put(bits, code->codes[bytes[0]], code->lengths[bytes[0]]);
        put(bits, code->codes[bytes[1]], code->lengths[bytes[1]]);
        put(bits, code->codes[bytes[2]], code->lengths[bytes[2]]);
        flush(bits);
    }
    for (; count > 0; count--, bytes++) put(bits, code->codes[*bytes], code->lengths[*bytes]);
    flush(bits);
}

/// Writes the block, and makes its end the window of the next.
static bool end_block(Deflate *deflate, bool is_last, DeflateWrite write, void *context) {
    Bits *bits = &deflate->bits;
    put(bits, is_last, 1);
    put(bits, 2, 2);
    flush(bits);
    deflate->literals[END]++;
    Huffman literals, distances;
    huffman_make(&literals, deflate->literals, LITERALS, 15);
    huffman_make(&distances, deflate->distances, DISTANCES, 15);
    put_lengths(bits, &literals, &distances);
    const uint8_t *next = deflate->bytes + deflate->start;
    for (size_t i = 0; i < deflate->sequence_count; i++) {
        Sequence sequence = deflate->sequences[i];
        put_literals(bits, &literals, next, sequence.literals);
        if (sequence.length > 0) put_match(bits, &literals, &distances, sequence);
        next += sequence.literals + sequence.length;
    }
    put(bits, literals.codes[END], literals.lengths[END]);
    flush(bits);
    size_t moved = deflate->end - WINDOW;
    memmove(deflate->bytes, deflate->bytes + moved, WINDOW);
    for (size_t i = 0; i < 1 << HASH_BITS; i++) {
        deflate->seen[i] = deflate->seen[i] > moved ? deflate->seen[i] - (uint32_t)moved : 0;
    }
    deflate->end = deflate->start;
    deflate->sequence_count = 0;
    memset(deflate->literals, 0, sizeof deflate->literals);
    memset(deflate->distances, 0, sizeof deflate->distances);
    size_t count = (size_t)(bits->next - deflate->out);
    bits->next = deflate->out;
    return write(context, deflate->out, count);
}

typedef uint8_t Part __attribute__((vector_size(16)));
typedef uint32_t Sums __attribute__((vector_size(64)));

/// Adler-32. Bytes at the same place of each part of 16 are summed in a lane of their own; in the end the sums of a lane
/// count as often as bytes from there on do.
static uint32_t checksum(uint32_t sum, const uint8_t *bytes, size_t count) {
    enum { MOST = 5552 / sizeof(Part), PRIME = 65521 };
    uint32_t one = sum & 0xFFFF, two = sum >> 16;
    while (count >= sizeof(Part)) {
        uint32_t parts = count < MOST * sizeof(Part) ? (uint32_t)(count / sizeof(Part)) : MOST;
        Sums plain = {0}, before = {0};
        for (uint32_t i = 0; i < parts; i++, bytes += sizeof(Part)) {
            Part part;
            memcpy(&part, bytes, sizeof part);
            before += plain;
            plain += __builtin_convertvector(part, Sums);
        }
        two += parts * 16 * one;
        for (uint32_t lane = 0; lane < 16; lane++) {
            one += plain[lane];
            two += 16 * before[lane] + (16 - lane) * plain[lane];
        }
        one %= PRIME;
        two %= PRIME;
        count -= parts * sizeof(Part);
    }
    for (; count > 0; count--) {
        one += *bytes++;
        two += one;
    }
    return two % PRIME << 16 | one % PRIME;
}

bool deflate_add(Deflate *deflate, DeflateWrite write, void *context) {
    size_t at = deflate->end;
    deflate->sum = checksum(deflate->sum, deflate->bytes + at, deflate->line);
    // Words are read beyond the end; the result must not depend on what is there.
    memset(deflate->bytes + at + deflate->line, 0, 8);
    switch (deflate->unit) {
    case 1: match_row(deflate, at, 1); break;
    case 2: match_row(deflate, at, 2); break;
    case 3: match_row(deflate, at, 3); break;
    default: match_row(deflate, at, 4); break;
    }
    deflate->end += deflate->line;
    deflate->rows++;
    return deflate->end - deflate->start < BLOCK || end_block(deflate, false, write, context);
}

bool deflate_finish(Deflate *deflate, DeflateWrite write, void *context) {
    if (!end_block(deflate, true, write, context)) return false;
    Bits *bits = &deflate->bits;
    if (bits->count > 0) {
        bits->count = 8;
        flush(bits);
    }
    for (int shift = 24; shift >= 0; shift -= 8) *bits->next++ = (uint8_t)(deflate->sum >> shift);
    return write(context, deflate->out, (size_t)(bits->next - deflate->out));
}
