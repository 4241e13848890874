// The server's thread: an event loop for sockets, responses and timers.
#include "server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void wake(http_server *server) {
    uint64_t one = 1;
    // EAGAIN is fine: the eventfd is already readable.
    while (write(server->wakeup, &one, sizeof one) < 0 && errno == EINTR) {}
}

// The time by which the thread must end; -1 if no stop was requested.
static int64_t stop_time(http_server *server) {
    pthread_mutex_lock(&server->lock);
    int64_t at = server->stop_requested ? server->stop_at : -1;
    pthread_mutex_unlock(&server->lock);
    return at;
}

// Returns the time to wait in milliseconds; -1 waits for ever.
static int wait_time(http_server *server, int64_t sweep, int64_t linger, int64_t stop) {
    if (server->again) return 0;
    int64_t wait = -1;
    MHD_UNSIGNED_LONG_LONG library;
    if (MHD_get_timeout(server->daemon, &library) == MHD_YES) wait = library > 60000 ? 60000 : (int64_t)library;
    int64_t now = now_ms();
    int64_t moments[3] = {sweep, linger, stop};
    for (int index = 0; index < 3; index++) {
        if (moments[index] < 0) continue;
        int64_t left = moments[index] > now ? moments[index] - now : 0;
        if (left > 60000) left = 60000;
        if (wait < 0 || left < wait) wait = left;
    }
    return (int)wait;
}

static void wait_for_events(http_server *server, int wait) {
    struct epoll_event events[64];
    int count = epoll_wait(server->epoll, events, 64, wait);
    for (int index = 0; index < count; index++) {
        void *source = events[index].data.ptr;
        if (source == &server->wakeup) {
            uint64_t wakeups;
            ssize_t bytes = read(server->wakeup, &wakeups, sizeof wakeups);
            (void)bytes;
        } else if (source != server && source != &server->lingering) {
            // A suspended request has an event only when its client has disconnected.
            request_abandon(server, source);
        }
    }
}

static void begin_drain(http_server *server) {
    server->draining = true;
    // Accept the clients that connected before the stop was requested; otherwise they would stay in the kernel's queue
    // until the end.
    MHD_run(server->daemon);
    MHD_quiesce_daemon(server->daemon);
    // Requests already received are still answered.
    MHD_run(server->daemon);
}

static void abandon_all(http_server *server) {
    for (request *open = server->requests; open; open = open->after) request_abandon(server, open);
    MHD_run(server->daemon);
}

static void close_daemon(http_server *server) {
    if (server->daemon == NULL) return;
    // Otherwise the library would close the listening socket, which it doesn't own.
    MHD_quiesce_daemon(server->daemon);
    MHD_stop_daemon(server->daemon);
    server->daemon = NULL;
}

void http_server_run(http_server *server) {
    while (true) {
        server->again = false;
        take_answers(server);
        MHD_run(server->daemon);
        int64_t stop = stop_time(server);
        if (stop >= 0 && !server->draining) begin_drain(server);
        int64_t sweep = connections_sweep(server, server->draining);
        int64_t linger = linger_sweep(server);
        if (stop >= 0 && (server->requests == NULL || stop <= now_ms())) break;
        wait_for_events(server, wait_time(server, sweep, linger, stop));
    }
    abandon_all(server);
    close_daemon(server);
    linger_end(server);
    server->callbacks.stopped(server->callbacks.context);
}

static bool watch(http_server *server, int fd, void *source) {
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = source};
    return epoll_ctl(server->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static struct MHD_Daemon *daemon_of(http_server *server, int listener) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, request_handle, server,
        MHD_OPTION_EXTERNAL_LOGGER, framing_logged, server, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_URI_LOG_CALLBACK, request_begin, server, MHD_OPTION_NOTIFY_COMPLETED, request_end, server,
        MHD_OPTION_NOTIFY_CONNECTION, connection_notified, server, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        server->limits.head_bytes, MHD_OPTION_CONNECTION_LIMIT, server->limits.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, server->limits.stall, MHD_OPTION_END);
}

static bool prepare(http_server *server, int listener) {
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (server->epoll < 0 || server->wakeup < 0) return false;
    server->daemon = daemon_of(server, listener);
    if (server->daemon == NULL) return false;
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info && watch(server, info->epoll_fd, server) && watch(server, server->wakeup, &server->wakeup);
}

http_server *http_server_make(int listener, http_limits limits, http_callbacks callbacks) {
    http_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->limits = limits;
    server->callbacks = callbacks;
    server->answers_end = &server->answers;
    pthread_mutex_init(&server->lock, NULL);
    if (prepare(server, listener)) return server;
    http_server_free(server);
    return NULL;
}

static void add_headers(struct MHD_Response *response, const char *name, size_t count) {
    for (size_t index = 0; index < count; index++) {
        const char *value = name + strlen(name) + 1;
        MHD_add_response_header(response, name, value);
        name = value + strlen(value) + 1;
    }
}

// Queues an answer for the thread, which takes ownership.
static void enqueue(http_server *server, answer *made) {
    pthread_mutex_lock(&server->lock);
    *server->answers_end = made;
    server->answers_end = &made->next;
    pthread_mutex_unlock(&server->lock);
    wake(server);
}

void http_server_answer(
    http_server *server, uint64_t request, unsigned status, const char *headers, size_t header_count,
    const uint8_t *body, size_t body_length) {
    answer *made = calloc(1, sizeof *made);
    struct MHD_Response *response =
        made ? MHD_create_response_from_buffer(body_length, (void *)body, MHD_RESPMEM_MUST_COPY) : NULL;
    if (response == NULL) {
        free(made);
        return;
    }
    add_headers(response, headers, header_count);
    *made = (answer){.request = request, .status = status, .response = response};
    enqueue(server, made);
}

void http_server_open(
    http_server *server, uint64_t request, unsigned status, const char *headers, size_t header_count) {
    answer *made = calloc(1, sizeof *made);
    stream *body = calloc(1, sizeof *body);
    struct MHD_Response *response =
        made && body ? MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 15, stream_read, body, stream_free)
                     : NULL;
    if (response == NULL) {
        free(body);
        free(made);
        return;
    }
    add_headers(response, headers, header_count);
    *made = (answer){.request = request, .status = status, .response = response, .stream = body};
    enqueue(server, made);
}

void http_server_feed(http_server *server, uint64_t request, const uint8_t *bytes, size_t count) {
    answer *made = calloc(1, sizeof *made);
    if (made == NULL) return;
    made->request = request;
    made->part = count > 0 ? malloc(count) : NULL;
    // Without memory for a part the response ends, so that no part is silently omitted.
    if (made->part != NULL) {
        memcpy(made->part, bytes, count);
        made->length = count;
    }
    enqueue(server, made);
}

void http_server_stop(http_server *server, int64_t grace) {
    int64_t at = now_ms() + grace;
    pthread_mutex_lock(&server->lock);
    if (!server->stop_requested || at < server->stop_at) server->stop_at = at;
    server->stop_requested = true;
    pthread_mutex_unlock(&server->lock);
    wake(server);
}

void http_server_free(http_server *server) {
    close_daemon(server);
    linger_end(server);
    while (server->answers) {
        answer *left = server->answers;
        server->answers = left->next;
        if (left->response) MHD_destroy_response(left->response);
        free(left->part);
        free(left);
    }
    if (server->epoll >= 0) close(server->epoll);
    if (server->wakeup >= 0) close(server->wakeup);
    pthread_mutex_destroy(&server->lock);
    free(server->users);
    free(server);
}
