#define _GNU_SOURCE
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

// The types of the child's messages, one byte before each.
#define TELLS_PROFILE 'P'
#define TELLS_HEAD 'H'
#define TELLS_ROW 'R'
#define TELLS_END 'E'

/// The limit on processor time in seconds; the largest permitted picture takes a few.
#define MOST_SECONDS 60
/// The limit on memory before the head is known, in bytes.
#define HEAD_ROOM ((int64_t)32 << 20)

// A fuzzer observes only its own process.
#ifdef PICTURES_IN_PROCESS
static const bool is_apart = false;
#else
static const bool is_apart = true;
#endif

static bool send_all(int pipe, const void *bytes, size_t count) {
    const uint8_t *next = bytes;
    while (count > 0) {
        ssize_t sent = write(pipe, next, count);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        next += sent;
        count -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int pipe, void *bytes, size_t count) {
    uint8_t *next = bytes;
    while (count > 0) {
        ssize_t got = read(pipe, next, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        next += got;
        count -= (size_t)got;
    }
    return true;
}

/// The child's ends of a pipe and of a socket pair.
typedef struct {
    int out;
    int in;
} Ends;

static bool tell(int pipe, char what, const void *bytes, size_t count) {
    return send_all(pipe, &what, 1) && send_all(pipe, bytes, count);
}

/// Limits the process to `room` more bytes of data. The sixth number of statm is the data size that it inherited from
/// its parent.
static void bound(int64_t room) {
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (statm && fscanf(statm, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
    if (statm) fclose(statm);
    struct rlimit limit;
    getrlimit(RLIMIT_DATA, &limit);
    limit.rlim_cur = (rlim_t)((int64_t)pages * sysconf(_SC_PAGESIZE) + room);
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_DATA, &limit);
}

/// Sends the head and waits for permission: the parent itself may have to wait until memory is available.
static bool tell_head(void *context, const PictureHead *head) {
    const Ends *ends = context;
    char leave = 0;
    if (!tell(ends->out, TELLS_HEAD, head, sizeof *head) || !receive_all(ends->in, &leave, 1)) return false;
    bound(head->memory);
    return true;
}

static bool tell_row(void *context, const uint8_t *rgba, uint32_t width) {
    return tell(((const Ends *)context)->out, TELLS_ROW, rgba, (size_t)width * 4);
}

void child_tell_profile(Decoder *decoder, const uint8_t *profile, size_t count) {
    if (!is_apart) return decoder_use_profile(decoder, profile, count);
    int pipe = ((const Ends *)decoder->context)->out;
    if (tell(pipe, TELLS_PROFILE, &count, sizeof count)) send_all(pipe, profile, count);
}

/// Isolates the child from the program: no signal handlers, no output on its stderr, no core file.
static void settle_in(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(0);
    static const int signals[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGXCPU, SIGTERM, SIGINT, SIGPIPE};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], SIG_DFL);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS});
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
}

static void work(Decoder *decoder, Ends ends, void (*decode)(Decoder *)) {
    decoder->begin = tell_head;
    decoder->row = tell_row;
    decoder->context = &ends;
    // The parent accounts for the memory it already holds.
    decoder->taken = 0;
    bound(HEAD_ROOM);
    decode(decoder);
    tell(ends.out, TELLS_END, decoder->result, sizeof *decoder->result);
    // Skips exit handlers, which belong to the parent.
    _exit(0);
}

static bool take_profile(Decoder *decoder, int pipe) {
    size_t count = 0;
    if (!receive_all(pipe, &count, sizeof count) || count > PICTURE_PROFILE) return false;
    uint8_t *profile = malloc(count);
    bool is_there = profile && receive_all(pipe, profile, count);
    if (is_there) decoder_use_profile(decoder, profile, count);
    free(profile);
    return is_there;
}

