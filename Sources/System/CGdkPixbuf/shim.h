#pragma once
// gdk-pixbuf: only the process that decodes photos needs it. CLibraries/GdkPixbuf.c opens it on first use.
//
// The declarations are copied here. The headers are not in the default include path, and SwiftPM rejects flags of the pkg-config
// file that adds them. They follow gdk-pixbuf 2.42 and GLib 2.74, whose C interface is stable.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CGdkLoader CGdkLoader;
typedef struct CGdkPixbuf CGdkPixbuf;

typedef struct {
    uint32_t domain;
    int code;
    char *message;
} CGdkError;

typedef void (*CGdkSizePrepared)(CGdkLoader *loader, int width, int height, void *context);
typedef void (*CGdkAreaUpdated)(CGdkLoader *loader, int x, int y, int width, int height, void *context);

// each(type of the result, name here, name there, parameters)
#define CGDK_FUNCTIONS(each) \
    each(CGdkLoader *, loader_new_with_type, "gdk_pixbuf_loader_new_with_type", (const char *type, CGdkError **error)) \
    each(void, loader_set_size, "gdk_pixbuf_loader_set_size", (CGdkLoader *loader, int width, int height)) \
    each(int, loader_write, "gdk_pixbuf_loader_write", (CGdkLoader *loader, const uint8_t *bytes, size_t count, CGdkError **error)) \
    each(int, loader_close, "gdk_pixbuf_loader_close", (CGdkLoader *loader, CGdkError **error)) \
    each(CGdkPixbuf *, loader_get_pixbuf, "gdk_pixbuf_loader_get_pixbuf", (CGdkLoader *loader)) \
    each(CGdkPixbuf *, apply_embedded_orientation, "gdk_pixbuf_apply_embedded_orientation", (CGdkPixbuf *pixbuf)) \
    each(CGdkPixbuf *, scale_simple, "gdk_pixbuf_scale_simple", (const CGdkPixbuf *pixbuf, int width, int height, int interpolation)) \
    each(CGdkPixbuf *, add_alpha, "gdk_pixbuf_add_alpha", \
        (const CGdkPixbuf *pixbuf, int substitute, uint8_t red, uint8_t green, uint8_t blue)) \
    each(int, get_width, "gdk_pixbuf_get_width", (const CGdkPixbuf *pixbuf)) \
    each(int, get_height, "gdk_pixbuf_get_height", (const CGdkPixbuf *pixbuf)) \
    each(int, get_rowstride, "gdk_pixbuf_get_rowstride", (const CGdkPixbuf *pixbuf)) \
    each(int, get_n_channels, "gdk_pixbuf_get_n_channels", (const CGdkPixbuf *pixbuf)) \
    each(int, get_bits_per_sample, "gdk_pixbuf_get_bits_per_sample", (const CGdkPixbuf *pixbuf)) \
    each(const uint8_t *, read_pixels, "gdk_pixbuf_read_pixels", (const CGdkPixbuf *pixbuf)) \
    each(const char *, get_option, "gdk_pixbuf_get_option", (CGdkPixbuf *pixbuf, const char *key)) \
    each(int, set_option, "gdk_pixbuf_set_option", (CGdkPixbuf *pixbuf, const char *key, const char *value)) \
    each(CGdkPixbuf *, new_from_data, "gdk_pixbuf_new_from_data", \
        (const uint8_t *data, int colorspace, int has_alpha, int bits, int width, int height, int stride, void *destroy, \
         void *context)) \
    each(int, save_to_buffer, "gdk_pixbuf_save_to_bufferv", \
        (CGdkPixbuf *pixbuf, char **buffer, size_t *count, const char *type, char **keys, char **values, CGdkError **error)) \
    each(void, free_memory, "g_free", (void *memory)) \
    each(uint32_t, error_quark, "gdk_pixbuf_error_quark", (void)) \
    each(unsigned long, signal_connect, "g_signal_connect_data", \
        (void *instance, const char *name, void (*callback)(void), void *context, void *destroy, int flags)) \
    each(void, object_unref, "g_object_unref", (void *object)) \
    each(void, error_free, "g_error_free", (CGdkError *error))

