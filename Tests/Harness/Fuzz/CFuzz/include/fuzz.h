#pragma once

#include "pictures.h"

/// The entry point for libFuzzer.
int LLVMFuzzerTestOneInput(const uint8_t *_Nonnull bytes, size_t count);

/// Decodes the bytes as `kind` whatever their signature: from memory, again for very small art if that makes a
/// difference, and from an unseekable descriptor. Aborts if the decoder violates its promises about sizes, rows, memory
/// or statuses.
int fuzz(PictureKind kind, const uint8_t *_Nonnull bytes, size_t count);
