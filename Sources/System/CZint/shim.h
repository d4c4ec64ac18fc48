#pragma once
// libzint, which draws barcodes. CLibraries/Zint.c opens it on first use.
#include <stdbool.h>
#include <stdint.h>
#include <zint.h>

/// Whether libzint is there. Opens it; nothing below may be called otherwise.
bool czint_is_there(void);

/// A new symbol of this kind, without text; the caller releases it. NULL when memory is exhausted.
struct zint_symbol *czint_new(int symbology, int input_mode, int eci);

/// Encodes the bytes; a result of ZINT_ERROR or more means failure.
int czint_encode(struct zint_symbol *symbol, const uint8_t *bytes, int count);

void czint_release(struct zint_symbol *symbol);

static inline bool czint_is_dark(const struct zint_symbol *symbol, int column, int row) {
    return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}

/// In modules; 0 for kinds without a fixed height.
static inline float czint_row_height(const struct zint_symbol *symbol, int row) { return symbol->row_height[row]; }

/// The error message, zero-terminated.
static inline const char *czint_message(const struct zint_symbol *symbol) { return symbol->errtxt; }
