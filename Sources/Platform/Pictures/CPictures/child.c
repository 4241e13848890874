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
#include <sys/wait.h>
#include <unistd.h>

// What the child tells, one byte before each.
#define TELLS_PROFILE 'P'
#define TELLS_HEAD 'H'
#define TELLS_ROW 'R'
#define TELLS_END 'E'

/// Seconds of processor time; the largest picture that may be held takes a few.
#define MOST_SECONDS 60
/// Bytes a pixel that the codecs and the conversion to RGBA take at 10 bits with alpha, with room to spare.
#define BYTES_A_PIXEL 48
#define SMALLEST_ROOM (256 << 20)
/// The stack of a codec's thread, and what it allocates of its own.
#define ROOM_OF_THREAD (16 << 20)

// A fuzzer sees only what happens in its own process.
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

static bool tell(int pipe, char what, const void *bytes, size_t count) {
    return send_all(pipe, &what, 1) && send_all(pipe, bytes, count);
}

static bool tell_head(void *context, const PictureHead *head) {
    return tell(*(int *)context, TELLS_HEAD, head, sizeof *head);
}

static bool tell_row(void *context, const uint8_t *rgba, uint32_t width) {
    return tell(*(int *)context, TELLS_ROW, rgba, (size_t)width * 4);
}

void child_tell_profile(Decoder *decoder, const uint8_t *profile, size_t count) {
    if (!is_apart) return decoder_use_profile(decoder, profile, count);
    int pipe = *(int *)decoder->context;
    if (tell(pipe, TELLS_PROFILE, &count, sizeof count)) send_all(pipe, profile, count);
}

void child_bound(int64_t pixels) {
    if (!is_apart) return;
    // The sixth number is the pages of data that there are already, of the process that this one was made from.
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "re");
    if (statm && fscanf(statm, "%*u %*u %*u %*u %*u %lu", &pages) != 1) pages = 0;
    if (statm) fclose(statm);
    int64_t threads = sysconf(_SC_NPROCESSORS_ONLN) * 2 + 2;
    int64_t room = SMALLEST_ROOM + pixels * BYTES_A_PIXEL + threads * ROOM_OF_THREAD;
    rlim_t bytes = (rlim_t)((int64_t)pages * sysconf(_SC_PAGESIZE) + room);
    setrlimit(RLIMIT_DATA, &(struct rlimit){bytes, bytes});
}

/// Nothing of the program's own may happen here: no handler of a signal, no word on its stderr, no core file of it all.
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

static void work(Decoder *decoder, int pipe, void (*decode)(Decoder *)) {
    decoder->begin = tell_head;
    decoder->row = tell_row;
    decoder->context = &pipe;
    decode(decoder);
    tell(pipe, TELLS_END, decoder->result, sizeof *decoder->result);
    // Without the farewells of a program: they belong to the parent.
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

static bool take_head(Decoder *decoder, int pipe) {
    PictureHead *head = &decoder->head;
    bool is_broken = head->has_broken_profile;
    if (decoder->rgba || !receive_all(pipe, head, sizeof *head)) return false;
    head->has_broken_profile = is_broken;
    return decoder_admits(decoder, head->width, head->height, true) && decoder_begin(decoder);
}

static bool take_row(Decoder *decoder, int pipe) {
    size_t count = (size_t)decoder->head.width * 4;
    if (!decoder->rgba || decoder->result->rows >= decoder->head.height) return false;
    if (!receive_all(pipe, decoder->rgba, count)) return false;
    decoder->result->rows++;
    return decoder_deliver(decoder, decoder->rgba);
}

/// True when the child has told its end.
static bool take_end(Decoder *decoder, int pipe) {
    PictureResult result;
    if (!receive_all(pipe, &result, sizeof result)) return false;
    *decoder->result = result;
    return true;
}

/// True when the child has told its end, or no more is wanted of it.
static bool listen(Decoder *decoder, int pipe) {
    char what = 0;
    while (receive_all(pipe, &what, 1)) {
        bool is_well = false;
        switch (what) {
        case TELLS_PROFILE: is_well = take_profile(decoder, pipe); break;
        case TELLS_HEAD: is_well = take_head(decoder, pipe); break;
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

static void attend(Decoder *decoder, pid_t child, int pipe) {
    bool is_told = listen(decoder, pipe);
    close(pipe);
    // One that still works at what nobody wants would write into a closed pipe at its next row; why wait.
    if (is_told && decoder->result->status == PictureStatusStopped) kill(child, SIGKILL);
    int how = wait_for(child);
    if (is_told) return;
    bool is_late = WIFSIGNALED(how) && (WTERMSIG(how) == SIGXCPU || WTERMSIG(how) == SIGKILL);
    decoder_fail(
        decoder, PictureStatusCorrupt,
        is_late ? "the decoder took more than a picture may" : "the decoder broke down");
}

void decode_in_child(Decoder *decoder, void (*decode)(Decoder *)) {
    if (!is_apart) return decode(decoder);
    int ends[2];
    pid_t parent = getpid();
    pid_t child = pipe2(ends, O_CLOEXEC) == 0 ? fork() : -1;
    if (child == 0) {
        settle_in(parent);
        close(ends[0]);
        work(decoder, ends[1], decode);
    }
    if (child < 0) {
        decoder->result->code = errno;
        return decoder_fail(decoder, PictureStatusReadFailed, "no process");
    }
    close(ends[1]);
    attend(decoder, child, ends[0]);
}
