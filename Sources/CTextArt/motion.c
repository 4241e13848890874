#include "textart.h"

#include <stdlib.h>
#include <string.h>

void textart_cell_changes(const uint16_t *now, const uint16_t *held, const uint16_t *codes, int32_t columns,
                          int32_t rows, int32_t across, int32_t down, int32_t *sums, int32_t *spreads) {
    int64_t width = (int64_t)columns * across, band = width * down;
    for (int32_t row = 0; row < rows; row++, now += band, held += band, sums += columns, spreads += columns) {
        // Most bands of most clips stand still.
        if (memcmp(now, held, (size_t)band * sizeof *now) == 0) continue;
        for (int32_t y = 0; y < down; y++) {
            const uint16_t *new = now + y * width, *old = held + y * width;
            for (int32_t column = 0; column < columns; column++, new += across, old += across) {
                if (memcmp(new, old, (size_t)across * sizeof *new) == 0) continue;
                for (int32_t x = 0; x < across; x++) {
                    int32_t difference = (int32_t)codes[new[x]] - (int32_t)codes[old[x]];
                    sums[column] += difference;
                    spreads[column] += abs(difference);
                }
            }
        }
    }
}

void textart_hold_cell(const uint16_t *now, int64_t first, int64_t width, int32_t across, int32_t down,
                       uint16_t *held) {
    for (int32_t y = 0; y < down; y++) {
        memcpy(held + first + y * width, now + first + y * width, (size_t)across * sizeof *now);
    }
}
