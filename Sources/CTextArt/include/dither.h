#pragma once
#include <stdint.h>

#include "pens.h"

// Dithers of dots in linear light. Dots that are one of the pens already become that pen and nothing else.

/// The mean light, from 0 to 1, of dots within cells of 8 by 16 samples: `across` of equal width in each cell, and
/// `down` whose edges `cuts` names, from 0 to 16.
void textart_mean_dots(const uint16_t *plane, int32_t columns, int32_t rows, int32_t across, const int32_t *cuts,
                       int32_t down, float *means);

/// Error diffusion (Floyd and Steinberg 1976), line by line in turns from the left and from the right. `dots` are three
/// planes, which it spoils; `chosen` gets a pen for each.
void textart_diffuse(const textart_pens *pens, float *dots, int32_t width, int32_t height, int32_t *chosen);

/// Ordered dither with any pens (Knoll, US patent 6606166, expired): each dot's colour is made of several pens, in the
/// order of their light, of which the dot's rank takes one. `ranks` are those of `side` by `side` dots.
void textart_order(const textart_pens *pens, const float *dots, int32_t width, int32_t height, const uint16_t *ranks,
                   int32_t side, int32_t *chosen);

/// Ranks of a square of 64 by 64 dots without any pattern: void and cluster (Ulichney 1993).
void textart_blue_ranks(uint16_t *ranks);

enum { TEXTART_BLUE_SIDE = 64 };
