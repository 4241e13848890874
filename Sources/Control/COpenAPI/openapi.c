#include "openapi.h"

#include <string.h>

static const uint8_t document[] = {
#embed "../../../config/api/openapi.json"
};

size_t openapi_size(void) {
    return sizeof document;
}

void openapi_copy(uint8_t *bytes) {
    memcpy(bytes, document, sizeof document);
}
