// libidn2. The declaration is copied here, so that only the library itself has to be installed; it is the same since 2.0.
#include "CCurl/shim.h"
#include "CLibraries.h"

#define FUNCTIONS(each) each(int, lookup, "idn2_lookup_u8", (const uint8_t *name, uint8_t **ascii, int flags))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions idn;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(idn, functions, NULL, "libidn2.so.0");

// `IDN2_NFC_INPUT` and `IDN2_NONTRANSITIONAL`, as libcurl has them: the name is normalized first, and ß stays ß.
enum { flags = 1 | 8 };

bool cards_idn_is_there(void) { return clibrary_open(&library) != NULL; }

char *cards_idn_ascii(const char *name) {
    uint8_t *ascii = NULL;
    return clibrary_open(&library) && idn.lookup((const uint8_t *)name, &ascii, flags) == 0 ? (char *)ascii : NULL;
}
