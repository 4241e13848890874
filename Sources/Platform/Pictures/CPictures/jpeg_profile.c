#include "jpeg_profile.h"

#include <stdlib.h>
#include <string.h>

void jpeg_profile_take(JPEGProfile *profile, const uint8_t *body, size_t count) {
    static const char name[12] = "ICC_PROFILE";
    if (count < 14 || memcmp(body, name, 12) != 0) return;
    size_t part = body[12], size = count - 14;
    profile->was_there = true;
    // Parts are numbered from 1, and each states their total.
    if (part == 0 || part > body[13] || profile->parts[part] || profile->total + size > JPEG_PROFILE_BYTES) {
        profile->is_broken = true;
        return;
    }
    if (profile->count == 0) profile->count = body[13];
    if (profile->count != body[13]) profile->is_broken = true;
    profile->parts[part] = malloc(size + 1);
    if (!profile->parts[part]) profile->is_broken = true;
    if (profile->is_broken) return;
    memcpy(profile->parts[part], body + 14, size);
    profile->sizes[part] = size;
    profile->total += size;
}

uint8_t *jpeg_profile_whole(const JPEGProfile *profile, size_t *count) {
    *count = 0;
    if (profile->count == 0 || profile->is_broken) return NULL;
    uint8_t *whole = malloc(profile->total + 1);
    for (size_t part = 1; whole && part <= profile->count; part++) {
        if (!profile->parts[part]) {
            free(whole);
            return NULL;
        }
        memcpy(whole + *count, profile->parts[part], profile->sizes[part]);
        *count += profile->sizes[part];
    }
    return whole;
}

void jpeg_profile_free(JPEGProfile *profile) {
    for (size_t part = 0; part < 256; part++) free(profile->parts[part]);
}
