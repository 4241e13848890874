#pragma once

#include <curl/curl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift can't call: one function here for
// each kind of argument. The kind has to fit the option, as curl's own documentation of the option says.

/// The header's and the body's receiver: takes `size * count` bytes and returns how many it took; fewer end the exchange.
typedef size_t (*chttp_receiver)(char *_Nonnull bytes, size_t size, size_t count, void *_Nonnull context);

/// Called when a connection stands, before the request goes out over it, with how many bytes of it went out before over
/// another; 0 lets it go out.
typedef int (*chttp_before)(void *_Nonnull context, long sent);

/// What curl's own callback of that moment needs. It has to outlive the handle.
struct chttp_gate {
    CURL *_Nonnull easy;
    void *_Nonnull context;
    chttp_before _Nonnull before;
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
    (void)remote, (void)local, (void)remote_port, (void)local_port;
    long sent = 0;
    curl_easy_getinfo(asked->easy, CURLINFO_REQUEST_SIZE, &sent);
    return asked->before(asked->context, sent) ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

/// All three get `context`, which has to outlive the handle.
static inline CURLcode chttp_set_callbacks(
    struct chttp_gate *_Nonnull gate, CURL *_Nonnull easy, void *_Nonnull context, chttp_before _Nonnull before,
    chttp_receiver _Nonnull header, chttp_receiver _Nonnull body) {
    *gate = (struct chttp_gate){easy, context, before};
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQDATA, gate);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, chttp_ask_gate);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, body);
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
