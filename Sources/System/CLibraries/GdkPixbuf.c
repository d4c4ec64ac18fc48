#include "CGdkPixbuf/shim.h"
#include "CLibraries.h"

#include <dlfcn.h>

static CGdkLibrary gdk;

static const CLibraryFunction functions[] = {
    CLIBRARY_FUNCTION(CGdkLibrary, loader_new_with_type, "gdk_pixbuf_loader_new_with_type"),
    CLIBRARY_FUNCTION(CGdkLibrary, loader_set_size, "gdk_pixbuf_loader_set_size"),
    CLIBRARY_FUNCTION(CGdkLibrary, loader_write, "gdk_pixbuf_loader_write"),
    CLIBRARY_FUNCTION(CGdkLibrary, loader_close, "gdk_pixbuf_loader_close"),
    CLIBRARY_FUNCTION(CGdkLibrary, loader_get_pixbuf, "gdk_pixbuf_loader_get_pixbuf"),
    CLIBRARY_FUNCTION(CGdkLibrary, apply_embedded_orientation, "gdk_pixbuf_apply_embedded_orientation"),
    CLIBRARY_FUNCTION(CGdkLibrary, scale_simple, "gdk_pixbuf_scale_simple"),
    CLIBRARY_FUNCTION(CGdkLibrary, add_alpha, "gdk_pixbuf_add_alpha"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_width, "gdk_pixbuf_get_width"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_height, "gdk_pixbuf_get_height"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_rowstride, "gdk_pixbuf_get_rowstride"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_n_channels, "gdk_pixbuf_get_n_channels"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_bits_per_sample, "gdk_pixbuf_get_bits_per_sample"),
    CLIBRARY_FUNCTION(CGdkLibrary, read_pixels, "gdk_pixbuf_read_pixels"),
    CLIBRARY_FUNCTION(CGdkLibrary, get_option, "gdk_pixbuf_get_option"),
    CLIBRARY_FUNCTION(CGdkLibrary, set_option, "gdk_pixbuf_set_option"),
    CLIBRARY_FUNCTION(CGdkLibrary, new_from_data, "gdk_pixbuf_new_from_data"),
    CLIBRARY_FUNCTION(CGdkLibrary, save_to_buffer, "gdk_pixbuf_save_to_bufferv"),
    CLIBRARY_FUNCTION(CGdkLibrary, free_memory, "g_free"),
    CLIBRARY_FUNCTION(CGdkLibrary, error_quark, "gdk_pixbuf_error_quark"),
    CLIBRARY_FUNCTION(CGdkLibrary, signal_connect, "g_signal_connect_data"),
    CLIBRARY_FUNCTION(CGdkLibrary, object_unref, "g_object_unref"),
    CLIBRARY_FUNCTION(CGdkLibrary, error_free, "g_error_free"),
};

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
