// The declarations are copied here, so that only the library itself has to be installed; they follow libpng 1.6.
#include "CLibraries.h"
#include "CPNG/shim.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS(each) \
    each(void *, create, "png_create_write_struct", \
        (const char *version, void *context, void (*fail)(void *, const char *), void (*warn)(void *, const char *))) \
    each(void *, create_info, "png_create_info_struct", (void *png)) \
    each(void, destroy, "png_destroy_write_struct", (void **png, void **info)) \
    each(void *, error_context, "png_get_error_ptr", (const void *png)) \
    each(void *, write_context, "png_get_io_ptr", (const void *png)) \
    each(void, set_writer, "png_set_write_fn", \
        (void *png, void *context, void (*write)(void *, uint8_t *, size_t), void (*flush)(void *))) \
    each(void, set_header, "png_set_IHDR", \
        (const void *png, void *info, uint32_t width, uint32_t height, int bits, int colors, int interlacing, int compression, \
         int filter)) \
    each(void, set_filter, "png_set_filter", (void *png, int method, int filters)) \
    each(void, set_level, "png_set_compression_level", (void *png, int level)) \
    each(void, set_filler, "png_set_filler", (void *png, uint32_t filler, int position)) \
    each(void, write_info, "png_write_info", (void *png, const void *info)) \
    each(void, write_row, "png_write_row", (void *png, const uint8_t *row)) \
    each(void, write_end, "png_write_end", (void *png, void *info))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER)
} Functions;

static Functions png;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION)};

static CLibrary library = CLIBRARY(png, functions, NULL, "libpng16.so.16");

/// A picture being written. It is on the heap: what changes between setjmp and longjmp must not be in registers.
typedef struct {
    jmp_buf failure;
    void *picture, *info;
    uint8_t *bytes;
    size_t count, room;
} Writing;

static void fail(void *picture, const char *message) {
    Writing *writing = png.error_context(picture);
    longjmp(writing->failure, 1);
}

static void ignore(void *picture, const char *message) {}

static void flush(void *picture) {}

static void append(void *picture, uint8_t *bytes, size_t count) {
    Writing *writing = png.write_context(picture);
    if (count > writing->room - writing->count) {
        size_t room = (writing->count + count) * 2;
        uint8_t *larger = realloc(writing->bytes, room);
        if (!larger) fail(picture, "out of memory");
        writing->bytes = larger;
        writing->room = room;
    }
    memcpy(writing->bytes + writing->count, bytes, count);
    writing->count += count;
}

uint8_t *cpng_write(const uint8_t *pixels, uint32_t width, uint32_t height, int channels, bool has_alpha, size_t *count) {
    Writing *writing = clibrary_open(&library) ? calloc(1, sizeof *writing) : NULL;
    if (!writing) return NULL;
    if (setjmp(writing->failure) == 0) {
        // libpng asks for its own version; every 1.6 will do.
        writing->picture = png.create("1.6.0", writing, fail, ignore);
        if (!writing->picture) longjmp(writing->failure, 1);
        writing->info = png.create_info(writing->picture);
        if (!writing->info) longjmp(writing->failure, 1);
        png.set_writer(writing->picture, writing, append, flush);
        // PNG_COLOR_TYPE_RGB_ALPHA and PNG_COLOR_TYPE_RGB.
        png.set_header(writing->picture, writing->info, width, height, 8, has_alpha ? 6 : 2, 0, 0, 0);
        // PNG_FILTER_PAETH; a fourth of the time of zlib's usual level, and a few percent more bytes.
        png.set_filter(writing->picture, 0, 0x80);
        png.set_level(writing->picture, 4);
        png.write_info(writing->picture, writing->info);
        // PNG_FILLER_AFTER.
        if (channels == 4 && !has_alpha) png.set_filler(writing->picture, 0, 1);
        for (uint32_t row = 0; row < height; row++)
            png.write_row(writing->picture, pixels + (size_t)row * width * channels);
        png.write_end(writing->picture, writing->info);
    } else {
        free(writing->bytes);
        writing->bytes = NULL;
    }
    if (writing->picture) png.destroy(&writing->picture, writing->info ? &writing->info : NULL);
    uint8_t *bytes = writing->bytes;
    *count = writing->count;
    free(writing);
    return bytes;
}
