#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// HTTP/1.1 on a listening Unix socket, by libmicrohttpd, on one thread of its own. A connection whose answer is being
/// made is suspended: it holds no thread. Every call of `http_callbacks` comes on that thread and must not block.
typedef struct http_server http_server;

/// Who is on the other side, as the kernel has it from the time of the connect.
typedef struct {
    int32_t pid;
    uint32_t uid;
    uint32_t gid;
    const uint32_t *_Nullable groups;
    size_t group_count;
} http_peer;

typedef struct {
    const char *name;
    const char *value;
} http_header;

/// What has been received. Valid only during the call that it is given to.
typedef struct {
    const char *method;
    /// The request's target as it was sent, query and all.
    const char *target;
    /// Whether it is HTTP/1.1 or later, where `Host` is a must.
    bool is_current;
    const http_header *_Nullable headers;
    size_t header_count;
    http_peer peer;
    const uint8_t *_Nullable body;
    size_t body_length;
} http_message;

typedef enum {
    /// The body is longer than it may be.
    http_body_too_large = 1,
    /// The bodies that are held already leave no room.
    http_no_room = 2,
    /// The user has as many connections as he may; this one ends with the answer.
    http_crowded = 3,
    /// Another program might read this head differently, or see another end of its body: it is refused, and the connection
    /// ends with the answer.
    http_malformed = 4,
    /// The body comes in a transfer coding other than `chunked`. The connection ends with the answer.
    http_unknown_coding = 5,
} http_fault;

typedef struct {
    void *context;
    /// A request's head is there. Answers how many bytes of body may follow; negative when it refused the request by
    /// `http_server_answer` before it returned.
    int64_t (*_Nonnull head)(void *context, uint64_t request, const http_message *message);
    /// The request can't be taken. Must call `http_server_answer` before it returns.
    void (*_Nonnull fault)(void *context, uint64_t request, const http_message *message, http_fault fault);
    /// A request is there as a whole. `http_server_answer` is called later, from any thread.
    void (*_Nonnull whole)(void *context, uint64_t request, const http_message *message);
    /// Everything that was given of an answer in parts is on its way: more may be given.
    void (*_Nonnull drained)(void *context, uint64_t request);
    /// The client went away, or the server stops, before the answer of a whole request came, or came to its end.
    void (*_Nonnull gone)(void *context, uint64_t request);
    /// The thread is about to end: no other call comes.
    void (*_Nonnull stopped)(void *context);
} http_callbacks;

typedef struct {
    /// The longest head of a request, in bytes.
    size_t head_bytes;
    /// All bodies together, in bytes.
    size_t held_bytes;
    unsigned connections;
    /// How many of them one user may have. The last sixteenth of all is kept free while somebody waits idly.
    unsigned share;
    /// How long a connection may take until a head is there as a whole, in milliseconds.
    int64_t idle;
    /// How long nothing may move in a body or an answer that is there as a whole, in seconds.
    unsigned stall;
} http_limits;

/// Makes a server. `listener` stays its owner's, and must live until `stopped`. NULL when that could not be.
http_server *_Nullable http_server_make(int listener, http_limits limits, http_callbacks callbacks);

/// Begins to serve. False when the system grants no thread: then it only can be freed.
bool http_server_begin(http_server *server);

/// Answers a request; nothing happens when it is gone. Everything is copied. From any thread, until `http_server_free`.
void http_server_answer(
    http_server *server, uint64_t request, unsigned status, const http_header *_Nullable headers, size_t header_count,
    const uint8_t *_Nullable body, size_t body_length);

/// Begins an answer whose body comes in parts, by `http_server_feed`. Like `http_server_answer` in all else.
void http_server_open(
    http_server *server, uint64_t request, unsigned status, const http_header *_Nullable headers, size_t header_count);

/// A part of the body of an answer that was opened, or its end when there are no bytes. The next may be given after
/// `drained`. Everything is copied. From any thread, until `http_server_free`.
void http_server_feed(http_server *server, uint64_t request, const uint8_t *_Nullable bytes, size_t count);

/// Takes no more connections, lets open requests end for `grace` milliseconds, gives up the rest, and calls `stopped`.
/// From any thread; again to shorten the grace.
void http_server_stop(http_server *server, int64_t grace);

/// Waits for the thread to end, which it does soon after `stopped`. Once, and not on that thread.
void http_server_join(http_server *server);

/// After `http_server_join`, or when it never began.
void http_server_free(http_server *server);

#pragma clang assume_nonnull end
