#pragma once
// libzbar, the second barcode reader of the tests.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zbar.h>

/// Searches grey pixels, one byte each, and calls back for each code with its kind ("EAN-13") and data. False when memory is
/// exhausted.
static inline bool czbar_read(const uint8_t *pixels, unsigned width, unsigned height,
                              void (*found)(const char *kind, const char *data, size_t count, void *context), void *context) {
    zbar_image_scanner_t *scanner = zbar_image_scanner_create();
    zbar_image_t *image = zbar_image_create();
    if (!scanner || !image) return false;
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 1);
    // The bytes, not converted from any character set.
    zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1);
    // Add-ons are reported together with their code.
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_MIN_LEN, 0);
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_X_DENSITY, 1);
    zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_Y_DENSITY, 1);
    zbar_image_set_format(image, zbar_fourcc('Y', '8', '0', '0'));
    zbar_image_set_size(image, width, height);
    zbar_image_set_data(image, pixels, (unsigned long)width * height, NULL);
    zbar_scan_image(scanner, image);
    const zbar_symbol_t *symbol = zbar_image_first_symbol(image);
    for (; symbol; symbol = zbar_symbol_next(symbol))
        found(zbar_get_symbol_name(zbar_symbol_get_type(symbol)), zbar_symbol_get_data(symbol),
              zbar_symbol_get_data_length(symbol), context);
    zbar_image_destroy(image);
    zbar_image_scanner_destroy(scanner);
    return true;
}
