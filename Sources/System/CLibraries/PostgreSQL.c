#include "CLibraries.h"
#include "CPostgreSQL/shim.h"

#include <string.h>

typedef PostgreSQLFunctions Functions;

#define FIND(type, name, parameters) CLIBRARY_FUNCTION(type, name, #name, parameters)

static const CLibraryFunction functions[] = {CARDS_PQ_FUNCTIONS(FIND)};

PostgreSQLFunctions cards_pq_load(const char *library, bool *isThere) {
    PostgreSQLFunctions table;
    memset(&table, 0, sizeof table);
    *isThere = clibrary_fill(&table, functions, sizeof functions / sizeof functions[0], library);
    return table;
}
