// Its declarations are copied here, so that only the library itself has to be installed. As in expat.h of libexpat 2.5; they are the same
// since 2.0.
#include "CExpat/shim.h"
#include "CLibraries.h"

#include <string.h>

typedef struct XML_ParserStruct *XML_Parser;
enum { XML_STATUS_ERROR = 0, XML_ERROR_NO_MEMORY = 1 };

#define FUNCTIONS(each) \
    each(XML_Parser, create, "XML_ParserCreateNS", (const char *encoding, char separator)) \
    each(void, free, "XML_ParserFree", (XML_Parser parser)) \
    each(void, set_user_data, "XML_SetUserData", (XML_Parser parser, void *data)) \
    each(void, set_elements, "XML_SetElementHandler", \
        (XML_Parser parser, void (*start)(void *, const char *, const char **), void (*end)(void *, const char *))) \
    each(void, set_characters, "XML_SetCharacterDataHandler", (XML_Parser parser, void (*text)(void *, const char *, int))) \
    each(void, set_namespaces, "XML_SetStartNamespaceDeclHandler", \
        (XML_Parser parser, void (*start)(void *, const char *prefix, const char *name))) \
    each(void, set_document_types, "XML_SetStartDoctypeDeclHandler", \
        (XML_Parser parser, void (*start)(void *, const char *, const char *, const char *, int))) \
    each(int, parse, "XML_Parse", (XML_Parser parser, const char *bytes, int count, int is_last)) \
    each(int, stop, "XML_StopParser", (XML_Parser parser, unsigned char can_go_on)) \
    each(int, error, "XML_GetErrorCode", (XML_Parser parser)) \
    each(long, byte_index, "XML_GetCurrentByteIndex", (XML_Parser parser)) \
    each(unsigned long, line, "XML_GetCurrentLineNumber", (XML_Parser parser))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions expat;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(expat, functions, NULL, "libexpat.so.1");

bool cexpat_is_installed(void) { return clibrary_open(&library) != NULL; }

typedef struct {
    XML_Parser parser;
    CExpatHandlers handlers;
    void *context;
    CExpatLimits limits;
    int depth;
    CExpatOutcome outcome;
} Reading;

static void stop(Reading *reading, CExpatOutcome outcome) {
    // What is told after the first stop says nothing more.
    if (reading->outcome != CEXPAT_WHOLE) return;
    reading->outcome = outcome;
    expat.stop(reading->parser, 0);
}

static void start_element(void *data, const char *name, const char **attributes) {
    Reading *reading = data;
    if (reading->outcome != CEXPAT_WHOLE) return;
    if (++reading->depth > reading->limits.depth) return stop(reading, CEXPAT_BEYOND_LIMITS);
    if (!reading->handlers.start(reading->context, name, (const char *const *)attributes)) stop(reading, CEXPAT_STOPPED);
}

static void end_element(void *data, const char *name) {
    Reading *reading = data;
    if (reading->outcome != CEXPAT_WHOLE) return;
    reading->depth--;
    if (!reading->handlers.end(reading->context)) stop(reading, CEXPAT_STOPPED);
}

static void characters(void *data, const char *text, int count) {
    Reading *reading = data;
    if (reading->outcome != CEXPAT_WHOLE) return;
    if (!reading->handlers.text(reading->context, text, (size_t)count)) stop(reading, CEXPAT_STOPPED);
}

static void start_namespace(void *data, const char *prefix, const char *name) {
    Reading *reading = data;
    if (name && strlen(name) > reading->limits.space) stop(reading, CEXPAT_BEYOND_LIMITS);
}

static void start_document_type(void *data, const char *name, const char *system, const char *public, int has_subset) {
    stop(data, CEXPAT_DOCUMENT_TYPE);
}

CExpatOutcome cexpat_read(const uint8_t *bytes, size_t count, CExpatLimits limits, CExpatHandlers handlers, void *context,
                          unsigned long *line) {
    if (!cexpat_is_installed()) return CEXPAT_MISSING;
    XML_Parser parser = expat.create(NULL, 0);
    if (!parser) return CEXPAT_NO_MEMORY;
    Reading reading = {parser, handlers, context, limits, 0, CEXPAT_WHOLE};
    expat.set_user_data(parser, &reading);
    expat.set_elements(parser, start_element, end_element);
    expat.set_characters(parser, characters);
    expat.set_namespaces(parser, start_namespace);
    expat.set_document_types(parser, start_document_type);
    // Given in parts, so that a tag is known to be too long before all of it was looked at. What is left of one part is looked at again
    // with the next one: that is done a few times at most.
    size_t position = 0;
    do {
        size_t part = count - position < limits.markup ? count - position : limits.markup;
        int status = expat.parse(parser, (const char *)bytes + position, (int)part, position + part == count);
        position += part;
        if (status == XML_STATUS_ERROR) {
            int code = expat.error(parser);
            if (reading.outcome == CEXPAT_WHOLE)
                reading.outcome = code == XML_ERROR_NO_MEMORY ? CEXPAT_NO_MEMORY : CEXPAT_MALFORMED;
        } else if (position < count) {
            long seen = expat.byte_index(parser);
            if (seen >= 0 && position - (size_t)seen > limits.markup) reading.outcome = CEXPAT_BEYOND_LIMITS;
        }
    } while (reading.outcome == CEXPAT_WHOLE && position < count);
    *line = expat.line(parser);
    expat.free(parser);
    return reading.outcome;
}
