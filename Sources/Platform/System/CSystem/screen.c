#include "system.h"

#include <errno.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static int keyboard;
static struct termios before;
static int signal_reader = -1;
static int signal_writer = -1;

// A background process suspends itself as if it had written to the terminal (SIGTTOU), until the shell brings it to the
// foreground.
int csys_screen_await(void) {
    // The stop signal may be handled by another thread, so this one may run on for a moment. In an orphaned process
    // group, where nothing could continue the process, the signal is ignored and the loop gives up.
    for (int tries = 0; tries < 40; tries++) {
        pid_t front = tcgetpgrp(keyboard);
        if (front < 0) return -errno;
        if (front == getpgrp()) return 0;
        if (kill(0, SIGTTOU) < 0) return -errno;
        poll(NULL, 0, 50);
    }
    return -ENOTTY;
}

int csys_screen_open(int terminal) {
    keyboard = terminal;
    if (tcgetattr(keyboard, &before) < 0) return -errno;
    int front = csys_screen_await();
    if (front) return front;
    // Another process may have changed the modes meanwhile.
    if (tcgetattr(keyboard, &before) < 0) return -errno;
    int error = csys_pipe(&signal_reader, &signal_writer);
    if (error) return error;
    error = csys_catch_signals(signal_writer);
    if (error) return error;
    csys_catch_terminal_signals();
    return csys_screen_raw();
}

int csys_screen_raw(void) {
    struct termios raw = before;
    cfmakeraw(&raw);
    return tcsetattr(keyboard, TCSAFLUSH, &raw) < 0 ? -errno : 0;
}

void csys_screen_cooked(void) { tcsetattr(keyboard, TCSAFLUSH, &before); }

void csys_screen_close(void) {
    csys_screen_cooked();
    csys_release_signals(false);
    close(signal_reader);
    close(signal_writer);
}

int csys_screen_wait(int milliseconds, int input, unsigned char *keys, int room) {
    // A negative descriptor is ignored.
    struct pollfd polled[] = {
        {.fd = keyboard, .events = POLLIN}, {.fd = signal_reader, .events = POLLIN}, {.fd = input, .events = POLLIN}};
    int count = poll(polled, 3, milliseconds);
    if (count < 0 && errno != EINTR) return -SIGHUP;
    if (count <= 0) return 0;
    unsigned char number;
    if (polled[1].revents & POLLIN && read(signal_reader, &number, 1) == 1) return -number;
    if (!polled[0].revents) return 0;
    ssize_t length = read(keyboard, keys, (size_t)room);
    return length > 0 ? (int)length : -SIGHUP;
}

int csys_cells(uint32_t scalar) {
    static locale_t utf8_locale;
    if (!utf8_locale) utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    if (!utf8_locale) return 1;
    locale_t previous = uselocale(utf8_locale);
    int cells = wcwidth((wchar_t)scalar);
    uselocale(previous);
    return cells < 0 ? 0 : cells;
}