#define CGDK_MEMBER(type, name, symbol, parameters) type (*name) parameters;

/// The library's functions. None is called unless all were found.
typedef struct {
    CGDK_FUNCTIONS(CGDK_MEMBER)
} CGdkLibrary;

/// Opens the library; NULL when it, or one of its functions, is missing. GLib's functions are found by way of the library, which
/// is linked to them.
const CGdkLibrary *cgdk_open(void);

static inline CGdkLoader *cgdk_loader_new(const CGdkLibrary *library, const char *type, CGdkError **error) {
    return library->loader_new_with_type(type, error);
}

/// Makes libheif, if a loader has opened it, load its codecs now and keep them: otherwise it opens them for each picture and
/// closes them afterwards (from 1.17 on they are plugins).
void cgdk_keep_heif_codecs(void);

/// Calls back when the picture's size is known, before it is decoded.
static inline void cgdk_on_size_prepared(const CGdkLibrary *library, CGdkLoader *loader, CGdkSizePrepared callback,
                                         void *context) {
    library->signal_connect(loader, "size-prepared", (void (*)(void))callback, context, NULL, 0);
}

/// Calls back for each decoded part of the picture.
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

/// The following three return a new picture, or NULL when memory is exhausted.
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

/// Sets the Exif orientation ("1" to "8"), for formats of which the library does not read it.
static inline void cgdk_set_orientation(const CGdkLibrary *library, CGdkPixbuf *pixbuf, const char *orientation) {
    library->set_option(pixbuf, "orientation", orientation);
}

/// The picture's colour profile as base64 text, owned by the picture; NULL where it has none.
static inline const char *cgdk_color_profile(const CGdkLibrary *library, CGdkPixbuf *pixbuf) {
    return library->get_option(pixbuf, "icc-profile");
}

/// A picture of these pixels, which are not copied.
static inline CGdkPixbuf *cgdk_borrowing(const CGdkLibrary *library, const uint8_t *pixels, int channels, int width,
                                         int height) {
    return library->new_from_data(pixels, 0 /* GDK_COLORSPACE_RGB */, channels == 4, 8, width, height, width * channels,
                                  NULL, NULL);
}

/// Encodes the picture to a buffer, which cgdk_free frees; false, with or without an error, on failure. The quality is for JPEG
/// (text, "0" to "100"; NULL for other formats), the profile as from cgdk_color_profile, or NULL.
static inline bool cgdk_encode(const CGdkLibrary *library, CGdkPixbuf *pixbuf, const char *type, const char *quality,
                               const char *profile, char **buffer, size_t *count, CGdkError **error) {
    char *keys[3] = {NULL}, *values[3] = {NULL};
    int used = 0;
    if (quality) (keys[used] = (char *)"quality", values[used++] = (char *)quality);
    if (profile) (keys[used] = (char *)"icc-profile", values[used++] = (char *)profile);
    return library->save_to_buffer(pixbuf, buffer, count, type, keys, values, error);
}

static inline void cgdk_free(const CGdkLibrary *library, char *buffer) { library->free_memory(buffer); }

/// Codes of GdkPixbufError; other errors are CGDK_OTHER.
enum { CGDK_CORRUPT = 0, CGDK_NO_MEMORY = 1, CGDK_UNKNOWN_TYPE = 3, CGDK_OTHER = -1 };

static inline int cgdk_error_code(const CGdkLibrary *library, const CGdkError *error) {
    return error->domain == library->error_quark() ? error->code : CGDK_OTHER;
}

static inline void cgdk_error_free(const CGdkLibrary *library, CGdkError *error) { library->error_free(error); }
static inline void cgdk_release_loader(const CGdkLibrary *library, CGdkLoader *loader) { library->object_unref(loader); }
static inline void cgdk_release_pixbuf(const CGdkLibrary *library, CGdkPixbuf *pixbuf) { library->object_unref(pixbuf); }
