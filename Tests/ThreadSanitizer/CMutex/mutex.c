/* Tells the thread sanitizer of the contended paths of Swift's Mutex.
 *
 * The uncontended paths of Mutex are compiled into the caller and seen. The contended ones (_lockSlow, _tryLockSlow,
 * _unlockSlow) live in libswiftSynchronization, which isn't instrumented: without this, two threads that take turns in a
 * Mutex are reported as a race. Each function below does what the library's does, and says that it did. */
#include "mutex.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *
#define HANDLE "$s15Synchronization12_MutexHandleV"
#define LOCK HANDLE "9_lockSlowyys6UInt32VF"
#define TRY_LOCK HANDLE "12_tryLockSlowSbyF"
#define UNLOCK HANDLE "11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void textify_lock_slow(uint32_t thread, SELF mutex) __asm__(LOCK);
SWIFT bool textify_try_lock_slow(SELF mutex) __asm__(TRY_LOCK);
SWIFT void textify_unlock_slow(SELF mutex) __asm__(UNLOCK);

SWIFT void textify_lock_slow(uint32_t thread, SELF mutex) {
    SWIFT void (*real)(uint32_t, SELF) = (SWIFT void (*)(uint32_t, SELF))dlsym(RTLD_NEXT, LOCK);
    real(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT bool textify_try_lock_slow(SELF mutex) {
    SWIFT bool (*real)(SELF) = (SWIFT bool (*)(SELF))dlsym(RTLD_NEXT, TRY_LOCK);
    bool locked = real(mutex);
    if (locked) __tsan_acquire(mutex);
    return locked;
}

SWIFT void textify_unlock_slow(SELF mutex) {
    SWIFT void (*real)(SELF) = (SWIFT void (*)(SELF))dlsym(RTLD_NEXT, UNLOCK);
    __tsan_release(mutex);
    real(mutex);
}

#endif
#endif
