/* lcms, loaded when the first profile other than sRGB is found. Linking it would slow down every start of a program,
 * and most pictures have no such profile. */
#include "colors.h"
#include "functions.h"

#include <lcms2.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY "liblcms2.so.2"

/// The maximum size of a profile: a real one with CMYK tables has two million bytes.
enum { MOST_BYTES = 4 << 20 };

#define FUNCTIONS(use)                                                                                                 \
    use(cmsOpenProfileFromMem) use(cmsCloseProfile) use(cmsCreate_sRGBProfile) use(cmsCreateTransform)                 \
    use(cmsDeleteTransform) use(cmsDoTransform) use(cmsGetColorSpace) use(cmsGetDeviceClass)

FUNCTIONS_OF(LIBRARY, FUNCTIONS)
static bool is_there;

static void load(void) {
    is_there = functions_load();
}

static cmsUInt32Number format_of(CodeShape shape) {
    static const int spaces[5] = {0, PT_GRAY, 0, PT_RGB, PT_CMYK};
    return COLORSPACE_SH(spaces[shape.channels]) | CHANNELS_SH(shape.channels) | EXTRA_SH(shape.has_alpha) |
           BYTES_SH(shape.bits / 8) | FLAVOR_SH(shape.is_inverted);
}

static bool suits(cmsHPROFILE profile, CodeShape shape) {
    static const cmsColorSpaceSignature spaces[5] = {0, cmsSigGrayData, 0, cmsSigRgbData, cmsSigCmykData};
    cmsProfileClassSignature kind = real.cmsGetDeviceClass(profile);
    // Device links and named colours are not colour spaces of pictures.
    if (kind == cmsSigLinkClass || kind == cmsSigNamedColorClass || kind == cmsSigAbstractClass) return false;
    return real.cmsGetColorSpace(profile) == spaces[shape.channels];
}

static cmsHTRANSFORM transform_of(const uint8_t *bytes, size_t count, CodeShape shape) {
    cmsHPROFILE profile = real.cmsOpenProfileFromMem(bytes, (cmsUInt32Number)count);
    if (!profile) return NULL;
    cmsHTRANSFORM transform = NULL;
    cmsHPROFILE standard = suits(profile, shape) ? real.cmsCreate_sRGBProfile() : NULL;
    if (standard) {
        cmsUInt32Number into = COLORSPACE_SH(PT_RGB) | CHANNELS_SH(3) | EXTRA_SH(1) | BYTES_SH(1);
        transform = real.cmsCreateTransform(
            profile, format_of(shape), standard, into, INTENT_PERCEPTUAL,
            (shape.has_alpha ? cmsFLAGS_COPY_ALPHA : 0) | (shape.channels == 1 ? cmsFLAGS_NOOPTIMIZE : 0));
        real.cmsCloseProfile(standard);
    }
    real.cmsCloseProfile(profile);
    return transform;
}

/// In dark greys lcms is off by ten codes in its fast mode but exact in its slow one, so the slow one computes a table
/// with an entry for each code.
static bool fill_greys(Colors *colors, const uint8_t *profile, size_t count) {
    size_t codes = (size_t)1 << colors->shape.bits;
    CodeShape plain = {.channels = 1, .bits = 16};
    cmsHTRANSFORM transform = transform_of(profile, count, plain);
    uint16_t *each = malloc(codes * sizeof *each);
    uint8_t *rgba = malloc(codes * 4);
    colors->table = malloc(codes);
    bool is_done = transform && each && rgba && colors->table;
    if (is_done) {
        for (size_t code = 0; code < codes; code++) each[code] = (uint16_t)(codes == 256 ? code * 257 : code);
        real.cmsDoTransform(transform, each, rgba, (cmsUInt32Number)codes);
        for (size_t code = 0; code < codes; code++) colors->table[code] = rgba[4 * code + 1];
    }
    if (transform) real.cmsDeleteTransform(transform);
    free(each);
    free(rgba);
    return is_done;
}

Colors *colors_of_profile(const uint8_t *profile, size_t count, CodeShape shape, ProfileWorth *worth) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    *worth = ProfileIsBroken;
    if (count > MOST_BYTES) return NULL;
    if (shape.channels < 4 && profile_is_standard(profile, count)) {
        *worth = ProfileIsStandard;
        return NULL;
    }
    pthread_once(&once, load);
    if (!is_there) return NULL;
    Colors *colors = calloc(1, sizeof *colors);
    if (!colors) return NULL;
    colors->shape = shape;
    if (shape.channels > 1) colors->transform = transform_of(profile, count, shape);
    if (colors->transform || (shape.channels == 1 && fill_greys(colors, profile, count))) {
        *worth = ProfileIsUsed;
        return colors;
    }
    colors_close(colors);
    return NULL;
}

void profile_apply(const Colors *colors, const void *codes, uint8_t *rgba, uint32_t width) {
    // lcms doesn't write the alpha channel.
    if (!colors->shape.has_alpha && codes != rgba) memset(rgba, 255, (size_t)width * 4);
    real.cmsDoTransform(colors->transform, codes, rgba, width);
    if (codes != rgba || colors->shape.has_alpha) return;
    for (uint32_t x = 0; x < width; x++) rgba[4 * (size_t)x + 3] = 255;
}

void profile_close(void *transform) {
    real.cmsDeleteTransform(transform);
}
