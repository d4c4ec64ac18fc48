#pragma once
// libchafa, opened on first use: linked, it and GLib would slow down every start.
//
// The declarations are copied here, because chafa's headers need GLib's, which are not in the default include path, and SwiftPM
// rejects flags of the pkg-config file that adds them. They follow chafa 1.12.
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CChafaConfig CChafaConfig;
typedef struct CChafaSymbols CChafaSymbols;
typedef struct CChafaCanvas CChafaCanvas;

// The used values of ChafaCanvasMode, ChafaSymbolTags and ChafaPixelType.
enum { CCHAFA_TRUECOLOR = 0, CCHAFA_INDEXED_256 = 1, CCHAFA_INDEXED_16 = 3, CCHAFA_FGBG = 5 };
enum {
    CCHAFA_SPACE = 1 << 0,
    CCHAFA_SOLID = 1 << 1,
    CCHAFA_BLOCK = 1 << 3,
    CCHAFA_QUAD = 1 << 7,
    CCHAFA_HALF = 1 << 8 | 1 << 9,
    CCHAFA_INVERTED = 1 << 10,
    CCHAFA_SEXTANT = 1 << 22,
};
enum { CCHAFA_RGBA8 = 4 };
// The used values of ChafaPixelMode.
enum { CCHAFA_SIXELS = 1 };

/// GLib's GString, the type of chafa's output.
typedef struct {
    char *text;
    size_t length;
    size_t room;
} CChafaText;

/// The library's functions. None is called unless all were found.
typedef struct {
    CChafaSymbols *(*symbols_new)(void);
    void (*symbols_add)(CChafaSymbols *symbols, int tags);
    void (*symbols_unref)(CChafaSymbols *symbols);
    CChafaConfig *(*config_new)(void);
    void (*config_set_geometry)(CChafaConfig *config, int columns, int rows);
    void (*config_set_mode)(CChafaConfig *config, int mode);
    void (*config_set_symbols)(CChafaConfig *config, const CChafaSymbols *symbols);
    void (*config_set_work)(CChafaConfig *config, float work);
    void (*config_unref)(CChafaConfig *config);
    CChafaCanvas *(*canvas_new)(const CChafaConfig *config);
    void (*canvas_draw)(CChafaCanvas *canvas, int type, const uint8_t *pixels, int width, int height, int stride);
    uint32_t (*canvas_character)(CChafaCanvas *canvas, int x, int y);
    void (*canvas_colors)(CChafaCanvas *canvas, int x, int y, int *foreground, int *background);
    void (*canvas_unref)(CChafaCanvas *canvas);
    void (*set_threads)(int count);
    bool is_complete;
    // For sixels; missing in older libraries, which then show symbols only.
    void (*config_set_cell)(CChafaConfig *config, int width, int height);
    void (*config_set_pixel_mode)(CChafaConfig *config, int mode);
    CChafaText *(*canvas_print)(CChafaCanvas *canvas, void *terminal);
    char *(*text_free)(CChafaText *text, int with_content);
    bool has_sixels;
} CChafaLibrary;

