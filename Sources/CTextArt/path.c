#include "textart.h"

textart_path textart_widest(void) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512vnni")) return TEXTART_VNNI;
    if (__builtin_cpu_supports("avx2")) return TEXTART_AVX2;
    return TEXTART_SSE2;
#else
    return TEXTART_PLAIN;
#endif
}
