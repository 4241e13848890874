#pragma once

#include "pictures.h"

/// A rectangle of indices.
typedef struct {
    uint16_t left, top, width, height;
    const uint8_t *_Nonnull indices;
    /// 2 to the power of `palette_bits` colours of three bytes each.
    const uint8_t *_Nonnull palette;
    /// 1 to 8.
    int palette_bits;
    /// The palette belongs to this picture alone and is written with it.
    bool has_own_palette;
} GIFPicture;

/// Writes one picture of a GIF: its description, its own palette and its compressed pixels.
void gif_encode_picture(
    const GIFPicture *_Nonnull picture, PictureWrite _Nonnull write, void *_Nonnull context,
    PictureResult *_Nonnull result);
