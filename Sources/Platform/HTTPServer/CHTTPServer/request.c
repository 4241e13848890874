// Requests, from the first line to the end of the response.
#include "server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>

// The bytes of an unwanted body that are read anyway, so that the client gets to read the response.
enum { MOST_DISCARDED = 16 << 20 };

typedef struct {
    http_header *headers;
    size_t count, capacity;
} header_list;

static enum MHD_Result add_header(
    void *context, enum MHD_ValueKind kind, const char *name, const char *value) {
    (void)kind;
    header_list *list = context;
    if (list->count == list->capacity) return MHD_NO;
    list->headers[list->count++] = (http_header){.name = name, .value = value ? value : ""};
    return MHD_YES;
}

// Describes a request for a callback. The caller frees the headers.
static http_message message_of(request *request, const char *method, const char *version) {
    int count = MHD_get_connection_values(request->link, MHD_HEADER_KIND, NULL, NULL);
    header_list list = {.headers = NULL, .count = 0, .capacity = 0};
    if (count > 0 && (list.headers = calloc((size_t)count, sizeof(http_header)))) list.capacity = (size_t)count;
    MHD_get_connection_values(request->link, MHD_HEADER_KIND, add_header, &list);
    return (http_message){
        .method = method,
        .target = request->target,
        .is_current = strcmp(version, MHD_HTTP_VERSION_1_0) != 0,
        .headers = list.headers,
        .header_count = list.count,
        .peer = request->connection->peer,
        .body = request->body,
        .body_length = request->length,
    };
}

