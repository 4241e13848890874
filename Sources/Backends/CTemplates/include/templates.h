#pragma once
#include <stddef.h>
#include <stdint.h>

/// How many bytes the shipped template of that number has; 0 when there is none.
size_t template_size(int number);

/// Writes its bytes, for which there is room.
void template_copy(int number, uint8_t *bytes);
