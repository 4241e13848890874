#include "system.h"

#include <errno.h>
#include <linux/kd.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int csys_terminal_size(int terminal, int *columns, int *rows, int *width, int *height) {
    struct winsize size;
    if (ioctl(terminal, TIOCGWINSZ, &size) < 0) return -errno;
    *columns = size.ws_col;
    *rows = size.ws_row;
    *width = size.ws_xpixel;
    *height = size.ws_ypixel;
    return 0;
}

int csys_console_characters(int terminal, uint16_t *characters, int room) {
    struct unipair pairs[room];
    struct unimapdesc font = {.entry_ct = (unsigned short)room, .entries = pairs};
    if (ioctl(terminal, GIO_UNIMAP, &font) < 0) return -errno;
    for (int i = 0; i < font.entry_ct; i++) characters[i] = pairs[i].unicode;
    return font.entry_ct;
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Whether a complete device attributes report was read.
static int is_answered(const unsigned char *answer, int count) {
    for (int i = 0; i + 2 < count; i++) {
        if (answer[i] != 27 || answer[i + 1] != '[' || answer[i + 2] != '?') continue;
        if (memchr(answer + i, 'c', (size_t)(count - i))) return 1;
    }
    return 0;
}

static int read_answer(int terminal, unsigned char *answer, int room, int milliseconds) {
    int64_t end = now_ms() + milliseconds;
    int count = 0;
    while (count < room && !is_answered(answer, count)) {
        int64_t left = end - now_ms();
        if (left <= 0) break;
        struct pollfd polled = {.fd = terminal, .events = POLLIN};
        if (poll(&polled, 1, (int)left) < 0 && errno != EINTR) break;
        if (!(polled.revents & POLLIN)) continue;
        ssize_t got = read(terminal, answer + count, (size_t)(room - count));
        if (got <= 0) break;
        count += (int)got;
    }
    return count;
}

int csys_query_terminal(int terminal, const char *question, unsigned char *answer, int room, int milliseconds) {
    // A background process would be stopped by tcsetattr (SIGTTOU).
    if (tcgetpgrp(terminal) != getpgrp()) return -ENOTTY;
    struct termios before;
    if (tcgetattr(terminal, &before) < 0) return -errno;
    struct termios silent = before;
    silent.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    silent.c_cc[VMIN] = 0;
    silent.c_cc[VTIME] = 0;
    if (tcsetattr(terminal, TCSADRAIN, &silent) < 0) return -errno;
    size_t length = strlen(question);
    int count = write(terminal, question, length) == (ssize_t)length ? read_answer(terminal, answer, room, milliseconds) : 0;
    tcsetattr(terminal, TCSADRAIN, &before);
    return count;
}
