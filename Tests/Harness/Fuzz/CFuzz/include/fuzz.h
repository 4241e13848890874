#pragma once

#include "pictures.h"

/// The entry that libFuzzer calls.
int LLVMFuzzerTestOneInput(const uint8_t *_Nonnull bytes, size_t count);

/// Decodes the bytes as the kind, whatever they open with: from memory, once more for very small art where that makes a
/// difference, and from a descriptor that can't seek. Ends the process when the decoder broke its word about sizes, rows
/// or statuses.
int fuzz(PictureKind kind, const uint8_t *_Nonnull bytes, size_t count);
