// The declarations are copied here, because chafa's headers need GLib's, which are not in the default include path, and SwiftPM
// rejects flags of the pkg-config file that adds them. They follow chafa 1.12.
#include "CChafa/shim.h"
#include "CLibraries.h"

typedef struct CChafaConfig CChafaConfig;
typedef struct CChafaSymbols CChafaSymbols;

// Values of ChafaPixelType and ChafaPixelMode.
enum { CCHAFA_RGBA8 = 4 };
enum { CCHAFA_SIXELS = 1 };
// A value of ChafaDitherMode.
enum { CCHAFA_ORDERED = 1 };

#define FUNCTIONS(each, optional) \
    each(CChafaSymbols *, symbols_new, "chafa_symbol_map_new", (void)) \
    each(void, symbols_add, "chafa_symbol_map_add_by_tags", (CChafaSymbols *symbols, int tags)) \
    each(void, symbols_unref, "chafa_symbol_map_unref", (CChafaSymbols *symbols)) \
    each(CChafaConfig *, config_new, "chafa_canvas_config_new", (void)) \
    each(void, config_set_geometry, "chafa_canvas_config_set_geometry", (CChafaConfig *config, int columns, int rows)) \
    each(void, config_set_mode, "chafa_canvas_config_set_canvas_mode", (CChafaConfig *config, int mode)) \
    each(void, config_set_symbols, "chafa_canvas_config_set_symbol_map", (CChafaConfig *config, const CChafaSymbols *symbols)) \
    each(void, config_set_dither, "chafa_canvas_config_set_dither_mode", (CChafaConfig *config, int mode)) \
    each(void, config_set_work, "chafa_canvas_config_set_work_factor", (CChafaConfig *config, float work)) \
    each(void, config_unref, "chafa_canvas_config_unref", (CChafaConfig *config)) \
    each(CChafaCanvas *, canvas_new, "chafa_canvas_new", (const CChafaConfig *config)) \
    each(void, canvas_draw, "chafa_canvas_draw_all_pixels", \
        (CChafaCanvas *canvas, int type, const uint8_t *pixels, int width, int height, int stride)) \
    each(uint32_t, canvas_character, "chafa_canvas_get_char_at", (CChafaCanvas *canvas, int x, int y)) \
    each(void, canvas_colors, "chafa_canvas_get_raw_colors_at", \
        (CChafaCanvas *canvas, int x, int y, int *foreground, int *background)) \
    each(void, canvas_unref, "chafa_canvas_unref", (CChafaCanvas *canvas)) \
    each(void, set_threads, "chafa_set_n_threads", (int count)) \
    /* For sixels; missing in older libraries, which then show symbols only. */ \
    optional(void, config_set_cell, "chafa_canvas_config_set_cell_geometry", (CChafaConfig *config, int width, int height)) \
    optional(void, config_set_pixel_mode, "chafa_canvas_config_set_pixel_mode", (CChafaConfig *config, int mode)) \
    optional(CChafaText *, canvas_print, "chafa_canvas_print", (CChafaCanvas *canvas, void *terminal)) \
    /* GLib's function, loaded with the library. */ \
    optional(char *, text_free, "g_string_free", (CChafaText *text, int with_content))

typedef struct {
    FUNCTIONS(CLIBRARY_MEMBER, CLIBRARY_MEMBER)
} Functions;

static Functions chafa;

static const CLibraryFunction functions[] = {FUNCTIONS(CLIBRARY_FUNCTION, CLIBRARY_OPTIONAL)};

static bool prepare(void) {
    // Its worker threads would remain and wake the program; a picture of a few hundred cells needs none.
    chafa.set_threads(1);
    return true;
}

static CLibrary library = CLIBRARY(chafa, functions, prepare, "libchafa.so.0");

bool cchafa_is_there(void) { return clibrary_open(&library) != NULL; }

CChafaCanvas *cchafa_canvas_new(int columns, int rows, int mode, int tags, float work) {
    CChafaSymbols *symbols = chafa.symbols_new();
    chafa.symbols_add(symbols, tags);
    CChafaConfig *config = chafa.config_new();
    chafa.config_set_geometry(config, columns, rows);
    chafa.config_set_mode(config, mode);
    chafa.config_set_symbols(config, symbols);
    // With so few colours a photo becomes a few flat areas; 256 are near enough to every colour.
    if (mode == CCHAFA_INDEXED_16) chafa.config_set_dither(config, CCHAFA_ORDERED);
    chafa.config_set_work(config, work);
    CChafaCanvas *canvas = chafa.canvas_new(config);
    chafa.config_unref(config);
    chafa.symbols_unref(symbols);
    return canvas;
}

void cchafa_canvas_draw(CChafaCanvas *canvas, const uint8_t *rgba, int width, int height) {
    chafa.canvas_draw(canvas, CCHAFA_RGBA8, rgba, width, height, width * 4);
}

uint32_t cchafa_character(CChafaCanvas *canvas, int x, int y) {
    return chafa.canvas_character(canvas, x, y);
}

void cchafa_colors(CChafaCanvas *canvas, int x, int y, int *foreground, int *background) {
    chafa.canvas_colors(canvas, x, y, foreground, background);
}

void cchafa_canvas_release(CChafaCanvas *canvas) {
    chafa.canvas_unref(canvas);
}

CChafaText *cchafa_sixels(const uint8_t *rgba, int width, int height, int columns, int rows, int cell_width, int cell_height,
                          float work) {
    if (!chafa.config_set_cell || !chafa.config_set_pixel_mode || !chafa.canvas_print || !chafa.text_free) return NULL;
    CChafaConfig *config = chafa.config_new();
    chafa.config_set_geometry(config, columns, rows);
    chafa.config_set_cell(config, cell_width, cell_height);
    chafa.config_set_mode(config, CCHAFA_TRUECOLOR);
    chafa.config_set_pixel_mode(config, CCHAFA_SIXELS);
    chafa.config_set_work(config, work);
    CChafaCanvas *canvas = chafa.canvas_new(config);
    chafa.config_unref(config);
    chafa.canvas_draw(canvas, CCHAFA_RGBA8, rgba, width, height, width * 4);
    // Without a terminal description it prints for a generic terminal.
    CChafaText *text = chafa.canvas_print(canvas, NULL);
    chafa.canvas_unref(canvas);
    return text;
}

void cchafa_text_free(CChafaText *text) { chafa.text_free(text, 1); }
