#pragma once
// SHA-256 and base64 of libnettle, for whole buffers.
#include <nettle/base64.h>
#include <nettle/sha2.h>
#include <nettle/version.h>
#include <stdbool.h>

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
