#pragma once
// libexpat: answers of WebDAV servers, and files in XML, need it. CLibraries/Expat.c opens it on first use.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What a text in XML is made of. Each returns whether to go on. Names are a namespace and a local name without anything between them.
typedef struct {
    // The attributes are names and values by turns, and end with NULL.
    bool (*start)(void *context, const char *name, const char *const *attributes);
    bool (*text)(void *context, const char *text, size_t count);
    bool (*end)(void *context);
} CExpatHandlers;

// What is read; whatever exceeds it is refused. Without the last two a short text could have names of any length copied any number of
// times.
typedef struct {
    int depth;
    // Of a tag, a comment or a processing instruction.
    size_t markup;
    // Of a namespace's name.
    size_t space;
} CExpatLimits;

typedef enum {
    CEXPAT_WHOLE,
    // By a handler.
    CEXPAT_STOPPED,
    CEXPAT_MALFORMED,
    // It has a document type, and could have entities.
    CEXPAT_DOCUMENT_TYPE,
    CEXPAT_BEYOND_LIMITS,
    CEXPAT_NO_MEMORY,
    CEXPAT_MISSING,
} CExpatOutcome;

// Whether the library, and each of its functions, is installed.
bool cexpat_is_installed(void);

// Reads a whole text, in UTF-8, UTF-16 or what else it declares.
// - Parameter line: becomes that of the problem, from 1 on.
CExpatOutcome cexpat_read(const uint8_t *bytes, size_t count, CExpatLimits limits, CExpatHandlers handlers, void *context,
                          unsigned long *line);
