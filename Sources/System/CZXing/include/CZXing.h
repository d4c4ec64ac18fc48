// libZXing, opened on first use: it and the C++ library would cost every start. Two of its versions are read, as Debian 12 and 13
// have them, and neither has to be there to build: see Reader.h.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A code that was found; all of it is borrowed for the time of the call.
typedef struct {
    /// Its kind by the usual name: "EAN_13".
    const char *format;
    /// What it holds, before anybody guesses at a character set.
    const uint8_t *bytes;
    size_t count;
    /// As in ISO/IEC 15424: "]E0".
    const char *symbology;
    /// It says in which character set its bytes are.
    bool has_eci;
    /// X and Y, in pixels, of where the code begins, and on around it.
    int32_t corners[8];
    /// In how many lines it was seen, of a code that is read line by line; 0 where that is not known.
    int32_t line_count;
    /// It is one of several that hold a text together: which, from 0, and of how many; 0 where it does not say.
    bool is_part;
    int32_t sequence_index;
    int32_t sequence_size;
} CZXingCode;

typedef enum {
    CZXING_DONE,
    /// The library, or one of its functions, is missing.
    CZXING_MISSING,
    /// It gave up: no memory, or a picture that it does not take.
    CZXING_FAILED,
} CZXingOutcome;

/// Looks for codes in grey pixels, a byte each, rows without padding, and calls back for each one. A code that is read line by line has
/// to be the same in `minimum_lines` lines. The first call opens the library, whichever thread makes it: the newest one that is installed
/// and that we know.
CZXingOutcome czxing_read(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                          void (*found)(const CZXingCode *code, void *context), void *context);

#ifdef __cplusplus
}
#endif
