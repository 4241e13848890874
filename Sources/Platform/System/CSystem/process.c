#include "system.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

static atomic_int signal_pipe = -1;
static const int caught[] = {SIGTERM, SIGINT, SIGHUP};

// A signal handler: it may only call async-signal-safe functions, and must preserve errno.
static void tell(int number) {
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    int pipe = atomic_load(&signal_pipe);
    // A full pipe already holds thousands of unread signals.
    if (pipe >= 0 && write(pipe, &byte, 1) < 0) { }
    errno = kept;
}

int csys_catch_signals(int pipe) {
    int nobody = -1;
    if (!atomic_compare_exchange_strong(&signal_pipe, &nobody, pipe)) return -EBUSY;
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
    return 0;
}

void csys_catch_terminal_signals(void) {
    struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGWINCH, &action, NULL);
    sigaction(SIGCONT, &action, NULL);
    sigaction(SIGQUIT, &action, NULL);
}

void csys_release_signals(bool ignored) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) signal(caught[i], ignored ? SIG_IGN : SIG_DFL);
    signal(SIGWINCH, SIG_DFL);
    signal(SIGCONT, SIG_DFL);
    signal(SIGQUIT, SIG_DFL);
    atomic_store(&signal_pipe, -1);
}

void csys_ignore_signals(void) {
    signal(SIGPIPE, SIG_IGN);
    // A write beyond the file size limit fails with EFBIG.
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGIO, SIG_IGN);
}

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

int csys_start_thread(const char *name, void *(*body)(void *), void *argument) {
    struct thread_start *start = calloc(1, sizeof *start);
    if (!start) return -ENOMEM;
    strncpy(start->name, name, sizeof start->name - 1);
    start->body = body;
    start->argument = argument;
    sigset_t all, kept;
    sigfillset(&all);
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (!failure) {
        pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
        pthread_t thread;
        pthread_sigmask(SIG_SETMASK, &all, &kept);
        failure = pthread_create(&thread, &attributes, run_named, start);
        pthread_sigmask(SIG_SETMASK, &kept, NULL);
        pthread_attr_destroy(&attributes);
    }
    if (failure) free(start);
    return -failure;
}

bool csys_wait_until(sem_t *semaphore, int64_t nanoseconds) {
    struct timespec time = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    int failure;
    while ((failure = sem_clockwait(semaphore, CLOCK_MONOTONIC, &time)) != 0 && errno == EINTR) { }
    return failure == 0;
}

static _Thread_local const void *employer;

void csys_work_for(const void *crew) { employer = crew; }

const void *csys_works_for(void) { return employer; }

void csys_share_pools(int pools) { mallopt(M_ARENA_MAX, pools); }

void csys_keep_freed(int most, int most_each) {
    mallopt(M_TRIM_THRESHOLD, most);
    mallopt(M_MMAP_THRESHOLD, most_each);
}

void csys_give_back_freed(void) { malloc_trim(0); }