void *request_begin(void *context, const char *target, struct MHD_Connection *link) {
    (void)context;
    request *began = calloc(1, sizeof *began);
    if (began == NULL) return NULL;
    began->link = link;
    began->target = strdup(target);
    began->connection = MHD_get_connection_info(link, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
    if (began->connection) began->connection->begun = began;
    return began;
}

static void add_to_list(http_server *server, request *request) {
    request->id = ++server->last_id;
    request->seen = true;
    request->connection->begun = NULL;
    request->after = server->requests;
    if (server->requests) server->requests->before = request;
    server->requests = request;
    connection_busy(server, request->connection);
}

// Whether the handler may still send a response or a part of it.
static bool is_being_answered(const request *request) {
    if (!request->passed_on || request->gone) return false;
    return request->answer == NULL || request->stream != NULL;
}

void request_end(
    void *context, struct MHD_Connection *link, void **slot, enum MHD_RequestTerminationCode code) {
    http_server *server = context;
    request *ended = *slot;
    if (ended == NULL) return;
    *slot = NULL;
    if (ended->connection && ended->connection->begun == ended) ended->connection->begun = NULL;
    if (is_being_answered(ended)) server->callbacks.gone(server->callbacks.context, ended->id);
    if (ended->stream) {
        ended->stream->request = NULL;
        if (code == MHD_REQUEST_TERMINATED_COMPLETED_OK) connection_set_timeout(server, link, false);
    }
    if (ended->seen) {
        if (ended->before) ended->before->after = ended->after;
        else server->requests = ended->after;
        if (ended->after) ended->after->before = ended->before;
    }
    server->held -= ended->charged;
    if (ended->connection && code == MHD_REQUEST_TERMINATED_COMPLETED_OK) {
        ended->connection->used = true;
        if (ended->connection->counted) connection_waits(server, ended->connection);
    }
    if (ended->answer) MHD_destroy_response(ended->answer);
    free(ended->body);
    free(ended->target);
    free(ended);
}

// Suspends the request until its response arrives. Meanwhile libmicrohttpd doesn't notice that the client has
// disconnected; this server has to watch for it.
static void suspend(http_server *server, request *request) {
    request->suspended = true;
    struct epoll_event event = {.events = 0, .data.ptr = request};
    epoll_ctl(server->epoll, EPOLL_CTL_ADD, request->connection->fd, &event);
    MHD_suspend_connection(request->link);
}

static void resume(http_server *server, request *request) {
    if (!request->suspended) return;
    request->suspended = false;
    struct epoll_event event = {.events = 0};
    epoll_ctl(server->epoll, EPOLL_CTL_DEL, request->connection->fd, &event);
    MHD_resume_connection(request->link);
}

void request_abandon(http_server *server, request *request) {
    if (!request->suspended) return;
    if (is_being_answered(request)) server->callbacks.gone(server->callbacks.context, request->id);
    request->gone = true;
    resume(server, request);
}

ssize_t stream_read(void *context, uint64_t position, char *buffer, size_t room) {
    (void)position;
    stream *stream = context;
    request *request = stream->request;
    if (request == NULL || request->gone) return MHD_CONTENT_READER_END_WITH_ERROR;
    if (stream->sent == stream->length) {
        if (stream->ended) return MHD_CONTENT_READER_END_OF_STREAM;
        suspend(stream->server, request);
        return 0;
    }
    size_t left = stream->length - stream->sent;
    size_t count = left < room ? left : room;
    memcpy(buffer, stream->part + stream->sent, count);
    stream->sent += count;
    if (stream->sent == stream->length) stream->server->callbacks.drained(stream->server->callbacks.context, request->id);
    return (ssize_t)count;
}

void stream_free(void *context) {
    stream *stream = context;
    free(stream->part);
    free(stream);
}

static void take_part(http_server *server, request *request, answer *part) {
    stream *stream = request->stream;
    if (stream == NULL || stream->ended) return;
    free(stream->part);
    stream->part = part->part;
    stream->length = part->length;
    stream->sent = 0;
    stream->ended = part->length == 0;
    part->part = NULL;
    resume(server, request);
}

static void discard_body(http_server *server, request *request) {
    request->discards = true;
    free(request->body);
    request->body = NULL;
    request->length = request->capacity = 0;
    server->held -= request->charged;
    request->charged = 0;
}

static void report_fault(
    http_server *server, request *request, const char *method, const char *version, http_fault fault) {
    discard_body(server, request);
    http_message message = message_of(request, method, version);
    server->callbacks.fault(server->callbacks.context, request->id, &message, fault);
    free((void *)message.headers);
    take_answers(server);
}

static enum MHD_Result queue(request *request) {
    return request->answer ? MHD_queue_response(request->link, request->status, request->answer) : MHD_NO;
}

static const char *header(request *request, const char *name) {
    return MHD_lookup_connection_value(request->link, MHD_HEADER_KIND, name);
}

static enum MHD_Result take_head(http_server *server, request *request, const char *method, const char *version) {
    add_to_list(server, request);
    http_fault fault =
        request->connection->refused ? http_too_many_connections : framing_fault(request->link, request->target, version);
    if (fault != 0) {
        report_fault(server, request, method, version, fault);
        if (request->answer) MHD_add_response_header(request->answer, MHD_HTTP_HEADER_CONNECTION, "close");
        return queue(request);
    }
    http_message message = message_of(request, method, version);
    request->limit = server->callbacks.head(server->callbacks.context, request->id, &message);
    free((void *)message.headers);
    const char *length = header(request, MHD_HTTP_HEADER_CONTENT_LENGTH);
    unsigned long long declared = length ? strtoull(length, NULL, 10) : 0;
    if (request->limit < 0) {
        request->discards = true;
        take_answers(server);
    } else if (declared > (unsigned long long)request->limit) {
        report_fault(server, request, method, version, http_body_too_large);
    }
    // A response before the body closes the connection, so it is sent early only when the body is better not sent at
    // all.
    bool is_awaited = declared > 0 && header(request, MHD_HTTP_HEADER_EXPECT);
    if (request->discards && (is_awaited || declared > MOST_DISCARDED)) return queue(request);
    return MHD_YES;
}

// Makes room for `more` bytes of the body, within the limit for all bodies.
static bool make_room(http_server *server, request *request, size_t more) {
    size_t wanted = request->length + more;
    if (wanted <= request->capacity) return true;
    size_t capacity = request->capacity ? request->capacity : 4096;
    while (capacity < wanted) capacity *= 2;
    if (capacity > (size_t)request->limit) capacity = (size_t)request->limit;
    size_t grown = capacity - request->capacity;
    if (server->held + grown > server->limits.held_bytes) return false;
    uint8_t *body = realloc(request->body, capacity);
    if (body == NULL) return false;
    request->body = body;
    request->capacity = capacity;
    request->charged += grown;
    server->held += grown;
    return true;
}

static enum MHD_Result take_body(
    http_server *server, request *request, const char *method, const char *version, const char *bytes, size_t count) {
    if (!request->discards && count > (size_t)request->limit - request->length) {
        report_fault(server, request, method, version, http_body_too_large);
    } else if (!request->discards && !make_room(server, request, count)) {
        report_fault(server, request, method, version, http_no_room);
    }
    if (request->discards) {
        request->discarded += count;
        return request->discarded > MOST_DISCARDED ? MHD_NO : MHD_YES;
    }
    memcpy(request->body + request->length, bytes, count);
    request->length += count;
    return MHD_YES;
}

static void pass_on(http_server *server, request *request, const char *method, const char *version) {
    request->passed_on = true;
    suspend(server, request);
    http_message message = message_of(request, method, version);
    server->callbacks.whole(server->callbacks.context, request->id, &message);
    free((void *)message.headers);
    // The handler has a copy, which still counts against the limit.
    free(request->body);
    request->body = NULL;
    request->length = request->capacity = 0;
}

enum MHD_Result request_handle(
    void *context, struct MHD_Connection *link, const char *url, const char *method, const char *version,
    const char *upload, size_t *upload_size, void **slot) {
    (void)link;
    (void)url;
    http_server *server = context;
    request *request = *slot;
    if (request == NULL || request->target == NULL || request->connection == NULL || request->gone) return MHD_NO;
    if (!request->seen) return take_head(server, request, method, version);
    if (*upload_size > 0) {
        size_t count = *upload_size;
        *upload_size = 0;
        return take_body(server, request, method, version, upload, count);
    }
    if (request->answer || request->passed_on) return queue(request);
    pass_on(server, request, method, version);
    return MHD_YES;
}

void take_answers(http_server *server) {
    pthread_mutex_lock(&server->lock);
    answer *next = server->answers;
    server->answers = NULL;
    server->answers_end = &server->answers;
    pthread_mutex_unlock(&server->lock);
    while (next) {
        answer *taken = next;
        next = taken->next;
        request *wanted = server->requests;
        while (wanted && wanted->id != taken->request) wanted = wanted->after;
        if (taken->response == NULL) {
            if (wanted && !wanted->gone) take_part(server, wanted, taken);
            free(taken->part);
        } else if (wanted && wanted->answer == NULL && !wanted->gone) {
            wanted->answer = taken->response;
            wanted->status = taken->status;
            wanted->stream = taken->stream;
            if (taken->stream) {
                *taken->stream = (stream){.request = wanted, .server = server};
                connection_set_timeout(server, wanted->link, true);
            }
            if (server->draining) MHD_add_response_header(taken->response, MHD_HTTP_HEADER_CONNECTION, "close");
            resume(server, wanted);
        } else {
            MHD_destroy_response(taken->response);
        }
        free(taken);
    }
}
