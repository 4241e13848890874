#pragma once
#include <stdint.h>

#include "pens.h"

// Dot dithers in linear light. A dot that already has a pen's colour gets that pen and spreads no error.

/// The mean light, from 0 to 1, of dots within cells of 8x16 samples. Each cell has `across` dots of equal width and
/// `down` rows of dots with the boundaries `cuts`, from 0 to 16.
void textart_mean_dots(const uint16_t *plane, int32_t columns, int32_t rows, int32_t across, const int32_t *cuts,
                       int32_t down, float *means);

/// Error diffusion (Floyd and Steinberg 1976), alternating direction by line. `dots` are three planes, which are
/// overwritten; `chosen` gets one pen per dot.
void textart_diffuse(const textart_pens *pens, float *dots, int32_t width, int32_t height, int32_t *chosen);

/// Ordered dithering with an arbitrary palette (Knoll, US patent 6606166, expired): each dot's colour is approximated
/// by several pens sorted by light, and the dot's rank selects one of them. `ranks` is a matrix of `side` by `side`
/// dots.
void textart_order(const textart_pens *pens, const float *dots, int32_t width, int32_t height, const uint16_t *ranks,
                   int32_t side, int32_t *chosen);

/// A blue-noise matrix of 64x64 ranks, made by void and cluster (Ulichney 1993).
void textart_blue_ranks(uint16_t *ranks);

enum { TEXTART_BLUE_SIDE = 64 };
