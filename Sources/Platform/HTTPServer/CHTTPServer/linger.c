// Lingering: closing a socket with unread bytes resets the connection, and the client may lose the response with the
// error (RFC 9112, 9.6). So those bytes are read and discarded for a while.
#include "server.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

// Limits for clients that don't stop sending.
enum { LINGER_MS = 2000, LINGER_BYTES = 1 << 20 };

static void drop(http_server *server, size_t index) {
    // Closing the descriptor removes it from epoll as well.
    close(server->lingering[index].fd);
    server->lingering_count--;
    for (; index < server->lingering_count; index++) server->lingering[index] = server->lingering[index + 1];
}

// Reads and discards. Returns false if the client has finished or has exceeded the limit.
static bool drain(lingerer *left) {
    char bytes[1 << 14];
    // At most 1 MiB in one go; the rest in the next round.
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
    // The most common cases need no lingering: the client has finished, or has sent nothing since its response. A
    // client that has sent only a part of a request head may still send the rest.
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
