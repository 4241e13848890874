#include "templates.h"

#include <string.h>

// In the order of the enumeration ShippedTemplate.
static const uint8_t bfl[] = {
#embed "../../../config/templates/bfl.json"
};
static const uint8_t replicate[] = {
#embed "../../../config/templates/replicate.json"
};
static const uint8_t fal[] = {
#embed "../../../config/templates/fal.json"
};
static const uint8_t stability[] = {
#embed "../../../config/templates/stability.json"
};
static const uint8_t gemini[] = {
#embed "../../../config/templates/gemini.json"
};
static const uint8_t huggingface[] = {
#embed "../../../config/templates/huggingface.json"
};
static const uint8_t cloudflare[] = {
#embed "../../../config/templates/cloudflare.json"
};

static const struct {
    const uint8_t *bytes;
    size_t size;
} templates[] = {
    {bfl, sizeof bfl},
    {replicate, sizeof replicate},
    {fal, sizeof fal},
    {stability, sizeof stability},
    {gemini, sizeof gemini},
    {huggingface, sizeof huggingface},
    {cloudflare, sizeof cloudflare},
};

enum { COUNT = sizeof templates / sizeof templates[0] };

size_t template_size(int number) {
    return number >= 0 && number < COUNT ? templates[number].size : 0;
}

void template_copy(int number, uint8_t *bytes) {
    memcpy(bytes, templates[number].bytes, template_size(number));
}
