#pragma once
// libpng, opened on first use: only pictures as pixels, barcodes in a file and the photos of the demo need it. The declarations are
// copied here, so that only the library itself has to be installed; they follow libpng 1.6.
#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *(*create)(const char *version, void *context, void (*fail)(void *, const char *), void (*warn)(void *, const char *));
    void *(*create_info)(void *png);
    void (*destroy)(void **png, void **info);
    void *(*error_context)(const void *png);
    void *(*write_context)(const void *png);
    void (*set_writer)(void *png, void *context, void (*write)(void *, uint8_t *, size_t), void (*flush)(void *));
    void (*set_header)(const void *png, void *info, uint32_t width, uint32_t height, int bits, int colors, int interlacing,
                       int compression, int filter);
    void (*set_filter)(void *png, int method, int filters);
    void (*set_level)(void *png, int level);
    void (*set_filler)(void *png, uint32_t filler, int position);
    void (*write_info)(void *png, const void *info);
    void (*write_row)(void *png, const uint8_t *row);
    void (*write_end)(void *png, void *info);
    bool is_complete;
} CPNGLibrary;

static inline bool cpng_find(CPNGLibrary *library) {
    void *handle = dlopen("libpng16.so.16", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CPNG_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CPNG_FIND(create, "png_create_write_struct");
    CPNG_FIND(create_info, "png_create_info_struct");
    CPNG_FIND(destroy, "png_destroy_write_struct");
    CPNG_FIND(error_context, "png_get_error_ptr");
    CPNG_FIND(write_context, "png_get_io_ptr");
    CPNG_FIND(set_writer, "png_set_write_fn");
    CPNG_FIND(set_header, "png_set_IHDR");
    CPNG_FIND(set_filter, "png_set_filter");
    CPNG_FIND(set_level, "png_set_compression_level");
    CPNG_FIND(set_filler, "png_set_filler");
    CPNG_FIND(write_info, "png_write_info");
    CPNG_FIND(write_row, "png_write_row");
    CPNG_FIND(write_end, "png_write_end");
#undef CPNG_FIND
    return true;
}

static inline CPNGLibrary *cpng_storage(void) {
    static CPNGLibrary library;
    return &library;
}

static inline void cpng_find_once(void) {
    CPNGLibrary *library = cpng_storage();
    library->is_complete = cpng_find(library);
}

/// The library, opened by the first call on whichever thread; NULL when it, or one of its functions, is missing.
static inline const CPNGLibrary *cpng_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, cpng_find_once);
    return cpng_storage()->is_complete ? cpng_storage() : NULL;
}

/// A picture being written. It is on the heap: what changes between setjmp and longjmp must not be in registers.
typedef struct {
    jmp_buf failure;
    void *png, *info;
    uint8_t *bytes;
    size_t count, room;
} CPNGWriting;

static inline void cpng_fail(void *png, const char *message) {
    CPNGWriting *writing = cpng_storage()->error_context(png);
    longjmp(writing->failure, 1);
}

static inline void cpng_ignore(void *png, const char *message) {}

static inline void cpng_flush(void *png) {}

static inline void cpng_append(void *png, uint8_t *bytes, size_t count) {
    CPNGWriting *writing = cpng_storage()->write_context(png);
    if (count > writing->room - writing->count) {
        size_t room = (writing->count + count) * 2;
        uint8_t *larger = realloc(writing->bytes, room);
        if (!larger) cpng_fail(png, "out of memory");
        writing->bytes = larger;
        writing->room = room;
    }
    memcpy(writing->bytes + writing->count, bytes, count);
    writing->count += count;
}

/// Writes rows of eight bits a channel.
/// - Parameter channels: of the pixels, 3 or 4.
/// - Parameter has_alpha: false leaves a fourth channel out.
/// - Returns: the PNG, to be freed by the caller; NULL where memory is missing, or the size is none.
static inline uint8_t *cpng_write(const CPNGLibrary *library, const uint8_t *pixels, uint32_t width, uint32_t height,
                                  int channels, bool has_alpha, size_t *count) {
    CPNGWriting *writing = calloc(1, sizeof *writing);
    if (!writing) return NULL;
    if (setjmp(writing->failure) == 0) {
        // libpng asks for its own version; every 1.6 will do.
        writing->png = library->create("1.6.0", writing, cpng_fail, cpng_ignore);
        if (!writing->png) longjmp(writing->failure, 1);
        writing->info = library->create_info(writing->png);
        if (!writing->info) longjmp(writing->failure, 1);
        library->set_writer(writing->png, writing, cpng_append, cpng_flush);
        // PNG_COLOR_TYPE_RGB_ALPHA and PNG_COLOR_TYPE_RGB.
        library->set_header(writing->png, writing->info, width, height, 8, has_alpha ? 6 : 2, 0, 0, 0);
        // PNG_FILTER_PAETH; a fourth of the time of zlib's usual level, and a few percent more bytes.
        library->set_filter(writing->png, 0, 0x80);
        library->set_level(writing->png, 4);
        library->write_info(writing->png, writing->info);
        // PNG_FILLER_AFTER.
        if (channels == 4 && !has_alpha) library->set_filler(writing->png, 0, 1);
        for (uint32_t row = 0; row < height; row++)
            library->write_row(writing->png, pixels + (size_t)row * width * channels);
        library->write_end(writing->png, writing->info);
    } else {
        free(writing->bytes);
        writing->bytes = NULL;
    }
    if (writing->png) library->destroy(&writing->png, writing->info ? &writing->info : NULL);
    uint8_t *bytes = writing->bytes;
    *count = writing->count;
    free(writing);
    return bytes;
}
