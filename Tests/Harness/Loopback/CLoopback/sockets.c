#define _GNU_SOURCE
#include "loopback.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int loopback_accept(int listener) {
    int taken;
    do taken = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (taken < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (taken < 0) return -errno;
    // Otherwise a small packet after another would wait for the client's delayed acknowledgement. Fails harmlessly on
    // Unix sockets.
    int yes = 1;
    setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return taken;
}

int loopback_wait_until_gone(int socket, int other, int milliseconds) {
    struct pollfd places[] = {{.fd = socket, .events = POLLRDHUP}, {.fd = other, .events = POLLIN}};
    while (poll(places, 2, milliseconds) < 0 && errno == EINTR) { }
    return (places[0].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

int loopback_become(unsigned user) {
    // glibc's wrapper would change every thread.
    long answer = syscall(SYS_setresuid, -1, user, -1);
    return answer == 0 ? 0 : -errno;
}
