#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// An HTTP/1.1 server on a listening socket, using libmicrohttpd on the thread of `http_server_run`. While a response is
/// being made, its connection is suspended and uses no thread. All `http_callbacks` are called on that thread and must
/// not block.
typedef struct http_server http_server;

enum { HTTP_ADDRESS_SIZE = 46 };

/// The user at the other end, as the kernel recorded it at connect.
typedef struct {
    uint32_t uid;
    uint32_t gid;
    const uint32_t *_Nullable groups;
    size_t group_count;
    /// The IP address of a network peer; empty on a Unix socket.
    char address[HTTP_ADDRESS_SIZE];
} http_peer;

typedef struct {
    const char *name;
    const char *value;
} http_header;

/// A received request. Valid only during the call that receives it.
typedef struct {
    const char *method;
    /// The request's target as sent, including the query.
    const char *target;
    /// Whether the version is HTTP/1.1 or later, which requires `Host`.
    bool is_current;
    const http_header *_Nullable headers;
    size_t header_count;
    http_peer peer;
    const uint8_t *_Nullable body;
    size_t body_length;
} http_message;

typedef enum {
    /// The body exceeds the permitted size.
    http_body_too_large = 1,
    /// The bodies held in memory have reached their limit.
    http_no_room = 2,
    /// The user has reached the limit on connections; this one closes after the response.
    http_too_many_connections = 3,
    /// The head is ambiguous: another HTTP implementation could parse it differently, or find a different end of the
    /// body. The connection closes after the response.
    http_malformed = 4,
    /// The body has a transfer coding other than `chunked`. The connection closes after the response.
    http_unknown_coding = 5,
} http_fault;

typedef struct {
    void *context;
    /// A request's head has arrived. Returns the permitted size of the body in bytes; negative if the callback has
    /// already refused the request with `http_server_answer`.
    int64_t (*_Nonnull head)(void *context, uint64_t request, const http_message *message);
    /// The request is rejected. Must call `http_server_answer` before it returns.
    void (*_Nonnull fault)(void *context, uint64_t request, const http_message *message, http_fault fault);
    /// A request has arrived completely. `http_server_answer` is called later, from any thread.
    void (*_Nonnull whole)(void *context, uint64_t request, const http_message *message);
    /// The last part of a response has been sent; the next one can be passed.
    void (*_Nonnull drained)(void *context, uint64_t request);
    /// The client has disconnected, or the server is stopping, before the response to a complete request was made or
    /// fully sent.
    void (*_Nonnull gone)(void *context, uint64_t request);
    /// The thread is about to end; this is the last call.
    void (*_Nonnull stopped)(void *context);
} http_callbacks;

typedef struct {
    /// The maximum size of a request's head in bytes.
    size_t head_bytes;
    /// The maximum size of all held bodies together, in bytes.
    size_t held_bytes;
    unsigned connections;
    /// The maximum number of connections of one user. The last sixteenth of all slots is kept free by closing idle
    /// connections.
    unsigned share;
    /// The time that a connection has to send a complete head, in milliseconds.
    int64_t idle;
    /// The time without progress after which a body or a response is given up, in seconds. Doesn't apply to responses
    /// in parts.
    unsigned stall;
} http_limits;

/// Creates a server. The caller keeps ownership of `listener`, which must stay open until `stopped`. Returns NULL on
/// failure.
http_server *_Nullable http_server_make(int listener, http_limits limits, http_callbacks callbacks);

/// Serves until `stopped`. Call it at most once, on a thread of its own.
void http_server_run(http_server *server);

/// Answers a request; ignored if the request is gone. `headers` holds `header_count` headers: the name and the value of
/// each, both terminated by NUL. All data is copied. Can be called from any thread until `http_server_free`.
void http_server_answer(
    http_server *server, uint64_t request, unsigned status, const char *headers, size_t header_count,
    const uint8_t *_Nullable body, size_t body_length);

/// Starts a response whose body is sent in parts with `http_server_feed`. Otherwise like `http_server_answer`.
void http_server_open(
    http_server *server, uint64_t request, unsigned status, const char *headers, size_t header_count);

/// Sends a part of the body of an opened response; no bytes end it. The next part may be passed after `drained`. All
/// data is copied. Can be called from any thread until `http_server_free`.
void http_server_feed(http_server *server, uint64_t request, const uint8_t *_Nullable bytes, size_t count);

/// Accepts no more connections, lets open requests finish for `grace` milliseconds, aborts the rest and calls
/// `stopped`. Can be called from any thread, and again to shorten the grace period.
void http_server_stop(http_server *server, int64_t grace);

/// Frees the server. Call it after `http_server_run` has returned, or if it was never called.
void http_server_free(http_server *server);

#pragma clang assume_nonnull end
