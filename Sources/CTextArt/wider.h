#pragma once

// Wider vectors where the machine has them, without fused multiply-add, so that the results are the same. Disabled
// under the thread sanitizer: the resolver that selects a clone runs before the sanitizer is initialised, but would be
// instrumented.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define WIDER __attribute__((target_clones("avx2", "default")))
#else
#define WIDER
#endif
