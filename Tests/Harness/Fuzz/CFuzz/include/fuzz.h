#pragma once

#include "pictures.h"

/// The entry point for libFuzzer.
int LLVMFuzzerTestOneInput(const uint8_t *_Nonnull bytes, size_t count);

/// Decodes the bytes as `kind` whatever their signature: from memory, again for very small art if that makes a
/// difference, and from an unseekable descriptor. Aborts if the decoder violates its promises about sizes, rows, memory
/// or statuses.
int fuzz(PictureKind kind, const uint8_t *_Nonnull bytes, size_t count);

/// Decodes the bytes as a clip of `kind`, from memory that moves between two frames, under both policies for damage.
/// Aborts if it violates its promises about sizes, memory, statuses or the part of the canvas that a frame changes.
int fuzz_clip(PictureKind kind, const uint8_t *_Nonnull bytes, size_t count);
