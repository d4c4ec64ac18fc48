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

typedef struct {
    CChafaSymbols *(*symbols_new)(void);
    void (*symbols_add)(CChafaSymbols *symbols, int tags);
    void (*symbols_unref)(CChafaSymbols *symbols);
    CChafaConfig *(*config_new)(void);
    void (*config_set_geometry)(CChafaConfig *config, int columns, int rows);
    void (*config_set_mode)(CChafaConfig *config, int mode);
    void (*config_set_symbols)(CChafaConfig *config, const CChafaSymbols *symbols);
    void (*config_set_dither)(CChafaConfig *config, int mode);
    void (*config_set_work)(CChafaConfig *config, float work);
    void (*config_unref)(CChafaConfig *config);
    CChafaCanvas *(*canvas_new)(const CChafaConfig *config);
    void (*canvas_draw)(CChafaCanvas *canvas, int type, const uint8_t *pixels, int width, int height, int stride);
    uint32_t (*canvas_character)(CChafaCanvas *canvas, int x, int y);
    void (*canvas_colors)(CChafaCanvas *canvas, int x, int y, int *foreground, int *background);
    void (*canvas_unref)(CChafaCanvas *canvas);
    void (*set_threads)(int count);
    // For sixels; missing in older libraries, which then show symbols only.
    void (*config_set_cell)(CChafaConfig *config, int width, int height);
    void (*config_set_pixel_mode)(CChafaConfig *config, int mode);
    CChafaText *(*canvas_print)(CChafaCanvas *canvas, void *terminal);
    char *(*text_free)(CChafaText *text, int with_content);
} Functions;

static Functions chafa;

static const CLibraryFunction functions[] = {
    CLIBRARY_FUNCTION(Functions, symbols_new, "chafa_symbol_map_new"),
    CLIBRARY_FUNCTION(Functions, symbols_add, "chafa_symbol_map_add_by_tags"),
    CLIBRARY_FUNCTION(Functions, symbols_unref, "chafa_symbol_map_unref"),
    CLIBRARY_FUNCTION(Functions, config_new, "chafa_canvas_config_new"),
    CLIBRARY_FUNCTION(Functions, config_set_geometry, "chafa_canvas_config_set_geometry"),
    CLIBRARY_FUNCTION(Functions, config_set_mode, "chafa_canvas_config_set_canvas_mode"),
    CLIBRARY_FUNCTION(Functions, config_set_symbols, "chafa_canvas_config_set_symbol_map"),
    CLIBRARY_FUNCTION(Functions, config_set_dither, "chafa_canvas_config_set_dither_mode"),
    CLIBRARY_FUNCTION(Functions, config_set_work, "chafa_canvas_config_set_work_factor"),
    CLIBRARY_FUNCTION(Functions, config_unref, "chafa_canvas_config_unref"),
    CLIBRARY_FUNCTION(Functions, canvas_new, "chafa_canvas_new"),
    CLIBRARY_FUNCTION(Functions, canvas_draw, "chafa_canvas_draw_all_pixels"),
    CLIBRARY_FUNCTION(Functions, canvas_character, "chafa_canvas_get_char_at"),
    CLIBRARY_FUNCTION(Functions, canvas_colors, "chafa_canvas_get_raw_colors_at"),
    CLIBRARY_FUNCTION(Functions, canvas_unref, "chafa_canvas_unref"),
    CLIBRARY_FUNCTION(Functions, set_threads, "chafa_set_n_threads"),
    // For sixels.
    CLIBRARY_OPTIONAL(Functions, config_set_cell, "chafa_canvas_config_set_cell_geometry"),
    CLIBRARY_OPTIONAL(Functions, config_set_pixel_mode, "chafa_canvas_config_set_pixel_mode"),
    CLIBRARY_OPTIONAL(Functions, canvas_print, "chafa_canvas_print"),
    // GLib's function, loaded with the library.
    CLIBRARY_OPTIONAL(Functions, text_free, "g_string_free"),
};

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
