#pragma once

// libpq, opened on first use and never linked. The few declarations are our own: its interface has been the same since libpq.so.5,
// so that a program built without its headers runs with any version. Pipelines need libpq 14.

#include <stdbool.h>
#include <stddef.h>

// Only that the functions are there is declared; about their parameters and results libpq says nothing.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;
typedef struct pg_cancel PGcancel;
/// The beginning of libpq's structure; the rest is its own.
typedef struct pgNotify {
    char *relname;
    int be_pid;
    char *extra;
} PGnotify;
typedef void (*PQnoticeProcessor)(void *context, const char *message);

// From libpq-fe.h.
enum { CARDS_CONNECTION_BAD = 1 };
enum { CARDS_POLLING_FAILED = 0, CARDS_POLLING_READING = 1, CARDS_POLLING_WRITING = 2, CARDS_POLLING_OK = 3 };
enum {
    CARDS_RESULT_COMMAND = 1,
    CARDS_RESULT_ROWS = 2,
    CARDS_RESULT_PIPELINE_SYNC = 10,
    CARDS_RESULT_PIPELINE_ABORTED = 11,
};
enum { CARDS_TRANSACTION_IDLE = 0 };
enum { CARDS_ERRORS_SQLSTATE = 3 };

// each(type of the result, name, parameters)
#define CARDS_PQ_FUNCTIONS(each) \
    each(PGconn *, PQconnectStartParams, (const char *const *keywords, const char *const *values, int expandsDatabase)) \
    each(int, PQconnectPoll, (PGconn *)) \
    each(void, PQfinish, (PGconn *)) \
    each(int, PQstatus, (const PGconn *)) \
    each(int, PQtransactionStatus, (const PGconn *)) \
    each(int, PQsocket, (const PGconn *)) \
    each(char *, PQerrorMessage, (const PGconn *)) \
    each(int, PQserverVersion, (const PGconn *)) \
    each(int, PQsslInUse, (PGconn *)) \
    each(int, PQbackendPID, (const PGconn *)) \
    each(int, PQsetErrorVerbosity, (PGconn *, int verbosity)) \
    each(PQnoticeProcessor, PQsetNoticeProcessor, (PGconn *, PQnoticeProcessor, void *context)) \
    each(int, PQsetnonblocking, (PGconn *, int isNonblocking)) \
    each(int, PQenterPipelineMode, (PGconn *)) \
    each(int, PQpipelineSync, (PGconn *)) \
    each(int, PQsendQueryParams, \
        (PGconn *, const char *command, int count, const unsigned *types, const char *const *values, const int *lengths, \
         const int *formats, int resultFormat)) \
    each(int, PQsendPrepare, (PGconn *, const char *name, const char *command, int count, const unsigned *types)) \
    each(int, PQsendQueryPrepared, \
        (PGconn *, const char *name, int count, const char *const *values, const int *lengths, const int *formats, \
         int resultFormat)) \
    each(int, PQflush, (PGconn *)) \
    each(int, PQconsumeInput, (PGconn *)) \
    each(int, PQisBusy, (PGconn *)) \
    each(PGresult *, PQgetResult, (PGconn *)) \
    each(PGnotify *, PQnotifies, (PGconn *)) \
    each(int, PQresultStatus, (const PGresult *)) \
    each(char *, PQresultErrorField, (const PGresult *, int field)) \
    each(int, PQntuples, (const PGresult *)) \
    each(int, PQnfields, (const PGresult *)) \
    each(char *, PQgetvalue, (const PGresult *, int row, int column)) \
    each(int, PQgetlength, (const PGresult *, int row, int column)) \
    each(int, PQgetisnull, (const PGresult *, int row, int column)) \
    each(void, PQclear, (PGresult *)) \
    each(char *, PQencryptPasswordConn, (PGconn *, const char *password, const char *user, const char *algorithm)) \
    each(void, PQfreemem, (void *)) \
    each(PGcancel *, PQgetCancel, (PGconn *)) \
    each(void, PQfreeCancel, (PGcancel *)) \
    each(int, PQcancel, (PGcancel *, char *error, int size))

#define CARDS_PQ_MEMBER(type, name, parameters) type (*_Nonnull name) parameters;

/// The functions of libpq that are called. Filled once, then only read.
struct __attribute__((swift_attr("@Sendable"))) PostgreSQLFunctions {
    CARDS_PQ_FUNCTIONS(CARDS_PQ_MEMBER)
};
typedef struct PostgreSQLFunctions PostgreSQLFunctions;

/// What another thread needs to cancel the statement of a connection. Each is used by one thread only, once.
struct __attribute__((swift_attr("@Sendable"))) PostgreSQLCancel {
    PGcancel *handle;
};
typedef struct PostgreSQLCancel PostgreSQLCancel;

/// The functions of the library with this name. Without one, or with one that is too old, `isThere` becomes false, and none may be
/// called. The library stays open.
__attribute__((swift_name("PostgreSQLFunctions.load(from:isThere:)")))
PostgreSQLFunctions cards_pq_load(const char *library, bool *isThere);

static inline void cards_pq_ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

/// Notices of the server go nowhere: by default libpq writes them to standard error, over the screen.
__attribute__((swift_name("PostgreSQLFunctions.silence(self:_:)")))
static inline void cards_pq_silence(PostgreSQLFunctions table, PGconn *connection) {
    table.PQsetNoticeProcessor(connection, cards_pq_ignore, NULL);
}
#pragma clang diagnostic pop
