#pragma once
#include <stddef.h>
#include <stdint.h>

/// The size in bytes of the built-in template with this number; 0 if there is none.
size_t template_size(int number);

/// Copies its bytes to `bytes`, which must have room for `template_size(number)` of them.
void template_copy(int number, uint8_t *bytes);
