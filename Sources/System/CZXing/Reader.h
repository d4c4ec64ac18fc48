// What each version of libZXing that we know is behind.
#pragma once
#include "CZXing.h"

#ifdef __cplusplus
extern "C" {
#endif

/// In one picture.
enum { czxing_maximum_codes = 32 };

/// 2.x by its own interface in C (libZXing.so.3): no header of it is needed, and no C++.
CZXingOutcome czxing_read_2(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                            void (*found)(const CZXingCode *code, void *context), void *context);

/// 1.4, which speaks C++ only (libZXing.so.2): `CZXING_MISSING` where its headers were not there when this was compiled.
CZXingOutcome czxing_read_1_4(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                              void (*found)(const CZXingCode *code, void *context), void *context);

#ifdef __cplusplus
}
#endif
