// Lingering: a socket that is closed with bytes unread resets its connection, and the client may lose the answer that says
// what was wrong (RFC 9112, 9.6). So those bytes are read and discarded for a while.
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// So long, and so much of what comes: whoever sends without end is not worth more.
enum { LINGER_MS = 2000, LINGER_BYTES = 1 << 20 };

static void drop(http_server *server, size_t index) {
    // The end of the descriptor takes it off the epoll, too.
    close(server->lingering[index].fd);
    server->lingering_count--;
    for (; index < server->lingering_count; index++) server->lingering[index] = server->lingering[index + 1];
}

// False when the client has finished, or has sent too much.
static bool drain(lingerer *left) {
    char bytes[1 << 14];
    // So much at once; the rest when the loop comes round.
    for (int turn = 0; turn < 64; turn++) {
        ssize_t count = recv(left->fd, bytes, sizeof bytes, MSG_DONTWAIT);
        if (count == 0) return false;
        if (count < 0 && errno != EINTR) return errno == EAGAIN;
        if (count > 0) left->bytes += count;
        if (left->bytes > LINGER_BYTES) return false;
    }
    return true;
}

void linger_begin(http_server *server, const connection *ended) {
    char byte;
    ssize_t unread = recv(ended->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    // The client has finished, or has sent nothing since its answer: by far the most frequent ends. In the midst of a head
    // it may send on.
    if (unread == 0 || (unread < 0 && !ended->waits)) return;
    int copy = fcntl(ended->fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) return;
    shutdown(copy, SHUT_WR);
    lingerer left = {.fd = copy, .until = now_ms() + LINGER_MS};
    if (!drain(&left)) {
        close(copy);
        return;
    }
    if (server->lingering_count == MOST_LINGERING) drop(server, 0);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = &server->lingering};
    epoll_ctl(server->epoll, EPOLL_CTL_ADD, copy, &event);
    server->lingering[server->lingering_count++] = left;
}

int64_t linger_sweep(http_server *server) {
    int64_t now = now_ms();
    for (size_t index = 0; index < server->lingering_count;) {
        lingerer *left = &server->lingering[index];
        if (left->until <= now || !drain(left)) drop(server, index);
        else index++;
    }
    return server->lingering_count > 0 ? server->lingering[0].until : -1;
}

void linger_end(http_server *server) {
    while (server->lingering_count > 0) drop(server, 0);
}
