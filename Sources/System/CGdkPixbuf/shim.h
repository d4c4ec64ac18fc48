#pragma once
// gdk-pixbuf, opened on first use: it is wanted only in the process that decodes photos, and linked it would cost every
// start.
//
// The declarations stand here by hand. The real headers lie off the default include path, and the pkg-config file that
// names it carries flags that the package manager refuses. They follow gdk-pixbuf 2.42 and GLib 2.74, whose C interface
// is stable.
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct CGdkLoader CGdkLoader;
typedef struct CGdkPixbuf CGdkPixbuf;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} CGdkError;

typedef void (*CGdkSizePrepared)(CGdkLoader *loader, int width, int height, void *context);
typedef void (*CGdkAreaUpdated)(CGdkLoader *loader, int x, int y, int width, int height, void *context);

/// The functions that were found. Nothing is called before all of them are there.
typedef struct {
    CGdkLoader *(*loader_new_with_type)(const char *type, CGdkError **error);
    void (*loader_set_size)(CGdkLoader *loader, int width, int height);
    int (*loader_write)(CGdkLoader *loader, const uint8_t *bytes, size_t count, CGdkError **error);
    int (*loader_close)(CGdkLoader *loader, CGdkError **error);
    CGdkPixbuf *(*loader_get_pixbuf)(CGdkLoader *loader);
    CGdkPixbuf *(*apply_embedded_orientation)(CGdkPixbuf *pixbuf);
    CGdkPixbuf *(*scale_simple)(const CGdkPixbuf *pixbuf, int width, int height, int interpolation);
    CGdkPixbuf *(*add_alpha)(const CGdkPixbuf *pixbuf, int substitute, uint8_t red, uint8_t green, uint8_t blue);
    int (*get_width)(const CGdkPixbuf *pixbuf);
    int (*get_height)(const CGdkPixbuf *pixbuf);
    int (*get_rowstride)(const CGdkPixbuf *pixbuf);
    int (*get_n_channels)(const CGdkPixbuf *pixbuf);
    int (*get_bits_per_sample)(const CGdkPixbuf *pixbuf);
    const uint8_t *(*read_pixels)(const CGdkPixbuf *pixbuf);
    const char *(*get_option)(CGdkPixbuf *pixbuf, const char *key);
    int (*set_option)(CGdkPixbuf *pixbuf, const char *key, const char *value);
    CGdkPixbuf *(*new_from_data)(const uint8_t *data, int colorspace, int has_alpha, int bits, int width, int height,
                                 int stride, void *destroy, void *context);
    int (*save_to_buffer)(CGdkPixbuf *pixbuf, char **buffer, size_t *count, const char *type, char **keys, char **values,
                          CGdkError **error);
    void (*free_memory)(void *memory);
    uint32_t (*error_quark)(void);
    unsigned long (*signal_connect)(void *instance, const char *name, void (*callback)(void), void *context,
                                    void *destroy, int flags);
    void (*object_unref)(void *object);
    void (*error_free)(CGdkError *error);
} CGdkLibrary;

