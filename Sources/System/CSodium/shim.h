#pragma once
// libsodium, opened on first use: only a vault that is sealed needs it. The declarations are copied here, so that only the library
// itself has to be installed; they follow libsodium 1.0.18 and are the same up to 1.0.20. `load`, in CLibraries/Sodium.c,
// fills a table of function pointers, a value that its owner keeps.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The sizes of XChaCha20-Poly1305, BLAKE2b and Argon2id.
enum { CSODIUM_KEY = 32, CSODIUM_NONCE = 24, CSODIUM_TAG = 16, CSODIUM_SALT = 16 };
// `crypto_pwhash_ALG_ARGON2ID13`.
enum { CSODIUM_ARGON2ID13 = 2 };
// Room for `crypto_generichash_state`, which has 384 bytes.
enum { CSODIUM_HASH_STATE = 512 };

// each(type of the result, name here, name there, parameters)
#define CSODIUM_FUNCTIONS(each) \
    each(int, init, "sodium_init", (void)) \
    each(int, derive, "crypto_pwhash", \
        (uint8_t *key, unsigned long long key_count, const char *passphrase, unsigned long long passphrase_count, \
         const uint8_t *salt, unsigned long long operations, size_t memory, int algorithm)) \
    each(int, encrypt, "crypto_aead_xchacha20poly1305_ietf_encrypt", \
        (uint8_t *sealed, unsigned long long *sealed_count, const uint8_t *bytes, unsigned long long count, const uint8_t *name, \
         unsigned long long name_count, const uint8_t *unused, const uint8_t *nonce, const uint8_t *key)) \
    each(int, decrypt, "crypto_aead_xchacha20poly1305_ietf_decrypt", \
        (uint8_t *bytes, unsigned long long *count, uint8_t *unused, const uint8_t *sealed, unsigned long long sealed_count, \
         const uint8_t *name, unsigned long long name_count, const uint8_t *nonce, const uint8_t *key)) \
    each(size_t, hash_state_size, "crypto_generichash_statebytes", (void)) \
    each(int, hash_init, "crypto_generichash_init", (void *state, const uint8_t *key, size_t key_count, size_t digest_count)) \
    each(int, hash_update, "crypto_generichash_update", (void *state, const uint8_t *bytes, unsigned long long count)) \
    each(int, hash_final, "crypto_generichash_final", (void *state, uint8_t *digest, size_t digest_count))

#define CSODIUM_MEMBER(type, name, symbol, parameters) type (*name) parameters;

/// The library's functions. None is called unless all were found.
typedef struct __attribute__((swift_attr("@Sendable"))) {
    CSODIUM_FUNCTIONS(CSODIUM_MEMBER)
} SodiumFunctions;

/// False when the library, or one of its functions, is missing.
__attribute__((swift_name("SodiumFunctions.load(self:from:)")))
bool csodium_load(SodiumFunctions *table, const char *library);

/// Argon2id 1.3: writes a key. The memory is in bytes. False where there is not as much, or the parameters are none.
__attribute__((swift_name("SodiumFunctions.derive(self:_:_:salt:operations:memory:key:)")))
static inline bool csodium_derive(SodiumFunctions table, const uint8_t *passphrase, size_t count, const uint8_t *salt,
                                  uint64_t operations, size_t memory, uint8_t *key) {
    return table.derive(key, CSODIUM_KEY, (const char *)passphrase, count, salt, operations, memory, CSODIUM_ARGON2ID13) == 0;
}

/// BLAKE2b with a key, over the length of the name in 8 bytes, the name and the bytes: no other name and bytes have the same message.
__attribute__((swift_name("SodiumFunctions.hash(self:key:_:_:_:_:digest:_:)")))
static inline void csodium_hash(SodiumFunctions table, const uint8_t *key, const uint8_t *name, size_t name_count,
                                const uint8_t *bytes, size_t count, uint8_t *digest, size_t digest_count) {
    _Alignas(64) uint8_t state[CSODIUM_HASH_STATE];
    uint8_t length[8];
    for (int byte = 0; byte < 8; byte++) length[byte] = (uint8_t)((uint64_t)name_count >> 8 * byte);
    table.hash_init(state, key, CSODIUM_KEY, digest_count);
    table.hash_update(state, length, sizeof length);
    table.hash_update(state, name, name_count);
    table.hash_update(state, bytes, count);
    table.hash_final(state, digest, digest_count);
    explicit_bzero(state, sizeof state);
}

/// XChaCha20-Poly1305: writes count bytes and the tag.
__attribute__((swift_name("SodiumFunctions.encrypt(self:key:nonce:_:_:_:_:to:)")))
static inline void csodium_encrypt(SodiumFunctions table, const uint8_t *key, const uint8_t *nonce, const uint8_t *name,
                                   size_t name_count, const uint8_t *bytes, size_t count, uint8_t *sealed) {
    table.encrypt(sealed, NULL, bytes, count, name, name_count, NULL, nonce, key);
}

/// Writes count bytes less the tag. False, with nothing of them, where key, name or bytes are others than when it was encrypted.
__attribute__((swift_name("SodiumFunctions.decrypt(self:key:nonce:_:_:_:_:to:)")))
static inline bool csodium_decrypt(SodiumFunctions table, const uint8_t *key, const uint8_t *nonce, const uint8_t *name,
                                   size_t name_count, const uint8_t *sealed, size_t count, uint8_t *bytes) {
    return table.decrypt(bytes, NULL, NULL, sealed, count, name, name_count, nonce, key) == 0;
}
