#pragma once
#include <stddef.h>
#include <stdint.h>

/// The size of the OpenAPI document in bytes.
size_t openapi_size(void);

/// Writes the document's bytes, for which there is room.
void openapi_copy(uint8_t *bytes);
