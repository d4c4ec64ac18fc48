#pragma once
// libzint, opened on first use: linked, it and libpng would slow down every start.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <zint.h>

// The layout of a symbol follows the header, so only the library of that version can be used. The header does not contain its
// version, so it is recognized by its last symbology. With an unknown header the library that was installed with it is used.
#if BARCODE_LAST == 146
#define CZINT_LIBRARY "libzint.so.2.11"
#else
#define CZINT_LIBRARY "libzint.so"
#endif

/// The library's functions. None is called unless all were found.
typedef struct {
    struct zint_symbol *(*create)(void);
    int (*encode)(struct zint_symbol *symbol, const unsigned char *bytes, int count);
    void (*delete_symbol)(struct zint_symbol *symbol);
    bool is_complete;
} CZintLibrary;

static inline CZintLibrary *czint_storage(void) {
    static CZintLibrary library;
    return &library;
}

static inline void czint_find_once(void) {
    CZintLibrary *library = czint_storage();
    void *handle = dlopen(CZINT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    *(void **)&library->create = dlsym(handle, "ZBarcode_Create");
    *(void **)&library->encode = dlsym(handle, "ZBarcode_Encode");
    *(void **)&library->delete_symbol = dlsym(handle, "ZBarcode_Delete");
    library->is_complete = library->create && library->encode && library->delete_symbol;
}

/// The library, opened by the first call on whichever thread; NULL when it, or one of its functions, is missing.
static inline const CZintLibrary *czint_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, czint_find_once);
    return czint_storage()->is_complete ? czint_storage() : NULL;
}

/// A new symbol of this kind, without text; the caller releases it. NULL when memory is exhausted.
static inline struct zint_symbol *czint_new(const CZintLibrary *library, int symbology, int input_mode, int eci) {
    struct zint_symbol *symbol = library->create();
    if (!symbol) return NULL;
    symbol->symbology = symbology;
    symbol->input_mode = input_mode;
    symbol->eci = eci;
    symbol->show_hrt = 0;
    return symbol;
}

/// Encodes the bytes; a result of ZINT_ERROR or more means failure.
static inline int czint_encode(const CZintLibrary *library, struct zint_symbol *symbol, const uint8_t *bytes, int count) {
    return library->encode(symbol, bytes, count);
}

static inline void czint_release(const CZintLibrary *library, struct zint_symbol *symbol) { library->delete_symbol(symbol); }

static inline bool czint_is_dark(const struct zint_symbol *symbol, int column, int row) {
    return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}

/// In modules; 0 for kinds without a fixed height.
static inline float czint_row_height(const struct zint_symbol *symbol, int row) { return symbol->row_height[row]; }

/// The error message, zero-terminated.
static inline const char *czint_message(const struct zint_symbol *symbol) { return symbol->errtxt; }
