#pragma once
// SHA-256, SHA-1, base64 and the encryption of ZIP of libnettle, for whole buffers.
#include <nettle/aes.h>
#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/pbkdf2.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdbool.h>
#include <string.h>

/// Writes the SHA-256 of the bytes to digest, 32 bytes.
static inline void cnettle_sha256(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, count, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    sha256_digest(&context, digest);
#else
    sha256_digest(&context, SHA256_DIGEST_SIZE, digest);
#endif
}

/// The length of the base64 text of count bytes, with padding.
static inline size_t cnettle_base64_encoded_length(size_t count) { return BASE64_ENCODE_RAW_LENGTH(count); }

static inline void cnettle_base64_encode(const uint8_t *bytes, size_t count, char *text) {
    base64_encode_raw(text, count, bytes);
}

/// Decodes; false where the text is not base64. White space is ignored. bytes must have BASE64_DECODE_LENGTH(count) bytes.
static inline bool cnettle_base64_decode(const char *text, size_t count, uint8_t *bytes, size_t *length) {
    struct base64_decode_ctx context;
    base64_decode_init(&context);
    *length = BASE64_DECODE_LENGTH(count);
    return base64_decode_update(&context, length, bytes, count, text) == 1 && base64_decode_final(&context) == 1;
}

static inline size_t cnettle_base64_decoded_room(size_t count) { return BASE64_DECODE_LENGTH(count); }

/// Writes the SHA-1 of the bytes to digest, 20 bytes.
static inline void cnettle_sha1(const uint8_t *bytes, size_t count, uint8_t *digest) {
    struct sha1_ctx context;
    sha1_init(&context);
    sha1_update(&context, count, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    sha1_digest(&context, digest);
#else
    sha1_digest(&context, SHA1_DIGEST_SIZE, digest);
#endif
}

/// The encryption of WinZip, 256 bits: writes the password's verifier (2 bytes), encrypts the bytes in place, and writes the code
/// that authenticates them (10 bytes). The salt has 16 bytes, and must not be used twice.
static inline void cnettle_zip_encrypt(const uint8_t *password, size_t password_count, const uint8_t *salt, uint8_t *bytes,
                                       size_t count, uint8_t *verifier, uint8_t *code) {
    uint8_t keys[66];
    pbkdf2_hmac_sha1(password_count, password, 1000, 16, salt, sizeof keys, keys);
    memcpy(verifier, keys + 64, 2);
    struct aes256_ctx cipher;
    aes256_set_encrypt_key(&cipher, keys);
    // The counter is little endian and begins with 1: nettle's own counter mode is big endian.
    enum { blocks = 64 };
    uint8_t counters[blocks * AES_BLOCK_SIZE], stream[blocks * AES_BLOCK_SIZE];
    memset(counters, 0, sizeof counters);
    uint64_t number = 1;
    for (size_t start = 0; start < count; start += sizeof stream) {
        for (int block = 0; block < blocks; block++, number++)
            for (int byte = 0; byte < 8; byte++) counters[block * AES_BLOCK_SIZE + byte] = (uint8_t)(number >> 8 * byte);
        aes256_encrypt(&cipher, sizeof stream, stream, counters);
        size_t part = count - start < sizeof stream ? count - start : sizeof stream;
        for (size_t index = 0; index < part; index++) bytes[start + index] ^= stream[index];
    }
    struct hmac_sha1_ctx hmac;
    uint8_t digest[SHA1_DIGEST_SIZE];
    hmac_sha1_set_key(&hmac, 32, keys + 32);
    hmac_sha1_update(&hmac, count, bytes);
#if NETTLE_VERSION_MAJOR >= 4
    hmac_sha1_digest(&hmac, digest);
#else
    hmac_sha1_digest(&hmac, SHA1_DIGEST_SIZE, digest);
#endif
    memcpy(code, digest, 10);
}
