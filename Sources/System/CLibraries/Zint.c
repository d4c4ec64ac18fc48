#include "CLibraries.h"
#include "CZint/shim.h"

// The layout of a symbol follows the header, so only the library of that version can be used. The header does not contain its
// version, so it is recognized by its last symbology. With an unknown header the library that was installed with it is used.
#if BARCODE_LAST == 146
#define CZINT_LIBRARY "libzint.so.2.11"
#else
#define CZINT_LIBRARY "libzint.so"
#endif

#define FUNCTIONS(each) \
    each(struct zint_symbol *, create, "ZBarcode_Create", (void)) \
    each(int, encode, "ZBarcode_Encode", (struct zint_symbol *symbol, const unsigned char *bytes, int count)) \
    each(void, delete_symbol, "ZBarcode_Delete", (struct zint_symbol *symbol))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions zint;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(zint, functions, NULL, CZINT_LIBRARY);

bool czint_is_there(void) { return clibrary_open(&library) != NULL; }

struct zint_symbol *czint_new(int symbology, int input_mode, int eci) {
    struct zint_symbol *symbol = zint.create();
    if (!symbol) return NULL;
    symbol->symbology = symbology;
    symbol->input_mode = input_mode;
    symbol->eci = eci;
    symbol->show_hrt = 0;
    return symbol;
}

int czint_encode(struct zint_symbol *symbol, const uint8_t *bytes, int count) { return zint.encode(symbol, bytes, count); }

void czint_release(struct zint_symbol *symbol) { zint.delete_symbol(symbol); }
