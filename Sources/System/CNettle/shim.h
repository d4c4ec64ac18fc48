#pragma once
// SHA-256 and base64 of libnettle, whole buffers at a time.
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdbool.h>

/// The SHA-256 of the bytes, 32 bytes into digest.
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

/// How many characters count bytes become, with padding.
static inline size_t cnettle_base64_encoded_length(size_t count) { return BASE64_ENCODE_RAW_LENGTH(count); }

static inline void cnettle_base64_encode(const uint8_t *bytes, size_t count, char *text) {
    base64_encode_raw(text, count, bytes);
}

/// Decodes; false where the text is no base64, blanks aside. bytes has room for BASE64_DECODE_LENGTH(count).
static inline bool cnettle_base64_decode(const char *text, size_t count, uint8_t *bytes, size_t *length) {
    struct base64_decode_ctx context;
    base64_decode_init(&context);
    *length = BASE64_DECODE_LENGTH(count);
    return base64_decode_update(&context, length, bytes, count, text) == 1 && base64_decode_final(&context) == 1;
}

static inline size_t cnettle_base64_decoded_room(size_t count) { return BASE64_DECODE_LENGTH(count); }
