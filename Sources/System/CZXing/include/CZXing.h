// libZXing, opened on first use, since it and the C++ library would slow down every start. Two versions are supported, those of
// Debian 12 and 13; building needs neither, see Reader.h.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A code; its pointers are valid during the callback only.
typedef struct {
    /// Its kind, such as "EAN_13".
    const char *format;
    /// Its content, not converted from any character set.
    const uint8_t *bytes;
    size_t count;
    /// The symbology identifier of ISO/IEC 15424, such as "]E0".
    const char *symbology;
    /// The same with the declarations of character sets (ECI) in it: the symbology identifier, then the bytes, in which a
    /// backslash is doubled, and a single one with six digits is a declaration.
    const uint8_t *declared;
    size_t declared_count;
    /// X and Y of its four corners in pixels, beginning at the start of the code.
    int32_t corners[8];
    /// The number of lines in which a linear code was found; 0 where that is unknown.
    int32_t line_count;
    /// Whether it is one of several codes that hold a text together (structured append): its index from 0, and the count, 0 for
    /// unknown.
    bool is_part;
    int32_t sequence_index;
    int32_t sequence_size;
} CZXingCode;

typedef enum {
    CZXING_DONE,
    /// The library, or one of its functions, is missing.
    CZXING_MISSING,
    /// It ran out of memory or rejected the picture.
    CZXING_FAILED,
} CZXingOutcome;

/// Searches grey pixels, one byte each, rows without padding, and calls back for each code. A linear code has to be the same in
/// `minimum_lines` lines. The first call opens the newest installed version that is supported, on whichever thread.
CZXingOutcome czxing_read(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                          void (*found)(const CZXingCode *code, void *context), void *context);

#ifdef __cplusplus
}
#endif
