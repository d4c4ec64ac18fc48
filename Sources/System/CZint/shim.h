#pragma once
// libzint, opened on first use: linked, it and libpng would cost every start.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <zint.h>

// What a symbol looks like in memory follows the header, so only the library of that version will do. Its header does not say
// which one that is; the last kind that it knows does. Behind any other header it is the one that was installed with it.
#if BARCODE_LAST == 146
#define CZINT_LIBRARY "libzint.so.2.11"
#else
#define CZINT_LIBRARY "libzint.so"
#endif

/// The functions that were found. Nothing is called before all of them are there.
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

/// The library, opened with the first call, whichever thread makes it; NULL when it, or one of the functions, is missing.
static inline const CZintLibrary *czint_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, czint_find_once);
    return czint_storage()->is_complete ? czint_storage() : NULL;
}

/// A symbol of that kind that prints no text; the caller releases it. NULL without memory.
static inline struct zint_symbol *czint_new(const CZintLibrary *library, int symbology, int input_mode, int eci) {
    struct zint_symbol *symbol = library->create();
    if (!symbol) return NULL;
    symbol->symbology = symbology;
    symbol->input_mode = input_mode;
    symbol->eci = eci;
    symbol->show_hrt = 0;
    return symbol;
}

/// Works it out; a result of ZINT_ERROR or more means that there is none.
static inline int czint_encode(const CZintLibrary *library, struct zint_symbol *symbol, const uint8_t *bytes, int count) {
    return library->encode(symbol, bytes, count);
}

static inline void czint_release(const CZintLibrary *library, struct zint_symbol *symbol) { library->delete_symbol(symbol); }

static inline bool czint_is_dark(const struct zint_symbol *symbol, int column, int row) {
    return (symbol->encoded_data[row][column >> 3] >> (column & 7)) & 1;
}

/// In modules; 0 where the kind has no height of its own.
static inline float czint_row_height(const struct zint_symbol *symbol, int row) { return symbol->row_height[row]; }

/// What it says of an error, ended by a zero.
static inline const char *czint_words(const struct zint_symbol *symbol) { return symbol->errtxt; }
