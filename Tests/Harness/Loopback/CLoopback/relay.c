#define _GNU_SOURCE
#include "loopback.h"

#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zlib.h>

int loopback_connect(unsigned short port) {
    int made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0) return -errno;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    if (!connect(made, (struct sockaddr *)&address, sizeof address)) return made;
    int code = errno;
    close(made);
    return -code;
}

// Returns 1 if all bytes were sent.
static int send_all(int socket, const char *bytes, long count) {
    while (count > 0) {
        long sent = send(socket, bytes, (size_t)count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return 0;
        bytes += sent;
        count -= sent;
    }
    return 1;
}

long loopback_relay(int client, int server, long most) {
    struct pollfd sides[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
    char bytes[16384];
    long total = 0;
    while (total < most) {
        if (poll(sides, 2, -1) < 0) {
            if (errno == EINTR) continue;
            break;
        }
        for (int side = 0; side < 2; side++) {
            if (!sides[side].revents) continue;
            size_t room = sizeof bytes;
            if (!side && most - total < (long)room) room = (size_t)(most - total);
            long count = recv(sides[side].fd, bytes, room, 0);
            if (count <= 0 || !send_all(sides[1 - side].fd, bytes, count)) return total;
            if (!side) total += count;
        }
    }
    return total;
}

size_t loopback_compress(
    const void *bytes, size_t count, void *output, size_t room, enum loopback_compression how) {
    z_stream stream = {
        .next_in = (unsigned char *)(size_t)bytes, .avail_in = (unsigned)count, .next_out = output,
        .avail_out = (unsigned)room};
    int window = how == loopback_gzip ? MAX_WBITS + 16 : how == loopback_zlib ? MAX_WBITS : -MAX_WBITS;
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    int code = deflate(&stream, Z_FINISH);
    deflateEnd(&stream);
    return code == Z_STREAM_END ? stream.total_out : 0;
}
