#include "CLibraries.h"
#include "CSodium/shim.h"

typedef SodiumFunctions Functions;

static const CLibraryFunction functions[] = {CSODIUM_FUNCTIONS(CLIBRARY_FUNCTION)};

bool csodium_load(SodiumFunctions *table, const char *library) {
    return clibrary_fill(table, functions, sizeof functions / sizeof functions[0], library)
        && table->hash_state_size() <= CSODIUM_HASH_STATE && table->init() >= 0;
}
