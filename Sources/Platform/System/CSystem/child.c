#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The descriptor on which the child reports why its program can't run, next after the standard streams.
#define REPORT 3
// The limit on open files that programs using select(2) can handle (FD_SETSIZE).
#define MOST_FILES 1024

// Makes an array of the concatenated NUL-terminated words; NULL if out of memory.
static char **table_of(const char *words, int count) {
    char **table = calloc((size_t)count + 1, sizeof *table);
    for (int i = 0; table && i < count; i++) {
        table[i] = (char *)(uintptr_t)words;
        words += strlen(words) + 1;
    }
    return table;
}

// Moves a descriptor to 10 or above, so that the child's dup2 onto the streams and REPORT can't overwrite it.
static int lifted(int descriptor) {
    int high = fcntl(descriptor, F_DUPFD_CLOEXEC, 10);
    int failure = errno;
    close(descriptor);
    errno = failure;
    return high;
}

static int make_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    for (int i = 0; i < 2; i++) {
        ends[i] = lifted(ends[i]);
        if (ends[i] >= 0) continue;
        int failure = -errno;
        close(ends[1 - i]);
        return failure;
    }
    return 0;
}

static void close_pipes(int pipes[][2], int count) {
    for (int i = 0; i < count; i++) {
        close(pipes[i][0]);
        close(pipes[i][1]);
    }
}

static void close_rest(void) {
    if (syscall(SYS_close_range, (unsigned)REPORT + 1, ~0u, 0u) == 0) return;
    struct rlimit files = {0, 0};
    getrlimit(RLIMIT_NOFILE, &files);
    rlim_t most = files.rlim_cur < 65536 ? files.rlim_cur : 65536;
    for (rlim_t i = REPORT + 1; i < most; i++) close((int)i);
}

// Resets what the child would inherit: signal handlers, signal mask and limits.
static void forget_parent(void) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigemptyset(&plain.sa_mask);
    for (int i = 1; i < NSIG; i++) sigaction(i, &plain, NULL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur > MOST_FILES) {
        files.rlim_cur = MOST_FILES;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    // Message queues count against the whole user; real-time priority and a better nice value would starve the service.
    setrlimit(RLIMIT_NICE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_RTPRIO, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_MSGQUEUE, &(struct rlimit){0, 0});
    umask(077);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool is_caged(const csys_cage *cage) {
    struct rlimit memory = {(rlim_t)cage->memory, (rlim_t)cage->memory};
    if (cage->memory > 0 && setrlimit(RLIMIT_DATA, &memory) < 0) return false;
    int failure = cage->sandbox < 0 ? 0 : csys_enter_sandbox(cage->sandbox);
    errno = -failure;
    return failure == 0;
}

// Only async-signal-safe functions may be called between fork and exec, because the parent has threads.
static _Noreturn void become(
    char **words, char **variables, int folder, const csys_cage *cage, int pipes[4][2], pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    bool is_left = getppid() != parent;
    bool is_settled = !is_left && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && fchdir(folder) == 0;
    is_settled = is_settled && dup2(pipes[0][0], 0) >= 0 && dup2(pipes[1][1], 1) >= 0 && dup2(pipes[2][1], 2) >= 0;
    is_settled = is_settled && dup3(pipes[3][1], REPORT, O_CLOEXEC) >= 0;
    is_settled = is_settled && is_caged(cage);
    if (!is_settled) {
        int failure = errno;
        if (write(pipes[3][1], &failure, sizeof failure) < 0) { }
        _exit(127);
    }
    close_rest();
    forget_parent();
    execve(words[0], words, variables);
    int failure = errno;
    if (write(REPORT, &failure, sizeof failure) < 0) { }
    _exit(127);
}

// 0 if the program runs, otherwise the negative errno that the child reported.
static int heard_of(int report) {
    int failure = 0;
    ssize_t got;
    do got = read(report, &failure, sizeof failure);
    while (got < 0 && errno == EINTR);
    return got == sizeof failure ? -failure : 0;
}

static void reap(pid_t pid) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) { }
}

static int attend(pid_t pid, int pipes[4][2], csys_child *child) {
    close(pipes[3][1]);
    pipes[3][1] = -1;
    int failure = heard_of(pipes[3][0]);
    int handle = failure ? -1 : (int)syscall(SYS_pidfd_open, pid, 0);
    if (!failure && handle < 0) failure = -errno;
    if (failure) {
        kill(pid, SIGKILL);
        reap(pid);
        close_pipes(pipes, 4);
        return failure;
    }
    fcntl(pipes[0][1], F_SETFL, O_NONBLOCK);
    fcntl(pipes[1][0], F_SETFL, O_NONBLOCK);
    fcntl(pipes[2][0], F_SETFL, O_NONBLOCK);
    *child = (csys_child){pid, handle, pipes[0][1], pipes[1][0], pipes[2][0]};
    close(pipes[0][0]);
    close(pipes[1][1]);
    close(pipes[2][1]);
    close(pipes[3][0]);
    return 0;
}

int csys_start_child(
    const char *words, int word_count, const char *variables, int variable_count, int folder, csys_cage cage,
    csys_child *child) {
    char **arguments = table_of(words, word_count);
    char **environment = table_of(variables, variable_count);
    int pipes[4][2];
    int made = 0, failure = arguments && environment ? 0 : -ENOMEM;
    while (!failure && made < 4) {
        failure = make_pipe(pipes[made]);
        if (!failure) made++;
    }
    if (failure) {
        close_pipes(pipes, made);
    } else {
        pid_t parent = getpid();
        pid_t pid = fork();
        if (pid == 0) become(arguments, environment, folder, &cage, pipes, parent);
        if (pid < 0) {
            failure = -errno;
            close_pipes(pipes, 4);
        } else {
            failure = attend(pid, pipes, child);
        }
    }
    free(arguments);
    free(environment);
    return failure;
}

int csys_end_child(pid_t pid) {
    // The unreaped leader still reserves the number of its group, so no other group can be hit.
    kill(-pid, SIGKILL);
    int how = 0;
    while (waitpid(pid, &how, 0) < 0 && errno == EINTR) { }
    return WIFSIGNALED(how) ? -WTERMSIG(how) : WEXITSTATUS(how);
}
