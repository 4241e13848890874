#include "textart.h"

#include <string.h>

static inline uint8_t blended(const uint32_t *light, const uint8_t *nearest, uint8_t ink, uint8_t paper, uint32_t share) {
    // The mean light times 255, which has 24 bits.
    uint32_t sum = light[ink] * share + light[paper] * (255 - share);
    return nearest[2 * sum / 255];
}

void textart_draw(const uint32_t *light, const uint8_t *nearest, textart_color ink, textart_color paper,
                  const uint8_t *levels, int32_t count, const uint8_t *coverage, int32_t width, int32_t visible,
                  int32_t height, uint8_t *pixels, int64_t first, int64_t stride) {
    uint32_t blends[256];
    for (int32_t i = 0; i < count; i++) {
        const uint8_t level = levels[i];
        const uint8_t blend[4] = {
            blended(light, nearest, ink.red, paper.red, level), blended(light, nearest, ink.green, paper.green, level),
            blended(light, nearest, ink.blue, paper.blue, level), 255};
        memcpy(&blends[level], blend, 4);
    }
    for (int32_t y = 0; y < height; y++, first += stride, coverage += width) {
        uint8_t *row = pixels + 4 * first;
        for (int32_t x = 0; x < visible; x++) memcpy(row + 4 * x, &blends[coverage[x]], 4);
    }
}
