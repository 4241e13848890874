#include "textart.h"
#include "wider.h"

#pragma STDC FP_CONTRACT OFF

static inline float clipped(float value) {
    value = value > 0 ? value : 0;
    return value < 1 ? value : 1;
}

WIDER void textart_squares(const float *means, int64_t count, float *values) {
    for (int64_t i = 0; i < count; i++) {
        float difference = values[i] - means[i];
        values[i] = difference * difference;
    }
}

WIDER void textart_square(int64_t count, float *values) {
    for (int64_t i = 0; i < count; i++) values[i] *= values[i];
}

WIDER void textart_variances(const float *means, int64_t count, float *squares) {
    for (int64_t i = 0; i < count; i++) {
        float variance = squares[i] - means[i] * means[i];
        squares[i] = variance > 0 ? variance : 0;
    }
}

WIDER void textart_local_contrast(const float *means, const float *variances, const float *close, int32_t width,
                                  int32_t height, textart_contrast contrast, float *codes) {
    const float noise = contrast.noise * contrast.noise, room = contrast.room * contrast.room;
    for (int32_t y = 0; y < height; y++, means += width, variances += width, codes += width) {
        const float *near = close + (int64_t)(y / 2) * (width / 2);
        for (int32_t x = 0; x < width; x++) {
            float variance = variances[x] > 0 ? variances[x] : 0, here = near[x / 2];
            float gain = contrast.deviation / (__builtin_sqrtf(variance) + 1e-5f);
            gain = gain > 1 ? gain : 1;
            gain = gain < contrast.gain ? gain : contrast.gain;
            here *= here;
            gain = 1 + (gain - 1) * (here / (here + noise * noise));
            float lift = (0.5f - means[x]) * ((1 - contrast.keep) * (variance / (variance + room)));
            codes[x] = clipped(means[x] + lift + (codes[x] - means[x]) * gain);
        }
    }
}

WIDER void textart_contours(const float *near, int64_t count, float gain, float noise, float *codes) {
    for (int64_t i = 0; i < count; i++) {
        float difference = codes[i] - near[i], square = difference * difference;
        codes[i] = clipped(codes[i] + difference * (gain * (square / (square + noise * noise))));
    }
}

WIDER void textart_lights(const float *codes, const float *light, int64_t count, float *lights) {
    for (int64_t i = 0; i < count; i++) lights[i] = light[(int32_t)(codes[i] * 4080 + 0.5f)];
}

WIDER void textart_scale(const float *before, const float *after, int32_t width, int32_t height, uint16_t *lights) {
    // Keeps the ratio of tones near black within bounds.
    const float least = 1e-4f;
    enum { PLACES = 64 };
    for (int32_t y = 0; y < height; y++, before += width, after += width, lights += 4 * (int64_t)width) {
        for (int32_t first = 0; first < width; first += PLACES) {
            const int32_t places = width - first < PLACES ? width - first : PLACES;
            float factors[2 * PLACES];
            for (int32_t x = 0; x < places; x++)
                factors[2 * x] = factors[2 * x + 1] = (after[first + x] + least) / (before[first + x] + least);
            for (int row = 0; row < 2; row++) {
                uint16_t *line = lights + (2 * (int64_t)row * width) + 2 * (int64_t)first;
                for (int32_t x = 0; x < 2 * places; x++) {
                    float light = (float)line[x] * factors[x] + 0.5f;
                    line[x] = (uint16_t)(int32_t)(light < 65535 ? light : 65535);
                }
            }
        }
    }
}
