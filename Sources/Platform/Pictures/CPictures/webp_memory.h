// Not for Swift.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

// The memory that libwebp needs besides the picture's rows and the file.
/// The memory per macroblock: its data, modes and samples, and its part of the rows being filtered (frame_dec.c,
/// AllocateMemory).
#define MACROBLOCK_BYTES 2560
/// The maximum number of Huffman table groups and the maximum size of one (vp8l_dec.c: an index has 16 bits, kTableSize
/// ends at 5,004 codes of four bytes; VP8LHtreeGroup).
#define MOST_GROUPS 65536
#define GROUP_BYTES (5004 * 4 + 640)
/// The number of groups is known only after decoding. A file of 200 KB can use all of them, 1.3 GiB. This much is
/// reserved for them if more doesn't fit, and enforced by decoding in a child process. Real pictures have some hundreds
/// of groups.
#ifdef PICTURES_IN_PROCESS
#define TABLES_BYTES ((int64_t)4 << 30)
#else
#define TABLES_BYTES ((int64_t)64 << 20)
#endif

static inline int64_t blocks_of(int64_t width, int64_t height) {
    return ((width + 3) / 4) * ((height + 3) / 4);
}

static inline int64_t tables_bytes(int64_t width, int64_t height) {
    int64_t blocks = blocks_of(width, height);
    return (blocks < MOST_GROUPS ? blocks : MOST_GROUPS) * GROUP_BYTES;
}

/// All pixels, with the last 16 rows twice, two transforms and the map of groups in blocks of at least 4 × 4 pixels,
/// and the groups (vp8l_dec.c).
static inline int64_t lossless_bytes(int64_t width, int64_t height) {
    int64_t tables = tables_bytes(width, height);
    return 4 * width * height + 4 * 17 * width + 3 * 4 * blocks_of(width, height)
        + (tables < TABLES_BYTES ? tables : TABLES_BYTES);
}

// A fuzzer measures malloc, which excludes mmap.
#ifdef PICTURES_IN_PROCESS
static inline void *map_pixels(size_t size) {
    void *pixels = calloc(1, size);
    return pixels ? pixels : MAP_FAILED;
}

static inline void unmap_pixels(uint8_t *pixels, size_t size) {
    (void)size;
    free(pixels);
}
#else
static inline void *map_pixels(size_t size) {
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static inline void unmap_pixels(uint8_t *pixels, size_t size) {
    munmap(pixels, size);
}
#endif
