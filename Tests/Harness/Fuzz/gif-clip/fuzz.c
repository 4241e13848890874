#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    return fuzz_clip(PictureKindGIF, bytes, count);
}
