#include "system.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int signal_pipe = -1;
static const int caught[] = {SIGTERM, SIGINT, SIGHUP};

// Runs in a signal handler: write and errno alone.
static void tell(int number) {
    int kept = errno;
    unsigned char byte = (unsigned char)number;
    int pipe = atomic_load(&signal_pipe);
    // A full pipe already holds thousands of the same.
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

void csys_release_signals(bool ignored) {
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) signal(caught[i], ignored ? SIG_IGN : SIG_DFL);
    atomic_store(&signal_pipe, -1);
}

void csys_ignore_signals(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGIO, SIG_IGN);
}

int csys_start_thread(const char *name, void *(*body)(void *), void *argument) {
    sigset_t all, kept;
    sigfillset(&all);
    pthread_attr_t attributes;
    int failure = pthread_attr_init(&attributes);
    if (failure) return -failure;
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_t thread;
    pthread_sigmask(SIG_SETMASK, &all, &kept);
    failure = pthread_create(&thread, &attributes, body, argument);
    if (!failure) pthread_setname_np(thread, name);
    pthread_sigmask(SIG_SETMASK, &kept, NULL);
    pthread_attr_destroy(&attributes);
    return -failure;
}
