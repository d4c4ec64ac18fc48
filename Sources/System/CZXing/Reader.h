// The reading functions for each supported version of libZXing.
#pragma once
#include "CZXing.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum number of codes in one picture.
enum { czxing_maximum_codes = 32 };

/// 2.x by its C interface (libZXing.so.3), which needs neither its headers nor C++.
CZXingOutcome czxing_read_2(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                            void (*found)(const CZXingCode *code, void *context), void *context);

/// 1.4, which has a C++ interface only (libZXing.so.2): `CZXING_MISSING` where its headers were not installed at compile time.
CZXingOutcome czxing_read_1_4(const uint8_t *pixels, int32_t width, int32_t height, int32_t minimum_lines,
                              void (*found)(const CZXingCode *code, void *context), void *context);

#ifdef __cplusplus
}
#endif
