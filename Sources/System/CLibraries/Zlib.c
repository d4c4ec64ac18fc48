// The declarations are copied here, so that only the library itself has to be installed; they follow zlib 1.2 and have not changed
// since 1.0.
#include "CLibraries.h"
#include "CZlib/shim.h"

#include <limits.h>
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
} Stream;

struct CZlibStream {
    Stream stream;
    bool packs;
};

#define FUNCTIONS(each) \
    each(int, inflate_init, "inflateInit2_", (Stream *stream, int window_bits, const char *version, int size)) \
    each(int, inflate, "inflate", (Stream *stream, int flush)) \
    each(int, inflate_reset, "inflateReset", (Stream *stream)) \
    each(int, inflate_end, "inflateEnd", (Stream *stream)) \
    each(int, deflate_init, "deflateInit2_", \
        (Stream *stream, int level, int method, int window_bits, int memory, int strategy, const char *version, int size)) \
    each(int, deflate, "deflate", (Stream *stream, int flush)) \
    each(int, deflate_end, "deflateEnd", (Stream *stream)) \
    each(unsigned long, checksum, "crc32", (unsigned long sum, const uint8_t *bytes, unsigned int count))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions zlib;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(zlib, functions, NULL, "libz.so.1");

// zlib compares the first digit of the version, and the size of the structure.
static const char version[] = "1.2.0";

// Values of zlib.h.
enum { ok = 0, stream_end = 1, buffer_error = -5, no_flush = 0, finish = 4, deflated = 8, usual_memory = 8 };

bool czlib_is_there(void) { return clibrary_open(&library) != NULL; }

CZlibStream *czlib_make_unpacking(int format) {
    CZlibStream *stream = czlib_is_there() ? calloc(1, sizeof *stream) : NULL;
    if (stream && zlib.inflate_init(&stream->stream, format, version, (int)sizeof stream->stream) == ok) return stream;
    free(stream);
    return NULL;
}

CZlibStream *czlib_make_packing(int format, int level) {
    CZlibStream *stream = czlib_is_there() ? calloc(1, sizeof *stream) : NULL;
    if (stream && zlib.deflate_init(&stream->stream, level, deflated, format, usual_memory, 0, version,
                                    (int)sizeof stream->stream) == ok) {
        stream->packs = true;
        return stream;
    }
    free(stream);
    return NULL;
}

void czlib_close(CZlibStream *stream) {
    if (stream->packs) zlib.deflate_end(&stream->stream);
    else zlib.inflate_end(&stream->stream);
    free(stream);
}

CZlibProgress czlib_run(CZlibStream *stream, const uint8_t *bytes, size_t count, uint8_t *target, size_t room, bool is_last) {
    // zlib counts in 32 bits.
    const size_t most = UINT_MAX / 2;
    const size_t given = count < most ? count : most, wanted = room < most ? room : most;
    Stream *inner = &stream->stream;
    inner->next_in = bytes;
    inner->avail_in = (unsigned int)given;
    inner->next_out = target;
    inner->avail_out = (unsigned int)wanted;
    const int code = stream->packs ? zlib.deflate(inner, is_last && given == count ? finish : no_flush)
                                   : zlib.inflate(inner, no_flush);
    // A buffer error means that no progress was possible, for lack of input or room.
    CZlibProgress progress = {given - inner->avail_in, wanted - inner->avail_out, code == stream_end,
                              code != ok && code != stream_end && code != buffer_error};
    inner->next_in = NULL;
    inner->next_out = NULL;
    return progress;
}

bool czlib_restart(CZlibStream *stream) { return zlib.inflate_reset(&stream->stream) == ok; }

uint32_t czlib_crc32(uint32_t sum, const uint8_t *bytes, size_t count) {
    while (czlib_is_there() && count > 0) {
        const unsigned int part = count > 1u << 30 ? 1u << 30 : (unsigned int)count;
        sum = (uint32_t)zlib.checksum(sum, bytes, part);
        bytes += part;
        count -= part;
    }
    return sum;
}
