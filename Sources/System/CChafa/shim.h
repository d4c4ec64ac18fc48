#pragma once
// libchafa, which draws pictures as symbols and as sixels. CLibraries/Chafa.c opens it on first use.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct CChafaCanvas CChafaCanvas;

// The used values of ChafaCanvasMode and ChafaSymbolTags.
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

/// GLib's GString, the type of chafa's output.
typedef struct {
    char *text;
    size_t length;
    size_t room;
} CChafaText;

/// Whether libchafa is there. Opens it; nothing below may be called otherwise.
bool cchafa_is_there(void);

/// A canvas of this size in cells with these symbols and colours; the caller releases it.
CChafaCanvas *cchafa_canvas_new(int columns, int rows, int mode, int tags, float work);

void cchafa_canvas_draw(CChafaCanvas *canvas, const uint8_t *rgba, int width, int height);

uint32_t cchafa_character(CChafaCanvas *canvas, int x, int y);

/// Packed 0xRRGGBB, or a palette index in indexed modes; -1 where the terminal's default colour shows.
void cchafa_colors(CChafaCanvas *canvas, int x, int y, int *foreground, int *background);

void cchafa_canvas_release(CChafaCanvas *canvas);

/// The picture as sixels for this number of cells with this size in pixels; NULL where the library has no sixels. The caller
/// frees the text.
CChafaText *cchafa_sixels(const uint8_t *rgba, int width, int height, int columns, int rows, int cell_width, int cell_height,
                          float work);

void cchafa_text_free(CChafaText *text);