static inline bool cgdk_find(CGdkLibrary *library) {
    void *handle = dlopen("libgdk_pixbuf-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CGDK_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CGDK_FIND(loader_new_with_type, "gdk_pixbuf_loader_new_with_type");
    CGDK_FIND(loader_set_size, "gdk_pixbuf_loader_set_size");
    CGDK_FIND(loader_write, "gdk_pixbuf_loader_write");
    CGDK_FIND(loader_close, "gdk_pixbuf_loader_close");
    CGDK_FIND(loader_get_pixbuf, "gdk_pixbuf_loader_get_pixbuf");
    CGDK_FIND(apply_embedded_orientation, "gdk_pixbuf_apply_embedded_orientation");
    CGDK_FIND(scale_simple, "gdk_pixbuf_scale_simple");
    CGDK_FIND(add_alpha, "gdk_pixbuf_add_alpha");
    CGDK_FIND(get_width, "gdk_pixbuf_get_width");
    CGDK_FIND(get_height, "gdk_pixbuf_get_height");
    CGDK_FIND(get_rowstride, "gdk_pixbuf_get_rowstride");
    CGDK_FIND(get_n_channels, "gdk_pixbuf_get_n_channels");
    CGDK_FIND(get_bits_per_sample, "gdk_pixbuf_get_bits_per_sample");
    CGDK_FIND(read_pixels, "gdk_pixbuf_read_pixels");
    CGDK_FIND(get_option, "gdk_pixbuf_get_option");
    CGDK_FIND(set_option, "gdk_pixbuf_set_option");
    CGDK_FIND(new_from_data, "gdk_pixbuf_new_from_data");
    CGDK_FIND(save_to_buffer, "gdk_pixbuf_save_to_bufferv");
    CGDK_FIND(free_memory, "g_free");
    CGDK_FIND(error_quark, "gdk_pixbuf_error_quark");
    CGDK_FIND(signal_connect, "g_signal_connect_data");
    CGDK_FIND(object_unref, "g_object_unref");
    CGDK_FIND(error_free, "g_error_free");
#undef CGDK_FIND
    return true;
}

/// Opens the library; NULL when it, or one of the functions, is missing. GLib's own are found through the library that
/// needs them. What is found stays for the life of the process: call this once.
static inline const CGdkLibrary *cgdk_open(void) {
    CGdkLibrary *library = (CGdkLibrary *)calloc(1, sizeof(CGdkLibrary));
    return library && cgdk_find(library) ? library : NULL;
}

static inline CGdkLoader *cgdk_loader_new(const CGdkLibrary *library, const char *type, CGdkError **error) {
    return library->loader_new_with_type(type, error);
}

/// Has libheif, where a loader brought it along, open its codecs now and keep them: by itself it opens them with each picture, and lets
/// go of them after it (from 1.17 on they are plugins).
static inline void cgdk_keep_heif_codecs(void) {
    typedef struct {
        int code, detail;
        const char *message;
    } HeifError;
    void *heif = dlopen("libheif.so.1", RTLD_NOW | RTLD_NOLOAD);
    HeifError (*init)(void *parameters) = NULL;
    if (heif) *(void **)&init = dlsym(heif, "heif_init");
    if (init) init(NULL);
}

/// Calls back as soon as the picture's size is known, before it is decoded.
static inline void cgdk_on_size_prepared(const CGdkLibrary *library, CGdkLoader *loader, CGdkSizePrepared callback,
                                         void *context) {
    library->signal_connect(loader, "size-prepared", (void (*)(void))callback, context, NULL, 0);
}

/// Calls back with each part of the picture that was decoded.
static inline void cgdk_on_area_updated(const CGdkLibrary *library, CGdkLoader *loader, CGdkAreaUpdated callback,
                                        void *context) {
    library->signal_connect(loader, "area-updated", (void (*)(void))callback, context, NULL, 0);
}

static inline void cgdk_loader_set_size(const CGdkLibrary *library, CGdkLoader *loader, int width, int height) {
    library->loader_set_size(loader, width, height);
}

static inline bool cgdk_loader_write(const CGdkLibrary *library, CGdkLoader *loader, const uint8_t *bytes, size_t count,
                                     CGdkError **error) {
    return library->loader_write(loader, bytes, count, error);
}

static inline bool cgdk_loader_close(const CGdkLibrary *library, CGdkLoader *loader, CGdkError **error) {
    return library->loader_close(loader, error);
}

/// Borrowed from the loader.
static inline CGdkPixbuf *cgdk_loader_pixbuf(const CGdkLibrary *library, CGdkLoader *loader) {
    return library->loader_get_pixbuf(loader);
}

/// The three below give a picture of their own, or NULL when there is no memory for it.
static inline CGdkPixbuf *cgdk_upright(const CGdkLibrary *library, CGdkPixbuf *pixbuf) {
    return library->apply_embedded_orientation(pixbuf);
}

static inline CGdkPixbuf *cgdk_scaled(const CGdkLibrary *library, const CGdkPixbuf *pixbuf, int width, int height) {
    return library->scale_simple(pixbuf, width, height, 2 /* GDK_INTERP_BILINEAR */);
}

static inline CGdkPixbuf *cgdk_with_alpha(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->add_alpha(pixbuf, 0, 0, 0, 0);
}

static inline int cgdk_width(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) { return library->get_width(pixbuf); }
static inline int cgdk_height(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) { return library->get_height(pixbuf); }
static inline int cgdk_rowstride(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->get_rowstride(pixbuf);
}
static inline int cgdk_channels(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->get_n_channels(pixbuf);
}
static inline bool cgdk_is_8_bits(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->get_bits_per_sample(pixbuf) == 8;
}
static inline bool cgdk_is_rgba8(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->get_n_channels(pixbuf) == 4 && library->get_bits_per_sample(pixbuf) == 8;
}
static inline const uint8_t *cgdk_pixels(const CGdkLibrary *library, const CGdkPixbuf *pixbuf) {
    return library->read_pixels(pixbuf);
}

/// How the picture is to be turned, "1" to "8" as Exif has it, where the library has not found that itself.
static inline void cgdk_set_orientation(const CGdkLibrary *library, CGdkPixbuf *pixbuf, const char *orientation) {
    library->set_option(pixbuf, "orientation", orientation);
}

/// The picture's colour profile as base64 text, borrowed from it; NULL where it has none.
static inline const char *cgdk_color_profile(const CGdkLibrary *library, CGdkPixbuf *pixbuf) {
    return library->get_option(pixbuf, "icc-profile");
}

/// Pixels as a picture that borrows them.
static inline CGdkPixbuf *cgdk_borrowing(const CGdkLibrary *library, const uint8_t *pixels, int channels, int width,
                                         int height) {
    return library->new_from_data(pixels, 0 /* GDK_COLORSPACE_RGB */, channels == 4, 8, width, height, width * channels,
                                  NULL, NULL);
}

/// The picture as a file in memory, to be given back with cgdk_free; false, with an error or without, where it cannot be made.
/// The quality is a JPEG's (text, "0" to "100"; NULL for other kinds), the profile as cgdk_color_profile gives it, or NULL.
static inline bool cgdk_encode(const CGdkLibrary *library, CGdkPixbuf *pixbuf, const char *type, const char *quality,
                               const char *profile, char **buffer, size_t *count, CGdkError **error) {
    char *keys[3] = {NULL}, *values[3] = {NULL};
    int used = 0;
    if (quality) (keys[used] = (char *)"quality", values[used++] = (char *)quality);
    if (profile) (keys[used] = (char *)"icc-profile", values[used++] = (char *)profile);
    return library->save_to_buffer(pixbuf, buffer, count, type, keys, values, error);
}

static inline void cgdk_free(const CGdkLibrary *library, char *buffer) { library->free_memory(buffer); }

/// Codes of GdkPixbufError; any other error is CGDK_OTHER.
enum { CGDK_CORRUPT = 0, CGDK_NO_MEMORY = 1, CGDK_UNKNOWN_TYPE = 3, CGDK_OTHER = -1 };

static inline int cgdk_error_code(const CGdkLibrary *library, const CGdkError *error) {
    return error->domain == library->error_quark() ? error->code : CGDK_OTHER;
}

static inline void cgdk_error_free(const CGdkLibrary *library, CGdkError *error) { library->error_free(error); }
static inline void cgdk_release_loader(const CGdkLibrary *library, CGdkLoader *loader) { library->object_unref(loader); }
static inline void cgdk_release_pixbuf(const CGdkLibrary *library, CGdkPixbuf *pixbuf) { library->object_unref(pixbuf); }
