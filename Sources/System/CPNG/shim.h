#pragma once
// libpng: pictures as pixels, barcodes in a file and the photos of the demo need it. CLibraries/PNG.c opens it on first use.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes rows of eight bits a channel.
/// - Parameter channels: of the pixels, 3 or 4.
/// - Parameter has_alpha: false leaves a fourth channel out.
/// - Returns: the PNG, to be freed by the caller; NULL where libpng or memory is missing, or the size is none.
uint8_t *cpng_write(const uint8_t *pixels, uint32_t width, uint32_t height, int channels, bool has_alpha, size_t *count);
