// Shared declarations of the server. Everything belongs to the server's thread, except what `lock` guards.
#pragma once

#include "http_server.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/types.h>

// A connection, from accept to close.
typedef struct connection {
    int fd;
    // The time since which it waits for a complete head, and whether it waits. Waiting connections are in a list,
    // oldest first.
    int64_t since;
    bool waits;
    struct connection *before, *after;
    http_peer peer;
    // The request whose first line has arrived; NULL once its head was passed to us.
    struct request *begun;
    // Whether any request on this connection has been answered.
    bool used;
    // The user has reached the limit: the next request is refused and the connection closed.
    bool refused;
    // Whether this connection counts as open. One that was shut down no longer does.
    bool counted;
} connection;

// A user with open connections.
typedef struct {
    uint32_t uid;
    unsigned open;
} user;

// A response body sent in parts, holding one part at a time. The response owns it.
typedef struct stream {
    // NULL until the response is assigned to its request, and after the request has ended.
    struct request *request;
    struct http_server *server;
    uint8_t *part;
    size_t length, sent;
    bool ended;
} stream;

// A request, from its first line to the end of its response.
typedef struct request {
    uint64_t id;
    struct MHD_Connection *link;
    connection *connection;
    char *target;
    // Whether its head was processed; it is then in the list of requests.
    bool seen;
    // Refused or faulty: its body is read and discarded.
    bool discards;
    bool suspended;
    // The handler is making the response.
    bool passed_on;
    bool gone;
    int64_t limit;
    size_t discarded;
    size_t charged;
    uint8_t *body;
    size_t length, capacity;
    struct MHD_Response *answer;
    // The body of a response in parts, owned by the response.
    stream *stream;
    unsigned status;
    struct request *before, *after;
} request;

// A response, or a part of one, queued for the thread.
typedef struct answer {
    uint64_t request;
    unsigned status;
    // NULL for a part.
    struct MHD_Response *response;
    stream *stream;
    uint8_t *part;
    size_t length;
    struct answer *next;
} answer;

// A closed connection whose client has not finished sending.
typedef struct {
    int fd;
    // The time at which it is closed for good.
    int64_t until;
    // The number of bytes discarded so far.
    int64_t bytes;
} lingerer;

// The maximum number of lingering connections; a new one replaces the oldest.
enum { MOST_LINGERING = 32 };

struct http_server {
    struct MHD_Daemon *daemon;
    http_limits limits;
    http_callbacks callbacks;
    int epoll, wakeup;
    // Connections closed while their client was still sending, oldest first.
    lingerer lingering[MOST_LINGERING];
    size_t lingering_count;
    uint64_t last_id;
    size_t held;
    connection *oldest, *newest;
    // The number of all connections, and of those of each user.
    unsigned open;
    user *users;
    size_t user_count;
    request *requests;
    bool draining;
    // Set when a connection was closed: at its connection limit the library resumes listening only when it is run
    // again.
    bool again;

    pthread_mutex_t lock;
    answer *answers, **answers_end;
    bool stop_requested;
    int64_t stop_at;
};

int64_t now_ms(void);

// connection.c
void connection_notified(
    void *server, struct MHD_Connection *link, void **context, enum MHD_ConnectionNotificationCode code);
void connection_waits(http_server *server, connection *connection);
void connection_busy(http_server *server, connection *connection);
// Closes connections that have waited too long, or all waiting ones. Returns the time of the next check, -1 for never.
int64_t connections_sweep(http_server *server, bool all);
// Sets a connection's timeout. A client reading a response in parts has none: it costs one part and a socket buffer,
// and learns what it missed when it reads again. Otherwise the connection ends when nothing is transferred for the
// stall time.
void connection_set_timeout(http_server *server, struct MHD_Connection *link, bool has_none);

// framing.c
// Checks the framing of a request's head. Returns 0 if it is valid.
http_fault framing_fault(struct MHD_Connection *link, const char *target, const char *version);
// Receives libmicrohttpd's log messages. It logs only the requests that it rejects itself.
void framing_logged(void *server, const char *format, va_list arguments);

// linger.c
// Keeps a closed connection until its client has finished sending, so that the kernel doesn't discard the response.
void linger_begin(http_server *server, const connection *ended);
// Discards what has arrived. Returns the time of the next check, -1 for never.
int64_t linger_sweep(http_server *server);
void linger_end(http_server *server);

// connection_limits.c
// Counts a new connection and makes room for it. If the user is over the limit, another connection of the same user is
// closed; if slots are short, one of any user. If none can be closed, the new one is marked as refused.
void limits_enter(http_server *server, connection *connection);
void limits_leave(http_server *server, connection *connection);
// Whether nearly all connection slots are taken.
bool slots_are_short(const http_server *server);
// The time that a new connection may stay silent while slots are short, in milliseconds.
int64_t silence_ms(const http_server *server);

// request.c
void *request_begin(void *server, const char *target, struct MHD_Connection *link);
void request_end(
    void *server, struct MHD_Connection *link, void **context, enum MHD_RequestTerminationCode code);
enum MHD_Result request_handle(
    void *server, struct MHD_Connection *link, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **context);
void request_abandon(http_server *server, request *request);
// Passes the next bytes of a body in parts to libmicrohttpd.
ssize_t stream_read(void *stream, uint64_t position, char *buffer, size_t room);
void stream_free(void *stream);
// Assigns queued responses to their requests and resumes those.
void take_answers(http_server *server);
