#pragma once
#include <sqlite3.h>

// Without memory statistics SQLite needs no lock for each allocation. Must be called before the first connection.
static inline int cards_sqlite_without_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

// SQLITE_TRANSIENT (SQLite copies the bytes) is a cast that Swift does not import. A null pointer would bind NULL, so an empty
// buffer is replaced by an empty literal.
static inline int cards_bind_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT);
}

// The bytes must stay valid until the statement is bound again or finalized.
static inline int cards_bind_lasting_text(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_STATIC);
}

static inline int cards_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// For every connection, since any file may be one from outside: its triggers and views never run, what its schema calls cannot harm, and
// statements cannot damage the file. Returns SQLITE_OK, or the first error.
static inline int cards_sqlite_distrust_schema(sqlite3 *database) {
    const int settings[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1}, {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    };
    for (int index = 0; index < 4; index++) {
        int code = sqlite3_db_config(database, settings[index][0], settings[index][1], (int *)0);
        if (code != SQLITE_OK) return code;
    }
    return SQLITE_OK;
}
