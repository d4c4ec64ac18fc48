// The frame of libraries that are opened on first use: linked, each would slow down every start, and a missing one would keep the
// program from starting. A library has a C file beside this one: its table of functions is state, and a static variable in a header
// would exist once in every file that includes it. What Swift calls is declared in the header of the library's own module.
#pragma once
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A function of a library, and where the table of its functions has its address.
typedef struct {
    const char *name;
    size_t offset;
    /// An older library may lack it: its address is NULL then.
    bool is_optional;
} CLibraryFunction;

// A library lists its functions once, as each(type of the result, name here, name there, parameters). These make the members of its
// table, the type `Functions`, and what is looked for.
#define CLIBRARY_MEMBER(type, name, symbol, parameters) type (*name) parameters;
#define CLIBRARY_FUNCTION(type, name, symbol, parameters) {symbol, offsetof(Functions, name), false},
#define CLIBRARY_OPTIONAL(type, name, symbol, parameters) {symbol, offsetof(Functions, name), true},

/// A library and the table of its functions, as a static variable of a C file.
typedef struct {
    /// The names of its file, tried in this order; NULL ends them.
    const char *files[3];
    const CLibraryFunction *functions;
    size_t count;
    void *table;
    /// Prepares the library once all functions are found; false makes it missing. NULL where there is nothing to do.
    bool (*prepare)(void);
    pthread_mutex_t lock;
    int state;
} CLibrary;

#define CLIBRARY(table, functions, prepare, ...) \
    {{__VA_ARGS__}, functions, sizeof functions / sizeof functions[0], &table, prepare, PTHREAD_MUTEX_INITIALIZER, 0}

/// Opens the library in the first call, on whichever thread. It stays open.
/// - Returns: its table of functions; NULL where the library, or a function that is not optional, is missing.
const void *clibrary_open(CLibrary *library);

/// Opens the library of this name, and fills a table that the caller keeps. The library stays open.
/// - Returns: false where the library, or a function that is not optional, is missing; the table is not to be used then.
bool clibrary_fill(void *table, const CLibraryFunction *functions, size_t count, const char *file);

#ifdef __cplusplus
}
#endif
