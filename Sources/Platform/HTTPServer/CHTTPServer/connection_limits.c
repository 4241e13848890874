// The limits on connections per user, and the choice of connections to close when slots are short.
#include "server.h"

#include <stdlib.h>
#include <sys/socket.h>

// The user of network connections, whose user is unknown.
static const uint32_t UNKNOWN_USER = UINT32_MAX;

static user *user_of(http_server *server, uint32_t uid) {
    for (size_t index = 0; index < server->user_count; index++) {
        if (server->users[index].uid == uid) return &server->users[index];
    }
    return NULL;
}

static void count_in(http_server *server, connection *connection) {
    connection->counted = true;
    server->open++;
    if (connection->peer.uid == UNKNOWN_USER) return;
    user *known = user_of(server, connection->peer.uid);
    if (known == NULL) {
        user *grown = realloc(server->users, (server->user_count + 1) * sizeof *grown);
        // Without memory for a record the user's share is unknown; the connection is accepted.
        if (grown == NULL) return;
        server->users = grown;
        known = &grown[server->user_count++];
        *known = (user){.uid = connection->peer.uid};
    }
    known->open++;
}

static void count_out(http_server *server, connection *connection) {
    if (!connection->counted) return;
    connection->counted = false;
    server->open--;
    user *known = user_of(server, connection->peer.uid);
    if (known == NULL || known->open == 0 || --known->open > 0) return;
    *known = server->users[--server->user_count];
}

// libmicrohttpd reads end of file and closes the connection. Its slot counts as free from now on.
static void close_early(http_server *server, connection *connection) {
    count_out(server, connection);
    connection_busy(server, connection);
    shutdown(connection->fd, SHUT_RDWR);
}

// Returns the previously used connection that has been idle longest; if there is none, the one that has been silent
// longest since it connected, beyond `silence_ms`.
static connection *idlest(http_server *server, const connection *besides, bool is_same_user) {
    connection *silent = NULL;
    int64_t late = now_ms() - silence_ms(server);
    for (connection *waiting = server->oldest; waiting; waiting = waiting->after) {
        if (waiting == besides || !waiting->counted) continue;
        if (is_same_user && waiting->peer.uid != besides->peer.uid) continue;
        if (waiting->used) return waiting;
        if (silent == NULL && waiting->since <= late) silent = waiting;
    }
    return silent;
}

int64_t silence_ms(const http_server *server) {
    return server->limits.idle < 1000 ? server->limits.idle : 1000;
}

bool slots_are_short(const http_server *server) {
    unsigned reserve = server->limits.connections / 16;
    return server->open + (reserve > 0 ? reserve : 1) > server->limits.connections;
}

void limits_enter(http_server *server, connection *connection) {
    count_in(server, connection);
    const user *who = user_of(server, connection->peer.uid);
    bool is_over = who && who->open > server->limits.share;
    if (!is_over && !slots_are_short(server)) return;
    struct connection *leaving = idlest(server, connection, is_over);
    if (leaving) {
        close_early(server, leaving);
    } else if (is_over && who->open > server->limits.share + server->limits.connections / 16) {
        close_early(server, connection);
    } else {
        // Reported in the response to its next request.
        connection->refused = is_over;
    }
}

void limits_leave(http_server *server, connection *connection) {
    count_out(server, connection);
}
