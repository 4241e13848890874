/* Statements over libpq without a call that blocks for longer than its limit. libpq is loaded when the first connection
 * is made: linking it, with its twenty libraries, would cost every start of a program some milliseconds. */
#include "shim.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <time.h>

/* Twice as many as any statement has. */
#define MOST_PARAMETERS 2048

/* The soname of libpq since 8.0; functions have only been added since. */
#define LIBRARY "libpq.so.5"

#define FUNCTIONS(use)                                                                                                 \
    use(PQconnectStartParams) use(PQconnectPoll) use(PQsocket) use(PQstatus) use(PQerrorMessage) use(PQfinish)         \
    use(PQsetnonblocking) use(PQsetNoticeProcessor) use(PQtransactionStatus) use(PQsendQueryParams) use(PQsendQuery)   \
    use(PQflush) use(PQconsumeInput) use(PQisBusy) use(PQgetResult) use(PQresultStatus) use(PQresultErrorField)        \
    use(PQcmdStatus) use(PQcmdTuples) use(PQntuples) use(PQftype) use(PQgetisnull) use(PQgetvalue) use(PQgetlength) use(PQclear)    \
    use(PQnotifies) use(PQfreemem) use(PQconninfoParse) use(PQconninfoFree) use(PQbackendPID)                        \
    use(PQputCopyData) use(PQputCopyEnd)

#define MEMBER(name) __typeof__(&name) name;
static struct { FUNCTIONS(MEMBER) } real;

