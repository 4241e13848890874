#pragma once
#include <stdint.h>

/// Finds the hashes from `first` to below `end` that differ from `hash` in at most `most` bits. `places` gets their
/// indices, in ascending order, and has room for all. Returns their number.
int64_t likeness_find(const uint64_t *hashes, int64_t first, int64_t end, uint64_t hash, int32_t most,
                      uint32_t *places);
