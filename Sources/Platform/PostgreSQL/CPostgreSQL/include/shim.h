#pragma once

#include <postgresql/libpq-fe.h>

// The numbers of PostgreSQL's types, as in its catalogue.
enum {
    pg_type_bool = 16,
    pg_type_bytea = 17,
    pg_type_int8 = 20,
    pg_type_int2 = 21,
    pg_type_int4 = 23,
    pg_type_text = 25,
    pg_type_oid = 26,
    pg_type_numeric = 1700,
};

/// Loads libpq. Returns 0 if it isn't installed. Must be called before any other function; later calls cost nothing.
int pg_load(void);

/// Reports each setting that an address has.
void pg_options(
    const char *_Nonnull address, void *_Nonnull context,
    void (*_Nonnull found)(void *_Nonnull context, const char *_Nonnull keyword, const char *_Nonnull value));

/// Connects without ever waiting longer than `limit` milliseconds. `keywords` and `values` end with NULL; the value of
/// `dbname` may be a whole address. Returns a connection in any state, which `pg_is_ready` tells; NULL without memory.
PGconn *_Nullable pg_connect(
    const char *_Nullable const *_Nonnull keywords, const char *_Nullable const *_Nonnull values, int limit);

/// Whether the connection can be used.
int pg_is_ready(const PGconn *_Nonnull connection);

/// What the last failure was, ending with a line feed.
const char *_Nonnull pg_message(const PGconn *_Nonnull connection);

/// The server's process, as the server or a pooler before it has named it.
int pg_process(const PGconn *_Nonnull connection);

void pg_close(PGconn *_Nullable connection);

/// Whether a transaction is open, also one that a failure has made useless.
int pg_is_in_transaction(const PGconn *_Nonnull connection);

/// Runs a statement with `count` parameters in binary form, and returns its result in binary form. NULL if the
/// connection failed or the server has not answered after `limit` milliseconds; then it must be closed.
PGresult *_Nullable pg_run(
    PGconn *_Nonnull connection, const char *_Nonnull sql, int count, const Oid *_Nullable types,
    const char *_Nullable const *_Nullable values, const int *_Nullable lengths, int limit);

/// Runs several statements, and returns the result of the last one or of the first that failed; NULL as above.
PGresult *_Nullable pg_script(PGconn *_Nonnull connection, const char *_Nonnull sql, int limit);

/// Waits up to `limit` milliseconds for notifications, and takes those that are there. Returns their number, -1 if the
/// connection failed.
int pg_await_notification(PGconn *_Nonnull connection, int limit);

/// Runs a `COPY … FROM STDIN` with these bytes, and returns its result; NULL as above.
PGresult *_Nullable pg_copy(
    PGconn *_Nonnull connection, const char *_Nonnull sql, const char *_Nonnull bytes, int count, int limit);

/// Whether the result is of a statement that succeeded.
int pg_succeeded(const PGresult *_Nonnull result);
/// The SQLSTATE of a failure, or an empty text.
const char *_Nonnull pg_state(const PGresult *_Nonnull result);
/// The sentence about a failure, or an empty text.
const char *_Nonnull pg_result_message(const PGresult *_Nonnull result);
/// The kind of statement that was done, such as `COMMIT`.
const char *_Nonnull pg_command(PGresult *_Nonnull result);
/// The number of rows changed, as a decimal number, or an empty text.
const char *_Nonnull pg_changed(PGresult *_Nonnull result);
int pg_rows(const PGresult *_Nonnull result);
Oid pg_type(const PGresult *_Nonnull result, int column);
int pg_is_null(const PGresult *_Nonnull result, int row, int column);
const unsigned char *_Nonnull pg_value(const PGresult *_Nonnull result, int row, int column);
int pg_length(const PGresult *_Nonnull result, int row, int column);
void pg_clear(PGresult *_Nullable result);
