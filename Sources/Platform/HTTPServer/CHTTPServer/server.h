// What the parts of the server share. Everything here belongs to the server's thread, but for what `lock` guards.
#pragma once

#include "http_server.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/types.h>

// A connection, from its accept to its close.
typedef struct connection {
    int fd;
    // Waiting for a whole head since this moment; in the list of those that wait, oldest first.
    int64_t since;
    bool waits;
    struct connection *before, *after;
    http_peer peer;
    // A request whose first line is there; NULL once its head was shown to us.
    struct request *begun;
    // Whether a request of it has been answered.
    bool used;
    // Its user has as many as he may: what it asks for is refused, and then it is closed.
    bool refused;
    // Whether it counts as open: not any more once it was told to end.
    bool counted;
} connection;

// Somebody who has connections, and how many.
typedef struct {
    uint32_t uid;
    unsigned open;
} user;

// The body of an answer that comes in parts: one of them at a time. It lives as long as its response.
typedef struct stream {
    // NULL before the answer is joined to its request, and once that has ended.
    struct request *request;
    struct http_server *server;
    uint8_t *part;
    size_t length, sent;
    bool ended;
} stream;

// A request, from its first line to the end of its answer.
typedef struct request {
    uint64_t id;
    struct MHD_Connection *link;
    connection *connection;
    char *target;
    // Whether its head was seen, and so it stands in the list of requests.
    bool seen;
    // Refused or faulty: its body is read and forgotten.
    bool discards;
    bool suspended;
    // The answer is being made.
    bool asked;
    bool gone;
    int64_t limit;
    size_t discarded;
    size_t charged;
    uint8_t *body;
    size_t length, capacity;
    struct MHD_Response *answer;
    // Of an answer that comes in parts; the response owns it.
    stream *stream;
    unsigned status;
    struct request *before, *after;
} request;

// An answer, or a part of one, on its way to the thread.
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
    // Closed for good at this moment, whatever still comes.
    int64_t until;
    // Discarded so far.
    int64_t bytes;
} lingerer;

// Lingering connections at the same time; the oldest gives way to a new one.
enum { MOST_LINGERING = 32 };

struct http_server {
    struct MHD_Daemon *daemon;
    http_limits limits;
    http_callbacks callbacks;
    pthread_t thread;
    int epoll, bell;
    // Connections that were closed while their client still sent, oldest first.
    lingerer lingering[MOST_LINGERING];
    size_t lingering_count;
    uint64_t last_id;
    size_t held;
    connection *oldest, *newest;
    // All connections together, and those of each user who has any.
    unsigned open;
    user *users;
    size_t user_count;
    request *requests;
    bool draining;
    // A connection was closed: the library listens again, if it was at its bound, only when it is run once more.
    bool again;

    pthread_mutex_t lock;
    answer *answers, **answers_end;
    bool stop_asked;
    int64_t stop_at;
};

int64_t now_ms(void);

// connection.c
void connection_notified(
    void *server, struct MHD_Connection *link, void **context, enum MHD_ConnectionNotificationCode code);
void connection_waits(http_server *server, connection *connection);
void connection_busy(http_server *server, connection *connection);
// Ends those that have waited too long, or all that wait. Answers when to look again, -1 for never.
int64_t connections_sweep(http_server *server, bool all);
// Who reads an answer in parts may take his time: what is held for him is one part and a socket's buffer, and he is told
// what he missed once he reads on. All else ends when nothing moves for a while.
void connection_patience(http_server *server, struct MHD_Connection *link, bool is_endless);

// message.c
// The headers are the caller's to free.
http_message message_of(request *request, const char *method, const char *version);

// framing.c
// What is wrong with the framing of a request's head, 0 when nothing is.
http_fault framing_fault(struct MHD_Connection *link, const char *target, const char *version);
// Is told what libmicrohttpd logs. It logs nothing but its own refusals.
void framing_logged(void *server, const char *format, va_list arguments);

// linger.c
// Keeps a closed connection until its client has finished sending, so that the kernel does not drop the answer.
void linger_begin(http_server *server, const connection *ended);
// Discards what has come since. Answers when to look again, -1 for never.
int64_t linger_sweep(http_server *server);
void linger_end(http_server *server);

// crowd.c
// Counts a connection that began, and finds it a place: another one of its user's ends when he has as many as he may,
// another one of anybody's when places are short. Where none can, it is marked as refused.
void crowd_enter(http_server *server, connection *connection);
void crowd_leave(http_server *server, connection *connection);
// Whether nearly all places are taken.
bool crowd_is_short(const http_server *server);
// For how long a new connection may say nothing while places are short, in milliseconds.
int64_t silence_ms(const http_server *server);

// request.c
void *request_begin(void *server, const char *target, struct MHD_Connection *link);
void request_end(
    void *server, struct MHD_Connection *link, void **context, enum MHD_RequestTerminationCode code);
enum MHD_Result request_handle(
    void *server, struct MHD_Connection *link, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **context);
void request_abandon(http_server *server, request *request);
// Gives libmicrohttpd the next bytes of a body that comes in parts.
ssize_t stream_read(void *stream, uint64_t position, char *buffer, size_t room);
void stream_free(void *stream);
// Joins the answers that have come to their requests, and resumes those.
void take_answers(http_server *server);