/// Receives the head and lets the child continue if the callback agrees.
static bool take_head(Decoder *decoder, int pipe, int leave) {
    PictureHead *head = &decoder->head;
    bool is_broken = head->has_broken_profile;
    if (decoder->rgba || !receive_all(pipe, head, sizeof *head)) return false;
    head->has_broken_profile |= is_broken;
    int64_t memory = head->memory;
    if (memory < 0 || !decoder_admits(decoder, head->width, head->height, false)) return false;
    if (!decoder_begin(decoder, memory)) return false;
    ssize_t sent;
    do sent = send(leave, "", 1, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == 1;
}

static bool take_row(Decoder *decoder, int pipe) {
    size_t count = (size_t)decoder->head.width * 4;
    if (!decoder->rgba || decoder->result->rows >= decoder->head.height) return false;
    if (!receive_all(pipe, decoder->rgba, count)) return false;
    decoder->result->rows++;
    return decoder_deliver(decoder, decoder->rgba);
}

static const char too_much[] = "the decoder exceeded its memory or time limit";

/// Receives the child's result. Returns true if it is complete.
static bool take_end(Decoder *decoder, int pipe) {
    PictureResult result;
    if (!receive_all(pipe, &result, sizeof result)) return false;
    *decoder->result = result;
    // The child's limit is what its head declared; a real picture doesn't exceed it.
    if (result.status != PictureStatusOutOfMemory) return true;
    decoder->result->status = PictureStatusDone;
    decoder_fail(decoder, PictureStatusCorrupt, too_much);
    return true;
}

/// Handles one message. Returns true when the child has finished or is no longer needed.
static bool hear(Decoder *decoder, int pipe, int leave) {
    char what = 0;
    while (receive_all(pipe, &what, 1)) {
        bool is_well = false;
        switch (what) {
        case TELLS_PROFILE: is_well = take_profile(decoder, pipe); break;
        case TELLS_HEAD: is_well = take_head(decoder, pipe, leave); break;
        case TELLS_ROW: is_well = take_row(decoder, pipe); break;
        case TELLS_END: return take_end(decoder, pipe);
        default: return false;
        }
        if (!is_well) return decoder->result->status != PictureStatusDone;
    }
    return false;
}

static int wait_for(pid_t child) {
    int how = 0;
    while (waitpid(child, &how, 0) < 0 && errno == EINTR) {}
    return how;
}

static void attend(Decoder *decoder, pid_t child, int pipe, int leave) {
    bool is_told = hear(decoder, pipe, leave);
    close(pipe);
    close(leave);
    // A child whose rows are no longer wanted would end at its next write to the closed pipe; kill it instead of
    // waiting.
    if (is_told && decoder->result->status != PictureStatusDone) kill(child, SIGKILL);
    int how = wait_for(child);
    if (is_told) return;
    bool is_late = WIFSIGNALED(how) && (WTERMSIG(how) == SIGXCPU || WTERMSIG(how) == SIGKILL);
    decoder_fail(
        decoder, PictureStatusCorrupt,
        is_late ? too_much : "the decoder crashed");
}

static void give_up(Decoder *decoder, int *rows, int *leave) {
    decoder->result->code = errno;
    for (int i = 0; i < 2; i++) {
        if (rows[i] >= 0) close(rows[i]);
        if (leave[i] >= 0) close(leave[i]);
    }
    decoder_fail(decoder, PictureStatusReadFailed, "cannot start the decoder process");
}

void decode_in_child(Decoder *decoder, void (*decode)(Decoder *)) {
    if (!is_apart) return decode(decoder);
    int rows[2] = {-1, -1}, leave[2] = {-1, -1};
    pid_t parent = getpid();
    pid_t child =
        pipe2(rows, O_CLOEXEC) == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, leave) == 0 ? fork() : -1;
    if (child < 0) return give_up(decoder, rows, leave);
    if (child == 0) {
        settle_in(parent);
        close(rows[0]);
        close(leave[1]);
        work(decoder, (Ends){.out = rows[1], .in = leave[0]}, decode);
    }
    close(rows[1]);
    close(leave[0]);
    attend(decoder, child, rows[0], leave[1]);
}
