// The parts of an ICC profile in a JPEG (ICC.1, annex B.4: APP2 blocks, in any order); not for Swift.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JPEG_PROFILE_BYTES ((size_t)4 << 20)

typedef struct {
    bool was_there;
    bool is_broken;
    /// The declared number of parts.
    size_t count;
    size_t total;
    uint8_t *parts[256];
    size_t sizes[256];
} JPEGProfile;

/// Takes the body of an APP2 block, and ignores blocks that are not part of a profile.
void jpeg_profile_take(JPEGProfile *profile, const uint8_t *body, size_t count);
/// Returns the joined parts, which the caller must free; NULL if any is missing.
uint8_t *jpeg_profile_whole(const JPEGProfile *profile, size_t *count);
void jpeg_profile_free(JPEGProfile *profile);