static inline bool cchafa_find(CChafaLibrary *library) {
    void *handle = dlopen("libchafa.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return false;
#define CCHAFA_FIND(field, name) \
    if (!(*(void **)&library->field = dlsym(handle, name))) return false
    CCHAFA_FIND(symbols_new, "chafa_symbol_map_new");
    CCHAFA_FIND(symbols_add, "chafa_symbol_map_add_by_tags");
    CCHAFA_FIND(symbols_unref, "chafa_symbol_map_unref");
    CCHAFA_FIND(config_new, "chafa_canvas_config_new");
    CCHAFA_FIND(config_set_geometry, "chafa_canvas_config_set_geometry");
    CCHAFA_FIND(config_set_mode, "chafa_canvas_config_set_canvas_mode");
    CCHAFA_FIND(config_set_symbols, "chafa_canvas_config_set_symbol_map");
    CCHAFA_FIND(config_set_work, "chafa_canvas_config_set_work_factor");
    CCHAFA_FIND(config_unref, "chafa_canvas_config_unref");
    CCHAFA_FIND(canvas_new, "chafa_canvas_new");
    CCHAFA_FIND(canvas_draw, "chafa_canvas_draw_all_pixels");
    CCHAFA_FIND(canvas_character, "chafa_canvas_get_char_at");
    CCHAFA_FIND(canvas_colors, "chafa_canvas_get_raw_colors_at");
    CCHAFA_FIND(canvas_unref, "chafa_canvas_unref");
    CCHAFA_FIND(set_threads, "chafa_set_n_threads");
#undef CCHAFA_FIND
    *(void **)&library->config_set_cell = dlsym(handle, "chafa_canvas_config_set_cell_geometry");
    *(void **)&library->config_set_pixel_mode = dlsym(handle, "chafa_canvas_config_set_pixel_mode");
    *(void **)&library->canvas_print = dlsym(handle, "chafa_canvas_print");
    // GLib's function, loaded with the library.
    *(void **)&library->text_free = dlsym(handle, "g_string_free");
    library->has_sixels = library->config_set_cell && library->config_set_pixel_mode && library->canvas_print
        && library->text_free;
    // Its worker threads would remain and wake the program; a picture of a few hundred cells needs none.
    library->set_threads(1);
    return true;
}

static inline CChafaLibrary *cchafa_storage(void) {
    static CChafaLibrary library;
    return &library;
}

static inline void cchafa_find_once(void) {
    CChafaLibrary *library = cchafa_storage();
    library->is_complete = cchafa_find(library);
}

/// The library, opened by the first call on whichever thread; NULL when it, or one of its functions, is missing.
static inline const CChafaLibrary *cchafa_open(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, cchafa_find_once);
    return cchafa_storage()->is_complete ? cchafa_storage() : NULL;
}

/// A canvas of this size in cells with these symbols and colours; the caller releases it.
static inline CChafaCanvas *cchafa_canvas_new(const CChafaLibrary *library, int columns, int rows, int mode, int tags,
                                              float work) {
    CChafaSymbols *symbols = library->symbols_new();
    library->symbols_add(symbols, tags);
    CChafaConfig *config = library->config_new();
    library->config_set_geometry(config, columns, rows);
    library->config_set_mode(config, mode);
    library->config_set_symbols(config, symbols);
    library->config_set_work(config, work);
    CChafaCanvas *canvas = library->canvas_new(config);
    library->config_unref(config);
    library->symbols_unref(symbols);
    return canvas;
}

static inline void cchafa_canvas_draw(const CChafaLibrary *library, CChafaCanvas *canvas, const uint8_t *rgba, int width,
                                      int height) {
    library->canvas_draw(canvas, CCHAFA_RGBA8, rgba, width, height, width * 4);
}

static inline uint32_t cchafa_character(const CChafaLibrary *library, CChafaCanvas *canvas, int x, int y) {
    return library->canvas_character(canvas, x, y);
}

/// Packed 0xRRGGBB, or a palette index in indexed modes; -1 where the terminal's default colour shows.
static inline void cchafa_colors(const CChafaLibrary *library, CChafaCanvas *canvas, int x, int y, int *foreground,
                                 int *background) {
    library->canvas_colors(canvas, x, y, foreground, background);
}

static inline void cchafa_canvas_release(const CChafaLibrary *library, CChafaCanvas *canvas) {
    library->canvas_unref(canvas);
}

/// The picture as sixels for this number of cells with this size in pixels; NULL where the library has no sixels. The caller
/// frees the text.
static inline CChafaText *cchafa_sixels(const CChafaLibrary *library, const uint8_t *rgba, int width, int height,
                                        int columns, int rows, int cell_width, int cell_height, float work) {
    if (!library->has_sixels) return NULL;
    CChafaConfig *config = library->config_new();
    library->config_set_geometry(config, columns, rows);
    library->config_set_cell(config, cell_width, cell_height);
    library->config_set_mode(config, CCHAFA_TRUECOLOR);
    library->config_set_pixel_mode(config, CCHAFA_SIXELS);
    library->config_set_work(config, work);
    CChafaCanvas *canvas = library->canvas_new(config);
    library->config_unref(config);
    library->canvas_draw(canvas, CCHAFA_RGBA8, rgba, width, height, width * 4);
    // Without a terminal description it prints for a generic terminal.
    CChafaText *text = library->canvas_print(canvas, NULL);
    library->canvas_unref(canvas);
    return text;
}

static inline void cchafa_text_free(const CChafaLibrary *library, CChafaText *text) { library->text_free(text, 1); }
