#include "fuzz.h"

size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed);

enum { SIGNATURE = 8, FRAME = 12 };

static uint32_t number(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/// The CRC-32 of a chunk's name and body (PNG specification, annex D).
static uint32_t sum_of(const uint8_t *bytes, size_t count) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < count; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
    }
    return ~sum;
}

/// Corrects all CRCs: chunks with a wrong one are rejected unread, so most mutations would go no deeper.
static void set_sums(uint8_t *bytes, size_t count) {
    for (size_t at = SIGNATURE; at + FRAME <= count;) {
        size_t body = number(bytes + at);
        if (body > count - at - FRAME) return;
        uint32_t sum = sum_of(bytes + at + 4, body + 4);
        uint8_t *end = bytes + at + 8 + body;
        for (int i = 0; i < 4; i++) end[i] = (uint8_t)(sum >> (24 - 8 * i));
        at += FRAME + body;
    }
}

/// Replaces libFuzzer's mutator. One input in eight keeps wrong CRCs.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned seed) {
    size_t changed = LLVMFuzzerMutate(bytes, count, most);
    if (seed % 8 != 0) set_sums(bytes, changed);
    return changed;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    return fuzz(PictureKindPNG, bytes, count);
}
