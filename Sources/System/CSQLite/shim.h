#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT (SQLite copies the bytes) is a cast that Swift does not import. A null pointer would bind NULL, so an
// empty buffer is handed over as an empty literal.
static inline int cards_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT);
}

static inline int cards_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}
