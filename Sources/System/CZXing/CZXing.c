#include "Reader.h"

CZXingOutcome czxing_read(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                          void (*found)(const CZXingCode *code, void *context), void *context) {
    const CZXingOutcome outcome = czxing_read_2(pixels, width, height, minimum_lines, found, context);
    return outcome == CZXING_MISSING ? czxing_read_1_4(pixels, width, height, minimum_lines, found, context) : outcome;
}
