#include "CLibraries.h"
#include "CSodium/shim.h"

static const CLibraryFunction functions[] = {
    CLIBRARY_FUNCTION(SodiumFunctions, init, "sodium_init"),
    CLIBRARY_FUNCTION(SodiumFunctions, derive, "crypto_pwhash"),
    CLIBRARY_FUNCTION(SodiumFunctions, encrypt, "crypto_aead_xchacha20poly1305_ietf_encrypt"),
    CLIBRARY_FUNCTION(SodiumFunctions, decrypt, "crypto_aead_xchacha20poly1305_ietf_decrypt"),
    CLIBRARY_FUNCTION(SodiumFunctions, hash_state_size, "crypto_generichash_statebytes"),
    CLIBRARY_FUNCTION(SodiumFunctions, hash_init, "crypto_generichash_init"),
    CLIBRARY_FUNCTION(SodiumFunctions, hash_update, "crypto_generichash_update"),
    CLIBRARY_FUNCTION(SodiumFunctions, hash_final, "crypto_generichash_final"),
};

bool csodium_load(SodiumFunctions *table, const char *library) {
    return clibrary_fill(table, functions, sizeof functions / sizeof functions[0], library)
        && table->hash_state_size() <= CSODIUM_HASH_STATE && table->init() >= 0;
}
