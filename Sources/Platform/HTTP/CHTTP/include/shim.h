#pragma once

#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift can't call; there is one wrapper
// for each kind of argument. The kind must match curl's documentation of the option.

/// Receives header lines or parts of the body: handles `size * count` bytes and returns that number; a smaller one ends
/// the exchange.
typedef size_t (*chttp_receiver)(char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);

/// Called once a connection is established, before the request is sent over it; 0 permits it. `sent` is curl's count of
/// the bytes sent so far, including tunnel requests to a proxy. `remote` is the connection's remote address, the
/// proxy's if there is one.
typedef int (*chttp_before)(void *_Nonnull context, long sent, const char *_Nullable remote);

/// Called before a connection is made, with the same count and the address: 4 or 16 bytes, none for a Unix socket. 0
/// permits it.
typedef int (*chttp_connecting)(
    void *_Nonnull context, long sent, const unsigned char *_Nullable address, size_t count);

/// The context of curl's callbacks for connecting and sending. It must outlive the handle.
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

/// Sets a text option, which curl copies; NULL resets it.
static inline CURLcode chttp_set_text(CURL *_Nonnull easy, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(easy, option, value);
}

/// Sets the body, which curl copies.
static inline CURLcode chttp_set_body(CURL *_Nonnull easy, const void *_Nullable bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "");
}

/// Sets the header lines. The list must outlive the handle.
static inline CURLcode chttp_set_headers(CURL *_Nonnull easy, struct curl_slist *_Nullable list) {
    return curl_easy_setopt(easy, CURLOPT_HTTPHEADER, list);
}

/// CURLOPT_PREREQFUNCTION: calls the gate before each attempt.
static inline int chttp_ask_gate(
    void *_Nonnull context, char *_Nullable remote, char *_Nullable local, int remote_port, int local_port) {
    struct chttp_gate *gate = context;
    (void)local, (void)remote_port, (void)local_port;
    long sent = 0;
    curl_easy_getinfo(gate->easy, CURLINFO_REQUEST_SIZE, &sent);
    return gate->before(gate->context, sent, remote) ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/// CURLOPT_OPENSOCKETFUNCTION: calls the gate before each connection. The socket is close-on-exec.
static inline curl_socket_t chttp_open_socket(
    void *_Nonnull context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address) {
    struct chttp_gate *gate = context;
    (void)purpose;
    long sent = 0;
    curl_easy_getinfo(gate->easy, CURLINFO_REQUEST_SIZE, &sent);
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
    if (gate->connecting(gate->context, sent, bytes, count)) return CURL_SOCKET_BAD;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// The callbacks and their `context`, which must outlive the handle.
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

/// Sets the recipients of a mail, of which the server may refuse all but one. The list must outlive the handle.
static inline CURLcode chttp_set_recipients(CURL *_Nonnull easy, struct curl_slist *_Nullable list) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, list);
    // Newer headers spell it with two L and keep this name.
    return code ? code : curl_easy_setopt(easy, CURLOPT_MAIL_RCPT_ALLLOWFAILS, 1L);
}

/// A mail to send, and the callbacks for what happens meanwhile.
struct chttp_mail {
    const unsigned char *_Nullable bytes;
    size_t count;
    /// The number of bytes that curl has taken.
    size_t taken;
    void *_Nonnull context;
    /// Receives each command that was sent. It may contain a password.
    void (*_Nonnull command)(void *_Nonnull context, const char *_Nonnull bytes, size_t count);
    /// Receives each line of the server's replies.
    chttp_receiver _Nonnull reply;
    /// Called at least once a second; 1 ends the exchange.
    int (*_Nonnull is_given_up)(void *_Nonnull context);
};

static inline size_t chttp_read_mail(char *_Nonnull room, size_t size, size_t count, void *_Nonnull context) {
    struct chttp_mail *mail = context;
    size_t part = mail->count - mail->taken;
    if (part > size * count) part = size * count;
    if (part) memcpy(room, mail->bytes + mail->taken, part);
    mail->taken += part;
    return part;
}

