// Numbers of files; not for Swift.
#pragma once

#include <stdint.h>

static inline uint32_t big_endian(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static inline void put_big_endian(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++) at[i] = (uint8_t)(number >> (24 - 8 * i));
}

static inline uint32_t little_endian(const uint8_t *at, int bytes) {
    uint32_t number = 0;
    for (int i = bytes - 1; i >= 0; i--) number = number << 8 | at[i];
    return number;
}

static inline void put_little_endian(uint8_t *at, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; i++) at[i] = (uint8_t)(number >> (8 * i));
}
