#include "threads.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>

struct thread_start {
    char name[16];
    void *(*body)(void *);
    void *argument;
};

/* The thread names itself: when the creator does it, the thread may have ended and its handle be invalid. */
static void *run_named(void *context) {
    struct thread_start start = *(struct thread_start *)context;
    free(context);
    prctl(PR_SET_NAME, start.name, 0, 0, 0);
    return start.body(start.argument);
}

static int create(pthread_t *thread, size_t stack_bytes, bool is_detached, struct thread_start *start) {
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure) return failure;
    if (is_detached) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    if (stack_bytes) failure = pthread_attr_setstacksize(&attributes, stack_bytes);
    if (!failure) {
        sigset_t all, kept;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &kept);
        failure = pthread_create(thread, &attributes, run_named, start);
        pthread_sigmask(SIG_SETMASK, &kept, NULL);
    }
    pthread_attr_destroy(&attributes);
    return failure;
}

int cthreads_start(
    const char *name, size_t stack_bytes, uint64_t *joinable, void *(*body)(void *), void *argument) {
    struct thread_start *start = calloc(1, sizeof *start);
    if (!start) return ENOMEM;
    strncpy(start->name, name, sizeof start->name - 1);
    start->body = body;
    start->argument = argument;
    pthread_t thread;
    int failure = create(&thread, stack_bytes, !joinable, start);
    if (failure) {
        free(start);
    } else if (joinable) {
        *joinable = thread;
    }
    return failure;
}

void cthreads_join(uint64_t thread) { pthread_join(thread, NULL); }

bool cthreads_wait_until(sem_t *semaphore, int64_t nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int failure;
    while ((failure = sem_clockwait(semaphore, CLOCK_MONOTONIC, &time)) != 0 && errno == EINTR) { }
    return failure == 0;
}

static _Thread_local const void *employer;

void cthreads_work_for(const void *executor) { employer = executor; }

const void *cthreads_works_for(void) { return employer; }
