// The parts of an ICC profile in a JPEG (ICC.1, annex B.4: APP2 blocks, in any order); not for Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JPEG_PROFILE_BYTES ((size_t)4 << 20)

typedef struct {
    bool was_there;
    bool is_broken;
    /// How many parts there shall be.
    size_t count;
    size_t total;
    uint8_t *parts[256];
    size_t sizes[256];
} JPEGProfile;

/// The body of an APP2 block; what is no part of a profile is left out.
void jpeg_profile_take(JPEGProfile *profile, const uint8_t *body, size_t count);
/// All parts in one piece, the caller's to free. NULL unless every one is there.
uint8_t *jpeg_profile_whole(const JPEGProfile *profile, size_t *count);
void jpeg_profile_free(JPEGProfile *profile);
