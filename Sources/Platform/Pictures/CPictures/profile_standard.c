#include "colors.h"

#include <math.h>
#include <string.h>

/// ICC.1:2022: a header of 128 bytes, a count, and entries of name, offset and size.
enum { HEAD = 128, ENTRY = 12, MOST_TAGS = 200 };

typedef struct {
    const uint8_t *bytes;
    size_t count;
} Part;

static uint32_t number(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static double fixed(const uint8_t *at) {
    return (double)(int32_t)number(at) / 65536;
}

/// Finds a tag; empty if it is missing or out of bounds.
static Part tag(Part profile, const char *name) {
    Part none = {0};
    uint32_t tags = number(profile.bytes + HEAD);
    if (tags > MOST_TAGS) return none;
    for (uint32_t i = 0; i < tags; i++) {
        size_t at = HEAD + 4 + (size_t)i * ENTRY;
        if (at + ENTRY > profile.count) return none;
        if (memcmp(profile.bytes + at, name, 4) != 0) continue;
        size_t offset = number(profile.bytes + at + 4), size = number(profile.bytes + at + 8);
        if (offset > profile.count || size > profile.count - offset || size < 12) return none;
        return (Part){profile.bytes + offset, size};
    }
    return none;
}

/// Whether a colour's XYZ is within the range by which sRGB profiles differ.
static bool is_color(Part profile, const char *name, double x, double y, double z) {
    Part part = tag(profile, name);
    if (part.count < 20 || memcmp(part.bytes, "XYZ ", 4) != 0) return false;
    return fabs(fixed(part.bytes + 8) - x) < 0.002 && fabs(fixed(part.bytes + 12) - y) < 0.002 &&
           fabs(fixed(part.bytes + 16) - z) < 0.002;
}

/// Whether the parameters g, a, b, c, d of the fourth curve type are those of sRGB.
static bool is_standard_formula(Part part) {
    static const double values[5] = {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045};
    if (part.count < 32 || part.bytes[8] != 0 || part.bytes[9] != 3) return false;
    for (int i = 0; i < 5; i++) {
        if (fabs(fixed(part.bytes + 12 + 4 * i) - values[i]) > 0.0005) return false;
    }
    return true;
}

/// Whether a sampled curve differs from sRGB's by less than half a code.
static bool is_standard_list(Part part) {
    size_t count = number(part.bytes + 8);
    if (count < 256 || count > 65536 || part.count < 12 + 2 * count) return false;
    for (int step = 0; step <= 255; step++) {
        double place = step / 255.0 * (double)(count - 1);
        size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
        const uint8_t *one = part.bytes + 12 + 2 * below, *other = part.bytes + 12 + 2 * above;
        double low = (one[0] << 8 | one[1]) / 65535.0, high = (other[0] << 8 | other[1]) / 65535.0;
        double light = low + (high - low) * (place - (double)below);
        if (fabs(code_of_light(light) * 255 - step) > 0.6) return false;
    }
    return true;
}

static bool is_curve(Part profile, const char *name) {
    Part part = tag(profile, name);
    if (part.count < 12) return false;
    if (memcmp(part.bytes, "para", 4) == 0) return is_standard_formula(part);
    return memcmp(part.bytes, "curv", 4) == 0 && is_standard_list(part);
}

bool profile_is_standard(const uint8_t *profile, size_t count) {
    if (count < HEAD + 4 || number(profile) > count || memcmp(profile + 36, "acsp", 4) != 0) return false;
    Part all = {profile, count};
    // Lookup tables take precedence over curves.
    if (memcmp(profile + 20, "XYZ ", 4) != 0 || tag(all, "A2B0").count > 0) return false;
    if (memcmp(profile + 16, "GRAY", 4) == 0) return is_curve(all, "kTRC");
    if (memcmp(profile + 16, "RGB ", 4) != 0) return false;
    return is_color(all, "rXYZ", 0.4361, 0.2225, 0.0139) && is_color(all, "gXYZ", 0.3851, 0.7169, 0.0971) &&
           is_color(all, "bXYZ", 0.1431, 0.0606, 0.7141) && is_curve(all, "rTRC") && is_curve(all, "gTRC") &&
           is_curve(all, "bTRC");
}
