#include "templates.h"

#include <string.h>

static const uint8_t bfl[] = {
#embed "../../../config/templates/bfl.json"
};
static const uint8_t replicate[] = {
#embed "../../../config/templates/replicate.json"
};

static const struct {
    const uint8_t *bytes;
    size_t size;
} templates[] = {
    {bfl, sizeof bfl},
    {replicate, sizeof replicate},
};

enum { COUNT = sizeof templates / sizeof templates[0] };

size_t template_size(int number) {
    return number >= 0 && number < COUNT ? templates[number].size : 0;
}

void template_copy(int number, uint8_t *bytes) {
    memcpy(bytes, templates[number].bytes, template_size(number));
}
