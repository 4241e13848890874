#define _GNU_SOURCE
#include "faults.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call {
    OPEN, READ, WRITE, SYNC, RENAME, LINK, UNLINK, MKDIR, TRUNCATE, CLOSE, CONNECT, SEND, RECEIVE, WAIT, CALLS,
};

static const char *const words[CALLS] = {
    "open", "read", "write", "sync", "rename", "link", "unlink", "mkdir", "truncate", "close", "connect", "send", "receive",
    "wait",
};

static const struct { const char *name; int number; } errors[] = {
    {"EIO", EIO}, {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT}, {"EROFS", EROFS}, {"EMFILE", EMFILE}, {"ENFILE", ENFILE},
    {"EINTR", EINTR}, {"EAGAIN", EAGAIN}, {"EACCES", EACCES}, {"ENOMEM", ENOMEM}, {"ESTALE", ESTALE}, {"ENOENT", ENOENT},
};

static struct {
    int is_set, call, error, is_short, is_early, is_late, signal;
    long first, last;
    const char *path, *condition, *mark, *count;
} fault;

// The seconds by which the program's wall clock is wrong.
static long shift;

static atomic_long counts[CALLS + 1];
// Set while this library runs, so that its own calls aren't counted.
static _Thread_local int is_inside;

void faults_linked(void) {}

static int call_named(const char *word) {
    for (int call = 0; call < CALLS; call++) if (!strcmp(words[call], word)) return call;
    return CALLS;
}

// Returns a copy, because the program clears its environment.
static const char *variable(const char *name) {
    const char *text = getenv(name);
    return text ? strdup(text) : NULL;
}

__attribute__((constructor)) static void read_fault(void) {
    char call[16], what[16];
    fault.path = variable("TEXTIFY_FAULT_PATH");
    fault.condition = variable("TEXTIFY_FAULT_WHILE");
    fault.mark = variable("TEXTIFY_FAULT_MARK");
    fault.count = variable("TEXTIFY_FAULT_COUNT");
    const char *seconds = getenv("TEXTIFY_FAULT_CLOCK");
    if (seconds) shift = atol(seconds);
    const char *text = getenv("TEXTIFY_FAULT");
    if (!text || sscanf(text, "%15[a-z]:%15[A-Za-z]:%ld:%ld", call, what, &fault.first, &fault.last) != 4) return;
    fault.call = call_named(call);
    fault.is_short = !strcmp(what, "short");
    fault.is_early = !strcmp(what, "kill") || !strcmp(what, "stop");
    fault.is_late = !strcmp(what, "killed") || !strcmp(what, "stopped");
    fault.signal = strncmp(what, "stop", 4) ? SIGKILL : SIGSTOP;
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (!strcmp(errors[i].name, what)) fault.error = errors[i].number;
    fault.is_set = 1;
}

static void tell_counts(void) {
    if (!fault.count) return;
    is_inside = 1;
    FILE *file = fopen(fault.count, "we");
    if (!file) return;
    for (int call = 0; call < CALLS; call++) fprintf(file, "%s %ld\n", words[call], counts[call]);
    fprintf(file, "any %ld\n", counts[CALLS]);
    fclose(file);
}

// Kills the process, or stops it until somebody lets it continue.
static void die(void) { syscall(SYS_kill, getpid(), fault.signal); }

static int is_on_path(const char *path, int fd) {
    if (!fault.path) return 1;
    char name[PATH_MAX], link[32];
    if (!path && fd >= 0) {
        snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
        ssize_t length = readlink(link, name, sizeof name - 1);
        if (length < 0) return 0;
        name[length] = 0;
        path = name;
    }
    return path && strstr(path, fault.path) != NULL;
}

// A path relative to a descriptor also matches if the descriptor's own path does.
static int is_meant(const char *path, int fd) {
    return is_on_path(path, fd) || (path && fd >= 0 && is_on_path(NULL, fd));
}

