#pragma once
// Decompression of gzip (RFC 1952), compression and checksums for ZIP, both for zlib's own format (RFC 1950), with zlib, opened on first use. The declarations are copied here, so that only the library
// itself has to be installed; they follow zlib 1.2 and have not changed since 1.0.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/// `z_stream`.
typedef struct {
    const uint8_t *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *zalloc;
    void *zfree;
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} CZlibStream;

typedef struct {
    int (*init)(CZlibStream *stream, int window_bits, const char *version, int size);
    int (*inflate)(CZlibStream *stream, int flush);
    int (*reset)(CZlibStream *stream);
    int (*end)(CZlibStream *stream);
    bool is_complete;
} CZlibInflate;

static inline bool czlib_find_inflate(CZlibInflate *library) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CZLIB_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CZLIB_FIND(init, "inflateInit2_");
    CZLIB_FIND(inflate, "inflate");
    CZLIB_FIND(reset, "inflateReset");
    CZLIB_FIND(end, "inflateEnd");
#undef CZLIB_FIND
    return true;
}

static inline CZlibInflate *czlib_inflate_storage(void) {
    static CZlibInflate library;
    return &library;
}

static inline void czlib_find_inflate_once(void) {
    CZlibInflate *library = czlib_inflate_storage();
    library->is_complete = czlib_find_inflate(library);
}

/// Looks up the functions in the first call, on whichever thread; false when zlib, or one of them, is missing.
static inline bool czlib_can_unpack(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, czlib_find_inflate_once);
    return czlib_inflate_storage()->is_complete;
}

/// A stream that decompresses gzip; NULL where zlib or memory is missing. To be closed by `czlib_close`.
static inline CZlibStream *czlib_make_gunzip(void) {
    if (!czlib_can_unpack()) return NULL;
    CZlibStream *stream = calloc(1, sizeof *stream);
    // 15: the largest window; +16: gzip only.
    if (stream && czlib_inflate_storage()->init(stream, 15 + 16, "1.2.0", (int)sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

/// The same for data without a header, as ZIP has it.
static inline CZlibStream *czlib_make_inflate(void) {
    if (!czlib_can_unpack()) return NULL;
    CZlibStream *stream = calloc(1, sizeof *stream);
    if (stream && czlib_inflate_storage()->init(stream, -15, "1.2.0", (int)sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

/// The same for zlib's own format, which ends with a checksum.
static inline CZlibStream *czlib_make_zlib_inflate(void) {
    if (!czlib_can_unpack()) return NULL;
    CZlibStream *stream = calloc(1, sizeof *stream);
    if (stream && czlib_inflate_storage()->init(stream, 15, "1.2.0", (int)sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

static inline void czlib_close(CZlibStream *stream) {
    czlib_inflate_storage()->end(stream);
    free(stream);
}

typedef struct {
    /// The numbers of input bytes read and output bytes written.
    size_t read, written;
    /// Whether a gzip member ended there.
    bool is_end;
    bool is_broken;
} CZlibProgress;

/// Decompresses as many of the bytes as fit into the target.
static inline CZlibProgress czlib_gunzip(CZlibStream *stream, const uint8_t *bytes, size_t count, uint8_t *target,
                                         size_t room) {
    stream->next_in = bytes;
    stream->avail_in = (unsigned int)count;
    stream->next_out = target;
    stream->avail_out = (unsigned int)room;
    int code = czlib_inflate_storage()->inflate(stream, 0);
    CZlibProgress progress = {count - stream->avail_in, room - stream->avail_out, code == 1, false};
    // 0 (Z_OK), or -5 (Z_BUF_ERROR): no progress was possible, for lack of input or space.
    progress.is_broken = code != 0 && code != 1 && code != -5;
    stream->next_in = NULL;
    stream->next_out = NULL;
    return progress;
}

/// Prepares the stream for the next member.
static inline bool czlib_next_member(CZlibStream *stream) { return czlib_inflate_storage()->reset(stream) == 0; }

// MARK: - Compression

typedef struct {
    int (*init)(CZlibStream *stream, int level, int method, int window_bits, int memory, int strategy, const char *version,
                int size);
    int (*deflate)(CZlibStream *stream, int flush);
    int (*end)(CZlibStream *stream);
    unsigned long (*checksum)(unsigned long sum, const uint8_t *bytes, unsigned int count);
    bool is_complete;
} CZlibDeflate;

static inline CZlibDeflate *czlib_deflate_storage(void) {
    static CZlibDeflate library;
    return &library;
}

static inline bool czlib_find_deflate(CZlibDeflate *library) {
    void *handle = dlopen("libz.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CZLIB_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CZLIB_FIND(init, "deflateInit2_");
    CZLIB_FIND(deflate, "deflate");
    CZLIB_FIND(end, "deflateEnd");
    CZLIB_FIND(checksum, "crc32");
#undef CZLIB_FIND
    return true;
}

static inline void czlib_find_deflate_once(void) {
    CZlibDeflate *library = czlib_deflate_storage();
    library->is_complete = czlib_find_deflate(library);
}

/// Looks up the functions in the first call, on whichever thread; false when zlib, or one of them, is missing.
static inline bool czlib_can_pack(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, czlib_find_deflate_once);
    return czlib_deflate_storage()->is_complete;
}

/// The CRC-32 of ZIP, continued from `sum`, which is 0 at the start. Only if `czlib_can_pack()`.
static inline uint32_t czlib_crc32(uint32_t sum, const uint8_t *bytes, size_t count) {
    while (count > 0) {
        unsigned int part = count > 1u << 30 ? 1u << 30 : (unsigned int)count;
        sum = (uint32_t)czlib_deflate_storage()->checksum(sum, bytes, part);
        bytes += part;
        count -= part;
    }
    return sum;
}

/// A stream that compresses without a header, as ZIP has it; NULL where memory is missing. Only if `czlib_can_pack()`. To be closed
/// by `czlib_end_deflate`.
static inline CZlibStream *czlib_make_deflate(void) {
    CZlibStream *stream = calloc(1, sizeof *stream);
    // Level 6, method 8 (deflate), the largest window without a header, the default memory and strategy.
    if (stream && czlib_deflate_storage()->init(stream, 6, 8, -15, 8, 0, "1.2.0", (int)sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

/// The same in zlib's own format, with a checksum; level 1 is the fastest, 9 the smallest. NULL also where zlib is missing.
static inline CZlibStream *czlib_make_zlib_deflate(int level) {
    if (!czlib_can_pack()) return NULL;
    CZlibStream *stream = calloc(1, sizeof *stream);
    if (stream && czlib_deflate_storage()->init(stream, level, 8, 15, 8, 0, "1.2.0", (int)sizeof *stream) == 0) return stream;
    free(stream);
    return NULL;
}

/// Compresses as many of the bytes as fit into the target; `is_last` ends the stream.
static inline CZlibProgress czlib_deflate(CZlibStream *stream, const uint8_t *bytes, size_t count, uint8_t *target,
                                          size_t room, bool is_last) {
    stream->next_in = bytes;
    stream->avail_in = (unsigned int)count;
    stream->next_out = target;
    stream->avail_out = (unsigned int)room;
    int code = czlib_deflate_storage()->deflate(stream, is_last ? 4 : 0);
    CZlibProgress progress = {count - stream->avail_in, room - stream->avail_out, code == 1, code < 0 && code != -5};
    stream->next_in = NULL;
    stream->next_out = NULL;
    return progress;
}

static inline void czlib_end_deflate(CZlibStream *stream) {
    czlib_deflate_storage()->end(stream);
    free(stream);
}
