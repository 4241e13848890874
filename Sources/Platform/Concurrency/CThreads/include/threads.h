#pragma once

#include <semaphore.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Starts a thread with all signals blocked, so that signals reach the main thread. 15 bytes of the name are kept, and
/// `stack_bytes` of 0 means the default. The thread is detached unless `joinable` receives its handle. Returns 0 or an
/// errno.
int cthreads_start(
    const char *_Nonnull name, size_t stack_bytes, uint64_t *_Nullable joinable,
    void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable argument);
/// Waits for a joinable thread to end. Call it once for each.
void cthreads_join(uint64_t thread);

/// Waits for a semaphore until `nanoseconds` of CLOCK_MONOTONIC, across interruptions. `false` on timeout.
bool cthreads_wait_until(sem_t *_Nonnull semaphore, int64_t nanoseconds);

/// Sets and returns the executor that the calling thread works for, as an opaque pointer; NULL if none was set.
void cthreads_work_for(const void *_Nullable executor);
const void *_Nullable cthreads_works_for(void);
