#include "likeness.h"

// Counts bits by one instruction where the machine has it. Disabled under the thread sanitizer: the resolver that
// selects a clone runs before the sanitizer is initialised, but would be instrumented.
#if defined(__x86_64__) && defined(__linux__) && !__has_feature(thread_sanitizer)
#define COUNTING __attribute__((target_clones("popcnt", "default")))
#else
#define COUNTING
#endif

COUNTING int64_t likeness_find(const uint64_t *hashes, int64_t first, int64_t end, uint64_t hash, int32_t most,
                               uint32_t *places) {
    int64_t found = 0;
    for (int64_t i = first; i < end; i++) {
        places[found] = (uint32_t)i;
        found += __builtin_popcountll(hashes[i] ^ hash) <= most;
    }
    return found;
}
