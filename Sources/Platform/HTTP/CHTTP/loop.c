/* Drives curl's exchanges with epoll, so that only ready sockets are handled. curl's own loop
 * (curl_multi_perform, curl_multi_poll) checks every socket each time, with a system call each: with hundreds of
 * exchanges waiting for slow responses, that would be most of the thread's work. */
#include "shim.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

struct chttp_loop {
    CURLM *multi;
    int events;
    int bell;
    /* The deadline of curl's timer, in milliseconds of CLOCK_MONOTONIC; -1 if it isn't set. */
    int64_t due;
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int take_socket(CURL *easy, curl_socket_t socket, int what, void *context, void *own) {
    (void)easy, (void)own;
    struct chttp_loop *loop = context;
    if (what == CURL_POLL_REMOVE) {
        /* The kernel has already removed a closed socket. */
        epoll_ctl(loop->events, EPOLL_CTL_DEL, socket, NULL);
        return 0;
    }
    struct epoll_event wanted = {.data.fd = socket};
    if (what != CURL_POLL_OUT) wanted.events |= EPOLLIN;
    if (what != CURL_POLL_IN) wanted.events |= EPOLLOUT;
    if (!epoll_ctl(loop->events, EPOLL_CTL_MOD, socket, &wanted)) return 0;
    return errno == ENOENT && !epoll_ctl(loop->events, EPOLL_CTL_ADD, socket, &wanted) ? 0 : -1;
}

static int take_timer(CURLM *multi, long milliseconds, void *context) {
    (void)multi;
    struct chttp_loop *loop = context;
    loop->due = milliseconds < 0 ? -1 : now() + milliseconds;
    return 0;
}

static int prepare(struct chttp_loop *loop) {
    struct epoll_event rung = {.events = EPOLLIN, .data.fd = loop->bell};
    return loop->events >= 0 && loop->bell >= 0 && !epoll_ctl(loop->events, EPOLL_CTL_ADD, loop->bell, &rung)
        && !curl_multi_setopt(loop->multi, CURLMOPT_SOCKETFUNCTION, take_socket)
        && !curl_multi_setopt(loop->multi, CURLMOPT_SOCKETDATA, loop)
        && !curl_multi_setopt(loop->multi, CURLMOPT_TIMERFUNCTION, take_timer)
        && !curl_multi_setopt(loop->multi, CURLMOPT_TIMERDATA, loop);
}

struct chttp_loop *chttp_loop_make(void) {
    struct chttp_loop *loop = malloc(sizeof *loop);
    if (!loop) return NULL;
    *loop = (struct chttp_loop){
        curl_multi_init(), epoll_create1(EPOLL_CLOEXEC), eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), -1};
    if (loop->multi && prepare(loop)) return loop;
    chttp_loop_free(loop);
    return NULL;
}

void chttp_loop_free(struct chttp_loop *loop) {
    if (loop->multi) curl_multi_cleanup(loop->multi);
    if (loop->events >= 0) close(loop->events);
    if (loop->bell >= 0) close(loop->bell);
    free(loop);
}

CURLM *chttp_loop_multi(struct chttp_loop *loop) { return loop->multi; }

void chttp_loop_wake(struct chttp_loop *loop) {
    /* EAGAIN is fine: the eventfd is already readable. */
    while (write(loop->bell, &(uint64_t){1}, sizeof(uint64_t)) < 0 && errno == EINTR) {}
}

static void act(struct chttp_loop *loop, const struct epoll_event *event) {
    if (event->data.fd == loop->bell) {
        uint64_t rings;
        ssize_t count = read(loop->bell, &rings, sizeof rings);
        (void)count;
        return;
    }
    int what = 0, running = 0;
    if (event->events & (EPOLLIN | EPOLLHUP | EPOLLERR)) what |= CURL_CSELECT_IN;
    if (event->events & EPOLLOUT) what |= CURL_CSELECT_OUT;
    if (event->events & EPOLLERR) what |= CURL_CSELECT_ERR;
    curl_multi_socket_action(loop->multi, event->data.fd, what, &running);
}

void chttp_loop_turn(struct chttp_loop *loop, int milliseconds) {
    struct epoll_event ready[64];
    int64_t left = loop->due < 0 ? milliseconds : loop->due - now();
    if (left > milliseconds) left = milliseconds;
    int count = epoll_wait(loop->events, ready, 64, left < 0 ? 0 : (int)left);
    for (int index = 0; index < count; index++) act(loop, &ready[index]);
    if (loop->due < 0 || loop->due > now()) return;
    loop->due = -1;
    int running = 0;
    curl_multi_socket_action(loop->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}