static int is_due(int call, const char *path, int fd) {
    if (!is_meant(path, fd)) return 0;
    if (fault.condition && syscall(SYS_faccessat, AT_FDCWD, fault.condition, F_OK) != 0) return 0;
    long all = atomic_fetch_add(&counts[CALLS], 1) + 1, own = atomic_fetch_add(&counts[call], 1) + 1;
    if (!fault.is_set || (fault.call != CALLS && fault.call != call)) return 0;
    long number = fault.call == CALLS ? all : own;
    return number >= fault.first && (fault.last == 0 || number <= fault.last);
}

// The fault for a call: 0 for none, -1 for half the size, INT_MIN to die after it, else an errno. Doesn't return if the
// process is to die before the call, and later if it is to be stopped.
static int judge(int call, const char *path, int fd) {
    if (is_inside) return 0;
    is_inside = 1;
    int keep = errno, isDue = is_due(call, path, fd);
    if (isDue && fault.mark) {
        long mark = syscall(SYS_openat, AT_FDCWD, fault.mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        if (mark >= 0) syscall(SYS_close, mark);
    }
    if (isDue && fault.is_early) die();
    errno = keep;
    is_inside = 0;
    if (!isDue || fault.is_early) return 0;
    if (fault.is_late) return INT_MIN;
    return fault.is_short ? -1 : fault.error;
}

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

// The service leaves without exit handlers.
void _exit(int code) {
    tell_counts();
    REAL(_exit);
    real(code);
    __builtin_unreachable();
}

// Fails with the errno, or makes the call and then dies if the fault says so.
#define PASS(verdict, failed, expression) do { \
    int said = verdict; \
    if (said > 0) { errno = said; return failed; } \
    __typeof__(expression) answer = expression; \
    if (said == INT_MIN) die(); \
    return answer; \
} while (0)

// Event and timer descriptors have no file type: the kernel never reports I/O errors or short transfers for them.
static int is_event(int fd) {
    struct stat kind;
    return syscall(SYS_fstat, fd, &kind) == 0 && (kind.st_mode & S_IFMT) == 0;
}

static int fit_for(int fd, int verdict) {
    int fits = verdict == 0 || verdict == INT_MIN || verdict == EINTR || verdict == EAGAIN;
    return fits || !is_event(fd) ? verdict : 0;
}

#define HALF(verdict, size) (verdict == -1 && size > 1 ? size / 2 : size)

#define ON_FILE(call, name, type, parameters, ...) \
    type name parameters { REAL(name); PASS(judge(call, NULL, fd), -1, real(__VA_ARGS__)); }
#define OF_SIZE(call, name, parameters, ...) \
    ssize_t name parameters { \
        REAL(name); \
        int verdict = fit_for(fd, judge(call, NULL, fd)); \
        size = HALF(verdict, size); \
        PASS(verdict, -1, real(__VA_ARGS__)); \
    }
#define ON_PATH(call, name, parameters, at, path, ...) \
    int name parameters { REAL(name); PASS(judge(call, path, at), -1, real(__VA_ARGS__)); }

ON_FILE(SYNC, fsync, int, (int fd), fd)
ON_FILE(SYNC, fdatasync, int, (int fd), fd)
ON_FILE(TRUNCATE, ftruncate, int, (int fd, off_t size), fd, size)
ON_FILE(TRUNCATE, ftruncate64, int, (int fd, off64_t size), fd, size)
ON_FILE(CLOSE, close, int, (int fd), fd)
ON_FILE(CONNECT, connect, int, (int fd, const struct sockaddr *to, socklen_t length), fd, to, length)
ON_FILE(SEND, sendmsg, ssize_t, (int fd, const struct msghdr *message, int flags), fd, message, flags)
ON_FILE(RECEIVE, recvmsg, ssize_t, (int fd, struct msghdr *message, int flags), fd, message, flags)
ON_FILE(WRITE, writev, ssize_t, (int fd, const struct iovec *parts, int count), fd, parts, count)
ON_FILE(WAIT, epoll_wait, int, (int fd, struct epoll_event *events, int most, int time), fd, events, most, time)