int pg_load(void) {
    if (real.PQclear) return 1;
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND(name)                                                                                                     \
    if (!(real.name = (__typeof__(real.name))dlsym(library, #name))) return 0;
    FUNCTIONS(FIND)
    return 1;
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Waits until the connection's socket is ready. Returns what it is ready for, 0 when the time is over. */
static int wait_for(PGconn *connection, short events, int64_t deadline) {
    while (1) {
        /* The socket may change while a connection is made. */
        struct pollfd entry = {.fd = real.PQsocket(connection), .events = events};
        int64_t left = deadline - now();
        if (entry.fd < 0 || left <= 0) return 0;
        int count = poll(&entry, 1, (int)left);
        if (count > 0) return entry.revents;
        if (count < 0 && errno != EINTR) return 0;
    }
}

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

void pg_options(
    const char *address, void *context, void (*found)(void *context, const char *keyword, const char *value)) {
    PQconninfoOption *options = real.PQconninfoParse(address, NULL);
    if (!options) return;
    for (PQconninfoOption *option = options; option->keyword; option++) {
        if (option->val) found(context, option->keyword, option->val);
    }
    real.PQconninfoFree(options);
}

PGconn *pg_connect(const char *const *keywords, const char *const *values, int limit) {
    int64_t deadline = now() + limit;
    PGconn *connection = real.PQconnectStartParams(keywords, values, 1);
    if (!connection) return NULL;
    PostgresPollingStatusType wanted = PGRES_POLLING_WRITING;
    while (real.PQstatus(connection) != CONNECTION_BAD && wanted != PGRES_POLLING_OK &&
           wanted != PGRES_POLLING_FAILED) {
        if (!wait_for(connection, wanted == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline)) break;
        wanted = real.PQconnectPoll(connection);
    }
    if (wanted == PGRES_POLLING_OK) {
        real.PQsetnonblocking(connection, 1);
        /* Otherwise notices go to standard error. */
        real.PQsetNoticeProcessor(connection, ignore, NULL);
    }
    return connection;
}

int pg_is_ready(const PGconn *connection) { return real.PQstatus(connection) == CONNECTION_OK; }
const char *pg_message(const PGconn *connection) { return real.PQerrorMessage(connection); }

int pg_process(const PGconn *connection) { return real.PQbackendPID(connection); }

void pg_close(PGconn *connection) {
    if (connection) real.PQfinish(connection);
}

int pg_is_in_transaction(const PGconn *connection) {
    PGTransactionStatusType status = real.PQtransactionStatus(connection);
    return status == PQTRANS_INTRANS || status == PQTRANS_INERROR;
}

/* Sends what is left to send. It also reads, because a server that can't send doesn't receive either. */
static int flush(PGconn *connection, int64_t deadline) {
    int left;
    while ((left = real.PQflush(connection)) == 1) {
        int ready = wait_for(connection, POLLIN | POLLOUT, deadline);
        if (!ready) return 0;
        if (ready & ~POLLOUT && !real.PQconsumeInput(connection)) return 0;
    }
    return left == 0;
}

/* Waits until a result can be taken without blocking. */
static int receive(PGconn *connection, int64_t deadline) {
    while (real.PQisBusy(connection)) {
        if (!wait_for(connection, POLLIN, deadline) || !real.PQconsumeInput(connection)) return 0;
    }
    return 1;
}

static PGresult *collect(PGconn *connection, int64_t deadline) {
    PGresult *kept = NULL;
    while (1) {
        if (!receive(connection, deadline)) {
            pg_clear(kept);
            return NULL;
        }
        PGresult *next = real.PQgetResult(connection);
        if (!next) return kept;
        if (kept && !pg_succeeded(kept)) {
            pg_clear(next);
        } else {
            pg_clear(kept);
            kept = next;
        }
    }
}

PGresult *pg_run(
    PGconn *connection, const char *sql, int count, const Oid *types, const char *const *values, const int *lengths,
    int limit) {
    static const int formats[MOST_PARAMETERS] = {[0 ... MOST_PARAMETERS - 1] = 1};
    int64_t deadline = now() + limit;
    if (count > MOST_PARAMETERS || !real.PQsendQueryParams(connection, sql, count, types, values, lengths, formats, 1)) return NULL;
    return flush(connection, deadline) ? collect(connection, deadline) : NULL;
}

PGresult *pg_script(PGconn *connection, const char *sql, int limit) {
    int64_t deadline = now() + limit;
    if (!real.PQsendQuery(connection, sql)) return NULL;
    return flush(connection, deadline) ? collect(connection, deadline) : NULL;
}

int pg_await_notification(PGconn *connection, int limit) {
    int64_t deadline = now() + limit;
    int count = 0;
    while (1) {
        PGnotify *notification;
        while ((notification = real.PQnotifies(connection))) {
            count++;
            real.PQfreemem(notification);
        }
        if (count) return count;
        if (!wait_for(connection, POLLIN, deadline)) return pg_is_ready(connection) ? 0 : -1;
        if (!real.PQconsumeInput(connection)) return -1;
    }
}

PGresult *pg_copy(PGconn *connection, const char *sql, const char *bytes, int count, int limit) {
    int64_t deadline = now() + limit;
    if (!real.PQsendQuery(connection, sql) || !flush(connection, deadline) || !receive(connection, deadline)) return NULL;
    PGresult *begun = real.PQgetResult(connection);
    if (real.PQresultStatus(begun) != PGRES_COPY_IN) {
        pg_clear(collect(connection, deadline));
        return begun;
    }
    pg_clear(begun);
    /* 0: nothing was taken, because the server must receive first. */
    int taken;
    while ((taken = real.PQputCopyData(connection, bytes, count)) == 0) {
        if (!flush(connection, deadline)) return NULL;
    }
    if (taken < 0) return NULL;
    while ((taken = real.PQputCopyEnd(connection, NULL)) == 0) {
        if (!flush(connection, deadline)) return NULL;
    }
    return taken > 0 && flush(connection, deadline) ? collect(connection, deadline) : NULL;
}

int pg_succeeded(const PGresult *result) {
    ExecStatusType status = real.PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY;
}

static const char *field(const PGresult *result, int code) {
    const char *text = real.PQresultErrorField(result, code);
    return text ? text : "";
}

const char *pg_state(const PGresult *result) { return field(result, PG_DIAG_SQLSTATE); }
const char *pg_result_message(const PGresult *result) { return field(result, PG_DIAG_MESSAGE_PRIMARY); }
const char *pg_command(PGresult *result) { return real.PQcmdStatus(result); }
const char *pg_changed(PGresult *result) { return real.PQcmdTuples(result); }
int pg_rows(const PGresult *result) { return real.PQntuples(result); }
Oid pg_type(const PGresult *result, int column) { return real.PQftype(result, column); }
int pg_is_null(const PGresult *result, int row, int column) { return real.PQgetisnull(result, row, column); }
int pg_length(const PGresult *result, int row, int column) { return real.PQgetlength(result, row, column); }

const unsigned char *pg_value(const PGresult *result, int row, int column) {
    return (const unsigned char *)real.PQgetvalue(result, row, column);
}

void pg_clear(PGresult *result) {
    if (result) real.PQclear(result);
}
