#include "system.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>

static atomic_int signal_pipe = -1;
static const int caught[] = {SIGTERM, SIGINT, SIGHUP};

// A signal handler: it may only call async-signal-safe functions, and must preserve errno.
static void forward_signal(int number) {
    int saved_errno = errno;
    unsigned char byte = (unsigned char)number;
    int pipe = atomic_load(&signal_pipe);
    // A full pipe already holds thousands of unread signals.
    if (pipe >= 0 && write(pipe, &byte, 1) < 0) { }
    errno = saved_errno;
}

int csys_catch_signals(int pipe) {
    int unused = -1;
    if (!atomic_compare_exchange_strong(&signal_pipe, &unused, pipe)) return -EBUSY;
    struct sigaction action = {.sa_handler = forward_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
    return 0;
}

void csys_catch_terminal_signals(void) {
    struct sigaction action = {.sa_handler = forward_signal, .sa_flags = SA_RESTART};
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

void csys_limit_arenas(int arenas) { mallopt(M_ARENA_MAX, arenas); }

void csys_retain_freed(int most, int most_each) {
    mallopt(M_TRIM_THRESHOLD, most);
    mallopt(M_MMAP_THRESHOLD, most_each);
}

void csys_release_freed(void) { malloc_trim(0); }

int csys_read_usage(struct csys_usage *usage) {
    struct rusage used;
    struct rlimit files;
    if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_NOFILE, &files) != 0) return -1;
    usage->cpu_microseconds = (int64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec +
                              used.ru_stime.tv_usec;
    usage->page_bytes = sysconf(_SC_PAGESIZE);
    usage->max_descriptors = files.rlim_cur;
    return 0;
}
