#pragma once
#include <stddef.h>
#include <stdint.h>

/// The script of pages that play moving art, in UTF-8.
const uint8_t *_Nonnull player_script_start(void);
size_t player_script_size(void);