OF_SIZE(READ, read, (int fd, void *bytes, size_t size), fd, bytes, size)
OF_SIZE(READ, pread, (int fd, void *bytes, size_t size, off_t at), fd, bytes, size, at)
OF_SIZE(READ, pread64, (int fd, void *bytes, size_t size, off64_t at), fd, bytes, size, at)
OF_SIZE(WRITE, write, (int fd, const void *bytes, size_t size), fd, bytes, size)
OF_SIZE(WRITE, pwrite, (int fd, const void *bytes, size_t size, off_t at), fd, bytes, size, at)
OF_SIZE(WRITE, pwrite64, (int fd, const void *bytes, size_t size, off64_t at), fd, bytes, size, at)
OF_SIZE(SEND, send, (int fd, const void *bytes, size_t size, int flags), fd, bytes, size, flags)
OF_SIZE(RECEIVE, recv, (int fd, void *bytes, size_t size, int flags), fd, bytes, size, flags)

ssize_t sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length) {
    REAL(sendto);
    PASS(judge(SEND, NULL, fd), -1, real(fd, bytes, size, flags, to, length));
}

ssize_t recvfrom(
    int fd, void *restrict bytes, size_t size, int flags, struct sockaddr *restrict from, socklen_t *restrict length) {
    REAL(recvfrom);
    PASS(judge(RECEIVE, NULL, fd), -1, real(fd, bytes, size, flags, from, length));
}

int poll(struct pollfd *files, nfds_t count, int time) {
    REAL(poll);
    PASS(judge(WAIT, NULL, -1), -1, real(files, count, time));
}

ON_PATH(RENAME, rename, (const char *from, const char *to), AT_FDCWD, to, from, to)
ON_PATH(RENAME, renameat, (int a, const char *from, int b, const char *to), b, to, a, from, b, to)
ON_PATH(RENAME, renameat2, (int a, const char *from, int b, const char *to, unsigned how), b, to, a, from, b, to, how)
ON_PATH(LINK, link, (const char *from, const char *to), AT_FDCWD, to, from, to)
ON_PATH(LINK, linkat, (int a, const char *from, int b, const char *to, int how), b, to, a, from, b, to, how)
ON_PATH(UNLINK, unlink, (const char *path), AT_FDCWD, path, path)
ON_PATH(UNLINK, unlinkat, (int at, const char *path, int how), at, path, at, path, how)
ON_PATH(MKDIR, mkdir, (const char *path, mode_t mode), AT_FDCWD, path, path, mode)
ON_PATH(MKDIR, mkdirat, (int at, const char *path, mode_t mode), at, path, at, path, mode)

#define OPENER(name, parameters, at, ...) \
    int name parameters { \
        REAL(name); \
        mode_t mode = 0; \
        if (how & (O_CREAT | O_TMPFILE)) { \
            va_list rest; \
            va_start(rest, how); \
            mode = va_arg(rest, mode_t); \
            va_end(rest); \
        } \
        PASS(judge(OPEN, path, at), -1, real(__VA_ARGS__, mode)); \
    }

OPENER(open, (const char *path, int how, ...), AT_FDCWD, path, how)
OPENER(open64, (const char *path, int how, ...), AT_FDCWD, path, how)
OPENER(openat, (int at, const char *path, int how, ...), at, at, path, how)
OPENER(openat64, (int at, const char *path, int how, ...), at, at, path, how)

// openat2 has no wrapper in glibc.
long syscall(long number, ...) {
    REAL(syscall);
    long values[6];
    va_list rest;
    va_start(rest, number);
    for (int i = 0; i < 6; i++) values[i] = va_arg(rest, long);
    va_end(rest);
    int verdict = number == SYS_openat2 ? judge(OPEN, (const char *)values[1], (int)values[0]) : 0;
    PASS(verdict, -1, real(number, values[0], values[1], values[2], values[3], values[4], values[5]));
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    REAL(clock_gettime);
    int answer = real(clock, now);
    if (!answer && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += shift;
    return answer;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    REAL(gettimeofday);
    int answer = real(now, zone);
    if (!answer) now->tv_sec += shift;
    return answer;
}

time_t time(time_t *kept) {
    REAL(time);
    time_t now = real(NULL) + shift;
    if (kept) *kept = now;
    return now;
}
