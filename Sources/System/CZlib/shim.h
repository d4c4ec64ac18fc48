#pragma once
// zlib's streams: gzip (RFC 1952), zlib's own format (RFC 1950) and deflate (RFC 1951). CLibraries/Zlib.c opens the library on first
// use.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CZlibStream CZlibStream;

// The formats, as zlib's window bits: 15 is the largest window; 16 more is gzip only, less than 0 has no header.
enum { CZLIB_ZLIB = 15, CZLIB_GZIP = 15 + 16, CZLIB_DEFLATE = -15 };

typedef struct {
    /// The numbers of input bytes read and output bytes written.
    size_t read, written;
    /// Whether the stream, or a member of gzip, ended there.
    bool is_end;
    bool is_broken;
} CZlibProgress;

/// Whether zlib is there. Opens it.
bool czlib_is_there(void);

/// A stream that unpacks; NULL where zlib or memory is missing. To be closed by `czlib_close`.
CZlibStream *czlib_make_unpacking(int format);

/// A stream that packs. - Parameter level: 1 is the fastest, 9 the smallest.
CZlibStream *czlib_make_packing(int format, int level);

void czlib_close(CZlibStream *stream);

/// Unpacks or packs as many of the bytes as fit into the target. - Parameter is_last: ends a stream that packs.
CZlibProgress czlib_run(CZlibStream *stream, const uint8_t *bytes, size_t count, uint8_t *target, size_t room, bool is_last);

/// Prepares a stream that unpacks for the next member of gzip.
bool czlib_restart(CZlibStream *stream);

/// The CRC-32 of ZIP, continued from `sum`, which is 0 at the start; 0 where zlib is missing.
uint32_t czlib_crc32(uint32_t sum, const uint8_t *bytes, size_t count);