static inline int chttp_report_command(
    CURL *_Nonnull easy, curl_infotype kind, char *_Nonnull bytes, size_t count, void *_Nonnull context) {
    struct chttp_mail *mail = context;
    (void)easy;
    if (kind == CURLINFO_HEADER_OUT) mail->command(mail->context, bytes, count);
    return 0;
}

static inline int chttp_watch_mail(
    void *_Nonnull context, curl_off_t expected, curl_off_t received, curl_off_t size, curl_off_t sent) {
    struct chttp_mail *mail = context;
    (void)expected, (void)received, (void)size, (void)sent;
    return mail->is_given_up(mail->context);
}

/// CURLOPT_OPENSOCKETFUNCTION: the socket is close-on-exec.
static inline curl_socket_t chttp_open_mail_socket(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address) {
    (void)context, (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Sets what to send. `mail` must outlive the handle.
static inline CURLcode chttp_set_mail(CURL *_Nonnull easy, struct chttp_mail *_Nonnull mail) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t)mail->count);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_READDATA, mail);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, chttp_read_mail);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, mail->context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, mail->reply);
    // The only way to learn which command a reply belongs to. Nothing is printed.
    if (!code) code = curl_easy_setopt(easy, CURLOPT_DEBUGDATA, mail);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, chttp_report_command);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_XFERINFODATA, mail);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, chttp_watch_mail);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, chttp_open_mail_socket);
    return code;
}

/// Returns a statistic of type `long`; 0 if curl has none.
static inline long chttp_number(CURL *_Nonnull easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

/// Returns a statistic of type `curl_off_t`, such as times in microseconds; 0 if curl has none.
static inline curl_off_t chttp_size(CURL *_Nonnull easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline CURLMcode chttp_set_multi_number(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// A curl multi handle with its event loop. Use it on one thread, except for `chttp_loop_wake`.
struct chttp_loop;

/// NULL if the system has no resources for it.
struct chttp_loop *_Nullable chttp_loop_make(void);
/// All exchanges must have been removed.
void chttp_loop_free(struct chttp_loop *_Nonnull loop);
CURLM *_Nonnull chttp_loop_multi(struct chttp_loop *_Nonnull loop);
/// Can be called from any thread: ends the current wait, or the next one at once.
void chttp_loop_wake(struct chttp_loop *_Nonnull loop);
/// Waits for events, a wake-up or the timeout, and handles them. curl's timers are observed.
void chttp_loop_turn(struct chttp_loop *_Nonnull loop, int milliseconds);

/// Returns the handle of the next finished exchange and stores its result code; NULL if there is none.
static inline CURL *_Nullable chttp_next_ended(CURLM *_Nonnull multi, CURLcode *_Nonnull code) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

/// A streaming decompressor.
struct chttp_inflater;

/// The result of a step.
enum chttp_inflated { chttp_inflate_more, chttp_inflate_done, chttp_inflate_broken };

/// NULL if out of memory. With `may_be_bare`, data that starts with neither a gzip nor a zlib header is read as bare
/// deflate; otherwise it is broken.
struct chttp_inflater *_Nullable chttp_inflater_make(int may_be_bare);
void chttp_inflater_free(struct chttp_inflater *_Nonnull inflater);
/// Decompresses gzip (RFC 1952), zlib (RFC 1950) or bare deflate (RFC 1951), which some servers send as `deflate`; the
/// first two bytes determine the format. Sets `*taken` to the number of the `count` bytes used, and `*made` to the
/// number of bytes written, at most `room`.
enum chttp_inflated chttp_inflate(
    struct chttp_inflater *_Nonnull inflater, const unsigned char *_Nullable bytes, size_t count,
    unsigned char *_Nonnull output, size_t room, size_t *_Nonnull taken, size_t *_Nonnull made);

/// curl_url_get under another name.
CURLUcode chttp_url_get(
    CURLU *_Nonnull url, CURLUPart what, char *_Nullable *_Nonnull part, unsigned int flags);
