#pragma once

#include <curl/curl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift can't call: one function here for
// each kind of argument. The kind has to fit the option, as curl's own documentation of the option says.

/// The header's and the body's receiver: takes `size * count` bytes and returns how many it took; fewer end the exchange.
typedef size_t (*chttp_receiver)(char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);

/// Called when a connection stands, before the request goes out over it; 0 lets it go out. `sent` is curl's count of the
/// bytes that went out so far: of requests, and of what asked a proxy for a tunnel. `remote` is the address that the
/// connection leads to, the proxy's where there is one.
typedef int (*chttp_before)(void *_Nonnull context, long sent, const char *_Nullable remote);

/// Called before a connection is made, with that count and the address: 4 bytes or 16, none for a Unix socket. 0 lets it
/// be made.
typedef int (*chttp_connecting)(
    void *_Nonnull context, long sent, const unsigned char *_Nullable address, size_t count);

/// What curl's own callbacks of those moments need. It has to outlive the handle.
struct chttp_gate {
    CURL *_Nonnull easy;
    void *_Nonnull context;
    chttp_before _Nonnull before;
    chttp_connecting _Nonnull connecting;
};

static inline CURLcode chttp_set_number(CURL *_Nonnull easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode chttp_set_size(CURL *_Nonnull easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

/// curl keeps a copy of the text. NULL takes the option back.
static inline CURLcode chttp_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/// curl keeps a copy of the bytes.
static inline CURLcode chttp_set_body(CURL *_Nonnull easy, const void *_Nullable bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "");
}

/// The list has to outlive the handle.
static inline CURLcode chttp_set_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable list) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

/// Asks the gate before each try.
static inline int chttp_ask_gate(
    void *_Nonnull gate, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port) {
    struct chttp_gate *asked = gate;
    (void)local, (void)remote_port, (void)local_port;
    long sent = 0;
    curl_easy_getinfo(asked->easy, CURLINFO_REQUEST_SIZE, &sent);
    return asked->before(asked->context, sent, remote) ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/// Asks the gate before each connection. Programs that are started later do not inherit the socket.
static inline curl_socket_t chttp_open_socket(
    void *_Nonnull gate, curlsocktype purpose, struct curl_sockaddr *_Nonnull address) {
    struct chttp_gate *asked = gate;
    (void)purpose;
    long sent = 0;
    curl_easy_getinfo(asked->easy, CURLINFO_REQUEST_SIZE, &sent);
    const void *socket_address = &address->addr;
    const unsigned char *bytes = NULL;
    size_t count = 0;
    if (address->family == AF_INET) {
        bytes = (const unsigned char *)&((const struct sockaddr_in *)socket_address)->sin_addr;
        count = sizeof(struct in_addr);
    } else if (address->family == AF_INET6) {
        bytes = (const unsigned char *)&((const struct sockaddr_in6 *)socket_address)->sin6_addr;
        count = sizeof(struct in6_addr);
    }
    if (asked->connecting(asked->context, sent, bytes, count)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// What is called with `context`, which has to outlive the handle.
struct chttp_callbacks {
    void *_Nonnull context;
    chttp_connecting _Nonnull connecting;
    chttp_before _Nonnull before;
    chttp_receiver _Nonnull header;
    chttp_receiver _Nonnull body;
};

static inline CURLcode chttp_set_callbacks(
    struct chttp_gate *_Nonnull gate, CURL *_Nonnull easy, struct chttp_callbacks callbacks) {
    *gate = (struct chttp_gate){easy, callbacks.context, callbacks.before, callbacks.connecting};
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQDATA, gate);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, chttp_ask_gate);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, gate);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, chttp_open_socket);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, callbacks.context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callbacks.header);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, callbacks.context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callbacks.body);
    return code;
}

/// For figures that curl keeps as `long`; 0 when it has none.
static inline long chttp_number(CURL *_Nonnull easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

/// For figures that curl keeps as `curl_off_t`, such as times in microseconds; 0 when it has none.
static inline curl_off_t chttp_size(CURL *_Nonnull easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline CURLMcode chttp_set_multi_number(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// curl's set of exchanges and what wakes its thread. All of it belongs to one thread, but for `chttp_loop_wake`.
struct chttp_loop;

/// NULL when the system grants none.
struct chttp_loop *_Nullable chttp_loop_make(void);
/// Every exchange was removed before.
void chttp_loop_free(struct chttp_loop *_Nonnull loop);
CURLM *_Nonnull chttp_loop_multi(struct chttp_loop *_Nonnull loop);
/// Any thread may call it: a turn that waits ends, or the next one does at once.
void chttp_loop_wake(struct chttp_loop *_Nonnull loop);
/// Waits until there is something to do, somebody wakes, or the time is over, and does it. curl's own timers are kept.
void chttp_loop_turn(struct chttp_loop *_Nonnull loop, int milliseconds);

/// The next exchange that ended: its handle and its code; NULL when there is none.
static inline CURL *_Nullable chttp_next_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull code) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

/// Takes a body's compression off, as much at a time as there is room for.
struct chttp_inflater;

/// What came of a step.
enum chttp_inflated { chttp_inflate_more, chttp_inflate_done, chttp_inflate_broken };

/// NULL without memory. `may_be_bare`: what begins like neither gzip nor zlib is bare deflate; else it is broken.
struct chttp_inflater *_Nullable chttp_inflater_make(int may_be_bare);
void chttp_inflater_free(struct chttp_inflater *_Nonnull inflater);
/// Reads gzip (RFC 1952), zlib (RFC 1950), or bare deflate (RFC 1951), which some servers send as `deflate`: the first two
/// bytes tell. `*taken` of `count` bytes were used and `*made` of `room` were written.
enum chttp_inflated chttp_inflate(
    struct chttp_inflater *_Nonnull inflater, const unsigned char *_Nullable bytes, size_t count,
    unsigned char *_Nonnull output, size_t room, size_t *_Nonnull taken, size_t *_Nonnull made);

/// As curl_url_get.
CURLUcode chttp_url_get(
    CURLU *_Nonnull url, CURLUPart what, char *_Nullable *_Nonnull part, unsigned int flags);

/// Starts a detached thread with every signal blocked, so that signals reach the main thread. Returns the errno.
static inline int chttp_start_thread(void *_Nullable (*_Nonnull body)(void *_Nullable), void *_Nullable context) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    int code = pthread_create(&thread, &attributes, body, context);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return code;
}

/// Names the calling thread; at most 15 bytes are kept.
static inline void chttp_name_thread(const char *_Nonnull name) { prctl(PR_SET_NAME, name, 0, 0, 0); }
