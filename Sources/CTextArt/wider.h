#pragma once

// Wider vectors where the machine has them; without fused multiply-add, so that the bytes are the same.
// The thread sanitizer would watch the function that chooses, which runs before the sanitizer does.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define WIDER __attribute__((target_clones("avx2", "default")))
#else
#define WIDER
#endif
