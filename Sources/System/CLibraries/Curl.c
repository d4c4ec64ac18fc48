#include "CCurl/shim.h"
#include "CLibraries.h"

typedef CurlFunctions Functions;

#define FIND(name) CLIBRARY_FUNCTION(, name, #name, )

static const CLibraryFunction functions[] = {CARDS_CURL_FUNCTIONS(FIND)};

bool cards_curl_load(CurlFunctions *table, const char *library) {
    return clibrary_fill(table, functions, sizeof functions / sizeof functions[0], library)
        && table->curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}
