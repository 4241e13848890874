// Connections: their peers, and the time since they last sent anything.
#include "server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { MOST_GROUPS = 65536 };

/// Writes the IP address of a network peer; an IPv4 address that arrived over IPv6 as IPv4.
static void write_address(int fd, char *address) {
    struct sockaddr_storage storage;
    socklen_t length = sizeof storage;
    if (getpeername(fd, (struct sockaddr *)&storage, &length) != 0) return;
    if (storage.ss_family == AF_INET) {
        inet_ntop(AF_INET, &((struct sockaddr_in *)&storage)->sin_addr, address, HTTP_ADDRESS_SIZE);
    } else if (storage.ss_family == AF_INET6) {
        const struct in6_addr *six = &((struct sockaddr_in6 *)&storage)->sin6_addr;
        bool is_mapped = IN6_IS_ADDR_V4MAPPED(six);
        const void *bytes = is_mapped ? six->s6_addr + 12 : six->s6_addr;
        inet_ntop(is_mapped ? AF_INET : AF_INET6, bytes, address, HTTP_ADDRESS_SIZE);
    }
}

static http_peer peer_of(int fd) {
    http_peer peer = {.uid = UINT32_MAX, .gid = UINT32_MAX};
    write_address(fd, peer.address);
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) != 0) return peer;
    peer.uid = credentials.uid;
    peer.gid = credentials.gid;
    // The first call fails and returns the size of the group list.
    length = 0;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, NULL, &length) == 0 || length == 0) return peer;
    if (length > MOST_GROUPS * sizeof(uint32_t)) return peer;
    uint32_t *groups = malloc(length);
    if (groups == NULL) return peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERGROUPS, groups, &length) != 0) {
        free(groups);
        return peer;
    }
    peer.groups = groups;
    peer.group_count = length / sizeof(uint32_t);
    return peer;
}

void connection_busy(http_server *server, connection *connection) {
    if (!connection->waits) return;
    connection->waits = false;
    if (connection->before) connection->before->after = connection->after;
    else server->oldest = connection->after;
    if (connection->after) connection->after->before = connection->before;
    else server->newest = connection->before;
    connection->before = connection->after = NULL;
}

void connection_waits(http_server *server, connection *connection) {
    connection_busy(server, connection);
    connection->waits = true;
    connection->since = now_ms();
    connection->before = server->newest;
    if (server->newest) server->newest->after = connection;
    else server->oldest = connection;
    server->newest = connection;
}

void connection_notified(
    void *context, struct MHD_Connection *link, void **slot, enum MHD_ConnectionNotificationCode code) {
    http_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        connection *began = calloc(1, sizeof *began);
        *slot = began;
        // Without memory for a record no request can be answered: the first one closes the connection.
        if (began == NULL) return;
        began->fd = MHD_get_connection_info(link, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
        began->peer = peer_of(began->fd);
        connection_waits(server, began);
        limits_enter(server, began);
        return;
    }
    server->again = true;
    if (*slot != NULL) {
        connection *ended = *slot;
        linger_begin(server, ended);
        connection_busy(server, ended);
        limits_leave(server, ended);
        free((void *)ended->peer.groups);
        free(ended);
        *slot = NULL;
    }
}

int64_t connections_sweep(http_server *server, bool all) {
    int64_t now = now_ms();
    while (server->oldest) {
        connection *oldest = server->oldest;
        bool must_hurry = slots_are_short(server) && !oldest->used;
        int64_t due = oldest->since + (must_hurry ? silence_ms(server) : server->limits.idle);
        if (!all && due > now) return due;
        // libmicrohttpd then reads end of file and closes the connection.
        shutdown(oldest->fd, SHUT_RDWR);
        limits_leave(server, oldest);
        connection_busy(server, oldest);
    }
    return -1;
}

void connection_set_timeout(http_server *server, struct MHD_Connection *link, bool has_none) {
    unsigned seconds = has_none ? 0 : server->limits.stall;
    MHD_set_connection_option(link, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
    // Keep-alive probes detect a network client that has vanished.
    int alive = has_none;
    int fd = MHD_get_connection_info(link, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &alive, sizeof alive);
}
