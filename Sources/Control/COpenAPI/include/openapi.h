#pragma once
#include <stddef.h>
#include <stdint.h>

/// The size of the OpenAPI document in bytes.
size_t openapi_size(void);

/// Copies the document to `bytes`, which must have room for `openapi_size()` bytes.
void openapi_copy(uint8_t *bytes);
