#pragma once

#include <sqlite3.h>

// Turns off SQLite's own count of its memory, which takes a lock at every allocation. Has no effect once a connection
// was opened.
static inline int textify_sqlite_configure(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// Binds text. A wrapper, because SQLITE_TRANSIENT is a cast that Swift can't import: with it SQLite copies the value
// before the call returns.
static inline int textify_sqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
    return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// Binds a blob. An empty one may have no address, which SQLite would store as NULL.
static inline int textify_sqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 size) {
    return size == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                     : sqlite3_bind_blob64(statement, index, bytes, size, SQLITE_TRANSIENT);
}
