#define _GNU_SOURCE
#include "loopback.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

int loopback_accept(int listener) {
    int taken;
    do taken = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (taken < 0 && (errno == EINTR || errno == ECONNABORTED));
    return taken < 0 ? -errno : taken;
}

int loopback_wait_until_gone(int socket, int other, int milliseconds) {
    struct pollfd places[] = {{.fd = socket, .events = POLLRDHUP}, {.fd = other, .events = POLLIN}};
    while (poll(places, 2, milliseconds) < 0 && errno == EINTR) { }
    return (places[0].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}
