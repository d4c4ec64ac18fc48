#include "CGdkPixbuf/shim.h"
#include "CLibraries.h"

#include <dlfcn.h>

typedef CGdkLibrary Functions;

static Functions gdk;

static const CLibraryFunction functions[] = {CGDK_FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(gdk, functions, NULL, "libgdk_pixbuf-2.0.so.0");

const CGdkLibrary *cgdk_open(void) { return clibrary_open(&library); }

void cgdk_keep_heif_codecs(void) {
    typedef struct {
        int code, detail;
        const char *message;
    } HeifError;
    void *heif = dlopen("libheif.so.1", RTLD_NOW | RTLD_NOLOAD);
    HeifError (*init)(void *parameters) = NULL;
    if (heif) *(void **)&init = dlsym(heif, "heif_init");
    if (init) init(NULL);
}
